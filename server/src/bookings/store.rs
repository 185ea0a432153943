//! Stores bookings. Concurrent bookings never overlap, and each change is stored with its emails in one transaction.

mod holds;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder,
    QuerySelect,
    sea_query::{Expr, LockType, OnConflict},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    calendar::Slot,
    domain::{BookingLimits, Visitor},
};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::record},
    enquiries::Verdict,
    limits::Network,
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
/// The kind of the email that asks to confirm a held call.
pub const HELD_MAIL: &str = "visitor-booking-held";

/// The state of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingStatus {
    /// The call takes place.
    Booked,
    /// The time is held until the link in the email is followed.
    Held,
    /// The link was not followed in time.
    Lapsed,
    /// It was cancelled.
    Cancelled,
}

impl BookingStatus {
    /// Returns its name in the database.
    fn as_str(self) -> &'static str {
        match self {
            Self::Booked => BOOKED,
            Self::Held => HELD,
            Self::Lapsed => LAPSED,
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
    /// When the hold ends; None for a call that is not held.
    pub held_until: Option<DateTime<Utc>>,
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
    /// Where it is booked from.
    pub network: Network,
    /// The hash of the secret that confirms a held call.
    pub confirmation: TokenHash,
}

impl NewBooking<'_> {
    /// Returns the booking, for its emails.
    pub fn booking(&self) -> Booking {
        Booking {
            id: self.id,
            status: BookingStatus::Booked,
            slot: self.slot,
            name: self.visitor.name.clone(),
            email: self.visitor.email.as_str().to_owned(),
            website: self.visitor.website.clone(),
            message: self.visitor.message.clone(),
            sequence: 0,
            held_until: None,
        }
    }
}

/// The outcome of a booking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Booked {
    /// It was stored. Comes with the new version of the free times, and with the end of the hold if it is held.
    Made { version: i64, held_until: Option<DateTime<Utc>> },
    /// The time is taken.
    Taken,
    /// The address has as many open calls as it may.
    TooManyOpen,
    /// The network has used its budget. It has its next call at this time.
    Refused(DateTime<Utc>),
}

/// The outcome of a change. One that was stored comes with the new version of the free times.
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
    /// The call is only held.
    Held,
    /// The hold has ended.
    Lapsed,
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
pub(super) const HELD: &str = "held";
pub(super) const LAPSED: &str = "lapsed";
pub(super) const CANCELLED: &str = "cancelled";
pub(super) const SPAM: &str = "spam";

impl BookingStore {
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Stores a booking and its emails, and raises the version of the free times. `mails` returns the emails for the end
    /// of the hold, None when it is booked at once. `pause` stays free between two calls. Spam is stored, takes no time
    /// and counts for no limit.
    pub async fn book(
        &self,
        new: &NewBooking<'_>,
        pause: TimeDelta,
        limits: &BookingLimits,
        mails: impl FnOnce(Option<DateTime<Utc>>) -> Vec<NewMail> + Send,
        by: impl Into<Stamp>,
    ) -> Result<Booked, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.begin(now).await?;
        let is_spam = new.verdict == Verdict::Spam;
        let mut held_until = None;
        if !is_spam {
            if is_taken(&transaction, new.slot, pause, None, now).await? {
                return Ok(Booked::Taken);
            }
            match holds::check(&transaction, new, limits, now).await? {
                Ok(until) => held_until = until,
                Err(refused) => return Ok(refused),
            }
        }
        let status = match held_until {
            _ if is_spam => SPAM,
            Some(_) => HELD,
            None => BOOKED,
        };
        if !insert(&transaction, new, status, held_until, now).await? {
            return Ok(Booked::Taken);
        }
        enqueue(&transaction, Cause::Booking(new.id), mails(held_until), now).await?;
        let version = if is_spam {
            content_version::read_all(&transaction).await?.availability
        } else {
            content_version::raise_availability(&transaction).await?
        };
        let entry = NewEntry::new(Action::BookingCreated, Object::thing("booking", new.id));
        let entry = entry.after(&json!({ "status": status, "start": new.slot.start }));
        record(&transaction, &by, &[entry]).await?;
        transaction.commit().await?;
        Ok(Booked::Made { version, held_until })
    }

    /// Returns the booking that a link's token belongs to.
    pub async fn by_token(&self, token: &TokenHash) -> Result<Option<Booking>, StorageError> {
        let row = by_key(Key::Link(token)).one(self.database.reader()).await?;
        Ok(row.map(booking))
    }

    /// Returns the taken slots between two moments, and when the first hold among them ends.
    pub async fn taken(
        &self,
        from: DateTime<Utc>,
        to: DateTime<Utc>,
        now: DateTime<Utc>,
    ) -> Result<(Vec<Slot>, Option<DateTime<Utc>>), StorageError> {
        let rows = between(from, to, now).all(self.database.reader()).await?;
        let first_end = rows.iter().filter_map(|row| row.held_until).min();
        Ok((rows.iter().map(slot).collect(), first_end))
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
        let transaction = self.begin(now).await?;
        let mut booking = match self.changeable(&transaction, Key::Link(token), now).await? {
            Ok(booking) if booking.status == BookingStatus::Held => return Ok(Change::Held),
            Ok(booking) => booking,
            Err(reason) => return Ok(reason),
        };
        if booking.slot == to {
            return Ok(Change::Unchanged(booking));
        }
        if is_taken(&transaction, to, pause, Some(booking.id), now).await? {
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

    /// Cancels a call. `mails` returns the emails for the cancelled booking; for a call that was only held none are sent.
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
        let was_held = booking.status == BookingStatus::Held;
        (booking.status, booking.held_until) = (BookingStatus::Cancelled, None);
        change(&transaction, &mut booking, now).await?;
        let mails = if was_held { Vec::new() } else { mails(&booking) };
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
            BookingStatus::Lapsed => Err(Change::Lapsed),
            BookingStatus::Held if booking.held_until <= Some(now) => Err(Change::Lapsed),
            BookingStatus::Booked | BookingStatus::Held if booking.slot.start <= now => Err(Change::Past),
            BookingStatus::Booked | BookingStatus::Held => Ok(booking),
        })
    }
}

/// Inserts the row of a booking. Returns false when another one has its time.
async fn insert(
    transaction: &DatabaseTransaction,
    new: &NewBooking<'_>,
    status: &str,
    held_until: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let Visitor { name, email, website, message } = new.visitor;
    let made = bookings::Entity::insert(bookings::ActiveModel {
        id: Set(new.id),
        status: Set(status.to_owned()),
        start_at: Set(new.slot.start),
        end_at: Set(new.slot.end),
        name: Set(name.clone()),
        email: Set(email.as_str().to_owned()),
        website: Set(website.clone()),
        message: Set(message.clone()),
        search_text: Set(search_text([name.as_str(), email.as_str(), website, message])),
        token_hash: Set(new.token.to_vec()),
        sequence: Set(0),
        network: Set(new.network.to_string()),
        held_until: Set(held_until),
        confirm_hash: Set(held_until.map(|_| new.confirmation.to_vec())),
        created_at: Set(now),
        updated_at: Set(now),
    })
    // Of two at once, the second waits here for the first.
    .on_conflict(OnConflict::new().do_nothing().to_owned())
    .exec_without_returning(transaction)
    .await?;
    Ok(made == 1)
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
        .col_expr(bookings::Column::HeldUntil, Expr::value(booking.held_until))
        .col_expr(bookings::Column::UpdatedAt, Expr::value(now))
        .filter(bookings::Column::Id.eq(booking.id))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Withdraws the reminder of the old time, enqueues the emails of the change, raises the version of the free times and
/// records the change.
async fn finish(
    transaction: DatabaseTransaction,
    booking: Booking,
    mails: Vec<NewMail>,
    by: &Stamp,
    entry: NewEntry,
) -> Result<Change, StorageError> {
    withdraw(&transaction, booking.id, REMINDER).await?;
    enqueue(&transaction, Cause::Booking(booking.id), mails, by.at).await?;
    let version = content_version::raise_availability(&transaction).await?;
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

/// Returns the condition for calls whose time is taken: booked, or held at `now`.
fn takes_time(now: DateTime<Utc>) -> Condition {
    use bookings::Column::{HeldUntil, Status};
    Condition::any().add(Status.eq(BOOKED)).add(Condition::all().add(Status.eq(HELD)).add(HeldUntil.gt(now)))
}

/// Selects calls whose time is taken between two moments, even in part.
fn between(from: DateTime<Utc>, to: DateTime<Utc>, now: DateTime<Utc>) -> sea_orm::Select<bookings::Entity> {
    bookings::Entity::find()
        .filter(takes_time(now))
        .filter(bookings::Column::StartAt.lt(to))
        .filter(bookings::Column::EndAt.gt(from))
        .order_by_asc(bookings::Column::StartAt)
}

async fn is_taken(
    connection: &impl ConnectionTrait,
    slot: Slot,
    pause: TimeDelta,
    except: Option<Uuid>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let mut query = between(slot.start - pause, slot.end + pause, now);
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
        status: match row.status.as_str() {
            BOOKED => BookingStatus::Booked,
            HELD => BookingStatus::Held,
            LAPSED => BookingStatus::Lapsed,
            _ => BookingStatus::Cancelled,
        },
        slot: slot(&row),
        name: row.name,
        email: row.email,
        website: row.website,
        message: row.message,
        sequence: row.sequence,
        held_until: row.held_until,
    }
}

#[cfg(test)]
mod tests;
