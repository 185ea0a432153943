//! Where mail waits until it is delivered. A row is leased for each try, so that no two deliver it at once and a
//! crash costs one repetition at most.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DbErr, DerivePartialModel, EntityTrait, ExprTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, Select, SelectModel, Selector,
    sea_query::{Expr, LockBehavior, LockType},
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::storage::{Database, Engine, StorageError, entities::outbox};

/// A mail to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMail {
    /// What sort of mail, for people who look into the outbox.
    pub kind: &'static str,
    /// Whom it goes to.
    pub to: String,
    /// One line.
    pub subject: String,
    /// The plain form.
    pub text: String,
    /// The HTML form.
    pub html: String,
    /// Further header lines, `Reply-To` among them.
    pub headers: Vec<(String, String)>,
    /// An invitation that travels with it: iCalendar text.
    pub calendar: Option<String>,
    /// Not before this moment; its tries and its date are counted from there. None leaves at once.
    pub due: Option<DateTime<Utc>>,
}

#[cfg(test)]
impl NewMail {
    /// A mail that says as little as a mail can.
    pub fn short(kind: &'static str, to: impl Into<String>) -> Self {
        Self {
            kind,
            to: to.into(),
            subject: "S".into(),
            text: "T".into(),
            html: "H".into(),
            headers: Vec::new(),
            calendar: None,
            due: None,
        }
    }
}

/// What a mail was written for, and disappears with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cause {
    /// A visitor's message.
    Enquiry(Uuid),
    /// A booked call.
    Booking(Uuid),
    /// Nothing that is ever deleted before the mail.
    Other,
}

/// A mail that is being delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LeasedMail {
    /// UUIDv7; names the mail for ever.
    pub id: Uuid,
    /// What is to be sent.
    pub kind: String,
    /// Whom it goes to.
    pub to: String,
    /// One line.
    pub subject: String,
    /// The plain form.
    pub text: String,
    /// The HTML form.
    pub html: String,
    /// Further header lines.
    pub headers: Vec<(String, String)>,
    /// An invitation that travels with it: iCalendar text.
    pub calendar: Option<String>,
    /// How many tries there were, this one included.
    pub attempts: u32,
    /// When it was written.
    pub created_at: DateTime<Utc>,
}

/// A mail that the mail server has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delivered {
    /// Which one.
    pub id: Uuid,
    /// When.
    pub at: DateTime<Utc>,
}

/// Where a mail stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum MailState {
    /// Waits for its next try.
    Queued,
    /// The mail server has taken it.
    Sent,
    /// Given up.
    Failed,
}

/// A mail as staff see it, without its text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MailRecord {
    /// UUIDv7.
    pub id: Uuid,
    /// What sort of mail.
    pub kind: String,
    /// Whom it goes to.
    pub recipient: String,
    /// Its subject.
    pub subject: String,
    /// Where it stands.
    pub state: MailState,
    /// How many tries there were.
    pub attempts: u32,
    /// Why the last try failed.
    #[schema(required = true)]
    pub last_error: Option<String>,
    /// When it is tried next, while it waits.
    pub next_attempt_at: DateTime<Utc>,
    /// When it was written.
    pub created_at: DateTime<Utc>,
    /// When the mail server took it.
    #[schema(required = true)]
    pub sent_at: Option<DateTime<Utc>>,
}

/// What is read of a mail that staff look at: neither its bodies nor its invitation.
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

/// How much mail there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct OutboxCounts {
    /// Still to be delivered.
    pub queued: u64,
    /// Delivered, as far as they are still kept.
    pub sent: u64,
    /// Given up.
    pub failed: u64,
}

/// Reads and writes the outbox.
#[derive(Debug, Clone)]
pub struct OutboxStore {
    database: Database,
}

/// The row waits for its next try.
pub const QUEUED: &str = "queued";
/// The mail was taken by the mail server.
pub const SENT: &str = "sent";
/// No further try.
pub const FAILED: &str = "failed";

/// How many ids a statement names: SQLite takes 32,766 parameters.
const PARAMETERS: usize = 10_000;

/// Puts mail into the outbox, within the transaction of what caused it.
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
        let headers = serde_json::to_string(&mail.headers).map_err(|error| DbErr::Custom(error.to_string()))?;
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
        })
        .exec_without_returning(connection)
        .await?;
    }
    Ok(())
}

/// Takes mail of one kind about a booking back, as far as it has not left.
pub async fn withdraw(connection: &impl ConnectionTrait, booking: Uuid, kind: &str) -> Result<(), DbErr> {
    outbox::Entity::delete_many()
        .filter(outbox::Column::BookingId.eq(booking))
        .filter(outbox::Column::Kind.eq(kind))
        .filter(outbox::Column::State.eq(QUEUED))
        .exec(connection)
        .await?;
    Ok(())
}

/// The mails that these enquiries caused, oldest first.
pub async fn of_enquiries(
    connection: &impl ConnectionTrait,
    enquiries: Vec<Uuid>,
) -> Result<Vec<(Uuid, MailRecord)>, DbErr> {
    let rows = caused_by(connection, outbox::Column::EnquiryId, enquiries).await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.enquiry_id?, record(row)))).collect())
}

/// The mails that these bookings caused, oldest first.
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
        attempts: row.attempts.unsigned_abs(),
        last_error: row.last_error,
        next_attempt_at: row.next_attempt_at,
        created_at: row.created_at,
        sent_at: row.sent_at,
    }
}

impl OutboxStore {
    /// A store in `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Takes the mail that has waited longest; until `until` it is nobody else's. What was delivered before it is noted
    /// in the same transaction: a backlog costs one a mail.
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
        // Most looks find nothing, and shall not take SQLite's write lock for it.
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
            note(&transaction, delivered).await?;
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
        Ok(row.map(leased))
    }

    /// Notes that the mail server has taken a mail.
    pub async fn sent(&self, delivered: Delivered) -> Result<(), StorageError> {
        Ok(note(self.database.reader(), delivered).await?)
    }

    /// Notes why this try of a mail failed. The next one is at `again`; without one the mail is given up. When the
    /// lease has run out and somebody else tries meanwhile, that one's outcome counts.
    pub async fn not_sent(
        &self,
        mail: &LeasedMail,
        reason: &str,
        again: Option<DateTime<Utc>>,
    ) -> Result<(), StorageError> {
        let mut update = outbox::Entity::update_many()
            .col_expr(outbox::Column::LastError, Expr::value(reason))
            .col_expr(outbox::Column::LeasedUntil, Expr::value(None::<DateTime<Utc>>));
        update = match again {
            Some(again) => update.col_expr(outbox::Column::NextAttemptAt, Expr::value(again)),
            None => update.col_expr(outbox::Column::State, Expr::value(FAILED)),
        };
        update
            .filter(outbox::Column::Id.eq(mail.id))
            .filter(outbox::Column::State.eq(QUEUED))
            .filter(outbox::Column::Attempts.eq(i64::from(mail.attempts)))
            .exec(self.database.reader())
            .await?;
        Ok(())
    }

    /// Lets a mail that waits or was given up be tried at once; where it stands now, if there is such a mail.
    pub async fn retry(&self, id: Uuid, now: DateTime<Utc>) -> Result<Option<MailRecord>, StorageError> {
        outbox::Entity::update_many()
            .col_expr(outbox::Column::State, Expr::value(QUEUED))
            .col_expr(outbox::Column::NextAttemptAt, Expr::value(now))
            .filter(outbox::Column::Id.eq(id))
            .filter(outbox::Column::State.ne(SENT))
            .exec(self.database.reader())
            .await?;
        Ok(records(outbox::Entity::find_by_id(id)).one(self.database.reader()).await?.map(record))
    }

    /// The mails to an address, whatever its capitals, oldest first.
    pub async fn to(&self, email_key: &str) -> Result<Vec<MailRecord>, StorageError> {
        // The engines differ in what they know of capitals beyond A to Z: compared here.
        let all: Vec<(Uuid, String)> = outbox::Entity::find()
            .select_only()
            .column(outbox::Column::Id)
            .column(outbox::Column::Recipient)
            .order_by_asc(outbox::Column::Id)
            .into_tuple()
            .all(self.database.reader())
            .await?;
        let ids = all.into_iter().filter(|(_, to)| to.to_lowercase() == email_key).map(|(id, _)| id).collect();
        let rows = caused_by(self.database.reader(), outbox::Column::Id, ids).await?;
        Ok(rows.into_iter().map(record).collect())
    }

    /// Forgets these mails, delivered or not.
    pub async fn erase(&self, ids: Vec<Uuid>) -> Result<u64, StorageError> {
        let mut gone = 0;
        for ids in ids.chunks(PARAMETERS) {
            let some = outbox::Entity::delete_many().filter(outbox::Column::Id.is_in(ids.iter().copied()));
            gone += some.exec(self.database.reader()).await?.rows_affected;
        }
        Ok(gone)
    }

    /// How much mail there is in each state.
    pub async fn counts(&self) -> Result<OutboxCounts, StorageError> {
        let count = async |state: &str| {
            outbox::Entity::find().filter(outbox::Column::State.eq(state)).count(self.database.reader()).await
        };
        Ok(OutboxCounts { queued: count(QUEUED).await?, sent: count(SENT).await?, failed: count(FAILED).await? })
    }

    /// Forgets mail of before `moment` that was delivered or given up.
    pub async fn forget(&self, moment: DateTime<Utc>) -> Result<(), StorageError> {
        outbox::Entity::delete_many()
            .filter(outbox::Column::State.ne(QUEUED))
            .filter(outbox::Column::CreatedAt.lt(moment))
            .exec(self.database.reader())
            .await?;
        Ok(())
    }
}

async fn note(connection: &impl ConnectionTrait, Delivered { id, at }: Delivered) -> Result<(), DbErr> {
    outbox::Entity::update_many()
        .col_expr(outbox::Column::State, Expr::value(SENT))
        .col_expr(outbox::Column::SentAt, Expr::value(at))
        .col_expr(outbox::Column::LeasedUntil, Expr::value(None::<DateTime<Utc>>))
        .col_expr(outbox::Column::LastError, Expr::value(None::<String>))
        .filter(outbox::Column::Id.eq(id))
        .exec(connection)
        .await?;
    Ok(())
}

fn leased(row: outbox::Model) -> LeasedMail {
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
        created_at: row.created_at,
    }
}

#[cfg(test)]
mod tests;
