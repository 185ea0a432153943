//! Subscribers as staff see them.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, ExprTrait},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{NewsletterStore, State};
use crate::storage::{
    StorageError,
    entities::newsletter_subscribers as subscribers,
    search::{can_be_stored, pattern},
};

/// Which subscribers a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubscriberFilter {
    /// A substring of the address; empty for all.
    pub search: String,
    /// Only those in this state.
    pub state: Option<State>,
}

/// A subscriber with everything that is known of him.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct SubscriberRecord {
    /// UUIDv7.
    pub id: Uuid,
    /// The address.
    pub email: String,
    /// Where he stands.
    pub status: State,
    /// Path of the page that the form stood on; empty when unknown.
    pub source_page: String,
    /// What he was told about the use of his address.
    pub consent: String,
    /// When the last mail went out that asks for confirmation.
    pub asked_at: DateTime<Utc>,
    /// When he confirmed.
    #[schema(required = true)]
    pub confirmed_at: Option<DateTime<Utc>>,
    /// When he left.
    #[schema(required = true)]
    pub unsubscribed_at: Option<DateTime<Utc>>,
    /// When he first asked.
    pub created_at: DateTime<Utc>,
}

fn condition(filter: &SubscriberFilter) -> Condition {
    let mut condition = Condition::all();
    if let Some(state) = filter.state {
        condition = condition.add(subscribers::Column::State.eq(state.as_str()));
    }
    let text = filter.search.trim();
    if !can_be_stored(text) {
        return condition.add(Expr::value(false));
    }
    if !text.is_empty() {
        let key = Expr::col((subscribers::Entity, subscribers::Column::EmailKey));
        condition = condition.add(key.like(pattern(text)));
    }
    condition
}

impl NewsletterStore {
    /// How many a filter lets through.
    pub async fn count(&self, filter: &SubscriberFilter) -> Result<u64, StorageError> {
        Ok(subscribers::Entity::find().filter(condition(filter)).count(self.reader()).await?)
    }

    /// Some of them, newest first.
    pub async fn list(
        &self,
        filter: &SubscriberFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<SubscriberRecord>, StorageError> {
        let rows = subscribers::Entity::find()
            .filter(condition(filter))
            .order_by_desc(subscribers::Column::CreatedAt)
            .order_by_desc(subscribers::Column::Id)
            .offset(offset)
            .limit(limit)
            .all(self.reader())
            .await?;
        Ok(rows.into_iter().map(record).collect())
    }

    /// The subscriber with this address, if there is one.
    pub async fn by_email(&self, email_key: &str) -> Result<Option<SubscriberRecord>, StorageError> {
        let row = subscribers::Entity::find().filter(subscribers::Column::EmailKey.eq(email_key)).one(self.reader());
        Ok(row.await?.map(record))
    }

    /// Forgets a subscriber with his links; false when there is no such.
    pub async fn erase(&self, id: Uuid) -> Result<bool, StorageError> {
        Ok(subscribers::Entity::delete_by_id(id).exec(self.reader()).await?.rows_affected > 0)
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
