//! `bucket-server DIRECTORY`: an S3 store with a bucket for each directory there, for the key `id` with the secret `secret`. Prints
//! where it listens, and ends when its standard input does.

use std::io::Read;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use s3s::{auth::SimpleAuth, service::S3ServiceBuilder};
use s3s_fs::FileSystem;
use tokio::net::TcpListener;

#[tokio::main(flavor = "current_thread")]
async fn main() {
    let directory = std::env::args().nth(1).expect("usage: bucket-server DIRECTORY");
    let mut builder = S3ServiceBuilder::new(FileSystem::new(&directory).expect("the directory"));
    builder.set_auth(SimpleAuth::from_single("id", "secret"));
    let service = builder.build();
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    println!("{}", listener.local_addr().expect("its address"));
    std::thread::spawn(|| {
        let _ = std::io::stdin().read_to_end(&mut Vec::new());
        std::process::exit(0);
    });
    while let Ok((stream, _)) = listener.accept().await {
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service.clone()));
    }
}
