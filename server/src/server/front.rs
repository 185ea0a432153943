//! What stands before the router: answers that lie ready, and requests made ready for it.

use std::{
    future::{Future, Ready, ready},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
    time::SystemTime,
};

use axum::{Router, body::Body};
use bytes::Bytes;
use http::{Method, Request, Response, Uri};
use http_body::{Frame, SizeHint};
use hyper::body::Incoming;
use tokio::sync::mpsc;
use tower::ServiceExt;

use super::patience::{Awaited, PATIENCE};
use crate::{
    app::App,
    extract::Peer,
    pages::{
        key::page_key,
        serve::{DATA_PREFIX, Form},
    },
    prepared::{Prepared, Wants},
    render::CachedPage,
};

/// After so many hits a page is worth the best compression.
const WORTH_COMPRESSING: u32 = 3;

/// Answers the requests of one connection.
pub struct Front {
    /// The site.
    pub app: App,
    /// What answers when nothing lies ready.
    pub router: Router,
    /// Who is at the other end.
    pub peer: Peer,
    /// Takes pages that are worth the best compression.
    pub upgrades: mpsc::Sender<Arc<CachedPage>>,
    /// Files of the built-in brand in whose place the router answers for another one.
    pub replaced: &'static [&'static str],
}

impl Front {
    /// What `give` makes of the answer to a GET or HEAD, when it lies ready.
    pub fn prepared<T>(
        &self,
        path: &str,
        query: Option<&str>,
        wants: &Wants,
        now: SystemTime,
        give: impl FnOnce(&Prepared) -> T,
    ) -> Option<T> {
        let key = page_key(path, query)?;
        let given = if let Some(page) = self.app.cache.get(self.app.content.version(), &key, now) {
            if page.hits() == WORTH_COMPRESSING {
                // A full queue means that better pages are being compressed already.
                let _ = self.upgrades.try_send(page.clone());
            }
            give(page.prepared(wants))
        } else if self.replaced.contains(&path) {
            return None;
        } else {
            give(self.app.assets.prepared(path, wants)?)
        };
        self.app.metrics.fast.inc();
        Some(given)
    }
}

impl hyper::service::Service<Request<Incoming>> for Front {
    type Response = Response<Answer>;
    type Error = std::convert::Infallible;
    type Future = Answering;

    fn call(&self, request: Request<Incoming>) -> Answering {
        let (method, uri) = (request.method(), request.uri());
        if matches!(*method, Method::GET | Method::HEAD) {
            let now = SystemTime::from(self.app.clock.now());
            let wants = Wants::of(request.headers());
            let response = |answer: &Prepared| answer.response(method);
            if let Some(response) = self.prepared(uri.path(), uri.query(), &wants, now, response) {
                return Answering::Prepared(ready(Ok(response.map(|bytes| Answer::Prepared(Some(bytes))))));
            }
        }
        let router = self.router.clone();
        let request = with_form(request.map(|body| Body::new(Awaited::new(body, PATIENCE))), self.peer);
        Answering::Routed(Box::pin(async move {
            router.oneshot(request).await.map(|response| response.map(Answer::Routed))
        }))
    }
}

/// Takes `/_data` off the path and notes that data is wanted, so that one route serves both forms of a page.
pub fn with_form(mut request: Request<Body>, peer: Peer) -> Request<Body> {
    request.extensions_mut().insert(peer);
    let rest = request.uri().path_and_query().and_then(|address| address.as_str().strip_prefix(DATA_PREFIX));
    let page = match rest {
        Some("") => Some("/".to_owned()),
        Some(rest) if rest.starts_with('/') => Some(rest.to_owned()),
        Some(rest) if rest.starts_with('?') => Some(format!("/{rest}")),
        _ => None,
    };
    let form = match page.and_then(|page| page.parse::<Uri>().ok()) {
        Some(uri) => {
            *request.uri_mut() = uri;
            Form::Data
        }
        None => Form::Html,
    };
    request.extensions_mut().insert(form);
    request
}

/// An answer on its way.
pub enum Answering {
    Prepared(Ready<Result<Response<Answer>, std::convert::Infallible>>),
    Routed(Pin<Box<dyn Future<Output = Result<Response<Answer>, std::convert::Infallible>> + Send>>),
}

impl Future for Answering {
    type Output = Result<Response<Answer>, std::convert::Infallible>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        match self.get_mut() {
            Self::Prepared(answer) => Pin::new(answer).poll(context),
            Self::Routed(answer) => answer.as_mut().poll(context),
        }
    }
}

/// The body of an answer: bytes that lay ready, or what the router makes.
pub enum Answer {
    Prepared(Option<Bytes>),
    Routed(Body),
}

impl http_body::Body for Answer {
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
