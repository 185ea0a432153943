//! What one person has booked, to be handed over or forgotten when that person asks.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{service::BookingService, store::BookingStore};
use crate::{
    accounts::EmailAddress,
    storage::{StorageError, content_version, entities::bookings},
};

/// A call as the person is told of it who booked it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PersonBooking {
    /// UUIDv7.
    pub id: Uuid,
    /// booked, cancelled, or spam.
    pub status: String,
    /// When it begins.
    pub start: DateTime<Utc>,
    /// When it ends.
    pub end: DateTime<Utc>,
    /// As it was typed.
    pub name: String,
    /// As it was typed.
    pub email: String,
    /// As it was typed; may be empty.
    pub website: String,
    /// As it was typed; may be empty.
    pub message: String,
    /// When it was booked.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

impl BookingService {
    /// Everything that was booked with an address.
    pub async fn booked_by(&self, email: &EmailAddress) -> Result<Vec<PersonBooking>, StorageError> {
        self.store().booked_by(&email.key()).await
    }

    /// Forgets what was booked with an address, with its mails.
    pub async fn erase_booked_by(&self, email: &EmailAddress) -> Result<u64, StorageError> {
        let (gone, version) = self.store().erase_booked_by(&email.key()).await?;
        self.tell(version);
        Ok(gone)
    }
}

impl BookingStore {
    /// Everything that was booked with an address, whatever its capitals.
    pub async fn booked_by(&self, email_key: &str) -> Result<Vec<PersonBooking>, StorageError> {
        let rows = bookings::Entity::find()
            .filter(bookings::Column::Id.is_in(self.ids_booked_by(email_key).await?))
            .order_by_asc(bookings::Column::CreatedAt)
            .all(self.database().reader())
            .await?;
        Ok(rows.into_iter().map(booking).collect())
    }

    /// Forgets it. Pages that show what is free learn of it; how many there were, and the content's version.
    pub async fn erase_booked_by(&self, email_key: &str) -> Result<(u64, i64), StorageError> {
        let ids = self.ids_booked_by(email_key).await?;
        let transaction = self.database().begin_write().await?;
        let gone = bookings::Entity::delete_many().filter(bookings::Column::Id.is_in(ids)).exec(&transaction).await?;
        let version = if gone.rows_affected > 0 {
            content_version::raise(&transaction).await?
        } else {
            content_version::read(&transaction).await?
        };
        transaction.commit().await?;
        Ok((gone.rows_affected, version))
    }

    /// The engines differ in what they know of capitals beyond A to Z: compared here as everywhere else.
    async fn ids_booked_by(&self, email_key: &str) -> Result<Vec<Uuid>, StorageError> {
        let all: Vec<(Uuid, String)> = bookings::Entity::find()
            .select_only()
            .column(bookings::Column::Id)
            .column(bookings::Column::Email)
            .into_tuple()
            .all(self.database().reader())
            .await?;
        Ok(all.into_iter().filter(|(_, email)| email.to_lowercase() == email_key).map(|(id, _)| id).collect())
    }
}

fn booking(row: bookings::Model) -> PersonBooking {
    PersonBooking {
        id: row.id,
        status: row.status,
        start: row.start_at,
        end: row.end_at,
        name: row.name,
        email: row.email,
        website: row.website,
        message: row.message,
        created_at: row.created_at,
        updated_at: row.updated_at,
    }
}
