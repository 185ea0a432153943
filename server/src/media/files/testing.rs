//! Places for files in tests: a directory, or a bucket of an S3 store that runs inside the test. Integration tests include this file
//! by its path.

use std::{net::SocketAddr, path::PathBuf};

use hyper_util::rt::TokioIo;
use rusty_s3::{Bucket, Credentials, UrlStyle};
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use tempfile::TempDir;
use tokio::net::TcpListener;

use super::{BucketUrl, MediaUrl};

/// An S3 store with one bucket, which serves until the test's runtime ends.
#[derive(Debug)]
pub struct TestBucket {
    /// Holds a directory for the bucket, and in it a file for each object.
    pub directory: TempDir,
    /// Where it listens.
    pub address: SocketAddr,
}

/// The bucket's name.
pub const BUCKET: &str = "pictures";

impl TestBucket {
    /// Starts the store on a free port.
    pub async fn start() -> Self {
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir(directory.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(directory.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single("id", "secret"));
        let service = builder.build();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let connection =
                    hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone());
                tokio::spawn(connection);
            }
        });
        Self { directory, address }
    }

    /// Where it is, and the key to it.
    pub fn url(&self) -> MediaUrl {
        url(self.address, "secret")
    }

    /// The directory of the site's objects.
    pub fn root(&self) -> PathBuf {
        self.directory.path().join(BUCKET).join("site")
    }
}

/// The bucket of a store at `address`, opened with this secret.
pub fn url(address: SocketAddr, secret: &str) -> MediaUrl {
    let endpoint = format!("http://{address}").parse().unwrap();
    let bucket = Bucket::new(endpoint, UrlStyle::Path, BUCKET, "us-east-1").unwrap();
    let credentials = Credentials::new("id", secret);
    MediaUrl::Bucket(Box::new(BucketUrl { bucket, prefix: "site/".to_owned(), credentials }))
}
