//! Mail and the servers that take it, or refuse it, or fall silent: nothing that a visitor sends is lost.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use foundfirst::mail::dkim::Signer;
use serde_json::json;

use super::{
    site::{TestDatabase, TestSite, on_both_engines},
    smtp::{Mood, SmtpServer},
};

on_both_engines![
    mail_goes_to_the_server_once,
    mail_is_signed_by_the_domain_that_answers_for_it,
    mail_survives_every_way_in_which_a_server_fails,
    mail_is_given_up_after_three_days_and_said_so,
    the_worker_delivers_at_once_and_stops_when_told,
];

/// A site whose mail goes to `server`, and is not waited for longer than that.
async fn site(database: TestDatabase, server: &SmtpServer, patience: Duration) -> TestSite {
    let url = format!("smtp://{}", server.address).parse().unwrap();
    TestSite::with(database, |config, parts| {
        config.smtp = Some(url);
        parts.mail_patience = patience;
    })
    .await
}

async fn send(site: &TestSite, number: usize) {
    let data = json!({"type": "contact", "name": "Anna", "email": format!("anna{number}@example.org"),
        "message": format!("Message {number}")});
    site.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
}

const PATIENT: Duration = Duration::from_secs(20);

async fn mail_goes_to_the_server_once(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    let site = site(database, &server, PATIENT).await;
    send(&site, 1).await;
    for _ in 0..3 {
        site.app.outbox.deliver_due().await.unwrap();
    }
    let mails = server.taken();
    assert_eq!(mails.len(), 1);
    assert_eq!(
        (mails[0].from.as_str(), mails[0].to.as_str()),
        ("hello@foundfirst.example", "hello@foundfirst.example")
    );
    assert!(mails[0].data.contains("> Message 1"), "{}", mails[0].data);
    assert_eq!(site.app.outbox.counts().await.unwrap().sent, 1);
}

async fn mail_is_signed_by_the_domain_that_answers_for_it(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    let url = format!("smtp://{}", server.address).parse().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let key = directory.path().join("key.pem");
    std::fs::write(&key, include_str!("../../../src/mail/dkim_test_key.pem")).unwrap();
    let signer = Signer::load(&key, "foundfirst.example", "autumn").unwrap();
    let site = TestSite::with(database, |config, _| {
        config.smtp = Some(url);
        config.dkim = Some(Arc::new(signer));
    })
    .await;
    send(&site, 1).await;
    site.app.outbox.deliver_due().await.unwrap();
    let mail = server.taken().remove(0).data;
    let begin = "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed; d=foundfirst.example;\r\n s=autumn; t=";
    assert!(mail.starts_with(begin), "{mail}");
    assert!(mail.contains("> Message 1"));
}

async fn mail_survives_every_way_in_which_a_server_fails(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    // Impatient, so that silence is soon over; the tries that matter are repeated until they succeed.
    let site = site(database, &server, Duration::from_millis(400)).await;
    let moods = [Mood::Busy, Mood::Refusing, Mood::Full, Mood::Silent, Mood::Vanishing];
    for (number, mood) in moods.into_iter().enumerate() {
        server.feel(mood);
        send(&site, number).await;
        site.app.outbox.deliver_due().await.unwrap();
        let counts = site.app.outbox.counts().await.unwrap();
        assert_eq!((counts.queued, counts.sent, counts.failed), (number as u64 + 1, 0, 0), "{mood:?}");
    }
    server.feel(Mood::Willing);
    let deadline = Instant::now() + Duration::from_mins(1);
    while site.app.outbox.counts().await.unwrap().queued > 0 {
        assert!(Instant::now() < deadline, "still waiting");
        site.advance(3_600);
        site.app.outbox.deliver_due().await.unwrap();
    }
    let taken = server.taken();
    for number in 0..moods.len() {
        assert!(taken.iter().any(|mail| mail.data.contains(&format!("> Message {number}"))), "message {number}");
    }
}

async fn mail_is_given_up_after_three_days_and_said_so(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Refusing);
    let site = site(database, &server, PATIENT).await;
    send(&site, 1).await;
    let mut tries = 0;
    for _ in 0..3 * 24 {
        tries += site.app.outbox.deliver_due().await.unwrap();
        assert_eq!(site.app.outbox.counts().await.unwrap().queued, 1);
        site.advance(3_600);
    }
    tries += site.app.outbox.deliver_due().await.unwrap();
    let counts = site.app.outbox.counts().await.unwrap();
    assert_eq!((counts.queued, counts.failed), (0, 1));
    assert!((10..30).contains(&tries), "{tries} tries in three days");
    let metrics = foundfirst::metrics::text(&site.app).await;
    assert!(metrics.contains("foundfirst_outbox_queued 0\n") && metrics.contains("foundfirst_outbox_failed 1\n"));
}

async fn the_worker_delivers_at_once_and_stops_when_told(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    let site = Arc::new(site(database, &server, PATIENT).await);
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let outbox = site.app.outbox.clone();
    let worker = tokio::spawn(async move { outbox.run(stopped).await });
    for number in 0..3 {
        send(&site, number).await;
    }
    let deadline = Instant::now() + Duration::from_mins(1);
    while server.taken().len() < 3 {
        assert!(Instant::now() < deadline, "{} of 3 mails", server.taken().len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    stop.send(true).unwrap();
    worker.await.unwrap();
    assert_eq!(site.app.outbox.counts().await.unwrap().queued, 0);
}
