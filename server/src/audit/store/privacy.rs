//! The personal data in entries: finds the entries of a person, and erases names and addresses.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, UpdateMany, sea_query::Expr,
};

use super::{AuditRecord, AuditStore, entries};
use crate::{email_address::EmailAddress, storage::StorageError};
use entries::Column::{Actor, ActorSalt, Address, At, ObjectId, ObjectName, ObjectSalt};

impl AuditStore {
    /// Returns the entries that name a person, oldest first.
    pub async fn naming(&self, email: &EmailAddress) -> Result<Vec<AuditRecord>, StorageError> {
        let rows = entries::Entity::find()
            .filter(Condition::any().add(Actor.is_in(email.keys())).add(ObjectName.is_in(email.keys())))
            .order_by_asc(entries::Column::Number)
            .all(self.database.long_reader())
            .await?;
        Ok(rows.into_iter().map(AuditRecord::from).collect())
    }

    /// Erases a person's name wherever it appears, and the networks of visitors who did something to the person's
    /// account or to one of `objects`. Returns the number of entries.
    pub async fn erase(&self, email: &EmailAddress, objects: &[String]) -> Result<u64, StorageError> {
        let transaction = self.database.begin_write().await?;
        // Entries are never rewritten, so those of earlier versions have the keys of these.
        let is_object = || ObjectName.is_in(email.keys());
        let by_visitors = Condition::any().add(is_object()).add(ObjectId.is_in(objects.iter().map(String::as_str)));
        let about = Condition::all().add(Actor.is_null()).add(by_visitors);
        let by = Condition::any().add(Actor.is_in(email.keys())).add(about);
        let mut gone = blank_actors(&transaction, by).await?;
        gone += blank_objects(&transaction, Condition::all().add(is_object())).await?;
        transaction.commit().await?;
        Ok(gone)
    }

    /// Erases every name and network from before `moment`. Returns the number of entries.
    pub async fn forget(&self, moment: DateTime<Utc>) -> Result<u64, StorageError> {
        let old = Condition::all().add(At.lt(moment));
        let gone = blank_actors(self.database.writer(), old.clone()).await?;
        Ok(gone + blank_objects(self.database.writer(), old).await?)
    }
}

async fn blank_actors(connection: &impl ConnectionTrait, which: Condition) -> Result<u64, DbErr> {
    let update = blank(blank(blank(entries::Entity::update_many(), Actor), Address), ActorSalt);
    Ok(update.filter(which).filter(ActorSalt.is_not_null()).exec(connection).await?.rows_affected)
}

async fn blank_objects(connection: &impl ConnectionTrait, which: Condition) -> Result<u64, DbErr> {
    let update = blank(blank(entries::Entity::update_many(), ObjectName), ObjectSalt);
    Ok(update.filter(which).filter(ObjectSalt.is_not_null()).exec(connection).await?.rows_affected)
}

fn blank(update: UpdateMany<entries::Entity>, column: entries::Column) -> UpdateMany<entries::Entity> {
    update.col_expr(column, Expr::cust("NULL"))
}
