//! What the lists of staff have in common: a page of one as JSON, or all of it as a file for spreadsheets.

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
    dates::date_text,
    http::{
        csv::Csv,
        errors::HttpError,
        file_body::{Pieces, file_body},
    },
    mail::store::{MailRecord, MailState},
};

/// How a list is answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ListFormat {
    /// A page of it.
    #[default]
    Json,
    /// All of it as a file for spreadsheets.
    Csv,
}

/// What somebody asks of a list.
pub trait ListQuery: Clone + Send + Sync + 'static {
    /// The service that has the list.
    type Service: Clone + Send + Sync + 'static;
    /// A page of the list.
    type List: Serialize;
    /// A line of the file.
    type Record: Send + Sync;
    /// The file's name.
    const FILE: &'static str;
    /// The file's columns.
    const COLUMNS: &'static [&'static str];

    /// Which page, as it was asked for.
    fn page(&self) -> Option<u32>;
    /// How it is to be answered.
    fn format(&self) -> ListFormat;
    /// A page of the list.
    fn list(
        &self,
        service: &Self::Service,
        zone: Tz,
        page: u64,
    ) -> impl Future<Output = Result<Self::List, HttpError>> + Send;
    /// The next lines of the file after `last`; none after the last line. `now` is when the file was asked for.
    fn batch(
        &self,
        service: &Self::Service,
        last: Option<&Self::Record>,
        now: DateTime<Utc>,
    ) -> impl Future<Output = Result<Vec<Self::Record>, HttpError>> + Send;
    /// Writes a line of the file.
    fn write(record: &Self::Record, file: &mut Csv);
}

/// The answer to a list's call.
pub async fn answer<Q: ListQuery>(
    service: &Q::Service,
    zone: Tz,
    now: DateTime<Utc>,
    query: &Q,
) -> Result<Response, HttpError> {
    if query.format() == ListFormat::Csv {
        let headers = [
            (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", Q::FILE)),
            (header::CACHE_CONTROL, "no-store".to_owned()),
        ];
        let (service, query) = (service.clone(), query.clone());
        let body = file_body(|pieces| async move { write_file(&service, &query, now, &pieces).await });
        return Ok((StatusCode::OK, headers, body.await?).into_response());
    }
    let page = query.page().unwrap_or(1);
    if page == 0 {
        return Err(HttpError::invalid("page", "Pages are counted from 1"));
    }
    Ok(Json(query.list(service, zone, page.into()).await?).into_response())
}

/// Sends the file, a batch of the list at a time.
async fn write_file<Q: ListQuery>(
    service: &Q::Service,
    query: &Q,
    now: DateTime<Utc>,
    pieces: &Pieces,
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

/// How many pages a list of `total` has: one at least.
pub fn pages(total: u64, per_page: u64) -> u64 {
    total.div_ceil(per_page).max(1)
}

/// Day and time in a zone as people read them: "21 Nov 2026, 09:30".
pub fn moment_text(at: DateTime<Utc>, zone: Tz) -> String {
    format!("{}, {}", date_text(at, zone), at.with_timezone(&zone).format("%H:%M"))
}

/// What became of the mails that something caused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Delivery {
    /// There are none: it is spam, or they have been forgotten since.
    None,
    /// One waits, none was given up.
    Queued,
    /// All were delivered.
    Sent,
    /// One was given up.
    Failed,
}

impl Delivery {
    /// What became of these mails.
    pub fn of<'a>(mails: impl Iterator<Item = &'a MailRecord>) -> Self {
        mails.fold(Self::None, |worst, mail| match (worst, mail.state) {
            (Self::Failed, _) | (_, MailState::Failed) => Self::Failed,
            (Self::Queued, _) | (_, MailState::Queued) => Self::Queued,
            (_, MailState::Sent) => Self::Sent,
        })
    }
}
