//! Moves and cancels calls that are booked or held.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{Expr, LockType},
};
use serde_json::{Value, json};

use super::{Booking, BookingStatus, BookingStore, Change, Key, TokenHash, by_key, is_taken, types::booking};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::record},
    bookings::{calendar::Slot, domain::MOST_CHANGES},
    mail::{
        Cause, NewMail,
        store::{enqueue, withdraw},
    },
    storage::{Engine, StorageError, UniqueConstraint, content_version, entities::bookings},
};

impl BookingStore {
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
        if booking.sequence >= MOST_CHANGES {
            return Ok(Change::TooOften);
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

    /// Cancels a call. `mails` returns the emails for the cancelled booking; none are sent for a call that was only
    /// held.
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

    /// Locks a booking against concurrent changes. Returns the reason instead when it cannot be changed.
    pub(super) async fn changeable(
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

/// Updates the row of a changed booking.
pub(super) async fn change(
    transaction: &DatabaseTransaction,
    booking: &mut Booking,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
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

/// Deletes undelivered emails that are out of date, including the reminder. Enqueues those about the change, raises the
/// version of the free times and records the change.
pub(super) async fn finish(
    transaction: DatabaseTransaction,
    booking: Booking,
    mails: Vec<NewMail>,
    by: &Stamp,
    entry: NewEntry,
) -> Result<Change, StorageError> {
    withdraw(&transaction, booking.id).await?;
    enqueue(&transaction, Cause::Booking(booking.id), mails, by.at).await?;
    let version = content_version::raise_availability(&transaction).await?;
    record(&transaction, by, &[entry]).await?;
    transaction.commit().await?;
    Ok(Change::Made(booking, version))
}

/// Returns the fields of a booking that entries of the audit log name.
pub(super) fn fields(booking: &Booking) -> Value {
    json!({ "status": booking.status.as_str(), "start": booking.slot.start })
}
