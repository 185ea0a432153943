//! A mail server that fails in every way while visitors write and the process is killed: accepted messages are
//! stored, and delivered once.

use std::{
    collections::{HashMap, HashSet},
    io::{Read, Write},
    net::TcpStream,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

use crate::{
    cli::program::Place,
    http::smtp::{Mood, SmtpServer},
    testing::TestDatabase,
};
use chrono::{DateTime, Utc};
use foundfirst::storage::entities::{enquiries, outbox};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, sea_query::Expr};
use serde_json::json;

/// The behaviours of the server in turn, each with its duration in milliseconds.
const TURNS: [(Mood, u64); 6] = [
    (Mood::Willing, 300),
    (Mood::Vanishing, 200),
    (Mood::Busy, 200),
    (Mood::Willing, 300),
    (Mood::Full, 200),
    (Mood::Silent, 150),
];
/// How often the process is killed.
const ROUNDS: usize = 3;
/// How long visitors write in each round, in milliseconds, so that the kills come at different moments.
const WRITING: [u64; ROUNDS] = [1_700, 2_050, 1_390];
const VISITORS: usize = 5;
/// The pause between messages of a visitor: fifty messages a second in all.
const PAUSE: Duration = Duration::from_millis(100);

/// Sends a message from another network each time. Returns whether it was accepted; None when there was no response.
fn write_to(address: &str, number: usize) -> Option<bool> {
    let data = json!({"type": "contact", "name": "Anna Example", "email": format!("visitor{number}@example.org"),
        "message": format!("Message number {number}."), "elapsed_ms": 5_000});
    let body = json!({ "data": data }).to_string();
    let mut stream = TcpStream::connect(address).ok()?;
    stream.set_read_timeout(Some(Duration::from_secs(20))).ok()?;
    let head = format!(
        "POST /api/functions/send-contact-email HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\
         X-Forwarded-For: 198.{}.{}.7\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        18 + number / 256 % 2,
        number % 256,
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(body.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.starts_with("HTTP/1.1 ").then(|| answer.starts_with("HTTP/1.1 200 "))
}

/// Returns how often the server accepted each email, by the id in its `Message-ID`.
fn deliveries(server: &SmtpServer) -> HashMap<String, usize> {
    let mut count = HashMap::new();
    for mail in server.taken() {
        let (_, rest) = mail.data.split_once("Message-ID: <").unwrap();
        let id = rest.split('@').next().unwrap();
        *count.entry(id.to_owned()).or_default() += 1;
    }
    count
}

/// Returns the emails that the server accepted and that the database still has as unsent: the process was killed in
/// between, or the server closed the connection before its response was complete.
async fn in_flight(database: &TestDatabase, server: &SmtpServer) -> HashSet<String> {
    let open = database.open().await;
    let taken = deliveries(server);
    let queued = outbox::Entity::find().filter(outbox::Column::State.eq("queued")).all(open.reader()).await.unwrap();
    open.close().await;
    queued.iter().map(|row| row.id.to_string()).filter(|id| taken.contains_key(id)).collect()
}

/// Makes every queued email due, and ends the leases of killed processes.
async fn much_later(database: &TestDatabase) {
    let open = database.open().await;
    outbox::Entity::update_many()
        .col_expr(outbox::Column::NextAttemptAt, Expr::col(outbox::Column::CreatedAt))
        .col_expr(outbox::Column::LeasedUntil, Expr::value(None::<DateTime<Utc>>))
        .filter(outbox::Column::State.eq("queued"))
        .exec(open.writer())
        .await
        .unwrap();
    open.close().await;
}

async fn nothing_is_lost_and_nothing_is_sent_twice(database: TestDatabase) {
    let place = Place::new();
    let server = SmtpServer::start(Mood::Willing);
    let smtp = format!("smtp://{}?tls=none", server.address);
    let settings =
        ["--smtp-url", &smtp, "--database-url", &database.text, "--trusted-proxies", "127.0.0.0/8", "--log", "off"];
    let taken = Arc::new(Mutex::new(Vec::new()));
    let (number, mut allowed) = (Arc::new(AtomicUsize::new(0)), HashSet::new());
    for writing in WRITING {
        let site = place.serve(&settings);
        let over = Arc::new(AtomicBool::new(false));
        let visitors: Vec<_> = (0..VISITORS)
            .map(|_| {
                let (address, over) = (site.address.clone(), over.clone());
                let (taken, number) = (taken.clone(), number.clone());
                thread::spawn(move || {
                    while !over.load(Ordering::Relaxed) {
                        let number = number.fetch_add(1, Ordering::Relaxed);
                        match write_to(&address, number) {
                            Some(true) => taken.lock().unwrap().push(number),
                            // The site was killed before it responded, so it is unknown whether the message is stored.
                            None => {}
                            Some(false) => assert!(over.load(Ordering::Relaxed), "message {number} was refused"),
                        }
                        thread::sleep(PAUSE);
                    }
                })
            })
            .collect();
        let begun = Instant::now();
        let mut turns = TURNS.iter().cycle();
        while begun.elapsed() < Duration::from_millis(writing) {
            let (mood, pause) = turns.next().unwrap();
            server.feel(*mood);
            thread::sleep(Duration::from_millis(*pause));
        }
        // Dropping it sends SIGKILL, whatever the site is doing.
        drop(site);
        over.store(true, Ordering::Relaxed);
        for visitor in visitors {
            visitor.join().unwrap();
        }
        server.settle();
        allowed.extend(in_flight(&database, &server).await);
    }
    let taken = taken.lock().unwrap().clone();
    assert!(taken.len() > 20, "visitors were heard: {}", taken.len());

    much_later(&database).await;
    server.feel(Mood::Willing);
    let site = place.serve(&settings);
    let open = database.open().await;
    let kept = enquiries::Entity::find().all(open.reader()).await.unwrap();
    let kept: HashSet<&str> = kept.iter().map(|row| row.email.as_str()).collect();
    for number in taken {
        assert!(kept.contains(format!("visitor{number}@example.org").as_str()), "message {number} was lost");
    }
    let ids: Vec<String> =
        outbox::Entity::find().all(open.reader()).await.unwrap().iter().map(|row| row.id.to_string()).collect();
    assert!(ids.len() >= kept.len());
    let begun = Instant::now();
    while !deliveries(&server).keys().collect::<HashSet<_>>().is_superset(&ids.iter().collect()) {
        assert!(begun.elapsed() < Duration::from_mins(2), "every mail is delivered");
        thread::sleep(Duration::from_millis(100));
    }
    let (status, _) = site.stop();
    assert!(status.success());
    let waiting = outbox::Entity::find().filter(outbox::Column::State.ne("sent")).all(open.reader()).await.unwrap();
    assert_eq!(waiting, [], "and all of it is marked");
    open.close().await;
    let twice: HashSet<String> =
        deliveries(&server).into_iter().filter(|(_, count)| *count > 1).map(|(id, _)| id).collect();
    assert!(twice.is_subset(&allowed), "sent twice though it was marked: {:?}", twice.difference(&allowed));
    assert!(twice.len() <= ROUNDS, "one at most is on its way at each kill: {twice:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_and_three_kills_lose_nothing_on_sqlite() {
    nothing_is_lost_and_nothing_is_sent_twice(TestDatabase::empty_sqlite()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_outage_and_three_kills_lose_nothing_on_postgres() {
    nothing_is_lost_and_nothing_is_sent_twice(TestDatabase::postgres().await).await;
}
