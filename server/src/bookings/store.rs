//! Stores bookings. Concurrent bookings never overlap, and each change is stored with its emails in one transaction.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, LockType, OnConflict},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{calendar::Slot, domain::Visitor};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::record},
    enquiries::Verdict,
    mail::{
        Cause, NewMail,
        store::{enqueue, withdraw},
    },
    storage::{
        Database, Engine, StorageError, UniqueConstraint, content_version, entities::bookings, search::search_text,
    },
};

/// A token's SHA-256.
pub type TokenHash = [u8; 32];

/// The kind of the reminder, which is withdrawn when the call moves.
pub const REMINDER: &str = "visitor-booking-reminder";

/// The state of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingStatus {
    /// The call takes place.
    Booked,
    /// It was cancelled.
    Cancelled,
}

impl BookingStatus {
    /// Returns its name in the database.
    fn as_str(self) -> &'static str {
        match self {
            Self::Booked => BOOKED,
            Self::Cancelled => CANCELLED,
        }
    }
}

/// A booked call.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// `UUIDv7`.
    pub id: Uuid,
    /// Its state.
    pub status: BookingStatus,
    /// When the call is.
    pub slot: Slot,
    /// The visitor's name.
    pub name: String,
    /// The visitor's address.
    pub email: String,
    /// The visitor's site; empty when not given.
    pub website: String,
    /// What the visitor wants to talk about; may be empty.
    pub message: String,
    /// Number of changes, the iCalendar sequence number.
    pub sequence: i32,
}

/// Identifies the booking to change.
#[derive(Debug, Clone, Copy)]
pub enum Key<'a> {
    /// By the token of the visitor's link.
    Link(&'a TokenHash),
    /// By its id, as staff do.
    Id(Uuid),
}

/// A booking to store.
#[derive(Debug, Clone)]
pub struct NewBooking<'a> {
    pub id: Uuid,
    pub slot: Slot,
    pub visitor: &'a Visitor,
    pub verdict: Verdict,
    pub token: TokenHash,
}

/// The outcome of a change. One that was stored comes with the new content version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Change {
    /// It was stored.
    Made(Booking, i64),
    /// There was nothing to change.
    Unchanged(Booking),
    /// The key belongs to no booking.
    Unknown,
    /// The call was cancelled before.
    Cancelled,
    /// The call is over, or has begun.
    Past,
    /// The new time is taken.
    Taken,
}

/// Reads and writes bookings.
#[derive(Debug, Clone)]
pub struct BookingStore {
    pub(super) database: Database,
}

pub(super) const BOOKED: &str = "booked";
pub(super) const CANCELLED: &str = "cancelled";
pub(super) const SPAM: &str = "spam";

impl BookingStore {
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Stores a booking and its emails, and raises the content version, as pages show free times. Returns None when
    /// the time is taken; `pause` stays free between two calls. Spam is stored and takes no time.
    pub async fn book(
        &self,
        new: &NewBooking<'_>,
        pause: TimeDelta,
        mails: Vec<NewMail>,
        by: impl Into<Stamp>,
    ) -> Result<Option<i64>, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.database.begin_write().await?;
        let is_spam = new.verdict == Verdict::Spam;
        if !is_spam && is_taken(&transaction, new.slot, pause, None).await? {
            return Ok(None);
        }
        let Visitor { name, email, website, message } = new.visitor;
        let made = bookings::Entity::insert(bookings::ActiveModel {
            id: Set(new.id),
            status: Set(if is_spam { SPAM } else { BOOKED }.to_owned()),
            start_at: Set(new.slot.start),
            end_at: Set(new.slot.end),
            name: Set(name.clone()),
            email: Set(email.as_str().to_owned()),
            website: Set(website.clone()),
            message: Set(message.clone()),
            search_text: Set(search_text([name.as_str(), email.as_str(), website, message])),
            token_hash: Set(new.token.to_vec()),
            sequence: Set(0),
            created_at: Set(now),
            updated_at: Set(now),
        })
        // Of two at once, the second waits here for the first.
        .on_conflict(OnConflict::new().do_nothing().to_owned())
        .exec_without_returning(&transaction)
        .await?;
        if made == 0 {
            return Ok(None);
        }
        enqueue(&transaction, Cause::Booking(new.id), mails, now).await?;
        let version = if is_spam {
            content_version::read(&transaction).await?
        } else {
            content_version::raise(&transaction).await?
        };
        let entry = NewEntry::new(Action::BookingCreated, Object::thing("booking", new.id));
        let status = if is_spam { SPAM } else { BOOKED };
        let entry = entry.after(&json!({ "status": status, "start": new.slot.start }));
        record(&transaction, &by, &[entry]).await?;
        transaction.commit().await?;
        Ok(Some(version))
    }

    /// Returns the booking that a link's token belongs to.
    pub async fn by_token(&self, token: &TokenHash) -> Result<Option<Booking>, StorageError> {
        let row = by_key(Key::Link(token)).one(self.database.reader()).await?;
        Ok(row.map(booking))
    }

    /// Returns the taken slots between two moments.
    pub async fn taken(&self, from: DateTime<Utc>, to: DateTime<Utc>) -> Result<Vec<Slot>, StorageError> {
        let rows = between(from, to).all(self.database.reader()).await?;
        Ok(rows.iter().map(slot).collect())
    }

    /// Moves a call to another slot. `mails` returns the emails for the changed booking.
    pub async fn reschedule(
        &self,
        token: &TokenHash,
        to: Slot,
        pause: TimeDelta,
        mails: impl FnOnce(&Booking) -> Vec<NewMail> + Send,
        by: impl Into<Stamp>,
    ) -> Result<Change, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.database.begin_write().await?;
        let mut booking = match self.changeable(&transaction, Key::Link(token), now).await? {
            Ok(booking) => booking,
            Err(reason) => return Ok(reason),
        };
        if booking.slot == to {
            return Ok(Change::Unchanged(booking));
        }
        if is_taken(&transaction, to, pause, Some(booking.id)).await? {
            return Ok(Change::Taken);
        }
        let before = fields(&booking);
        booking.slot = to;
        match change(&transaction, &mut booking, now).await.map_err(StorageError::from) {
            Err(error) if error.violates(UniqueConstraint::BookingStart) => return Ok(Change::Taken),
            changed => changed?,
        }
        let mails = mails(&booking);
        let entry = NewEntry::new(Action::BookingMoved, Object::thing("booking", booking.id));
        let entry = entry.changed(&before, &fields(&booking));
        finish(transaction, booking, mails, &by, entry).await
    }

    /// Cancels a call. `mails` returns the emails for the cancelled booking.
    pub async fn cancel(
        &self,
        key: Key<'_>,
        mails: impl FnOnce(&Booking) -> Vec<NewMail> + Send,
        by: impl Into<Stamp>,
    ) -> Result<Change, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.database.begin_write().await?;
        let mut booking = match self.changeable(&transaction, key, now).await? {
            Ok(booking) => booking,
            Err(reason) => return Ok(reason),
        };
        let before = fields(&booking);
        booking.status = BookingStatus::Cancelled;
        change(&transaction, &mut booking, now).await?;
        let mails = mails(&booking);
        let entry = NewEntry::new(Action::BookingCancelled, Object::thing("booking", booking.id));
        let entry = entry.changed(&before, &fields(&booking));
        finish(transaction, booking, mails, &by, entry).await
    }

    /// Deletes calls from before `moment`, and their emails. Returns the number of calls.
    pub async fn forget(&self, moment: DateTime<Utc>) -> Result<u64, StorageError> {
        let gone = bookings::Entity::delete_many()
            .filter(bookings::Column::StartAt.lt(moment))
            .exec(self.database.writer())
            .await?;
        Ok(gone.rows_affected)
    }

    /// Locks a booking against concurrent changes. Returns why it cannot be changed otherwise.
    async fn changeable(
        &self,
        transaction: &DatabaseTransaction,
        key: Key<'_>,
        now: DateTime<Utc>,
    ) -> Result<Result<Booking, Change>, DbErr> {
        let mut query = by_key(key);
        if self.database.engine() == Engine::Postgres {
            query = query.lock(LockType::Update);
        }
        let Some(booking) = query.one(transaction).await?.map(booking) else { return Ok(Err(Change::Unknown)) };
        Ok(match booking.status {
            BookingStatus::Cancelled => Err(Change::Cancelled),
            BookingStatus::Booked if booking.slot.start <= now => Err(Change::Past),
            BookingStatus::Booked => Ok(booking),
        })
    }
}

/// Updates the row of a changed booking.
async fn change(transaction: &DatabaseTransaction, booking: &mut Booking, now: DateTime<Utc>) -> Result<(), DbErr> {
    booking.sequence += 1;
    let status = booking.status.as_str();
    bookings::Entity::update_many()
        .col_expr(bookings::Column::Status, Expr::value(status))
        .col_expr(bookings::Column::StartAt, Expr::value(booking.slot.start))
        .col_expr(bookings::Column::EndAt, Expr::value(booking.slot.end))
        .col_expr(bookings::Column::Sequence, Expr::value(booking.sequence))
        .col_expr(bookings::Column::UpdatedAt, Expr::value(now))
        .filter(bookings::Column::Id.eq(booking.id))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Withdraws the reminder of the old time, enqueues the emails of the change, raises the content version and records the
/// change.
async fn finish(
    transaction: DatabaseTransaction,
    booking: Booking,
    mails: Vec<NewMail>,
    by: &Stamp,
    entry: NewEntry,
) -> Result<Change, StorageError> {
    withdraw(&transaction, booking.id, REMINDER).await?;
    enqueue(&transaction, Cause::Booking(booking.id), mails, by.at).await?;
    let version = content_version::raise(&transaction).await?;
    record(&transaction, by, &[entry]).await?;
    transaction.commit().await?;
    Ok(Change::Made(booking, version))
}

/// Selects the row of a key. Spam has no link and cannot be changed.
fn by_key(key: Key<'_>) -> sea_orm::Select<bookings::Entity> {
    bookings::Entity::find()
        .filter(match key {
            Key::Link(token) => bookings::Column::TokenHash.eq(token.to_vec()),
            Key::Id(id) => bookings::Column::Id.eq(id),
        })
        .filter(bookings::Column::Status.ne(SPAM))
}

/// Selects calls that take place between two moments, even in part.
fn between(from: DateTime<Utc>, to: DateTime<Utc>) -> sea_orm::Select<bookings::Entity> {
    bookings::Entity::find()
        .filter(bookings::Column::Status.eq(BOOKED))
        .filter(bookings::Column::StartAt.lt(to))
        .filter(bookings::Column::EndAt.gt(from))
        .order_by_asc(bookings::Column::StartAt)
}

async fn is_taken(
    connection: &impl ConnectionTrait,
    slot: Slot,
    pause: TimeDelta,
    except: Option<Uuid>,
) -> Result<bool, DbErr> {
    let mut query = between(slot.start - pause, slot.end + pause);
    if let Some(id) = except {
        query = query.filter(bookings::Column::Id.ne(id));
    }
    Ok(query.one(connection).await?.is_some())
}

/// Returns the fields of a booking that entries of the audit log name.
fn fields(booking: &Booking) -> Value {
    json!({ "status": booking.status.as_str(), "start": booking.slot.start })
}

fn slot(row: &bookings::Model) -> Slot {
    Slot { start: row.start_at, end: row.end_at }
}

fn booking(row: bookings::Model) -> Booking {
    Booking {
        id: row.id,
        status: if row.status == BOOKED { BookingStatus::Booked } else { BookingStatus::Cancelled },
        slot: slot(&row),
        name: row.name,
        email: row.email,
        website: row.website,
        message: row.message,
        sequence: row.sequence,
    }
}

#[cfg(test)]
mod tests;
