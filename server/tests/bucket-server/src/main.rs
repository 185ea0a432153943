//! `bucket-server DIRECTORY`: an S3 server with a bucket for each subdirectory, for the access key `id` with the
//! secret `secret`. Prints its address, logs requests to the file `.requests` in the directory, and exits when its
//! standard input closes.

use std::{
    fs::File,
    io::{Read, Write},
    path::Path,
};

use hyper::{
    server::conn::http1,
    service::{Service, service_fn},
};
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
        let (service, directory) = (service.clone(), directory.clone());
        let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
            note(&directory, &format!("{} {}\n", request.method(), request.uri().path()));
            Service::call(&service, request)
        });
        tokio::spawn(http1::Builder::new().serve_connection(TokioIo::new(stream), service));
    }
}

/// Called before the response, so that the line is in the file once the client has the response. Tests may have deleted
/// the directory.
fn note(directory: &str, line: &str) {
    let file = File::options().create(true).append(true).open(Path::new(directory).join(".requests"));
    let _ = file.and_then(|mut file| file.write_all(line.as_bytes()));
}
