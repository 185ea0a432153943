//! Fills the search columns of 0013 for existing rows.

use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{Alias, Expr, ExprTrait, Order, Query},
};
use uuid::Uuid;

use crate::storage::search::search_text;

/// Each table with the columns that staff search.
const SEARCHED: [(&str, &[&str]); 4] = [
    ("enquiries", &["name", "email", "company", "website", "phone", "message", "note"]),
    ("bookings", &["name", "email", "website", "message"]),
    ("media", &["file_name", "alt_text"]),
    ("newsletter_subscribers", &["email"]),
];

/// Number of rows that are in memory at once.
const ROWS: u64 = 200;

/// Fills the search column of every row.
pub(super) async fn fill(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    for (table, columns) in SEARCHED {
        let mut last = Uuid::nil();
        loop {
            let next = Query::select()
                .column("id")
                .columns(columns.iter().map(|column| Alias::new(*column)))
                .from(table)
                .and_where(Expr::col("id").gt(last))
                .order_by("id", Order::Asc)
                .limit(ROWS)
                .to_owned();
            let rows = connection.query_all(&next).await?;
            if rows.is_empty() {
                break;
            }
            for row in rows {
                last = row.try_get_by_index(0)?;
                let texts = (1..=columns.len()).map(|index| row.try_get_by_index::<String>(index));
                let texts = texts.collect::<Result<Vec<_>, _>>()?;
                let folded = search_text(texts.iter().map(String::as_str));
                let change = Query::update()
                    .table(table)
                    .value("search_text", folded)
                    .and_where(Expr::col("id").eq(last))
                    .to_owned();
                connection.execute(&change).await?;
            }
        }
    }
    Ok(())
}
