//! What a site can do while a backup is restored into its database.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    process::Stdio,
    sync::mpsc,
    time::Duration,
};

use foundfirst::storage::entities::removed_files;
use sea_orm::EntityTrait;
use uuid::Uuid;

use super::{
    run,
    whole_site::{PICTURE, add, enquiry, everything, fill, moment},
};
use crate::{
    cli::program::{Place, Run},
    testing::TestDatabase,
};

/// An empty bucket that signals when the first file is written to it, and responds to that after `go`. Returns its
/// address.
fn waiting_bucket(begun: mpsc::Sender<()>, go: mpsc::Receiver<()>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        let mut first = Some((begun, go));
        for stream in listener.incoming() {
            let stream = stream.unwrap();
            let method = receive(&mut BufReader::new(&stream));
            if method == "PUT"
                && let Some((begun, go)) = first.take()
            {
                begun.send(()).unwrap();
                go.recv().unwrap();
            }
            let status = if method == "HEAD" { "404 Not Found" } else { "200 OK" };
            let answer = format!("HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
            (&stream).write_all(answer.as_bytes()).unwrap();
        }
    });
    address
}

/// Reads a request and returns its method.
fn receive(stream: &mut BufReader<&TcpStream>) -> String {
    let (mut method, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).unwrap();
        if method.is_empty() {
            line.split(' ').next().unwrap().clone_into(&mut method);
        }
        if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap();
        }
        if line == "\r\n" {
            break;
        }
    }
    stream.read_exact(&mut vec![0; length]).unwrap();
    method
}

/// Images take longest: until they are in the store, visitors' messages are taken. One is content, which is replaced with
/// `--force` only. Meanwhile the site keeps the restored files, even those that it was about to remove.
async fn messages_are_taken_while_images_are_restored(to: TestDatabase) {
    let place = Place::new();
    let from = TestDatabase::empty_sqlite();
    fill(&place, &from).await;
    run(&place, &from, &["backup", "site.tar.zst"]).ok();
    let before = everything(&from).await;
    let open = to.open().await;
    add(open.writer(), removed_files::Model { path: PICTURE.to_owned(), next_attempt_at: moment(0) }).await;
    let to_remove = async || {
        let open = to.open().await;
        let row = removed_files::Entity::find().one(open.reader()).await.unwrap();
        open.close().await;
        row.map(|row| row.next_attempt_at)
    };

    for arguments in [&["restore", "site.tar.zst"][..], &["restore", "site.tar.zst", "--force"]] {
        let ((begun, has_begun), (go, goes)) = (mpsc::channel(), mpsc::channel());
        let mut command = place.command(&[arguments, &["--database-url", &to.text]].concat());
        command.env("FOUNDFIRST_MEDIA_URL", "s3://pictures/site");
        command.env("AWS_ENDPOINT_URL", format!("http://{}", waiting_bucket(begun, goes)));
        command.env("AWS_ACCESS_KEY_ID", "id").env("AWS_SECRET_ACCESS_KEY", "secret");
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        has_begun.recv_timeout(Duration::from_mins(1)).unwrap();
        let sent = async {
            let transaction = open.begin_write().await.unwrap();
            add(&transaction, enquiry(Uuid::now_v7())).await;
            transaction.commit().await.unwrap();
        };
        tokio::time::timeout(Duration::from_secs(8), sent).await.unwrap();
        assert!(to_remove().await.is_some_and(|at| at != moment(0)), "the removal is put off");
        go.send(()).unwrap();
        let restored = Run::of(child.wait_with_output().unwrap());
        if arguments.contains(&"--force") {
            restored.ok();
            assert_eq!(everything(&to).await, before);
            assert_eq!(to_remove().await, None, "the restored site has the file");
        } else {
            assert!(restored.failure().starts_with("the database already has content"), "{restored:?}");
            assert_eq!(everything(&to).await.len(), 1, "the message");
        }
    }
    open.close().await;
}

#[tokio::test]
async fn messages_are_taken_while_images_are_restored_on_sqlite() {
    messages_are_taken_while_images_are_restored(TestDatabase::empty_sqlite()).await;
}

#[tokio::test]
async fn messages_are_taken_while_images_are_restored_on_postgres() {
    messages_are_taken_while_images_are_restored(TestDatabase::postgres().await).await;
}
