//! An S3 bucket for tests, on a local server. Integration tests include this file by its path.

use std::{
    io::{BufRead, BufReader},
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::LazyLock,
};

use rusty_s3::{Bucket, Credentials, UrlStyle};
use tempfile::TempDir;

use super::{BucketUrl, MediaUrl};

/// An S3 server with one bucket; stops when dropped.
#[derive(Debug)]
pub struct TestBucket {
    /// Holds a directory for the bucket, with a file for each object.
    pub directory: TempDir,
    /// The address it listens on.
    pub address: SocketAddr,
    server: Child,
}

/// The bucket's name.
const BUCKET: &str = "pictures";

impl TestBucket {
    /// Starts the server on a free port.
    pub fn start() -> Self {
        let program = program().as_ref().unwrap_or_else(|reason| panic!("the S3 store of tests: {reason}"));
        let directory = tempfile::tempdir().unwrap();
        std::fs::create_dir(directory.path().join(BUCKET)).unwrap();
        // It exits when its standard input closes, so it never outlives the tests.
        let mut command = Command::new(program);
        command.arg(directory.path()).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut server = command.spawn().unwrap();
        let mut line = String::new();
        BufReader::new(server.stdout.take().unwrap()).read_line(&mut line).unwrap();
        Self { directory, address: line.trim().parse().unwrap(), server }
    }

    /// Returns URL and credentials of the bucket.
    pub fn url(&self) -> MediaUrl {
        url(self.address, "secret")
    }

    /// Returns the methods of the requests since the last call.
    pub fn requests(&self) -> Vec<String> {
        let file = self.directory.path().join(".requests");
        let lines = std::fs::read_to_string(&file).unwrap_or_default();
        let _ = std::fs::remove_file(file);
        lines.lines().map(|line| line.split(' ').next().unwrap_or_default().to_owned()).collect()
    }

    /// Returns the directory of the site's objects.
    pub fn root(&self) -> PathBuf {
        self.directory.path().join(BUCKET).join("site")
    }
}

impl Drop for TestBucket {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}

/// Returns the bucket of a server at `address`, with this secret key.
pub fn url(address: SocketAddr, secret: &str) -> MediaUrl {
    let endpoint = format!("http://{address}").parse().unwrap();
    let bucket = Bucket::new(endpoint, UrlStyle::Path, BUCKET, "us-east-1").unwrap();
    let credentials = Credentials::new("id", secret);
    MediaUrl::Bucket(Box::new(BucketUrl { bucket, prefix: "site/".to_owned(), credentials }))
}

/// Returns the server's binary, which is built when a test first needs it.
fn program() -> &'static Result<PathBuf, String> {
    static PROGRAM: LazyLock<Result<PathBuf, String>> = LazyLock::new(|| {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bucket-server/Cargo.toml");
        // target/debug/deps/tests
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let target = own.ancestors().nth(3).ok_or("tests run outside of a target directory")?.join("bucket-server");
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--locked", "--manifest-path"]).arg(manifest).arg("--target-dir").arg(&target);
        let built = cargo.output().map_err(|error| error.to_string())?;
        if built.status.success() {
            Ok(target.join("debug/bucket-server"))
        } else {
            Err(String::from_utf8_lossy(&built.stderr).into_owned())
        }
    });
    &PROGRAM
}
