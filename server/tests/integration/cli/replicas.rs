//! Two processes on one PostgreSQL database share the outbox: each email is sent once.

use std::{
    collections::HashMap,
    io::{Read, Write},
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};

use serde_json::json;

use crate::{
    cli::program::{Place, Server},
    http::smtp::{Mood, SmtpServer},
    testing::TestDatabase,
};

const MESSAGES: usize = 300;

fn write_to(site: &Server, number: usize) {
    let data = json!({"type": "contact", "name": "Anna Example", "email": format!("visitor{number}@example.org"),
        "message": format!("Message number {number}."), "elapsed_ms": 5_000});
    let body = json!({ "data": data }).to_string();
    let mut stream = TcpStream::connect(&site.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    write!(
        stream,
        "POST /api/functions/send-contact-email HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n\
         X-Forwarded-For: 2001:db8:0:{number:x}::7\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        site.address,
        body.len()
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 "), "{answer}");
}

/// Returns how often each email was accepted.
fn deliveries(server: &SmtpServer) -> HashMap<String, usize> {
    let mut count = HashMap::new();
    for mail in server.taken() {
        let (_, rest) = mail.data.split_once("Message-ID: <").unwrap();
        *count.entry(rest.split('>').next().unwrap().to_owned()).or_default() += 1;
    }
    count
}

#[tokio::test(flavor = "multi_thread")]
async fn two_replicas_send_no_mail_twice() {
    let database = TestDatabase::postgres().await;
    let server = SmtpServer::start(Mood::Busy);
    let smtp = format!("smtp://{}?tls=none", server.address);
    let settings = [
        "--smtp-url",
        &smtp,
        "--database-url",
        &database.text,
        "--public-url",
        "https://foundfirst.example",
        "--trusted-proxies",
        "127.0.0.0/8",
        "--log",
        "off,foundfirst::mail=info",
    ];
    let places = [Place::new(), Place::new()];
    let sites = [places[0].serve(&settings), places[1].serve(&settings)];
    // A backlog first, then more while both are sending.
    for number in 0..MESSAGES {
        if number == MESSAGES / 2 {
            server.feel(Mood::Willing);
        }
        write_to(&sites[number % 2], number);
    }
    let begun = Instant::now();
    while deliveries(&server).len() < MESSAGES {
        assert!(begun.elapsed() < Duration::from_mins(2), "{} of {MESSAGES} emails", deliveries(&server).len());
        thread::sleep(Duration::from_millis(50));
    }
    let sent = sites.map(|site| {
        let (status, log) = site.stop();
        assert!(status.success());
        log.matches("email delivered").count()
    });
    assert_eq!(sent[0] + sent[1], MESSAGES, "{sent:?}");
    assert!(sent[0] > 0 && sent[1] > 0, "both have sent: {sent:?}");
    let twice: Vec<_> = deliveries(&server).into_iter().filter(|(_, count)| *count > 1).collect();
    assert_eq!(twice, [], "sent by both");
}
