//! Appends entries to the chain, and reads them.

mod chain;
mod content_change;
mod privacy;
mod verify;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, DatabaseTransaction, DbErr, EntityTrait, ExprTrait, IntoActiveModel, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, Func, OnConflict},
};
use serde_json::Value;
use uuid::Uuid;

use super::domain::{Actor, ActorKind, NewEntry, Object, Stamp};
use crate::{
    email_address::with_ascii_domain,
    storage::{
        Database, StorageError,
        entities::{audit_entries as entries, audit_head as head},
        json::to_json,
        search::{can_be_stored, pattern},
    },
    token::random,
};

pub use content_change::ContentChange;
pub use verify::{Broken, Verification};

/// Replaces the name of an account that was erased.
const ERASED: &str = "erased";

/// Number of entries per statement: SQLite takes at most 32,766 parameters.
const ROWS: usize = 500;

/// Which entries a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AuditFilter {
    /// Part of the actor's address, "command line" or "program"; empty for all.
    pub actor: String,
    /// An action, or the group before its dot; empty for all.
    pub action: String,
    /// Part of the object: its kind, id or name; empty for all.
    pub object: String,
    /// From this moment on.
    pub since: Option<DateTime<Utc>>,
    /// Before this moment.
    pub until: Option<DateTime<Utc>>,
}

/// An entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRecord {
    /// Its position in the chain, from 1.
    pub number: i64,
    /// UUIDv7.
    pub id: Uuid,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// The account's address, "command line", "program", "erased", or None for visitors.
    pub actor: Option<String>,
    /// What was done.
    pub action: String,
    /// What it was done to: its kind, and its name or id.
    pub object: String,
    /// The actor's network.
    pub address: Option<String>,
    /// The changed fields before the change.
    pub before: Option<Value>,
    /// The changed fields after the change.
    pub after: Option<Value>,
}

/// Reads and appends entries.
#[derive(Debug, Clone)]
pub struct AuditStore {
    database: Database,
}

/// Appends entries within the transaction of the change that they record. Locks the end of the chain until the
/// transaction ends: only the commit may follow, so that no two transactions deadlock.
pub async fn record(transaction: &DatabaseTransaction, stamp: &Stamp, new: &[NewEntry]) -> Result<(), DbErr> {
    let count = i64::try_from(new.len()).map_err(|error| DbErr::Custom(error.to_string()))?;
    if count == 0 {
        return Ok(());
    }
    // The upsert reserves the numbers and locks the row at once.
    let first = head::Model { id: 1, number: count, hash: chain::START.to_vec() };
    let taken = head::Entity::insert(head::ActiveModel::from(first))
        .on_conflict(
            OnConflict::column(head::Column::Id)
                .value(head::Column::Number, Expr::col((head::Entity, head::Column::Number)).add(count))
                .to_owned(),
        )
        .exec_with_returning(transaction)
        .await?;
    let (mut previous, mut rows) = (taken.hash, Vec::with_capacity(new.len()));
    for (number, entry) in (taken.number - count + 1..).zip(new) {
        let mut row = row(number, stamp, entry)?;
        row.hash = chain::hash(&previous, &row).to_vec();
        previous.clone_from(&row.hash);
        rows.push(row.into_active_model());
    }
    for rows in rows.chunks(ROWS) {
        entries::Entity::insert_many(rows.to_vec()).exec_without_returning(transaction).await?;
    }
    head::Entity::update_many()
        .set(head::ActiveModel { hash: Set(previous), ..Default::default() })
        .filter(head::Column::Id.eq(1))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Returns the row of an entry without its hash.
fn row(number: i64, Stamp { actor, at }: &Stamp, entry: &NewEntry) -> Result<entries::Model, DbErr> {
    let NewEntry { action, object, before, after } = entry;
    let Actor { kind, name, network } = actor;
    let address = network.map(|network| network.to_string());
    let (actor_salt, actor_digest) = covered(&[name.as_deref(), address.as_deref()])?;
    let (object_salt, object_digest) = covered(&[object.name.as_deref()])?;
    let Object { kind: object_kind, id: object_id, name: object_name } = object.clone();
    Ok(entries::Model {
        number,
        id: Uuid::now_v7(),
        at: *at,
        actor_kind: kind.as_str().to_owned(),
        actor: name.clone(),
        address,
        actor_salt,
        actor_digest,
        action: action.as_str().to_owned(),
        object_kind: object_kind.to_owned(),
        object_id,
        object_name,
        object_salt,
        object_digest,
        old_values: before.as_ref().map(to_json).transpose()?,
        new_values: after.as_ref().map(to_json).transpose()?,
        hash: Vec::new(),
    })
}

/// Returns salt and digest of a person's data. Without data there is no salt.
fn covered(values: &[Option<&str>]) -> Result<(Option<Vec<u8>>, Vec<u8>), DbErr> {
    if values.iter().all(Option::is_none) {
        return Ok((None, chain::digest(&[], values).to_vec()));
    }
    let salt = random::<16>().map_err(|error| DbErr::Custom(error.to_string()))?;
    Ok((Some(salt.to_vec()), chain::digest(&salt, values).to_vec()))
}

fn condition(filter: &AuditFilter) -> Condition {
    use entries::Column::{Action, Actor, ActorKind, At, ObjectId, ObjectKind, ObjectName};
    let mut condition = Condition::all()
        .add_option(filter.since.map(|since| At.gte(since)))
        .add_option(filter.until.map(|until| At.lt(until)));
    let action = filter.action.trim();
    if !action.is_empty() {
        let group = Expr::col(Action).like(pattern_of_group(action));
        condition = condition.add(Condition::any().add(Action.eq(action)).add(group));
    }
    let lower = |column: entries::Column| Expr::from(Func::lower(Expr::col(column)));
    let contains = |column: entries::Column, text: &str| {
        // The domains of addresses are in ASCII, and in entries of earlier versions as they were written.
        let in_key = lower(column).like(pattern(&with_ascii_domain(text)));
        Condition::any().add(lower(column).like(pattern(text))).add(in_key)
    };
    // Kinds are in lower case.
    let actor = filter.actor.trim().to_lowercase();
    if !actor.is_empty() {
        condition = condition.add(Condition::any().add(contains(Actor, &actor)).add(ActorKind.eq(&actor)));
    }
    // "post 018f…", as the list shows it, or one of the two parts. Kinds and names may have spaces, as in
    // "missed address 018f…" and "backup Our site.tar".
    let object = filter.object.trim().to_lowercase();
    if !object.is_empty() {
        let named = |text: &str| Condition::any().add(contains(ObjectId, text)).add(contains(ObjectName, text));
        let parts = [object.split_once(' '), object.rsplit_once(' ')];
        let both = |(kind, rest): (&str, &str)| Condition::all().add(ObjectKind.eq(kind)).add(named(rest.trim()));
        let either = named(&object).add(ObjectKind.eq(&object));
        condition = condition.add(parts.into_iter().flatten().map(both).fold(either, Condition::add));
    }
    let texts = [&filter.action, &filter.actor, &filter.object];
    if texts.iter().all(|text| can_be_stored(text)) { condition } else { Condition::all().add(Expr::value(false)) }
}

/// Returns the pattern of all actions of a group.
fn pattern_of_group(group: &str) -> sea_orm::sea_query::LikeExpr {
    let escaped = group.replace('\\', "\\\\").replace('%', "\\%").replace('_', "\\_");
    sea_orm::sea_query::LikeExpr::new(format!("{escaped}.%")).escape('\\')
}

fn newest(filter: &AuditFilter) -> Select<entries::Entity> {
    entries::Entity::find().filter(condition(filter)).order_by_desc(entries::Column::Number)
}

impl AuditStore {
    /// Returns a store in `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Appends an entry about something that changes no row.
    pub async fn record(&self, stamp: &Stamp, entry: NewEntry) -> Result<(), StorageError> {
        let transaction = self.database.begin_write().await?;
        record(&transaction, stamp, &[entry]).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns the number of entries that match a filter.
    pub async fn count(&self, filter: &AuditFilter) -> Result<u64, StorageError> {
        Ok(entries::Entity::find().filter(condition(filter)).count(self.database.long_reader()).await?)
    }

    /// Returns `limit` entries from `offset` on, newest first.
    pub async fn list(&self, filter: &AuditFilter, offset: u64, limit: u64) -> Result<Vec<AuditRecord>, StorageError> {
        let rows = newest(filter).offset(offset).limit(limit).all(self.database.long_reader()).await?;
        Ok(rows.into_iter().map(AuditRecord::from).collect())
    }

    /// Returns at most `limit` entries before the one with the number `last`, newest first.
    pub async fn batch(
        &self,
        filter: &AuditFilter,
        last: Option<i64>,
        limit: u64,
    ) -> Result<Vec<AuditRecord>, StorageError> {
        let older = Condition::all().add_option(last.map(|last| entries::Column::Number.lt(last)));
        let rows = newest(filter).filter(older).limit(limit).all(self.database.long_reader()).await?;
        Ok(rows.into_iter().map(AuditRecord::from).collect())
    }
}

impl From<entries::Model> for AuditRecord {
    fn from(row: entries::Model) -> Self {
        let actor = match row.actor {
            Some(actor) => Some(actor),
            None if row.actor_kind == ActorKind::Account.as_str() => Some(ERASED.to_owned()),
            None if row.actor_kind == ActorKind::Visitor.as_str() => None,
            None => Some(row.actor_kind),
        };
        let object = match row.object_name.or(row.object_id) {
            Some(name) => format!("{} {name}", row.object_kind),
            None => row.object_kind,
        };
        let fields = |text: Option<String>| text.and_then(|text| serde_json::from_str(&text).ok());
        Self {
            number: row.number,
            id: row.id,
            at: row.at,
            actor,
            action: row.action,
            object,
            address: row.address,
            before: fields(row.old_values),
            after: fields(row.new_values),
        }
    }
}

#[cfg(test)]
mod tests;
