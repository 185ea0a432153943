//! Lists for staff: a page as JSON, or all rows as CSV.

use axum::{
    Json,
    response::{IntoResponse, Response},
};
use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use http::{StatusCode, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    audit::{Action, Actor, AuditService, NewEntry, Object},
    http::{
        csv::Csv,
        errors::HttpError,
        extract::{RecentSession, page_number},
        file_body::{ChunkSender, file_body},
    },
    mail::store::{MailRecord, MailState},
};

/// The format of a list response.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListFormat {
    /// One page as JSON.
    #[default]
    Json,
    /// All matching rows as a CSV file.
    Csv,
}

/// A list for staff, by its query.
pub trait StaffList: Clone + Send + Sync + 'static {
    /// The service that provides the list.
    type Service: Clone + Send + Sync + 'static;
    /// A page of the list.
    type List: Serialize;
    /// A line of the file.
    type Record: Send + Sync;
    /// The file's name.
    const FILE: &'static str;
    /// The file's column names.
    const COLUMNS: &'static [&'static str];

    /// Returns the requested page number.
    fn page(&self) -> Option<u32>;
    /// Returns the requested format.
    fn format(&self) -> ListFormat;
    /// Returns a page of the list.
    fn list(
        &self,
        service: &Self::Service,
        zone: Tz,
        page: u64,
    ) -> impl Future<Output = Result<Self::List, HttpError>> + Send;
    /// Returns the number of pages of the list.
    fn pages(list: &Self::List) -> u64;
    /// Returns the rows of the file after `last`; none after the last row. `now` is the time of the request.
    fn batch(
        &self,
        service: &Self::Service,
        last: Option<&Self::Record>,
        now: DateTime<Utc>,
    ) -> impl Future<Output = Result<Vec<Self::Record>, HttpError>> + Send;
    /// Writes a row of the file.
    fn write(record: &Self::Record, file: &mut Csv);
}

/// Records downloads in the audit log.
#[derive(Clone, Copy)]
pub struct Recorder<'a> {
    /// The audit log.
    pub audit: &'a AuditService,
    /// Who downloads.
    pub actor: &'a Actor,
}

/// Responds to a request for a list. Downloading the whole list as a file needs a recent sign-in, and is recorded
/// before the first byte is sent.
pub async fn answer<Q: StaffList>(
    service: &Q::Service,
    zone: Tz,
    now: DateTime<Utc>,
    recent: Result<RecentSession, HttpError>,
    query: &Q,
    Recorder { audit, actor }: Recorder<'_>,
) -> Result<Response, HttpError> {
    if query.format() == ListFormat::Csv {
        recent?;
        let entry = NewEntry::new(Action::ListExported, Object::named("list", Q::FILE.trim_end_matches(".csv")));
        audit.record(actor, entry).await?;
        let headers = [
            (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", Q::FILE)),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        let (service, query) = (service.clone(), query.clone());
        let body = file_body(|pieces| async move { write_file(&service, &query, now, &pieces).await });
        return Ok((StatusCode::OK, headers, body.await?).into_response());
    }
    Ok(Json(query.list(service, zone, page_number(query.page())?).await?).into_response())
}

/// Writes the file, a batch of rows at a time.
async fn write_file<Q: StaffList>(
    service: &Q::Service,
    query: &Q,
    now: DateTime<Utc>,
    pieces: &ChunkSender,
) -> Result<(), HttpError> {
    let mut file = Csv::new(Q::COLUMNS);
    let mut last: Option<Q::Record> = None;
    loop {
        let batch = query.batch(service, last.as_ref(), now).await?;
        for record in &batch {
            Q::write(record, &mut file);
        }
        let piece = file.take();
        if piece.is_empty() || pieces.send(piece).await.is_err() {
            return Ok(());
        }
        last = batch.into_iter().next_back();
    }
}

/// The combined delivery status of a group of emails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Delivery {
    /// There are no emails: the item is spam, or they have been deleted.
    None,
    /// At least one email is queued, and none has failed.
    Queued,
    /// All emails have been sent.
    Sent,
    /// At least one email has failed.
    Failed,
}

impl Delivery {
    /// Summarises the delivery of these emails.
    pub fn of<'a>(mails: impl Iterator<Item = &'a MailRecord>) -> Self {
        mails.fold(Self::None, |worst, mail| match (worst, mail.state) {
            (Self::Failed, _) | (_, MailState::Failed) => Self::Failed,
            (Self::Queued, _) | (_, MailState::Queued) => Self::Queued,
            (_, MailState::Sent) => Self::Sent,
        })
    }
}
