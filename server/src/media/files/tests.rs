//! Tests of the media stores, each on a directory and on a bucket.

use std::{net::SocketAddr, path::PathBuf};

use http_body_util::BodyExt as _;
use tempfile::TempDir;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use super::{
    testing::{TestBucket, url},
    *,
};

/// Runs each test as `directory::name` and `bucket::name`.
macro_rules! on_both_stores {
    ($($name:ident),* $(,)?) => {
        mod directory {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Place::directory()).await;
            })*
        }

        mod bucket {
            $(#[tokio::test]
            async fn $name() {
                super::$name(super::Place::bucket()).await;
            })*
        }
    };
}

on_both_stores![
    a_working_store_passes_the_check,
    a_file_is_written_once_read_in_parts_and_removed,
    a_file_is_replaced,
    a_large_file_comes_in_pieces,
    no_path_leads_out_of_the_store,
];

struct Place {
    files: Files,
    /// The directory that holds the files.
    root: PathBuf,
    _kept: Owner,
}

/// Keeps the store alive.
enum Owner {
    Directory(#[expect(dead_code, reason = "is removed when it is dropped")] TempDir),
    Bucket(#[expect(dead_code, reason = "ends when it is dropped")] TestBucket),
}

impl Place {
    fn directory() -> Self {
        let kept = tempfile::tempdir().unwrap();
        let root = kept.path().join("media");
        Self { files: Files::new(&MediaUrl::Directory(root.clone())), root, _kept: Owner::Directory(kept) }
    }

    fn bucket() -> Self {
        let bucket = TestBucket::start();
        Self { files: Files::new(&bucket.url()), root: bucket.root(), _kept: Owner::Bucket(bucket) }
    }

    fn count(&self, folder: &str) -> usize {
        std::fs::read_dir(self.root.join(folder)).unwrap().count()
    }
}

async fn a_working_store_passes_the_check(place: Place) {
    place.files.check().await.unwrap();
    place.files.ready().await.unwrap();
    assert_eq!(place.count(""), 0, "the probe is removed");
}

async fn a_file_is_written_once_read_in_parts_and_removed(place: Place) {
    let files = &place.files;
    files.write("images/1-a.png", b"0123456789").await.unwrap();
    let again = files.write("images/1-a.png", b"other").await.unwrap_err();
    assert_eq!(again.kind(), io::ErrorKind::AlreadyExists, "writing replaces nothing: {again}");
    for (start, end, expected) in [(0, 10, &b"0123456789"[..]), (2, 5, b"234"), (9, 10, b"9"), (0, 0, b"")] {
        let kept = files.open("images/1-a.png").await.unwrap().unwrap();
        assert_eq!(kept.length, 10);
        let reading = kept.read(start, end).await.unwrap();
        assert_eq!(reading.collect().await.unwrap().to_bytes(), expected, "{start}..{end}");
    }
    let whole = files.read("images/1-a.png").await.unwrap().unwrap();
    assert_eq!(http_body::Body::size_hint(&whole).exact(), Some(10));
    assert_eq!(whole.read_all().await.unwrap(), b"0123456789");
    files.remove("images/1-a.png").await.unwrap();
    files.remove("images/1-a.png").await.unwrap();
    assert!(files.open("images/1-a.png").await.unwrap().is_none());
    assert!(files.read("images/1-a.png").await.unwrap().is_none());
    assert_eq!(place.count("images"), 0, "nothing half-written remains");
}

async fn a_file_is_replaced(place: Place) {
    let files = &place.files;
    for bytes in [&b"one"[..], b"another"] {
        files.replace("images/1-a.avif", bytes).await.unwrap();
        let read = files.read("images/1-a.avif").await.unwrap().unwrap();
        assert_eq!(read.read_all().await.unwrap(), bytes);
    }
    assert!(files.replace("../a.avif", b"x").await.is_err());
    let left = std::fs::read_dir(place.root.join("images")).unwrap().count();
    assert_eq!(left, 1, "no part of it is left");
}

async fn a_large_file_comes_in_pieces(place: Place) {
    let bytes: Vec<u8> = (0..3_000_000_u32).map(|number| number.to_le_bytes()[1]).collect();
    place.files.write("images/1-a.png", &bytes).await.unwrap();
    let kept = place.files.open("images/1-a.png").await.unwrap().unwrap();
    let mut reading = kept.read(0, 3_000_000).await.unwrap();
    let (mut received, mut largest) = (Vec::new(), 0);
    while let Some(frame) = reading.frame().await {
        let data = frame.unwrap().into_data().unwrap();
        largest = largest.max(data.len());
        received.extend_from_slice(&data);
    }
    assert!(received == bytes);
    assert!(largest <= 512 << 10, "a piece of {largest} bytes");
}

async fn no_path_leads_out_of_the_store(place: Place) {
    place.files.check().await.unwrap();
    std::fs::write(place.root.join("../secret"), b"x").unwrap();
    for path in ["../secret", "images/../../secret", "/etc/passwd", "", ".probe", "a\\b", "images//a", "a?b", "a%2Fb"] {
        assert!(place.files.open(path).await.unwrap().is_none(), "{path}");
        assert!(place.files.read(path).await.unwrap().is_none(), "{path}");
        assert!(place.files.write(path, b"y").await.is_err(), "{path}");
        assert!(place.files.remove(path).await.is_err(), "{path}");
    }
    assert_eq!(std::fs::read(place.root.join("../secret")).unwrap(), b"x");
}

#[tokio::test]
async fn a_whole_file_takes_one_request_and_a_range_two() {
    let bucket = TestBucket::start();
    let files = Files::new(&bucket.url());
    files.write("a.png", b"0123456789").await.unwrap();
    assert_eq!(bucket.requests(), ["PUT"]);
    files.read("a.png").await.unwrap().unwrap().read_all().await.unwrap();
    assert_eq!(bucket.requests(), ["GET"]);
    files.open("a.png").await.unwrap().unwrap().read(2, 5).await.unwrap().read_all().await.unwrap();
    assert_eq!(bucket.requests(), ["HEAD", "GET"]);
}

#[tokio::test]
async fn a_refusal_of_the_credentials_is_quoted() {
    let bucket = TestBucket::start();
    let files = Files::new(&url(bucket.address, "wrong"));
    let reason = files.check().await.unwrap_err().to_string();
    assert_eq!(reason, "the store responded with 403 Forbidden (SignatureDoesNotMatch)");
    assert!(files.ready().await.is_err() && files.open("a.png").await.is_err());
}

#[tokio::test]
async fn a_bucket_that_is_not_there_is_not_ready() {
    let bucket = TestBucket::start();
    std::fs::remove_dir_all(bucket.root().parent().unwrap()).unwrap();
    let files = Files::new(&bucket.url());
    assert_eq!(files.ready().await.unwrap_err().to_string(), "the store responded with 404 Not Found");
}

#[tokio::test]
async fn an_unreachable_store_is_reported_with_the_reason() {
    let address = TcpListener::bind("127.0.0.1:0").await.unwrap().local_addr().unwrap();
    let reason = Files::new(&url(address, "secret")).check().await.unwrap_err().to_string();
    assert!(reason.starts_with("Connection refused"), "{reason}");
}

/// A server that answers each connection with the next of these responses.
async fn scripted(answers: &'static [&'static str]) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let mut open = Vec::new();
        for answer in answers {
            let (mut stream, _) = listener.accept().await.unwrap();
            let _ = stream.read(&mut [0; 4096]).await.unwrap();
            stream.write_all(answer.as_bytes()).await.unwrap();
            if answer.contains("connection: close") {
                stream.shutdown().await.unwrap();
            }
            open.push(stream);
        }
        std::future::pending::<()>().await;
    });
    address
}

const BUSY: &str = "HTTP/1.1 503 Slow Down\r\ncontent-length: 0\r\nconnection: close\r\n\r\n";
const FOUND: &str = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\nconnection: close\r\n\r\n";

#[tokio::test]
async fn requests_to_a_busy_store_are_repeated_a_few_times() {
    let files = Files::new(&url(scripted(&[BUSY, BUSY, FOUND]).await, "secret"));
    assert_eq!(files.open("a.png").await.unwrap().unwrap().length, 10);
    let files = Files::new(&url(scripted(&[BUSY, BUSY, BUSY, FOUND]).await, "secret"));
    let reason = files.open("a.png").await.unwrap_err().to_string();
    assert_eq!(reason, "the store responded with 503 Service Unavailable");
}

#[tokio::test]
async fn a_file_that_ends_early_or_never_is_an_error() {
    let cut = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\nconnection: close\r\n\r\n01234";
    let silent = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\n01234";
    let whole = "HTTP/1.1 200 OK\r\ncontent-length: 11\r\nconnection: close\r\n\r\n0123456789x";
    for (answer, fault) in [(cut, "cut"), (silent, "silent")] {
        let script: &'static [&'static str] = vec![FOUND, answer].leak();
        let files = Files::new(&url(scripted(script).await, "secret"));
        let reading = files.open("a.png").await.unwrap().unwrap().read(0, 10).await.unwrap();
        assert!(reading.collect().await.is_err(), "{fault}");
    }
    let files = Files::new(&url(scripted(vec![cut].leak()).await, "secret"));
    assert!(files.read("a.png").await.unwrap().unwrap().read_all().await.is_err(), "cut");
    let sound = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\nconnection: close\r\n\r\n0123456789";
    let files = Files::new(&url(scripted(vec![cut, cut, sound].leak()).await, "secret"));
    assert_eq!(files.read_whole("a.png").await.unwrap().unwrap(), b"0123456789");
    let files = Files::new(&url(scripted(vec![cut, cut, cut].leak()).await, "secret"));
    assert!(files.read_whole("a.png").await.is_err(), "always cut");
    let endless = "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n0123456789";
    let files = Files::new(&url(scripted(vec![endless].leak()).await, "secret"));
    assert!(files.read("a.png").await.is_err(), "its length is not known");
    let files = Files::new(&url(scripted(vec![FOUND, whole].leak()).await, "secret"));
    assert!(files.open("a.png").await.unwrap().unwrap().read(0, 10).await.is_err(), "not the requested range");
}
