//! Stores emails until they are delivered. A row is leased for each attempt, so that no two processes deliver it at
//! once and a crash repeats at most one delivery.

mod types;

use std::cmp::max;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DbErr, DerivePartialModel, EntityTrait, ExprTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Select, SelectModel, Selector, UpdateMany,
    sea_query::{Expr, LockBehavior, LockType},
};
use uuid::Uuid;

pub use self::types::{Cause, Delivered, LeasedMail, MailRecord, MailState, NewMail, OutboxCounts};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::record as record_entry},
    storage::{Database, Engine, StorageError, entities::outbox, json::to_json, keyset::ids_by_email},
};

/// The columns that staff see: neither the bodies nor the invitation.
#[derive(DerivePartialModel)]
#[sea_orm(entity = "outbox::Entity")]
struct RecordRow {
    id: Uuid,
    kind: String,
    recipient: String,
    subject: String,
    state: String,
    attempts: i32,
    last_error: Option<String>,
    next_attempt_at: DateTime<Utc>,
    enquiry_id: Option<Uuid>,
    booking_id: Option<Uuid>,
    created_at: DateTime<Utc>,
    sent_at: Option<DateTime<Utc>>,
}

/// Reads and writes the outbox.
#[derive(Debug, Clone)]
pub struct OutboxStore {
    database: Database,
}

/// The row waits for its next attempt.
pub const QUEUED: &str = "queued";
/// The mail server accepted the email.
pub const SENT: &str = "sent";
/// The email was given up.
pub const FAILED: &str = "failed";

/// Number of ids per statement: SQLite takes at most 32,766 parameters.
const PARAMETERS: usize = 10_000;

/// Inserts emails into the outbox, within the transaction of their cause.
pub async fn enqueue(
    connection: &impl ConnectionTrait,
    cause: Cause,
    mails: Vec<NewMail>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let (enquiry, booking) = match cause {
        Cause::Enquiry(id) => (Some(id), None),
        Cause::Booking(id) => (None, Some(id)),
        Cause::Other => (None, None),
    };
    for mail in mails {
        let begins = mail.due.unwrap_or(now);
        let headers = to_json(&mail.headers)?;
        outbox::Entity::insert(outbox::ActiveModel {
            id: Set(Uuid::now_v7()),
            kind: Set(mail.kind.to_owned()),
            recipient: Set(mail.to),
            subject: Set(mail.subject),
            text_body: Set(mail.text),
            html_body: Set(mail.html),
            headers: Set(headers),
            state: Set(QUEUED.to_owned()),
            attempts: Set(0),
            next_attempt_at: Set(begins),
            leased_until: Set(None),
            last_error: Set(None),
            enquiry_id: Set(enquiry),
            booking_id: Set(booking),
            calendar: Set(mail.calendar),
            created_at: Set(begins),
            sent_at: Set(None),
            expires_at: Set(mail.expires_at),
        })
        .exec_without_returning(connection)
        .await?;
    }
    Ok(())
}

/// Deletes the emails about a booking that are not delivered: those that failed could be sent again.
pub async fn withdraw(connection: &impl ConnectionTrait, booking: Uuid) -> Result<(), DbErr> {
    outbox::Entity::delete_many()
        .filter(outbox::Column::BookingId.eq(booking))
        .filter(outbox::Column::State.ne(SENT))
        .exec(connection)
        .await?;
    Ok(())
}

/// Deletes the undelivered emails of one kind to an address, whose link has been used.
pub async fn drop_undelivered(connection: &impl ConnectionTrait, to: &str, kind: &str) -> Result<(), DbErr> {
    outbox::Entity::delete_many()
        .filter(outbox::Column::Recipient.eq(to))
        .filter(outbox::Column::Kind.eq(kind))
        .filter(outbox::Column::State.ne(SENT))
        .exec(connection)
        .await?;
    Ok(())
}

/// Returns the emails of these enquiries, oldest first.
pub async fn of_enquiries(
    connection: &impl ConnectionTrait,
    enquiries: Vec<Uuid>,
) -> Result<Vec<(Uuid, MailRecord)>, DbErr> {
    let rows = caused_by(connection, outbox::Column::EnquiryId, enquiries).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.enquiry_id?, record(row)))).collect())
}

/// Returns the emails of these bookings, oldest first.
pub async fn of_bookings(
    connection: &impl ConnectionTrait,
    bookings: Vec<Uuid>,
) -> Result<Vec<(Uuid, MailRecord)>, DbErr> {
    let rows = caused_by(connection, outbox::Column::BookingId, bookings).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.booking_id?, record(row)))).collect())
}

async fn caused_by(
    connection: &impl ConnectionTrait,
    cause: outbox::Column,
    ids: Vec<Uuid>,
) -> Result<Vec<RecordRow>, DbErr> {
    let mut found = Vec::new();
    for ids in ids.chunks(PARAMETERS) {
        let rows = outbox::Entity::find().filter(cause.is_in(ids.iter().copied())).order_by_asc(outbox::Column::Id);
        found.extend(records(rows).all(connection).await?);
    }
    Ok(found)
}

fn records(mails: Select<outbox::Entity>) -> Selector<SelectModel<RecordRow>> {
    mails.into_partial_model()
}

fn record(row: RecordRow) -> MailRecord {
    MailRecord {
        id: row.id,
        state: match row.state.as_str() {
            SENT => MailState::Sent,
            FAILED => MailState::Failed,
            _ => MailState::Queued,
        },
        kind: row.kind,
        recipient: row.recipient,
        subject: row.subject,
        // An email that was only held up by an outage was tried too.
        attempts: max(row.attempts.unsigned_abs(), u32::from(row.last_error.is_some())),
        last_error: row.last_error,
        next_attempt_at: row.next_attempt_at,
        created_at: row.created_at,
        sent_at: row.sent_at,
    }
}

/// Selects emails that can still be sent at `now`: those that have a text and have not expired.
fn of_use(now: DateTime<Utc>) -> Condition {
    let valid = Condition::any().add(outbox::Column::ExpiresAt.is_null()).add(outbox::Column::ExpiresAt.gt(now));
    Condition::all().add(outbox::Column::TextBody.ne("")).add(valid)
}

impl OutboxStore {
    /// Returns a store in `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Leases the email that has waited longest until `until`. Records `delivered`, the email before it, in the same
    /// transaction: a backlog costs one transaction per email.
    pub async fn lease(
        &self,
        delivered: Option<Delivered>,
        now: DateTime<Utc>,
        until: DateTime<Utc>,
    ) -> Result<Option<LeasedMail>, StorageError> {
        let free =
            Condition::any().add(outbox::Column::LeasedUntil.is_null()).add(outbox::Column::LeasedUntil.lte(now));
        let due = outbox::Entity::find()
            .filter(outbox::Column::State.eq(QUEUED))
            .filter(outbox::Column::NextAttemptAt.lte(now))
            .filter(free)
            .order_by_asc(outbox::Column::NextAttemptAt)
            .order_by_asc(outbox::Column::Id);
        // Most reads find nothing, and need no write lock on SQLite.
        if delivered.is_none()
            && due
                .clone()
                .select_only()
                .column(outbox::Column::Id)
                .into_tuple::<Uuid>()
                .one(self.database.reader())
                .await?
                .is_none()
        {
            return Ok(None);
        }
        let transaction = self.database.begin_write().await?;
        if let Some(delivered) = delivered {
            mark_sent(&transaction, delivered).await?;
        }
        let due = match self.database.engine() {
            Engine::Postgres => due.lock_with_behavior(LockType::Update, LockBehavior::SkipLocked),
            Engine::Sqlite => due,
        };
        let row = due.one(&transaction).await?;
        if let Some(row) = &row {
            outbox::Entity::update_many()
                .col_expr(outbox::Column::Attempts, Expr::col(outbox::Column::Attempts).add(1))
                .col_expr(outbox::Column::LeasedUntil, Expr::value(until))
                .filter(outbox::Column::Id.eq(row.id))
                .exec(&transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(row.map(|row| leased(row, until)))
    }

    /// Records that the mail server accepted an email.
    pub async fn record_delivery(&self, delivered: Delivered) -> Result<(), StorageError> {
        Ok(mark_sent(self.database.writer(), delivered).await?)
    }

    /// Records why an attempt failed, and `mail.attempts`. The next attempt is at `again`; None gives up. Ignored when
    /// the lease has expired and another process has leased the email since.
    pub async fn record_failure(
        &self,
        mail: &LeasedMail,
        reason: &str,
        again: Option<DateTime<Utc>>,
    ) -> Result<(), StorageError> {
        let mut update = outbox::Entity::update_many()
            .col_expr(outbox::Column::LastError, Expr::value(reason))
            .col_expr(outbox::Column::Attempts, Expr::value(i32::try_from(mail.attempts).unwrap_or(i32::MAX)))
            .col_expr(outbox::Column::LeasedUntil, Expr::value(None::<DateTime<Utc>>));
        update = match again {
            Some(again) => update.col_expr(outbox::Column::NextAttemptAt, Expr::value(again)),
            None => update.col_expr(outbox::Column::State, Expr::value(FAILED)),
        };
        let transaction = self.database.begin_write().await?;
        let recorded = update
            .filter(outbox::Column::Id.eq(mail.id))
            .filter(outbox::Column::State.eq(QUEUED))
            // Every lease ends later than the one before. The number of attempts would not distinguish them, since an
            // outage lowers it.
            .filter(outbox::Column::LeasedUntil.eq(mail.leased_until))
            .exec(&transaction)
            .await?;
        if again.is_none() && recorded.rows_affected > 0 {
            // Staff can resend emails about enquiries and bookings. Others have no further use and contain secret
            // links.
            blanked()
                .filter(outbox::Column::Id.eq(mail.id))
                .filter(outbox::Column::EnquiryId.is_null())
                .filter(outbox::Column::BookingId.is_null())
                .exec(&transaction)
                .await?;
        }
        transaction.commit().await?;
        Ok(())
    }

    /// Queues a waiting or failed email for an immediate attempt, unless it is no longer of use. One to the company then
    /// goes to the address `company`. Returns its state, or None when there is no such email.
    pub async fn retry(
        &self,
        id: Uuid,
        company: &str,
        by: impl Into<Stamp>,
    ) -> Result<Option<MailRecord>, StorageError> {
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        // An email that was given up gets its full time again, and its pauses start with the shortest. A waiting one
        // may be leased, and its number of attempts is recorded when the attempt ends.
        outbox::Entity::update_many()
            .col_expr(outbox::Column::CreatedAt, Expr::value(by.at))
            .col_expr(outbox::Column::Attempts, Expr::value(0))
            .filter(outbox::Column::Id.eq(id))
            .filter(outbox::Column::State.eq(FAILED))
            .filter(of_use(by.at))
            .exec(&transaction)
            .await?;
        let queued = outbox::Entity::update_many()
            .col_expr(outbox::Column::State, Expr::value(QUEUED))
            .col_expr(outbox::Column::NextAttemptAt, Expr::value(by.at))
            .filter(outbox::Column::Id.eq(id))
            .filter(outbox::Column::State.ne(SENT))
            .filter(of_use(by.at))
            .exec(&transaction)
            .await?;
        if queued.rows_affected > 0 {
            outbox::Entity::update_many()
                .col_expr(outbox::Column::Recipient, Expr::value(company))
                .filter(outbox::Column::Id.eq(id))
                .filter(outbox::Column::Kind.starts_with("company-"))
                .exec(&transaction)
                .await?;
            let entry = NewEntry::new(Action::MailRetried, Object::thing("mail", id));
            record_entry(&transaction, &by, &[entry]).await?;
        }
        transaction.commit().await?;
        Ok(records(outbox::Entity::find_by_id(id)).one(self.database.reader()).await?.map(record))
    }

    /// Returns the emails to an address in any case, oldest first.
    pub async fn to(&self, email_key: &str) -> Result<Vec<MailRecord>, StorageError> {
        let columns = (outbox::Column::Id, outbox::Column::Recipient);
        let ids = ids_by_email::<outbox::Entity>(&self.database, columns, email_key).await?;
        let rows = caused_by(self.database.reader(), outbox::Column::Id, ids).await?;
        Ok(rows.into_iter().map(record).collect())
    }

    /// Deletes these emails, delivered or not. Returns how many there were.
    pub async fn erase(&self, ids: Vec<Uuid>) -> Result<u64, StorageError> {
        let mut gone = 0;
        for ids in ids.chunks(PARAMETERS) {
            let some = outbox::Entity::delete_many().filter(outbox::Column::Id.is_in(ids.iter().copied()));
            gone += some.exec(self.database.writer()).await?.rows_affected;
        }
        Ok(gone)
    }

    /// Returns the number of emails in each state at `now`.
    pub async fn counts(&self, now: DateTime<Utc>) -> Result<OutboxCounts, StorageError> {
        let count = async |state: &str| {
            outbox::Entity::find().filter(outbox::Column::State.eq(state)).count(self.database.reader()).await
        };
        let due = outbox::Entity::find()
            .filter(outbox::Column::State.eq(QUEUED))
            // An email that was tried counts as due while it waits for its next attempt.
            .filter(
                Condition::any()
                    .add(outbox::Column::NextAttemptAt.lte(now))
                    .add(outbox::Column::LastError.is_not_null()),
            )
            .count(self.database.reader())
            .await?;
        Ok(OutboxCounts { queued: count(QUEUED).await?, due, sent: count(SENT).await?, failed: count(FAILED).await? })
    }

    /// Deletes emails from before `moment` that were delivered or have failed, and the text of failed ones that have
    /// expired: nobody can send them again.
    pub async fn forget(&self, moment: DateTime<Utc>, now: DateTime<Utc>) -> Result<(), StorageError> {
        blanked()
            .filter(outbox::Column::State.eq(FAILED))
            .filter(outbox::Column::ExpiresAt.lte(now))
            .exec(self.database.writer())
            .await?;
        outbox::Entity::delete_many()
            .filter(outbox::Column::State.ne(QUEUED))
            .filter(outbox::Column::CreatedAt.lt(moment))
            .exec(self.database.writer())
            .await?;
        Ok(())
    }
}

/// Records a delivery. Deletes bodies, headers and invitation, since they contain secret links.
async fn mark_sent(connection: &impl ConnectionTrait, Delivered { id, at }: Delivered) -> Result<(), DbErr> {
    blanked()
        .col_expr(outbox::Column::State, Expr::value(SENT))
        .col_expr(outbox::Column::SentAt, Expr::value(at))
        .col_expr(outbox::Column::LeasedUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(outbox::Column::LastError, Expr::value(None::<String>))
        .filter(outbox::Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

/// Returns an update that deletes bodies, headers and invitation.
fn blanked() -> UpdateMany<outbox::Entity> {
    outbox::Entity::update_many()
        .col_expr(outbox::Column::TextBody, Expr::value(""))
        .col_expr(outbox::Column::HtmlBody, Expr::value(""))
        .col_expr(outbox::Column::Headers, Expr::value("[]"))
        .col_expr(outbox::Column::Calendar, Expr::value(None::<String>))
}

fn leased(row: outbox::Model, until: DateTime<Utc>) -> LeasedMail {
    LeasedMail {
        id: row.id,
        kind: row.kind,
        to: row.recipient,
        subject: row.subject,
        text: row.text_body,
        html: row.html_body,
        headers: serde_json::from_str(&row.headers).unwrap_or_default(),
        calendar: row.calendar,
        attempts: row.attempts.unsigned_abs() + 1,
        leased_until: until,
        created_at: row.created_at,
        expires_at: row.expires_at,
    }
}

#[cfg(test)]
mod tests;
