//! Files as objects in an S3 bucket. Requests have a signed URL and a time limit, and are retried when the store is
//! busy or unreachable.

use std::{io, ops::Range, sync::Arc, time::Duration};

use bytes::Bytes;
use http::{HeaderValue, Method, Request, Response, StatusCode, header};
use http_body::Body as _;
use http_body_util::Full;
use hyper::body::Incoming;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::{
    client::legacy::{Client, connect::HttpConnector},
    rt::{TokioExecutor, TokioTimer},
};
use pictures::Kind;
use rusty_s3::S3Action;
use url::Url;

use super::{FileStream, Source, StoredFile};
use crate::{config::media::BucketUrl, error::root_cause};

/// Validity of a signed URL: long enough for clocks that differ.
const VALID: Duration = Duration::from_mins(15);
/// Timeouts for connecting to the store, and for its response headers.
const CONNECT: Duration = Duration::from_secs(3);
const ANSWER: Duration = Duration::from_secs(10);
/// Timeout for uploading a file.
const RECEIVE: Duration = Duration::from_secs(30);
/// Maximum number of attempts per request, and the pause after the first, which is tripled after the second.
const ATTEMPTS: u32 = 3;
const PAUSE: Duration = Duration::from_millis(150);

/// A prefix in a bucket.
#[derive(Debug, Clone)]
pub struct Bucket(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    url: BucketUrl,
    client: Client<HttpsConnector<HttpConnector>, Full<Bytes>>,
}

/// What happens to an object with the path of a new one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Existing {
    Refused,
    Replaced,
}

/// A request to the store.
#[derive(Debug, Clone, Copy)]
enum Call<'a> {
    /// Checks that the bucket exists.
    Bucket,
    Head(&'a str),
    /// Reads an object, or a range of it.
    Get(&'a str, Option<&'a Range<u64>>),
    Put(&'a str, &'a Bytes, Existing),
    Delete(&'a str),
}

impl Bucket {
    /// Returns the files at `url`.
    pub fn new(url: BucketUrl) -> Self {
        let mut connector = HttpConnector::new();
        connector.set_connect_timeout(Some(CONNECT));
        connector.set_nodelay(true);
        connector.enforce_http(false);
        let connector = HttpsConnectorBuilder::new().with_webpki_roots();
        let connector = connector.https_or_http().enable_http1().build();
        let client = Client::builder(TokioExecutor::new())
            .pool_timer(TokioTimer::new())
            .pool_idle_timeout(Duration::from_secs(20))
            .build(connector);
        Self(Arc::new(Inner { url, client }))
    }

    /// Writes an object, reads it, deletes it, and finds that it is gone. Without the right to list the bucket, some
    /// stores answer 403 for a missing object.
    pub async fn check(&self) -> io::Result<()> {
        let probe = format!("probe-{}", uuid::Uuid::now_v7());
        self.write(&probe, b"probe").await?;
        let found = self.open(&probe).await;
        self.remove(&probe).await?;
        match (found?, self.open(&probe).await?) {
            (Some(StoredFile { length: 5, .. }), None) => Ok(()),
            _ => Err(io::Error::other("the store does not return what was just written")),
        }
    }

    pub async fn ready(&self) -> io::Result<()> {
        let answer = self.ask_once(Call::Bucket, false).await?;
        if answer.status().is_success() { Ok(()) } else { Err(error_response(answer).await) }
    }

    pub async fn write(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.put(path, bytes, Existing::Refused).await
    }

    pub async fn replace(&self, path: &str, bytes: &[u8]) -> io::Result<()> {
        self.put(path, bytes, Existing::Replaced).await
    }

    async fn put(&self, path: &str, bytes: &[u8], existing: Existing) -> io::Result<()> {
        let answer = self.ask(Call::Put(path, &Bytes::copy_from_slice(bytes), existing)).await?;
        match answer.status() {
            StatusCode::PRECONDITION_FAILED => Err(io::ErrorKind::AlreadyExists.into()),
            status if status.is_success() => Ok(()),
            _ => Err(error_response(answer).await),
        }
    }

    pub async fn open(&self, path: &str) -> io::Result<Option<StoredFile>> {
        let answer = self.ask(Call::Head(path)).await?;
        if answer.status() == StatusCode::NOT_FOUND {
            return Ok(None);
        }
        if !answer.status().is_success() {
            return Err(error_response(answer).await);
        }
        let length = answer.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
        let length = length.ok_or_else(missing_length)?;
        Ok(Some(StoredFile { source: Source::Object { bucket: self.clone(), path: path.to_owned() }, length }))
    }

    /// Streams an object with a single request, where [`Self::open`] and [`Self::read_part`] need two.
    pub async fn read(&self, path: &str) -> io::Result<Option<FileStream>> {
        let answer = self.ask(Call::Get(path, None)).await?;
        match (answer.status(), answer.body().size_hint().exact()) {
            (StatusCode::NOT_FOUND, _) => Ok(None),
            (StatusCode::OK, Some(length)) => Ok(Some(FileStream::of_response(answer.into_body(), length))),
            (StatusCode::OK, None) => Err(missing_length()),
            _ => Err(error_response(answer).await),
        }
    }

    pub async fn read_part(&self, path: &str, start: u64, end: u64) -> io::Result<FileStream> {
        if start >= end {
            return Ok(FileStream::empty());
        }
        let answer = self.ask(Call::Get(path, Some(&(start..end)))).await?;
        let length = end.saturating_sub(start);
        match (answer.status(), answer.body().size_hint().exact()) {
            // A store without support for ranges sends the whole object, which is correct when all of it is wanted.
            (StatusCode::OK | StatusCode::PARTIAL_CONTENT, Some(sent)) if sent == length => {
                Ok(FileStream::of_response(answer.into_body(), length))
            }
            (StatusCode::OK | StatusCode::PARTIAL_CONTENT, _) => {
                Err(io::Error::other("the store sent a different range from the one requested"))
            }
            _ => Err(error_response(answer).await),
        }
    }

    pub async fn remove(&self, path: &str) -> io::Result<()> {
        let answer = self.ask(Call::Delete(path)).await?;
        match answer.status() {
            StatusCode::NOT_FOUND => Ok(()),
            status if status.is_success() => Ok(()),
            _ => Err(error_response(answer).await),
        }
    }

    /// Sends a request, and retries it a few times while the store is busy.
    async fn ask(&self, call: Call<'_>) -> io::Result<Response<Incoming>> {
        let mut attempt = 1;
        loop {
            // Creating fails when the object exists, except on a repeated attempt: the failed one may have written
            // it. Stores without conditional writes answer 501.
            let result = self.ask_once(call, attempt == 1).await;
            let again = match &result {
                Ok(answer) => {
                    answer.status().is_server_error()
                        || matches!(answer.status(), StatusCode::TOO_MANY_REQUESTS | StatusCode::CONFLICT)
                }
                Err(_) => true,
            };
            if !again || attempt == ATTEMPTS {
                return result;
            }
            tokio::time::sleep(PAUSE * 3_u32.pow(attempt - 1)).await;
            attempt += 1;
        }
    }

    async fn ask_once(&self, call: Call<'_>, first: bool) -> io::Result<Response<Incoming>> {
        let request = self.request(call, first)?;
        let limit = if matches!(call, Call::Put(..)) { RECEIVE } else { ANSWER };
        match tokio::time::timeout(limit, self.0.client.request(request)).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(io::Error::other(root_cause(&error))),
            Err(_) => Err(io::Error::new(io::ErrorKind::TimedOut, "the store did not respond in time")),
        }
    }

    fn request(&self, call: Call<'_>, first: bool) -> io::Result<Request<Full<Bytes>>> {
        let BucketUrl { bucket, prefix, credentials } = &self.0.url;
        let (credentials, key) = (Some(credentials), |path: &str| format!("{prefix}{path}"));
        let (method, address): (Method, Url) = match call {
            Call::Bucket => (Method::HEAD, bucket.head_bucket(credentials).sign(VALID)),
            Call::Head(path) => (Method::HEAD, bucket.head_object(credentials, &key(path)).sign(VALID)),
            Call::Get(path, _) => (Method::GET, bucket.get_object(credentials, &key(path)).sign(VALID)),
            Call::Put(path, ..) => (Method::PUT, bucket.put_object(credentials, &key(path)).sign(VALID)),
            Call::Delete(path) => (Method::DELETE, bucket.delete_object(credentials, &key(path)).sign(VALID)),
        };
        let mut request = Request::builder().method(method).uri(address.as_str());
        let mut body = Full::default();
        match call {
            Call::Get(_, Some(part)) => {
                let last = part.end.saturating_sub(1);
                request = request.header(header::RANGE, format!("bytes={}-{last}", part.start));
            }
            Call::Put(path, bytes, existing) => {
                if first && existing == Existing::Refused {
                    request = request.header(header::IF_NONE_MATCH, HeaderValue::from_static("*"));
                }
                if let Some(kind) = Kind::of_path(path) {
                    request = request.header(header::CONTENT_TYPE, HeaderValue::from_static(kind.mime_type()));
                }
                body = Full::new(bytes.clone());
            }
            _ => {}
        }
        request.body(body).map_err(io::Error::other)
    }
}

fn missing_length() -> io::Error {
    io::Error::other("the store does not state the length of an object")
}

/// Describes an error response: the status, and the code from its XML.
async fn error_response(answer: Response<Incoming>) -> io::Error {
    let status = answer.status();
    let mut reading = answer.into_body();
    let mut text = Vec::new();
    let read = async {
        while text.len() < 4096 {
            let frame = std::future::poll_fn(|cx| std::pin::Pin::new(&mut reading).poll_frame(cx)).await;
            let Some(Ok(Ok(data))) = frame.map(|frame| frame.map(hyper::body::Frame::into_data)) else { break };
            text.extend_from_slice(&data);
        }
    };
    let _ = tokio::time::timeout(CONNECT, read).await;
    let text = String::from_utf8_lossy(&text);
    let code = text.split_once("<Code>").and_then(|(_, rest)| rest.split_once("</Code>")).map(|(code, _)| code);
    let code = code.map(|code| format!(" ({code})")).unwrap_or_default();
    io::Error::other(format!("the store responded with {status}{code}"))
}
