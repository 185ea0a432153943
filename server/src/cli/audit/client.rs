//! Fetches addresses of a site.

use std::{error::Error as _, time::Duration};

use bytes::Bytes;
use http::{Request, header};
use http_body_util::{BodyExt, Empty, Limited};
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use url::Url;

use crate::site_health::{Fetch, Fetched};

/// Timeouts for connecting, and for a whole answer.
const CONNECT: Duration = Duration::from_secs(5);
const ANSWER: Duration = Duration::from_secs(30);
/// Most bytes of a page.
const MOST: usize = 16 << 20;

/// A client that sends no cookies and follows no redirects.
#[derive(Debug, Clone)]
pub(super) struct Fetcher(Client<HttpsConnector<HttpConnector>, Empty<Bytes>>);

impl Fetcher {
    pub(super) fn new() -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        connector.enforce_http(false);
        let secure = HttpsConnectorBuilder::new().with_webpki_roots().https_or_http().enable_http1();
        let connector = secure.wrap_connector(connector);
        Self(Client::builder(TokioExecutor::new()).pool_timer(TokioTimer::new()).build(connector))
    }
}

impl Fetch for Fetcher {
    async fn get(&self, url: &Url) -> Result<Fetched, String> {
        let answer = tokio::time::timeout(ANSWER, self.answer(url)).await;
        answer.unwrap_or_else(|_| Err(format!("no answer within {} seconds", ANSWER.as_secs())))
    }
}

impl Fetcher {
    async fn answer(&self, url: &Url) -> Result<Fetched, String> {
        let request = Request::get(url.as_str())
            .header(header::USER_AGENT, concat!("foundfirst-audit/", env!("CARGO_PKG_VERSION")))
            .header(header::ACCEPT, "text/html,*/*;q=0.8")
            .body(Empty::new())
            .map_err(|error| error.to_string())?;
        let response = self.0.request(request).await.map_err(|error| reason(&error))?;
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
}

/// Returns the innermost cause of an error: "Connection refused".
fn reason(error: &hyper_util::client::legacy::Error) -> String {
    let mut cause = error.source();
    while let Some(inner) = cause.and_then(std::error::Error::source) {
        cause = Some(inner);
    }
    cause.map_or_else(|| error.to_string(), ToString::to_string)
}
