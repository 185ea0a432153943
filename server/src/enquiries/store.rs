//! Stores enquiries.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, EntityTrait, ExprTrait, QueryFilter, QueryOrder, sea_query::Expr,
};
use uuid::Uuid;

use super::domain::{Enquiry, Verdict};
use crate::{
    mail::{Cause, NewMail, store::enqueue},
    storage::{Database, Engine, StorageError, entities::enquiries, json::to_json, search::search_text},
};

/// The same message within this time is stored once.
pub const SAME_WITHIN: TimeDelta = TimeDelta::minutes(10);

/// Reads and writes enquiries.
#[derive(Debug, Clone)]
pub struct EnquiryStore {
    pub(super) database: Database,
}

/// The outcome of storing a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Saved {
    /// It is stored.
    New(Uuid),
    /// It repeats this earlier message, whose counter was raised.
    Repeated(Uuid),
}

impl EnquiryStore {
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Stores a message and the emails it causes in one transaction.
    pub async fn save(
        &self,
        enquiry: &Enquiry,
        source_page: &str,
        verdict: Verdict,
        mails: Vec<NewMail>,
        now: DateTime<Utc>,
    ) -> Result<Saved, StorageError> {
        let fingerprint = enquiry.fingerprint();
        let transaction = self.database.begin_write().await?;
        if self.database.engine() == Engine::Postgres {
            // Serialises the two requests of a double click; on SQLite all writers are serialised.
            let key = fingerprint.first_chunk().copied().map_or(0, i64::from_le_bytes);
            transaction.execute_unprepared(&format!("SELECT pg_advisory_xact_lock({key})")).await?;
        }
        let mut same = enquiries::Entity::find()
            .filter(enquiries::Column::Fingerprint.eq(fingerprint.to_vec()))
            .filter(enquiries::Column::CreatedAt.gt(now - SAME_WITHIN));
        if verdict == Verdict::Genuine {
            // Nobody was emailed about spam, so a genuine message does not repeat it.
            same = same.filter(enquiries::Column::Status.ne("spam"));
        }
        let before = same.order_by_desc(enquiries::Column::CreatedAt).one(&transaction).await?;
        if let Some(before) = before {
            enquiries::Entity::update_many()
                .col_expr(enquiries::Column::Repeats, Expr::col(enquiries::Column::Repeats).add(1))
                .col_expr(enquiries::Column::UpdatedAt, Expr::value(now))
                .filter(enquiries::Column::Id.eq(before.id))
                .exec(&transaction)
                .await?;
            transaction.commit().await?;
            return Ok(Saved::Repeated(before.id));
        }
        let id = Uuid::now_v7();
        let status = match verdict {
            Verdict::Genuine => "new",
            Verdict::Spam => "spam",
        };
        enquiries::Entity::insert(enquiries::ActiveModel {
            id: Set(id),
            kind: Set(enquiry.kind.as_str().to_owned()),
            status: Set(status.to_owned()),
            name: Set(enquiry.name.clone()),
            email: Set(enquiry.email.as_str().to_owned()),
            website: Set(enquiry.website.clone()),
            company: Set(enquiry.company.clone()),
            phone: Set(enquiry.phone.clone()),
            message: Set(enquiry.message.clone()),
            report_type: Set(enquiry.report_type.clone()),
            answers: Set(to_json(&enquiry.answers)?),
            source_page: Set(source_page.to_owned()),
            consent: Set(enquiry.kind.consent().to_owned()),
            note: Set(String::new()),
            search_text: Set(search_text([
                enquiry.name.as_str(),
                enquiry.email.as_str(),
                &enquiry.company,
                &enquiry.website,
                &enquiry.phone,
                &enquiry.message,
            ])),
            fingerprint: Set(fingerprint.to_vec()),
            repeats: Set(0),
            created_at: Set(now),
            updated_at: Set(now),
        })
        .exec_without_returning(&transaction)
        .await?;
        enqueue(&transaction, Cause::Enquiry(id), mails, now).await?;
        transaction.commit().await?;
        Ok(Saved::New(id))
    }

    /// Deletes enquiries from before `moment`, and their emails. Returns how many there were.
    pub async fn forget(&self, moment: DateTime<Utc>) -> Result<u64, StorageError> {
        let gone = enquiries::Entity::delete_many()
            .filter(enquiries::Column::CreatedAt.lt(moment))
            .exec(self.database.writer())
            .await?;
        Ok(gone.rows_affected)
    }
}

#[cfg(test)]
mod tests;
