//! Stores bookings. Concurrent bookings never overlap, and each change is stored with its emails in one transaction.

mod changes;
mod holds;
mod types;

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter,
    QueryOrder, sea_query::OnConflict,
};
use serde_json::json;
use uuid::Uuid;

pub use self::types::{
    BOOKED, Booked, Booking, BookingStatus, CANCELLED, Change, HELD, HELD_MAIL, Key, LAPSED, NewBooking, REMINDER, SPAM,
};
use self::types::{booking, slot};
use super::{
    calendar::Slot,
    domain::{BookingLimits, Visitor},
};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::record},
    email_address::address_key,
    enquiries::Verdict,
    mail::{Cause, NewMail, store::enqueue},
    storage::{Database, StorageError, content_version, entities::bookings, search::search_text},
    token::TokenHash,
};

/// Reads and writes bookings.
#[derive(Debug, Clone)]
pub struct BookingStore {
    pub(super) database: Database,
}

impl BookingStore {
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Stores a booking and its emails, and raises the version of the free times. `mails` is given the end of the hold,
    /// or None when the call is booked at once. `pause` stays free between two calls. Spam is stored, but takes no time
    /// and does not count towards limits.
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
                let is_own = is_repeated(&transaction, new, now).await?;
                return Ok(if is_own { Booked::Repeated } else { Booked::Taken });
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

    /// Returns the booking that the page of a link shows. Spam looks like a booked call: its sender sees the same page
    /// as anybody.
    pub async fn shown(&self, token: &TokenHash) -> Result<Option<Booking>, StorageError> {
        let row = bookings::Entity::find().filter(bookings::Column::TokenHash.eq(token.to_vec()));
        Ok(row.one(self.database.reader()).await?.map(booking))
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

    /// Deletes calls from before `moment`, and their emails. Returns the number of calls.
    pub async fn forget(&self, moment: DateTime<Utc>) -> Result<u64, StorageError> {
        let gone = bookings::Entity::delete_many()
            .filter(bookings::Column::StartAt.lt(moment))
            .exec(self.database.writer())
            .await?;
        Ok(gone.rows_affected)
    }
}

/// Inserts the row of a booking. Returns false when another booking has its time.
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
    // Of two concurrent bookings, the second waits here for the first.
    .on_conflict(OnConflict::new().do_nothing().to_owned())
    .exec_without_returning(transaction)
    .await?;
    Ok(made == 1)
}

/// Selects the booking with a key. Spam has no link and cannot be changed.
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

/// Returns whether the visitor has already booked the same time: same address, same network.
async fn is_repeated(
    connection: &impl ConnectionTrait,
    new: &NewBooking<'_>,
    now: DateTime<Utc>,
) -> Result<bool, DbErr> {
    let rows = bookings::Entity::find()
        .filter(takes_time(now))
        .filter(bookings::Column::StartAt.eq(new.slot.start))
        .filter(bookings::Column::Network.eq(new.network.to_string()))
        .all(connection)
        .await?;
    let email = new.visitor.email.key();
    Ok(rows.iter().any(|row| address_key(&row.email) == email))
}

#[cfg(test)]
mod tests;
