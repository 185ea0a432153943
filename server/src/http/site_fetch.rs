//! Fetches pages of the site from its own router, for checks of the site, and reads responses for crawls.

use std::{
    error::Error,
    net::{IpAddr, Ipv4Addr},
    time::Duration,
};

use axum::{Router, body::Body};
use bytes::Bytes;
use http::{Request, Response, StatusCode, header};
use http_body_util::{BodyExt, Limited};
use tower::ServiceExt;
use url::{Position, Url};

use super::{assets::Assets, pages::serve::with_representation, proxies::Peer};
use crate::site_health::{Fetch, Fetched};

/// Timeout for a whole response.
const ANSWER: Duration = Duration::from_secs(30);
/// Maximum number of bytes of a page.
const MOST: usize = 16 << 20;
/// An address that no visitor has, so that a check does not use up a visitor's render budget.
const PEER: Peer = Peer(IpAddr::V4(Ipv4Addr::UNSPECIFIED));
/// How often a page that cannot be rendered now is requested again, and the pause before each attempt.
const RETRIES: usize = 10;
const PAUSE: Duration = Duration::from_secs(2);

/// Requests pages from a router as a connection does, which looks up files first.
#[derive(Clone)]
pub struct SiteFetch {
    router: Router,
    assets: &'static Assets,
}

impl SiteFetch {
    /// Returns a fetcher of pages from `router` and of files from `assets`.
    pub fn new(router: Router, assets: &'static Assets) -> Self {
        Self { router, assets }
    }

    async fn answer(&self, url: &Url) -> Result<Fetched, String> {
        let request = Request::get(&url[Position::BeforePath..Position::AfterQuery])
            // Not a reader's request for a document, which would be counted if it is missed.
            .header("sec-fetch-dest", "empty")
            .body(Body::empty())
            .map_err(|error| error.to_string())?;
        let request = with_representation(request, PEER);
        let response = match self.router.clone().oneshot(request).await {
            Ok(response) => response,
            Err(never) => match never {},
        };
        read(response).await
    }
}

impl Fetch for SiteFetch {
    async fn get(&self, url: &Url) -> Result<Fetched, String> {
        if self.assets.contains(url.path()) {
            let (content_type, text) = (String::new(), String::new());
            return Ok(Fetched { status: 200, content_type, location: None, sets_cookie: false, text });
        }
        patiently(|| self.answer(url)).await
    }
}

/// Returns the response to a request, which is repeated after a pause when the site has no time for it now.
pub async fn patiently<F>(mut answer: impl FnMut() -> F) -> Result<Fetched, String>
where
    F: Future<Output = Result<Fetched, String>>,
{
    let later = [StatusCode::TOO_MANY_REQUESTS, StatusCode::SERVICE_UNAVAILABLE].map(|status| status.as_u16());
    let mut last = in_time(answer()).await;
    for _ in 1..RETRIES {
        if !last.as_ref().is_ok_and(|fetched| later.contains(&fetched.status)) {
            break;
        }
        tokio::time::sleep(PAUSE).await;
        last = in_time(answer()).await;
    }
    last
}

/// Returns the response, or the reason when there is none in time.
async fn in_time(answer: impl Future<Output = Result<Fetched, String>>) -> Result<Fetched, String> {
    let answer = tokio::time::timeout(ANSWER, answer).await;
    answer.unwrap_or_else(|_| Err(format!("no response within {} seconds", ANSWER.as_secs())))
}

/// Reads from a response what a crawl needs.
pub async fn read<B>(response: Response<B>) -> Result<Fetched, String>
where
    B: http_body::Body<Data = Bytes>,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let (parts, body) = response.into_parts();
    let header = |name| parts.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
    let mut fetched = Fetched {
        status: parts.status.as_u16(),
        content_type: header(header::CONTENT_TYPE).unwrap_or_default(),
        location: header(header::LOCATION),
        sets_cookie: parts.headers.contains_key(header::SET_COOKIE),
        text: String::new(),
    };
    if fetched.is_text() {
        let body = Limited::new(body, MOST).collect().await.map_err(|error| error.to_string())?;
        fetched.text = String::from_utf8_lossy(&body.to_bytes()).into_owned();
    }
    Ok(fetched)
}
