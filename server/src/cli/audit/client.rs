//! Fetches addresses of a site.

use std::time::Duration;

use bytes::Bytes;
use http::{Request, header};
use http_body_util::Empty;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use url::Url;

use crate::{
    error::root_cause,
    http::site_fetch::{patiently, read},
    site_health::{Fetch, Fetched},
};

/// Timeout for connecting.
const CONNECT: Duration = Duration::from_secs(5);

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
        patiently(|| self.answer(url)).await
    }
}

impl Fetcher {
    async fn answer(&self, url: &Url) -> Result<Fetched, String> {
        let request = Request::get(url.as_str())
            .header(header::USER_AGENT, concat!("foundfirst-audit/", env!("CARGO_PKG_VERSION")))
            .header(header::ACCEPT, "text/html,*/*;q=0.8")
            .body(Empty::new())
            .map_err(|error| error.to_string())?;
        let response = self.0.request(request).await.map_err(|error| root_cause(&error))?;
        read(response).await
    }
}
