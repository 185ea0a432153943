//! Subscribers as staff see them.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{NewsletterStore, State};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::record as record_entry},
    email_address::EmailAddress,
    storage::{StorageError, entities::newsletter_subscribers as subscribers, keyset::older_than, search::containing},
};

/// Which subscribers a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubscriberFilter {
    /// A substring of the address; empty for all.
    pub search: String,
    /// Only those in this state.
    pub state: Option<State>,
}

/// A newsletter subscriber.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SubscriberRecord {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Email address of the subscriber.
    pub email: String,
    /// State of the subscription.
    pub status: State,
    /// Path of the page with the form. Empty if unknown.
    pub source_page: String,
    /// Notice on the use of the email address that the subscriber saw.
    pub consent: String,
    /// When the last confirmation email was queued.
    pub asked_at: DateTime<Utc>,
    /// When the subscription was last confirmed. Null if never.
    #[schema(required = true)]
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When the subscription last ended. Null if never. Does not change if the subscriber signs up again.
    #[schema(required = true)]
    pub unsubscribed_at: Option<DateTime<Utc>>,
    /// When the subscriber first signed up.
    pub created_at: DateTime<Utc>,
}

fn condition(filter: &SubscriberFilter) -> Condition {
    let mut condition = Condition::all();
    if let Some(state) = filter.state {
        condition = condition.add(subscribers::Column::State.eq(state.as_str()));
    }
    condition.add(containing((subscribers::Entity, subscribers::Column::SearchText), &filter.search))
}

fn newest(filter: &SubscriberFilter) -> Select<subscribers::Entity> {
    subscribers::Entity::find()
        .filter(condition(filter))
        .order_by_desc(subscribers::Column::CreatedAt)
        .order_by_desc(subscribers::Column::Id)
}

impl NewsletterStore {
    /// Returns the number of subscribers that match a filter.
    pub async fn count(&self, filter: &SubscriberFilter) -> Result<u64, StorageError> {
        Ok(subscribers::Entity::find().filter(condition(filter)).count(self.database.reader()).await?)
    }

    /// Returns `limit` subscribers from `offset` on, newest first.
    pub async fn list(
        &self,
        filter: &SubscriberFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<SubscriberRecord>, StorageError> {
        let rows = newest(filter).offset(offset).limit(limit).all(self.database.reader()).await?;
        Ok(rows.into_iter().map(record).collect())
    }

    /// Returns at most `limit` subscribers after `last` in the same order.
    pub async fn batch(
        &self,
        filter: &SubscriberFilter,
        last: Option<&SubscriberRecord>,
        limit: u64,
    ) -> Result<Vec<SubscriberRecord>, StorageError> {
        use subscribers::Column::{CreatedAt, Id};
        let after = last.map(|last| older_than(CreatedAt, Id, (last.created_at, last.id)));
        let batch = newest(filter).filter(Condition::all().add_option(after)).limit(limit);
        Ok(batch.all(self.database.long_reader()).await?.into_iter().map(record).collect())
    }

    /// Returns the subscriber with this address. If there are two, with keys of different versions, returns either.
    pub async fn by_email(&self, email: &EmailAddress) -> Result<Option<SubscriberRecord>, StorageError> {
        let row = subscribers::Entity::find().filter(subscribers::Column::EmailKey.is_in(email.keys()));
        Ok(row.one(self.database.reader()).await?.map(record))
    }

    /// Returns the subscriber with this id.
    pub async fn get(&self, id: Uuid) -> Result<Option<SubscriberRecord>, StorageError> {
        Ok(subscribers::Entity::find_by_id(id).one(self.database.reader()).await?.map(record))
    }

    /// Deletes a subscriber and their links. Returns false when there is no such subscriber.
    pub async fn erase(&self, id: Uuid, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        let transaction = self.database.begin_write().await?;
        if subscribers::Entity::delete_by_id(id).exec(&transaction).await?.rows_affected == 0 {
            return Ok(false);
        }
        let entry = NewEntry::new(Action::SubscriberErased, Object::thing("subscriber", id));
        record_entry(&transaction, &by.into(), &[entry]).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

fn record(row: subscribers::Model) -> SubscriberRecord {
    SubscriberRecord {
        id: row.id,
        status: State::parse(&row.state),
        email: row.email,
        source_page: row.source_page,
        consent: row.consent,
        asked_at: row.asked_at,
        confirmed_at: row.confirmed_at,
        unsubscribed_at: row.unsubscribed_at,
        created_at: row.created_at,
    }
}
