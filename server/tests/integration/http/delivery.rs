//! Email delivery to servers that accept, refuse or fall silent: no message is lost.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use chrono::{DateTime, Utc};
use foundfirst::{
    clock::{Clock, SystemClock},
    dkim::Signer,
    mail::store::MailState,
};
use sea_orm::ConnectionTrait;
use serde_json::{Value, json};

use super::{
    site::{READER, TestDatabase, TestSite, on_both_engines},
    smtp::{Mood, SmtpServer},
};

on_both_engines![
    mail_goes_to_the_server_once,
    mail_is_signed_with_dkim,
    mail_survives_every_failure_of_a_server,
    mail_fails_after_three_days_and_is_reported,
    mail_refused_permanently_fails_at_once_and_staff_may_retry_it,
    mail_that_the_server_cannot_take_fails_at_once,
    a_server_that_greets_with_a_refusal_refuses_no_mail,
    a_dot_alone_on_a_line_does_not_end_a_message,
    the_worker_delivers_at_once_and_stops_when_told,
    a_mail_that_is_being_sent_when_the_worker_stops_is_sent_next_time_at_once,
    readiness_reports_that_no_mail_is_delivered,
    a_backlog_travels_on_one_connection,
    a_silent_server_times_out,
    a_mail_that_always_fails_does_not_block_others,
    a_server_that_is_down_is_probed_with_single_emails,
    a_link_that_expires_outlasts_an_outage,
    a_refusal_after_an_outage_delays_a_link_by_the_first_pause,
];

/// Returns a site that sends its mail to `server`, with this timeout.
async fn site(database: TestDatabase, server: &SmtpServer, patience: Duration) -> TestSite {
    let url = format!("smtp://{}", server.address).parse().unwrap();
    TestSite::with(database, |config, parts| {
        config.smtp = Some(url);
        parts.mail_timeout = patience;
    })
    .await
}

async fn send(site: &TestSite, number: usize) {
    let data = json!({"type": "contact", "name": "Anna", "email": format!("anna{number}@example.org"),
        "message": format!("Message {number}")});
    site.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
}

const PATIENT: Duration = Duration::from_secs(20);

/// How long an attempt may take when the outbox is stopped.
const GRACE: Duration = Duration::from_mins(1);

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

async fn mail_is_signed_with_dkim(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    let url = format!("smtp://{}", server.address).parse().unwrap();
    let directory = tempfile::tempdir().unwrap();
    let key = directory.path().join("key.pem");
    std::fs::write(&key, include_str!("../../../src/dkim/test_key.pem")).unwrap();
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

async fn mail_survives_every_failure_of_a_server(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    // A short timeout, so that silence ends soon. The attempts that matter are repeated until they succeed.
    let site = site(database, &server, Duration::from_millis(400)).await;
    let moods = [Mood::Busy, Mood::Closed, Mood::Full, Mood::Silent, Mood::Vanishing];
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

async fn mail_fails_after_three_days_and_is_reported(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Full);
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
    let metrics = foundfirst::http::listener::metrics_text(&site.app).await;
    assert!(metrics.contains("foundfirst_outbox_queued 0\n") && metrics.contains("foundfirst_outbox_failed 1\n"));
}

async fn mail_refused_permanently_fails_at_once_and_staff_may_retry_it(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Refusing);
    let site = site(database, &server, PATIENT).await;
    send(&site, 1).await;
    assert_eq!(site.app.outbox.deliver_due().await.unwrap(), 1);
    site.advance(24 * 3_600);
    assert_eq!(site.app.outbox.deliver_due().await.unwrap(), 0, "it is not tried again");
    let staff = site.staff().await;
    let list = staff.get("/api/admin/enquiries").await.ok(200);
    let (enquiry, mail) = (&list["enquiries"][0], &list["enquiries"][0]["mails"][0]);
    assert_eq!(
        (&enquiry["delivery"], &mail["state"], &mail["attempts"]),
        (&json!("failed"), &json!("failed"), &json!(1))
    );
    assert!(mail["last_error"].as_str().unwrap().contains("550"), "{mail}");
    server.feel(Mood::Willing);
    let retry = format!("/api/admin/outbox/{}/retry", mail["id"].as_str().unwrap());
    let expiry = async |at: &str| {
        let sql = format!("UPDATE outbox SET expires_at = {at}");
        site.app.database.writer().execute_unprepared(&sql).await.unwrap();
    };
    expiry("'2020-01-01T00:00:00+00:00'").await;
    let refused = staff.call("POST", &retry, &Value::Null).await.failure();
    assert_eq!((refused.0, refused.1.as_str()), (409, "no_use"));
    expiry("NULL").await;
    let mut settings = staff.get("/api/admin/settings").await.ok(200);
    settings["settings"]["contact_email"] = json!("new@foundfirst.example");
    staff.call("PUT", "/api/admin/settings", &settings).await.ok(200);
    assert_eq!(staff.call("POST", &retry, &Value::Null).await.ok(200)["state"], "queued");
    site.app.outbox.deliver_due().await.unwrap();
    let taken = server.taken();
    assert_eq!(taken.len(), 1);
    assert!(taken[0].to.contains("new@foundfirst.example"), "the corrected address: {}", taken[0].to);
}

/// The server of the tests does not announce SMTPUTF8.
async fn mail_that_the_server_cannot_take_fails_at_once(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    let site = site(database, &server, PATIENT).await;
    let list = "• Crawl Budget: x";
    let data =
        json!({"type": "seo-fix-list", "name": "SEO Fix List Request", "email": "jörg@example.org", "message": list});
    site.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
    site.app.outbox.deliver_due().await.unwrap();
    let mails = site.app.outbox.to("jörg@example.org").await.unwrap();
    assert_eq!((mails.len(), mails[0].state, mails[0].attempts), (1, MailState::Failed, 1), "{mails:?}");
}

async fn a_server_that_greets_with_a_refusal_refuses_no_mail(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Closed);
    let site = site(database, &server, PATIENT).await;
    send(&site, 1).await;
    site.app.outbox.deliver_due().await.unwrap();
    let mails = site.app.outbox.to("hello@foundfirst.example").await.unwrap();
    assert!(mails[0].last_error.as_ref().unwrap().contains("554"), "{mails:?}");
    assert_eq!(site.app.outbox.counts().await.unwrap().queued, 1);
}

async fn a_dot_alone_on_a_line_does_not_end_a_message(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    let site = site(database, &server, PATIENT).await;
    let data = json!({"type": "contact", "name": "Anna", "email": "anna@example.org", "message": "One\n.\n..QUIT"});
    site.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
    site.app.outbox.deliver_due().await.unwrap();
    let data = server.taken().remove(0).data;
    assert!(data.contains("One\r\n.\r\n..QUIT"), "{data}");
}

async fn the_worker_delivers_at_once_and_stops_when_told(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    let site = Arc::new(site(database, &server, PATIENT).await);
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let outbox = site.app.outbox.clone();
    let worker = tokio::spawn(async move { outbox.run(stopped, GRACE).await });
    for number in 0..3 {
        send(&site, number).await;
    }
    let deadline = Instant::now() + Duration::from_mins(1);
    while server.taken().len() < 3 {
        assert!(Instant::now() < deadline, "{} of 3 emails", server.taken().len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    stop.send(true).unwrap();
    worker.await.unwrap();
    assert_eq!(site.app.outbox.counts().await.unwrap().queued, 0);
}

async fn a_mail_that_is_being_sent_when_the_worker_stops_is_sent_next_time_at_once(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Silent);
    let site = site(database, &server, PATIENT).await;
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let outbox = site.app.outbox.clone();
    let worker = tokio::spawn(async move { outbox.run(stopped, Duration::from_millis(50)).await });
    send(&site, 1).await;
    let deadline = Instant::now() + Duration::from_mins(1);
    while server.connections() == 0 {
        assert!(Instant::now() < deadline, "not tried");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let begun = Instant::now();
    stop.send(true).unwrap();
    worker.await.unwrap();
    // The silent server closes the connection after five seconds.
    assert!(begun.elapsed() < Duration::from_secs(4), "{:?}", begun.elapsed());
    server.feel(Mood::Willing);
    assert_eq!(site.app.outbox.deliver_due().await.unwrap(), 1);
    assert_eq!((server.taken().len(), site.app.outbox.counts().await.unwrap().sent), (1, 1));
}

/// A clock that panics within spawned tasks while it is broken: in the worker, not in the tests' requests.
#[derive(Default)]
struct BrokenForTasks(AtomicBool);

impl Clock for BrokenForTasks {
    fn now(&self) -> DateTime<Utc> {
        assert!(!self.0.load(Ordering::SeqCst) || tokio::task::try_id().is_none(), "the clock is broken");
        SystemClock.now()
    }
}

async fn readiness_reports_that_no_mail_is_delivered(database: TestDatabase) {
    let clock = Arc::new(BrokenForTasks(AtomicBool::new(true)));
    let site = TestSite::with(database, |_, parts| parts.clock = clock.clone()).await;
    assert_eq!(site.get("/readyz").await.ok(200)["mail"], true, "not started yet");
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let outbox = site.app.outbox.clone();
    let worker = tokio::spawn(async move { outbox.run(stopped, GRACE).await });
    let deadline = Instant::now() + Duration::from_mins(1);
    let wait_for = async |mail: bool| {
        while site.get("/readyz").await.ok(200)["mail"] != mail {
            assert!(Instant::now() < deadline, "{mail}");
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    wait_for(false).await;
    let ready = json!({"ready": true, "database": true, "media": true, "renderer": true, "mail": false});
    assert_eq!(site.get("/readyz").await.ok(200), ready, "pages do not need mail");
    clock.0.store(false, Ordering::SeqCst);
    wait_for(true).await;
    stop.send(true).unwrap();
    worker.await.unwrap();
}

/// Waits until the server has accepted `count` emails.
async fn until_taken(server: &SmtpServer, count: usize) {
    let deadline = Instant::now() + Duration::from_mins(1);
    while server.taken().len() < count {
        assert!(Instant::now() < deadline, "{} of {count} emails", server.taken().len());
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

async fn a_backlog_travels_on_one_connection(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Willing);
    let site = site(database, &server, PATIENT).await;
    for number in 0..20 {
        send(&site, number).await;
    }
    assert_eq!(site.app.outbox.deliver_due().await.unwrap(), 20);
    assert_eq!((server.taken().len(), server.connections()), (20, 1));
}

async fn a_silent_server_times_out(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Silent);
    let site = site(database, &server, Duration::from_millis(200)).await;
    send(&site, 1).await;
    site.app.outbox.deliver_due().await.unwrap();
    let mails = site.app.outbox.to("hello@foundfirst.example").await.unwrap();
    // The server closes the connection after five seconds, which would give another error.
    assert_eq!(mails[0].last_error.as_deref(), Some("the mail server took too long"));
}

async fn a_mail_that_always_fails_does_not_block_others(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Choking);
    let site = Arc::new(site(database, &server, PATIENT).await);
    let data = json!({"type": "contact", "name": "Anna", "email": "anna@example.org", "message": "poison"});
    site.post("/api/functions/send-contact-email", &json!({"data": data})).await.ok(200);
    for number in 0..5 {
        send(&site, number).await;
    }
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let outbox = site.app.outbox.clone();
    let worker = tokio::spawn(async move { outbox.run(stopped, GRACE).await });
    until_taken(&server, 5).await;
    for number in 5..8 {
        // The first email is due again, before the new one.
        site.advance(3_600);
        send(&site, number).await;
        until_taken(&server, number + 1).await;
    }
    stop.send(true).unwrap();
    worker.await.unwrap();
    let counts = site.app.outbox.counts().await.unwrap();
    assert_eq!((counts.queued, counts.failed), (1, 0), "the one is still tried");
}

async fn a_server_that_is_down_is_probed_with_single_emails(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Busy);
    let site = Arc::new(site(database, &server, PATIENT).await);
    for number in 0..30 {
        send(&site, number).await;
    }
    let (stop, stopped) = tokio::sync::watch::channel(false);
    let outbox = site.app.outbox.clone();
    let worker = tokio::spawn(async move { outbox.run(stopped, GRACE).await });
    let deadline = Instant::now() + Duration::from_mins(1);
    while server.connections() < 3 {
        assert!(Instant::now() < deadline, "it is tried again");
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    server.feel(Mood::Willing);
    // Emails that failed during the outage are not delayed longer than the others.
    while server.taken().len() < 30 {
        assert!(Instant::now() < deadline, "{} of 30 emails", server.taken().len());
        site.advance(1);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(server.connections() < 10, "{} connections, not one per email", server.connections());
    stop.send(true).unwrap();
    worker.await.unwrap();
    assert_eq!(site.app.outbox.counts().await.unwrap().queued, 0);
}

/// Requests a link that expires, behind other emails, while the server is down for two minutes.
async fn request_link_in_an_outage(site: &TestSite) {
    site.account(READER, false).await;
    // Each round, one of these is tried first and waits longer from then on: a single failure may be its own fault.
    for number in 0..15 {
        send(site, number).await;
    }
    site.post("/api/auth/reset-password", &json!({"email": READER})).await.ok(200);
    for _ in 0..12 {
        site.app.outbox.deliver_due().await.unwrap();
        site.advance(10);
    }
    let counts = site.app.outbox.counts().await.unwrap();
    assert_eq!((counts.queued, counts.failed), (16, 0));
}

async fn a_link_that_expires_outlasts_an_outage(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Busy);
    let site = site(database, &server, PATIENT).await;
    request_link_in_an_outage(&site).await;
    server.feel(Mood::Willing);
    site.app.outbox.deliver_due().await.unwrap();
    assert!(server.taken().iter().any(|mail| mail.to == READER), "the link arrives while it is valid");
}

async fn a_refusal_after_an_outage_delays_a_link_by_the_first_pause(database: TestDatabase) {
    let server = SmtpServer::start(Mood::Busy);
    let site = site(database, &server, PATIENT).await;
    request_link_in_an_outage(&site).await;
    // As greylisting does, and servers that are starting.
    server.feel(Mood::Full);
    site.app.outbox.deliver_due().await.unwrap();
    let counts = site.app.outbox.counts().await.unwrap();
    assert_eq!((counts.queued, counts.failed), (16, 0), "nothing is given up");
    server.feel(Mood::Willing);
    site.advance(10);
    site.app.outbox.deliver_due().await.unwrap();
    assert!(server.taken().iter().any(|mail| mail.to == READER), "the link arrives while it is valid");
}
