//! The limits of bookings, and holds: times that are kept free until the link in the email is followed.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};

use super::{
    Booked, Booking, BookingStatus, BookingStore, CANCELLED, Change, HELD, Key, LAPSED, NewBooking, SPAM, TokenHash,
    changes::{change, fields, finish},
    takes_time,
};
use crate::{
    audit::{Action, NewEntry, Object, Stamp},
    bookings::domain::BookingLimits,
    email_address::address_key,
    mail::NewMail,
    storage::{
        Engine, StorageError,
        entities::bookings::{Column, Entity},
    },
};

/// An arbitrary number for the lock that serialises the counting of bookings on PostgreSQL.
const LOCK: i64 = 0x626f_6f6b_696e_6773;

/// The period in which a network's bookings are counted, and for which its address is stored.
const BUDGET_WINDOW: TimeDelta = TimeDelta::days(1);

impl BookingStore {
    /// Begins a transaction that counts bookings or takes a time. It also ends the holds that have expired.
    pub(super) async fn begin(&self, now: DateTime<Utc>) -> Result<DatabaseTransaction, StorageError> {
        let transaction = self.database.begin_write().await?;
        if self.database.engine() == Engine::Postgres {
            transaction.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({LOCK})")).await?;
        }
        Entity::update_many()
            .col_expr(Column::Status, Expr::value(LAPSED))
            .filter(Column::Status.eq(HELD))
            .filter(Column::HeldUntil.lte(now))
            .exec(&transaction)
            .await?;
        Ok(transaction)
    }

    /// Books a held call when its confirming secret is right. `mails` returns the emails for the booking.
    pub async fn confirm(
        &self,
        token: &TokenHash,
        confirmation: &TokenHash,
        mails: impl FnOnce(&Booking) -> Vec<NewMail> + Send,
        by: impl Into<Stamp>,
    ) -> Result<Change, StorageError> {
        let by = by.into();
        let now = by.at;
        let transaction = self.begin(now).await?;
        let mut booking = match self.changeable(&transaction, Key::Link(token), now).await? {
            Ok(booking) if booking.status == BookingStatus::Held => booking,
            Ok(booking) => return Ok(Change::Unchanged(booking)),
            Err(reason) => return Ok(reason),
        };
        let row = Entity::find_by_id(booking.id).filter(Column::ConfirmHash.eq(confirmation.to_vec()));
        if row.one(&transaction).await?.is_none() {
            return Ok(Change::Unknown);
        }
        let before = fields(&booking);
        (booking.status, booking.held_until) = (BookingStatus::Booked, None);
        // The next email is the first invitation, so its number is 0.
        booking.sequence = -1;
        change(&transaction, &mut booking, now).await?;
        let mails = mails(&booking);
        let entry = NewEntry::new(Action::BookingConfirmed, Object::thing("booking", booking.id));
        let entry = entry.changed(&before, &fields(&booking));
        finish(transaction, booking, mails, &by, entry).await
    }

    /// Deletes data that the limits no longer need: the networks of bookings, and holds that have ended.
    pub async fn forget_limits(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        let before = now - BUDGET_WINDOW;
        Entity::update_many()
            .col_expr(Column::Network, Expr::value(""))
            .filter(Column::Network.ne(""))
            .filter(Column::CreatedAt.lte(before))
            .exec(self.database.writer())
            .await?;
        Entity::delete_many()
            .filter(Column::Status.is_in([HELD, LAPSED]))
            .filter(Column::HeldUntil.lte(now))
            .filter(Column::CreatedAt.lte(before))
            .exec(self.database.writer())
            .await?;
        Ok(())
    }
}

/// Returns the end of the hold for a new booking, None when it is booked at once, or the reason for refusing it.
pub(super) async fn check(
    transaction: &DatabaseTransaction,
    new: &NewBooking<'_>,
    limits: &BookingLimits,
    now: DateTime<Utc>,
) -> Result<Result<Option<DateTime<Utc>>, Booked>, DbErr> {
    // There are at most as many as future slots. Compared here, since the database cannot compute the key.
    let open: Vec<String> = Entity::find()
        .select_only()
        .column(Column::Email)
        .filter(takes_time(now))
        .filter(Column::StartAt.gt(now))
        .into_tuple()
        .all(transaction)
        .await?;
    let email = new.visitor.email.key();
    if open.iter().filter(|other| address_key(other) == email).count() >= limits.open_per_email {
        return Ok(Err(Booked::TooManyOpen));
    }
    let recent: Vec<(String, String, String, DateTime<Utc>)> = Entity::find()
        .select_only()
        .columns([Column::Email, Column::Network, Column::Status, Column::CreatedAt])
        .filter(Column::CreatedAt.gt(now - BUDGET_WINDOW))
        .filter(Column::Status.ne(SPAM))
        .order_by_desc(Column::CreatedAt)
        .into_tuple()
        .all(transaction)
        .await?;
    let network = new.network.to_string();
    let of_email = recent.iter().filter(|(other, ..)| address_key(other) == email);
    // A hold that has ended still counts, or a network could hold every time in turn.
    let of_network = recent.iter().filter(|(_, other, status, _)| *other == network && status != CANCELLED);
    let used = of_network.clone().count();
    let refusal = refusal(of_email.map(|(.., at)| *at), limits.daily_per_email)
        .or_else(|| refusal(of_network.map(|(.., at)| *at), limits.per_network));
    if let Some(refusal) = refusal {
        return Ok(Err(refusal));
    }
    let is_over_half = used * 2 > limits.per_network;
    Ok(Ok((new.is_doubtful || is_over_half).then(|| now + limits.hold)))
}

/// Returns the refusal of one booking more, given the moments of those of the last day, newest first.
fn refusal(mut booked: impl Iterator<Item = DateTime<Utc>>, most: usize) -> Option<Booked> {
    let oldest = booked.nth(most.checked_sub(1)?)?;
    Some(Booked::Refused(oldest + BUDGET_WINDOW))
}
