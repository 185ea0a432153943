//! Writes the keys of addresses again, for 0038: with the domain in ASCII.

use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{Expr, ExprTrait, Order, Query},
};

use crate::email_address::address_key;

/// The tables with a column of such keys.
const TABLES: [&str; 5] = ["users", "newsletter_subscribers", "invitations", "pending_sign_ups", "sign_in_attempts"];

/// Maximum number of keys that are in memory at once.
const KEYS: u64 = 200;

/// Rewrites every key that differs from what [`address_key`] returns.
pub(super) async fn fill(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    for table in TABLES {
        let mut last = String::new();
        loop {
            let next = Query::select()
                .distinct()
                .column("email_key")
                .from(table)
                .and_where(Expr::col("email_key").gt(last.as_str()))
                .order_by("email_key", Order::Asc)
                .limit(KEYS)
                .to_owned();
            let rows = connection.query_all(&next).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows {
                last = row.try_get_by_index(0)?;
                let key = address_key(&last);
                if key != last {
                    rewrite(connection, table, &last, &key).await?;
                }
            }
        }
    }
    Ok(())
}

/// Replaces the key `old` by `key`, which another row may have: both forms of a domain counted as two addresses.
async fn rewrite(connection: &impl ConnectionTrait, table: &'static str, old: &str, key: &str) -> Result<(), DbErr> {
    match (table, is_taken(connection, table, key).await?) {
        // No lock lasts longer than ten minutes. Of two invitations to one mailbox, one is enough.
        ("sign_in_attempts", _) | ("invitations", true) => {
            let old = Expr::col("email_key").eq(old);
            let delete = Query::delete().from_table(table).and_where(old).to_owned();
            connection.execute(&delete).await?;
            Ok(())
        }
        // An address may have several sign-ups.
        ("pending_sign_ups", _) | (_, false) => set_key(connection, table, old, key).await,
        // Two accounts have two passwords, and cannot become one. The one with rights signs in, or else the older one;
        // the other stays with the other key, until the person is erased.
        ("users", true) => {
            if account_to_keep(connection, old, key).await?.as_deref() == Some(old) {
                // Keys are unique at each step. No address ends with a space.
                let aside = format!("{key} ");
                set_key(connection, table, key, &aside).await?;
                set_key(connection, table, old, key).await?;
                set_key(connection, table, &aside, old).await?;
            }
            Ok(())
        }
        // The links in the emails to a subscriber work whatever the key, and one of the two may have been ended: both
        // stay as they are.
        (_, true) => Ok(()),
    }
}

async fn is_taken(connection: &impl ConnectionTrait, table: &'static str, key: &str) -> Result<bool, DbErr> {
    let with_key =
        Query::select().column("email_key").from(table).and_where(Expr::col("email_key").eq(key)).limit(1).to_owned();
    Ok(connection.query_one(&with_key).await?.is_some())
}

/// Returns the key of the account that is to sign in, of those with these two keys.
async fn account_to_keep(connection: &impl ConnectionTrait, old: &str, key: &str) -> Result<Option<String>, DbErr> {
    let first = Query::select()
        .column("email_key")
        .from("users")
        .and_where(Expr::col("email_key").is_in([old, key]))
        .order_by("is_admin", Order::Desc)
        .order_by("created_at", Order::Asc)
        .limit(1)
        .to_owned();
    connection.query_one(&first).await?.map(|row| row.try_get_by_index(0)).transpose()
}

async fn set_key(connection: &impl ConnectionTrait, table: &'static str, from: &str, to: &str) -> Result<(), DbErr> {
    let change =
        Query::update().table(table).value("email_key", to).and_where(Expr::col("email_key").eq(from)).to_owned();
    connection.execute(&change).await?;
    Ok(())
}

#[cfg(test)]
mod tests;
