//! Enquiries as staff see them: lists with the state of their emails, status and notes.

use std::collections::{BTreeMap, HashMap};

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{domain::EnquiryType, store::EnquiryStore};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::record as record_entry},
    mail::store::{MailRecord, of_enquiries},
    storage::{
        StorageError,
        entities::enquiries,
        keyset::{ids_by_email, older_than},
        search::{containing, search_text},
    },
};

/// The status of an enquiry, set by staff.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EnquiryStatus {
    /// Not read yet.
    New,
    /// In progress.
    Open,
    /// Answered.
    Done,
    /// Spam, to which nobody replies.
    Spam,
}

/// Which enquiries a list shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EnquiryFilter {
    /// A substring of name, address, company, website, message or note; empty for all.
    pub search: String,
    /// Only those in this state.
    pub status: Option<EnquiryStatus>,
    /// Only those of this form.
    pub kind: Option<EnquiryType>,
}

/// Changes to an enquiry. Omitted or null fields stay unchanged.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(default)]
pub struct EnquiryChange {
    /// The new status.
    pub status: Option<EnquiryStatus>,
    /// New internal note, at most 5,000 characters.
    #[schema(max_length = 5_000)]
    pub note: Option<String>,
    /// The note that was edited. If `note` is set and the stored note is neither of the two, the update fails with
    /// `edit_conflict`.
    pub note_before: Option<String>,
}

/// An enquiry.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct EnquiryRecord {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Form that the enquiry was sent with.
    #[serde(rename = "type")]
    #[schema(value_type = EnquiryType)]
    pub kind: String,
    /// Status, set by staff.
    pub status: EnquiryStatus,
    /// The visitor's name.
    pub name: String,
    /// The visitor's email address.
    pub email: String,
    /// The visitor's website. Empty if not given.
    pub website: String,
    /// The visitor's company. Empty if not given.
    pub company: String,
    /// The visitor's telephone number. Empty if not given.
    pub phone: String,
    /// The message.
    pub message: String,
    /// Report recommended by the quiz. Empty if there is none.
    pub report_type: String,
    /// Answers of the quiz by question.
    pub answers: BTreeMap<String, String>,
    /// Path of the page with the form. Empty if unknown.
    pub source_page: String,
    /// Notice on the use of their data that the visitor saw.
    pub consent: String,
    /// Internal note. Empty if none.
    pub note: String,
    /// Number of times the same message was sent again.
    pub repeats: u32,
    /// When the enquiry was received.
    pub created_at: DateTime<Utc>,
    /// When the enquiry was last changed.
    pub updated_at: DateTime<Utc>,
    /// Emails about the enquiry that are still stored.
    pub mails: Vec<MailRecord>,
}

impl EnquiryStatus {
    const ALL: [Self; 4] = [Self::New, Self::Open, Self::Done, Self::Spam];

    /// Returns its name in the database and in URLs.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::New => "new",
            Self::Open => "open",
            Self::Done => "done",
            Self::Spam => "spam",
        }
    }

    fn parse(text: &str) -> Self {
        Self::ALL.into_iter().find(|status| status.as_str() == text).unwrap_or(Self::New)
    }
}

fn condition(filter: &EnquiryFilter) -> Condition {
    use enquiries::Column;
    let mut condition = Condition::all();
    if let Some(status) = filter.status {
        condition = condition.add(Column::Status.eq(status.as_str()));
    }
    if let Some(kind) = filter.kind {
        condition = condition.add(Column::Kind.eq(kind.as_str()));
    }
    condition.add(containing((enquiries::Entity, Column::SearchText), &filter.search))
}

fn newest(filter: &EnquiryFilter) -> sea_orm::Select<enquiries::Entity> {
    enquiries::Entity::find()
        .filter(condition(filter))
        .order_by_desc(enquiries::Column::CreatedAt)
        .order_by_desc(enquiries::Column::Id)
}

impl EnquiryStore {
    /// Returns the number of enquiries that match a filter.
    pub async fn count(&self, filter: &EnquiryFilter) -> Result<u64, StorageError> {
        Ok(enquiries::Entity::find().filter(condition(filter)).count(self.database.reader()).await?)
    }

    /// Returns `limit` enquiries from `offset` on, newest first.
    pub async fn list(
        &self,
        filter: &EnquiryFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<EnquiryRecord>, StorageError> {
        self.with_mails(newest(filter).offset(offset).limit(limit).all(self.database.reader()).await?).await
    }

    /// Returns at most `limit` enquiries after `last` in the same order, without their emails.
    pub async fn batch(
        &self,
        filter: &EnquiryFilter,
        last: Option<&EnquiryRecord>,
        limit: u64,
    ) -> Result<Vec<EnquiryRecord>, StorageError> {
        use enquiries::Column::{CreatedAt, Id};
        let after = last.map(|last| older_than(CreatedAt, Id, (last.created_at, last.id)));
        let batch = newest(filter).filter(Condition::all().add_option(after)).limit(limit);
        let rows = batch.all(self.database.long_reader()).await?;
        Ok(rows.into_iter().map(|row| record(Vec::new(), row)).collect())
    }

    /// Returns the enquiry with this id.
    pub async fn get(&self, id: Uuid) -> Result<Option<EnquiryRecord>, StorageError> {
        let row = enquiries::Entity::find_by_id(id).one(self.database.reader()).await?;
        Ok(self.with_mails(row.into_iter().collect()).await?.pop())
    }

    /// Changes status and note if given. Returns false, and changes neither, when the note is no longer the one that
    /// was edited.
    pub async fn change(&self, id: Uuid, change: &EnquiryChange, by: impl Into<Stamp>) -> Result<bool, StorageError> {
        use enquiries::Column;
        let by = by.into();
        let transaction = self.database.begin_write().await?;
        let Some(row) = enquiries::Entity::find_by_id(id).lock_exclusive().one(&transaction).await? else {
            return Ok(true);
        };
        if let (Some(note), Some(before)) = (&change.note, &change.note_before)
            && row.note != *before
            // The same change may be sent twice.
            && row.note != *note
        {
            return Ok(false);
        }
        let mut update = enquiries::Entity::update_many().col_expr(Column::UpdatedAt, Expr::value(by.at));
        if let Some(status) = change.status {
            update = update.col_expr(Column::Status, Expr::value(status.as_str()));
        }
        if let Some(note) = &change.note {
            let texts = [&row.name, &row.email, &row.company, &row.website, &row.phone, &row.message, note];
            update = update
                .col_expr(Column::Note, Expr::value(note.as_str()))
                .col_expr(Column::SearchText, Expr::value(search_text(texts.map(String::as_str))));
        }
        update.filter(Column::Id.eq(id)).exec(&transaction).await?;
        let entry = NewEntry::new(Action::EnquiryChanged, Object::thing("enquiry", id));
        record_entry(&transaction, &by, &[entry.changed(&fields(&row, None), &fields(&row, Some(change)))]).await?;
        transaction.commit().await?;
        Ok(true)
    }

    /// Returns every enquiry from an address, in any case.
    pub async fn sent_by(&self, email_key: &str) -> Result<Vec<EnquiryRecord>, StorageError> {
        let ids = self.ids_sent_by(email_key).await?;
        let rows = enquiries::Entity::find()
            .filter(enquiries::Column::Id.is_in(ids))
            .order_by_asc(enquiries::Column::CreatedAt)
            .all(self.database.reader())
            .await?;
        self.with_mails(rows).await
    }

    /// Deletes every enquiry from an address, and their emails. Returns how many there were.
    pub async fn erase_sent_by(&self, email_key: &str) -> Result<u64, StorageError> {
        let ids = self.ids_sent_by(email_key).await?;
        let gone = enquiries::Entity::delete_many()
            .filter(enquiries::Column::Id.is_in(ids))
            .exec(self.database.writer())
            .await?;
        Ok(gone.rows_affected)
    }

    async fn ids_sent_by(&self, email_key: &str) -> Result<Vec<Uuid>, StorageError> {
        use enquiries::Column::{Email, Id};
        ids_by_email::<enquiries::Entity>(&self.database, (Id, Email), email_key).await
    }

    async fn with_mails(&self, rows: Vec<enquiries::Model>) -> Result<Vec<EnquiryRecord>, StorageError> {
        let mut mails: HashMap<Uuid, Vec<MailRecord>> = HashMap::new();
        for (enquiry, mail) in of_enquiries(self.database.reader(), rows.iter().map(|row| row.id).collect()).await? {
            mails.entry(enquiry).or_default().push(mail);
        }
        Ok(rows.into_iter().map(|row| record(mails.remove(&row.id).unwrap_or_default(), row)).collect())
    }
}

/// Returns the fields of an enquiry that entries of the audit log name, before a change or after it. The note may be
/// about a person, so only its length is included.
fn fields(row: &enquiries::Model, change: Option<&EnquiryChange>) -> Value {
    let status = change.and_then(|change| change.status).unwrap_or_else(|| EnquiryStatus::parse(&row.status));
    let note = change.and_then(|change| change.note.as_ref()).unwrap_or(&row.note);
    json!({ "status": status.as_str(), "note_length": note.chars().count() })
}

fn record(mails: Vec<MailRecord>, row: enquiries::Model) -> EnquiryRecord {
    EnquiryRecord {
        id: row.id,
        status: EnquiryStatus::parse(&row.status),
        kind: row.kind,
        name: row.name,
        email: row.email,
        website: row.website,
        company: row.company,
        phone: row.phone,
        message: row.message,
        report_type: row.report_type,
        answers: serde_json::from_str(&row.answers).unwrap_or_default(),
        source_page: row.source_page,
        consent: row.consent,
        note: row.note,
        repeats: row.repeats.unsigned_abs(),
        created_at: row.created_at,
        updated_at: row.updated_at,
        mails,
    }
}

#[cfg(test)]
mod tests;
