//! `foundfirst serve` from start to shutdown, over a real socket.

use std::{
    io::{Read, Write},
    net::TcpStream,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::{
    cli::program::{Place, Server},
    testing::TestDatabase,
};

#[test]
fn a_fresh_site_answers_on_the_port_it_prints_and_stops_cleanly() {
    let place = Place::new();
    let server = place.serve(&[]);
    assert!(!server.address.ends_with(":0"), "{}", server.address);
    let (head, body) = server.get("/");
    assert!(head.starts_with("HTTP/1.1 200 OK\r\n"), "{head}");
    assert!(body.contains(&format!("http://{}", server.address)), "the public address follows from the bound one");
    for (path, status) in
        [("/healthz", 200), ("/readyz", 200), ("/nothing", 404), ("/admin", 303), ("/favicon.svg", 200)]
    {
        assert_eq!(server.status(path), status, "{path}");
    }
    let (status, log) = server.stop();
    assert!(status.success(), "{status}");
    assert!(log.contains("listening") && log.contains("stopped") && !log.contains("ERROR"), "{log}");
    assert!(place.path("data/foundfirst.sqlite3").exists());
    assert!(!place.path("data/foundfirst.sqlite3-wal").exists(), "everything is folded into the file");
}

#[test]
fn another_brand_has_drawn_icons() {
    let (built_in, acme) = (Place::new(), Place::new());
    acme.write("site.toml", "name = \"Acme Search\"");
    let icon = |place: &Place| {
        let server = place.serve(&[]);
        assert_eq!(server.status("/images/mark-on-green.svg"), 200, "other files are the same");
        server.get("/favicon.svg").1
    };
    let icons = [icon(&built_in), icon(&acme)];
    assert!(icons.iter().all(|icon| icon.starts_with("<svg ")) && icons[0] != icons[1], "{icons:?}");
}

#[tokio::test]
async fn a_site_on_postgres_stops_when_told() {
    let database = TestDatabase::postgres().await;
    let place = Place::new();
    let server = place.serve(&["--database-url", &database.text]);
    assert_eq!(server.status("/blog"), 200);
    let (status, log) = server.stop();
    assert!(status.success(), "{status}");
    assert!(log.contains("stopped") && !log.contains("ERROR"), "{log}");
}

#[test]
fn malformed_headers_get_a_response() {
    let place = Place::new();
    let server = place.serve(&[]);
    let many = "x-more: y\r\n".repeat(200);
    for (head, status) in [
        ("\u{0}\u{1}\r\n\r\n".to_owned(), "400"),
        ("GET /a b HTTP/1.1\r\nHost: x\r\n\r\n".to_owned(), "400"),
        (format!("GET / HTTP/1.1\r\nHost: x\r\n{many}\r\n"), "431"),
    ] {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = Vec::new();
        // Unread bytes of the request may reset the connection after the response.
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{head:?}: {answer:?}");
    }
}

#[test]
fn in_app_navigation_uses_data_paths() {
    let place = Place::new();
    let server = place.serve(&[]);
    for (path, component) in [("/_data/", "home"), ("/_data", "home"), ("/_data/blog?tag=x", "blog/index")] {
        let (head, body) = server.get(path);
        assert!(
            head.starts_with("HTTP/1.1 200 OK") && head.contains("content-type: application/json"),
            "{path} {head}"
        );
        assert_eq!(serde_json::from_str::<Value>(&body).unwrap()["component"], component, "{path}");
    }
    assert_eq!(server.status("/_datax"), 404);
    assert_eq!(server.status("/_data/nothing"), 404);
}

#[test]
fn a_cached_page_is_the_same_answer() {
    let place = Place::new();
    let server = place.serve(&[]);
    let dated = |head: &str| head.lines().filter(|line| !line.starts_with("date:")).map(str::to_owned).collect();
    let relevant = |(head, body): (String, String)| {
        let mut lines: Vec<String> = dated(&head);
        lines.retain(|line| !line.starts_with("x-request-id:"));
        lines.sort();
        (lines, body)
    };
    let first = relevant(server.get("/blog"));
    assert_eq!(relevant(server.get("/blog")), first);
    assert_eq!(relevant(server.get("/blog?utm_source=x")), first);
}

#[test]
fn the_command_line_beside_a_running_site_changes_its_pages() {
    let place = Place::new();
    changes_show(&place, &[]);
}

#[tokio::test]
async fn the_command_line_beside_a_running_site_changes_its_pages_on_postgres() {
    let database = TestDatabase::postgres().await;
    changes_show(&Place::new(), &["--database-url", &database.text]);
}

fn changes_show(place: &Place, settings: &[&str]) {
    let server = place.serve(settings);
    assert_eq!(server.status("/blog/fresh"), 404);
    assert!(!server.get("/blog").1.contains("Fresh title"));
    place.write("fresh.json", r#"{"title": "Fresh title", "slug": "fresh"}"#);
    place.run(&[&["posts", "import", "fresh.json"], settings].concat()).ok();
    wait_until("the import shows", || server.get("/blog").1.contains("Fresh title"));
    assert_eq!(server.status("/blog/fresh"), 200);
}

#[test]
fn a_scheduled_post_appears_without_a_restart() {
    let place = Place::new();
    let server = place.serve(&[]);
    #[expect(clippy::disallowed_methods, reason = "the program runs by the machine's clock")]
    let moment = chrono::Utc::now() + chrono::TimeDelta::seconds(4);
    let post = serde_json::json!({"title": "Timely", "slug": "timely", "published_date": moment.to_rfc3339()});
    place.write("post.json", &post.to_string());
    place.run(&["posts", "import", "post.json"]).ok();
    let shows = |server: &Server| server.get("/blog").1.contains("Timely");
    assert!(!shows(&server));
    wait_until("the post appears", || shows(&server));
    #[expect(clippy::disallowed_methods, reason = "the program runs by the machine's clock")]
    let now = chrono::Utc::now();
    assert!(now >= moment, "not before its time");
}

#[test]
fn an_open_request_is_answered_before_the_program_stops() {
    let place = Place::new();
    let server = place.serve(&[]);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
    let body = r#"{"email": "", "password": ""}"#;
    let head = format!(
        "POST /api/auth/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    // The rest of the request follows the signal.
    let rest = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(500));
        stream.write_all(body.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        answer
    });
    std::thread::sleep(Duration::from_millis(200));
    let (status, _) = server.stop();
    assert!(status.success());
    assert!(rest.join().unwrap().starts_with("HTTP/1.1 422 "));
}

#[test]
fn metrics_are_served_on_a_separate_address() {
    let place = Place::new();
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let address = format!("127.0.0.1:{port}");
    let server = place.serve(&["--metrics-listen", &address]);
    assert_eq!(server.status("/metrics"), 404);
    server.get("/about");
    let metrics = |accept: &str| {
        let mut stream = TcpStream::connect(&address).unwrap();
        let request = format!("GET /metrics HTTP/1.1\r\nHost: x\r\n{accept}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        for name in ["http_requests_total", "render_seconds_count", "page_cache_misses_total", "content_version"] {
            assert!(text.contains(name), "{name} in {text}");
        }
        text
    };
    let plain = metrics("");
    assert!(plain.contains("content-type: text/plain; version=0.0.4; charset=utf-8\r\n"), "{plain}");
    assert!(plain.contains("\n# TYPE foundfirst_http_requests_total counter\n"), "{plain}");
    assert!(plain.contains("\n# TYPE foundfirst_connections gauge\n") && !plain.contains("# EOF"), "{plain}");
    let open = metrics("Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5\r\n");
    assert!(open.contains("content-type: application/openmetrics-text; version=1.0.0; charset=utf-8\r\n"), "{open}");
    assert!(open.contains("\n# TYPE foundfirst_http_requests counter\n") && open.ends_with("# EOF\n"), "{open}");
}

#[test]
fn the_log_can_be_json() {
    let place = Place::new();
    let server = place.serve(&["--log-format", "json"]);
    let (_, log) = server.stop();
    assert!(!log.is_empty());
    for line in log.lines() {
        let entry: Value = serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert!(entry["level"].is_string() && entry["timestamp"].is_string(), "{line}");
    }
}

pub fn wait_until(what: &str, mut true_at_last: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !true_at_last() {
        assert!(begun.elapsed() < Duration::from_secs(20), "{what}");
        std::thread::sleep(Duration::from_millis(100));
    }
}
