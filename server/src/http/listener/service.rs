//! The HTTP service of a connection: prepared responses first, the router for everything else.

use std::{
    future::{Future, Ready, ready},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::SystemTime,
};

use axum::{Router, body::Body, response::IntoResponse};
use bytes::Bytes;
use http::{Method, Request, Response, StatusCode, Version, header};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tokio::sync::mpsc;
use tower::ServiceExt;

use crate::http::{
    app::App,
    errors::HttpError,
    page_cache::CachedPage,
    pages::{
        key::{page_key, versions_of},
        serve::with_representation,
    },
    prepared::{Negotiation, PreparedResponse},
    proxies::Peer,
    security,
};

/// Answers the requests of a connection.
pub struct ConnectionService {
    /// The application.
    pub app: App,
    /// Answers requests without a prepared response.
    pub router: Router,
    /// The IP address of the client.
    pub peer: Peer,
    /// The queue of pages to compress better.
    pub upgrades: mpsc::Sender<Arc<CachedPage>>,
    /// Paths of files that the router answers instead, because they belong to the built-in brand.
    pub replaced: &'static [&'static str],
}

impl ConnectionService {
    /// Calls `respond` with the prepared response to a GET or HEAD. Returns `None` when there is none.
    pub fn prepared<T>(
        &self,
        path: &str,
        query: Option<&str>,
        negotiation: &Negotiation,
        now: SystemTime,
        respond: impl FnOnce(&PreparedResponse) -> T,
    ) -> Option<T> {
        let key = page_key(path, query)?;
        let versions = versions_of(&key, self.app.content.versions());
        let answer = if let Some(page) = self.app.cache.get(versions, &key, now) {
            if page.claim_upgrade() && self.upgrades.try_send(page.clone()).is_err() {
                // The queue is full: a later request asks again.
                page.release_upgrade();
            }
            respond(page.prepared(negotiation))
        } else if self.replaced.contains(&path) {
            return None;
        } else {
            respond(self.app.assets.prepared(path, negotiation)?)
        };
        self.app.metrics.fast.inc();
        Some(answer)
    }
}

impl ConnectionService {
    fn refuse_host(&self) -> ResponseFuture {
        let message = "An HTTP/1.1 request must have exactly one Host header".to_owned();
        let mut response = HttpError::BadRequest { code: "bad_host", message }.into_response();
        security::protect(response.headers_mut(), self.app.url.is_https());
        self.app.metrics.answered(response.status());
        ResponseFuture::Prepared(ready(Ok(response.map(ResponseBody::Routed))))
    }
}

/// Returns whether a request has exactly one `Host` header, or in HTTP/1.0 at most one (RFC 9112, 3.2). Of two, an
/// intermediary might use the other.
fn names_one_host<T>(request: &Request<T>) -> bool {
    match request.headers().get_all(header::HOST).iter().count() {
        0 => request.version() < Version::HTTP_11,
        hosts => hosts == 1,
    }
}

impl hyper::service::Service<Request<Incoming>> for ConnectionService {
    type Response = Response<ResponseBody>;
    type Error = std::convert::Infallible;
    type Future = ResponseFuture;

    fn call(&self, request: Request<Incoming>) -> ResponseFuture {
        if !names_one_host(&request) {
            return self.refuse_host();
        }
        let (method, uri) = (request.method(), request.uri());
        if matches!(*method, Method::GET | Method::HEAD) {
            let now = SystemTime::from(self.app.clock.now());
            let negotiation = Negotiation::of(request.headers());
            let response = |answer: &PreparedResponse| answer.response(method);
            if let Some(response) = self.prepared(uri.path(), uri.query(), &negotiation, now, response) {
                return ResponseFuture::Prepared(ready(Ok(response.map(|bytes| ResponseBody::Prepared(Some(bytes))))));
            }
        }
        let router = self.router.clone();
        let request = with_representation(request.map(Body::new), self.peer);
        ResponseFuture::Routed(Box::pin(async move {
            let Ok(mut response) = router.oneshot(request).await;
            // The router gives every empty body the length 0. A 304 has that of the response in its place, or none
            // (RFC 9110, 8.6).
            if response.status() == StatusCode::NOT_MODIFIED {
                response.headers_mut().remove(header::CONTENT_LENGTH);
            }
            Ok(response.map(ResponseBody::Routed))
        }))
    }
}

/// The future of a response.
pub enum ResponseFuture {
    Prepared(Ready<Result<Response<ResponseBody>, std::convert::Infallible>>),
    Routed(Pin<Box<dyn Future<Output = Result<Response<ResponseBody>, std::convert::Infallible>> + Send>>),
}

impl Future for ResponseFuture {
    type Output = Result<Response<ResponseBody>, std::convert::Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Prepared(answer) => Pin::new(answer).poll(context),
            Self::Routed(answer) => answer.as_mut().poll(context),
        }
    }
}

/// The body of a response: prepared bytes, or the router's body.
pub enum ResponseBody {
    Prepared(Option<Bytes>),
    Routed(Body),
}

impl http_body::Body for ResponseBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match self.get_mut() {
            Self::Prepared(bytes) => {
                Poll::Ready(bytes.take().filter(|bytes| !bytes.is_empty()).map(|bytes| Ok(Frame::data(bytes))))
            }
            Self::Routed(body) => Pin::new(body).poll_frame(context),
        }
    }

    fn is_end_stream(&self) -> bool {
        match self {
            Self::Prepared(bytes) => bytes.as_ref().is_none_or(Bytes::is_empty),
            Self::Routed(body) => body.is_end_stream(),
        }
    }

    fn size_hint(&self) -> SizeHint {
        match self {
            Self::Prepared(bytes) => SizeHint::with_exact(bytes.as_ref().map_or(0, |bytes| bytes.len() as u64)),
            Self::Routed(body) => body.size_hint(),
        }
    }
}
