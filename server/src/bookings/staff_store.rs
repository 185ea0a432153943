//! Bookings as staff see them, with the state of their emails.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, Order, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{CaseStatement, Expr},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::store::{BOOKED, BookingStore, CANCELLED, HELD, LAPSED, SPAM};
use crate::{
    mail::store::{MailRecord, of_bookings},
    storage::{
        StorageError, content_version,
        entities::bookings,
        keyset::{ids_by_email, older_than},
        search::containing,
    },
};

/// The state of a booked call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum BookingState {
    /// Has not begun yet.
    Upcoming,
    /// Has begun or is over.
    Past,
    /// On hold until the visitor follows the emailed link, or lapsed because they did not.
    Unconfirmed,
    /// Cancelled.
    Cancelled,
    /// Looks like spam: no email was sent, and the slot stays available.
    Spam,
}

/// Which calls a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BookingFilter {
    /// A substring of name, address, website or message; empty for all.
    pub search: String,
    /// Only those in this state.
    pub state: Option<BookingState>,
}

/// A booked call, without the secret of its link.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct BookingRecord {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// State of the call.
    pub status: BookingState,
    /// Start of the call, in UTC.
    pub start: DateTime<Utc>,
    /// End of the call, in UTC.
    pub end: DateTime<Utc>,
    /// The visitor's name.
    pub name: String,
    /// The visitor's email address.
    pub email: String,
    /// The visitor's website. Empty if not given.
    pub website: String,
    /// Topic of the call. Empty if not given.
    pub message: String,
    /// Number of times the call was moved or cancelled.
    pub changes: u32,
    /// When the call was booked.
    pub created_at: DateTime<Utc>,
    /// When the booking was last changed.
    pub updated_at: DateTime<Utc>,
    /// Emails about the call that are still stored.
    pub mails: Vec<MailRecord>,
}

impl BookingState {
    /// Returns its name in the API and in URLs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Upcoming => "upcoming",
            Self::Past => "past",
            Self::Unconfirmed => "unconfirmed",
            Self::Cancelled => "cancelled",
            Self::Spam => "spam",
        }
    }

    fn of(row: &bookings::Model, now: DateTime<Utc>) -> Self {
        match row.status.as_str() {
            CANCELLED => Self::Cancelled,
            HELD | LAPSED => Self::Unconfirmed,
            SPAM => Self::Spam,
            _ if row.start_at <= now => Self::Past,
            _ => Self::Upcoming,
        }
    }

    fn condition(self, now: DateTime<Utc>) -> Condition {
        use bookings::Column::{StartAt, Status};
        match self {
            Self::Upcoming => Condition::all().add(Status.eq(BOOKED)).add(StartAt.gt(now)),
            Self::Past => Condition::all().add(Status.eq(BOOKED)).add(StartAt.lte(now)),
            Self::Unconfirmed => Condition::all().add(Status.is_in([HELD, LAPSED])),
            Self::Cancelled => Condition::all().add(Status.eq(CANCELLED)),
            Self::Spam => Condition::all().add(Status.eq(SPAM)),
        }
    }
}

fn condition(filter: &BookingFilter, now: DateTime<Utc>) -> Condition {
    let mut condition = Condition::all();
    if let Some(state) = filter.state {
        condition = condition.add(state.condition(now));
    }
    condition.add(containing((bookings::Entity, bookings::Column::SearchText), &filter.search))
}

/// Sorts calls: upcoming ones, soonest first, then the others, latest first.
fn in_order(filter: &BookingFilter, now: DateTime<Utc>) -> Select<bookings::Entity> {
    let start = Expr::col(bookings::Column::StartAt);
    let upcoming = |then: Expr| CaseStatement::new().case(BookingState::Upcoming.condition(now), then);
    bookings::Entity::find()
        .filter(condition(filter, now))
        .order_by(Expr::expr(upcoming(Expr::value(0)).finally(1)), Order::Asc)
        .order_by(Expr::expr(upcoming(start.clone())), Order::Asc)
        .order_by(start, Order::Desc)
        .order_by_desc(bookings::Column::Id)
}

/// Returns the condition for calls after `last` in this order. No two upcoming calls begin at the same time.
fn after(last: &BookingRecord, now: DateTime<Utc>) -> Condition {
    use bookings::Column::{Id, StartAt};
    let upcoming = BookingState::Upcoming.condition(now);
    if last.status == BookingState::Upcoming {
        return Condition::any().add(upcoming.clone().not()).add(upcoming.add(StartAt.gt(last.start)));
    }
    Condition::all().add(upcoming.not()).add(older_than(StartAt, Id, (last.start, last.id)))
}

impl BookingStore {
    /// Returns the number of calls that match a filter.
    pub async fn count(&self, filter: &BookingFilter, now: DateTime<Utc>) -> Result<u64, StorageError> {
        Ok(bookings::Entity::find().filter(condition(filter, now)).count(self.database.reader()).await?)
    }

    /// Returns `limit` calls from `offset` on: upcoming calls, soonest first; then the others, latest first.
    pub async fn list(
        &self,
        filter: &BookingFilter,
        now: DateTime<Utc>,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<BookingRecord>, StorageError> {
        let rows = in_order(filter, now).offset(offset).limit(limit).all(self.database.reader()).await?;
        self.with_mails(rows, now).await
    }

    /// Returns at most `limit` calls after `last` in the same order, without their emails.
    pub async fn batch(
        &self,
        filter: &BookingFilter,
        last: Option<&BookingRecord>,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<BookingRecord>, StorageError> {
        let rows = in_order(filter, now)
            .filter(Condition::all().add_option(last.map(|last| after(last, now))))
            .limit(limit)
            .all(self.database.long_reader())
            .await?;
        Ok(rows.into_iter().map(|row| record(Vec::new(), row, now)).collect())
    }

    /// Returns every call that was booked with an address, in any case.
    pub async fn booked_by(&self, email_key: &str, now: DateTime<Utc>) -> Result<Vec<BookingRecord>, StorageError> {
        let ids = self.ids_booked_by(email_key).await?;
        let rows = bookings::Entity::find()
            .filter(bookings::Column::Id.is_in(ids))
            .order_by_asc(bookings::Column::CreatedAt)
            .all(self.database.reader())
            .await?;
        self.with_mails(rows, now).await
    }

    /// Deletes every call that was booked with an address, and its emails. Returns the number of calls and the new
    /// version of the free times; None when there was none.
    pub async fn erase_booked_by(&self, email_key: &str) -> Result<Option<(u64, i64)>, StorageError> {
        let ids = self.ids_booked_by(email_key).await?;
        let transaction = self.database.begin_write().await?;
        let gone = bookings::Entity::delete_many().filter(bookings::Column::Id.is_in(ids)).exec(&transaction).await?;
        if gone.rows_affected == 0 {
            return Ok(None);
        }
        let version = content_version::raise_availability(&transaction).await?;
        transaction.commit().await?;
        Ok(Some((gone.rows_affected, version)))
    }

    async fn ids_booked_by(&self, email_key: &str) -> Result<Vec<Uuid>, StorageError> {
        use bookings::Column::{Email, Id};
        ids_by_email::<bookings::Entity>(&self.database, (Id, Email), email_key).await
    }

    async fn with_mails(
        &self,
        rows: Vec<bookings::Model>,
        now: DateTime<Utc>,
    ) -> Result<Vec<BookingRecord>, StorageError> {
        let mut mails: HashMap<Uuid, Vec<MailRecord>> = HashMap::new();
        for (booking, mail) in of_bookings(self.database.reader(), rows.iter().map(|row| row.id).collect()).await? {
            mails.entry(booking).or_default().push(mail);
        }
        Ok(rows.into_iter().map(|row| record(mails.remove(&row.id).unwrap_or_default(), row, now)).collect())
    }
}

fn record(mails: Vec<MailRecord>, row: bookings::Model, now: DateTime<Utc>) -> BookingRecord {
    BookingRecord {
        status: BookingState::of(&row, now),
        id: row.id,
        start: row.start_at,
        end: row.end_at,
        name: row.name,
        email: row.email,
        website: row.website,
        message: row.message,
        changes: row.sequence.unsigned_abs(),
        created_at: row.created_at,
        updated_at: row.updated_at,
        mails,
    }
}

#[cfg(test)]
mod tests;
