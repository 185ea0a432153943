//! `/api/csp-reports`: what browsers report about the Content-Security-Policy.

use std::sync::{Arc, Mutex, PoisonError};

use axum::{body::Bytes, extract::State};
use chrono::{DateTime, TimeDelta, Utc};
use http::{HeaderMap, StatusCode, header};
use serde_json::Value;

use crate::{
    clock::Clock,
    http::{errors::HttpError, metrics::Metrics},
};

/// Maximum length of a report in bytes. Browsers send at most a few kilobytes.
pub const REPORT_BODY: usize = 16 << 10;
/// Pause between two log lines, as anybody can send reports.
const LOG_PAUSE: TimeDelta = TimeDelta::minutes(1);
/// Maximum number of characters of each value in the log.
const LOGGED: usize = 200;
const TYPES: [&str; 3] = ["application/csp-report", "application/reports+json", "application/json"];

/// When the last report was logged. Cheap to clone.
#[derive(Debug, Clone, Default)]
pub struct ReportLog(Arc<Mutex<Option<DateTime<Utc>>>>);

impl ReportLog {
    /// Returns whether a report at `now` is logged: only the first within a minute is.
    fn is_due(&self, now: DateTime<Utc>) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let is_due = last.is_none_or(|last| now - last >= LOG_PAUSE);
        if is_due {
            *last = Some(now);
        }
        is_due
    }
}

/// Receives a Content-Security-Policy violation report from a browser.
///
/// Accepts both the legacy `report-uri` format and the Reporting API format. All reports are counted; at most one per
/// minute is logged.
#[utoipa::path(post, path = "/api/csp-reports", tag = "reports",
    request_body(content((Value = "application/csp-report"), (Value = "application/reports+json"), (Value = "application/json"))),
    responses((status = 204)))]
pub async fn receive(
    State(metrics): State<Arc<Metrics>>,
    State(log): State<ReportLog>,
    State(clock): State<Arc<dyn Clock>>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<StatusCode, HttpError> {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    if !TYPES.iter().any(|known| kind.eq_ignore_ascii_case(known)) {
        return Err(HttpError::UnsupportedMediaType("browser reports"));
    }
    let report: Value = serde_json::from_slice(&body).map_err(|_| HttpError::BadRequest {
        code: "malformed_json",
        message: "The body is not valid JSON".to_owned(),
    })?;
    metrics.csp_reports.inc();
    if log.is_due(clock.now()) {
        let (directive, blocked, area) = summary(&report);
        tracing::warn!(directive, blocked, area, "a browser reported a violation of the Content-Security-Policy");
    }
    Ok(StatusCode::NO_CONTENT)
}

/// Returns the directive, what it blocked and the first segment of the page's path, from either format.
fn summary(report: &Value) -> (String, String, String) {
    let first = report.get(0).unwrap_or(report);
    let body = first.get("csp-report").or_else(|| first.get("body")).unwrap_or(first);
    let text = |names: [&str; 2]| {
        let value = names.iter().find_map(|name| body.get(name)?.as_str()).unwrap_or_default();
        value.chars().filter(|char| !char.is_control()).take(LOGGED).collect::<String>()
    };
    let area = area(&text(["document-uri", "documentURL"]));
    (text(["effective-directive", "effectiveDirective"]), without_query(&text(["blocked-uri", "blockedURL"])), area)
}

/// Returns a URL without its query, which may contain what a visitor typed or the secret of a link.
fn without_query(url: &str) -> String {
    url.split(['?', '#']).next().unwrap_or_default().to_owned()
}

/// Returns the first segment of a page's path. What follows may be the token of a link.
fn area(url: &str) -> String {
    let url = without_query(url);
    let path =
        url.split_once("://").map_or(url.as_str(), |(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let first = path.trim_start_matches('/').split('/').next().unwrap_or_default();
    format!("/{first}")
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn both_formats_are_read_without_queries_and_control_characters() {
        let long = "x".repeat(300);
        for report in [
            json!({"csp-report": {"effective-directive": "script-src", "blocked-uri": long, "document-uri": "https://a.b/c?d\n"}}),
            json!([{"type": "csp-violation", "body": {"effectiveDirective": "script-\u{1b}src", "blockedURL": long, "documentURL": "https://a.b/c#d"}}]),
        ] {
            assert_eq!(summary(&report), ("script-src".to_owned(), "x".repeat(LOGGED), "/c".to_owned()));
        }
        for other in [json!(null), json!([]), json!("x"), json!({"csp-report": 3})] {
            assert_eq!(summary(&other), (String::new(), String::new(), "/".to_owned()));
        }
    }

    #[test]
    fn the_token_of_a_link_is_not_logged() {
        for page in ["/bookings/secret", "/preview/secret?page=2", "/auth?mode=confirm&token=secret", "/auth#secret"] {
            let page = format!("https://a.b{page}");
            let report = json!({"csp-report": {"blocked-uri": page, "document-uri": page}});
            let (_, _, area) = summary(&report);
            assert!(["/bookings", "/preview", "/auth"].contains(&area.as_str()), "{area}");
        }
    }

    #[test]
    fn one_report_a_minute_is_logged() {
        let (log, at) = (ReportLog::default(), |seconds| DateTime::from_timestamp(seconds, 0).unwrap());
        assert!(log.is_due(at(0)) && !log.is_due(at(59)) && log.is_due(at(60)) && !log.is_due(at(61)));
    }
}
