//! Connections: a response is the same on the fast path as from hyper after a request that the fast path cannot answer.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    time::Duration,
};

use crate::cli::{
    program::{Place, Server},
    serving::wait_until,
};

/// Never answered by the fast path: hyper serves the connection from here on.
const NEEDS_MORE: &str = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";

struct Connection(BufReader<TcpStream>);

/// A body that assertions do not print.
#[derive(Clone, PartialEq, Eq)]
struct Content(Vec<u8>);

impl std::fmt::Debug for Content {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} bytes", self.0.len())
    }
}

impl Connection {
    fn open(server: &Server) -> Self {
        let stream = TcpStream::connect(&server.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        Self(BufReader::new(stream))
    }

    fn send(&mut self, bytes: &str) {
        self.0.get_mut().write_all(bytes.as_bytes()).unwrap();
    }

    /// Reads the next response. The value of its date header is replaced by a constant.
    fn answer(&mut self, has_body: bool) -> (String, Content) {
        let (mut head, mut length) = (String::new(), 0);
        loop {
            let mut line = String::new();
            assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the connection ended after {head:?}");
            if let Some(value) = line.strip_prefix("content-length: ") {
                length = value.trim().parse().unwrap();
            }
            if let Some(date) = line.strip_prefix("date: ") {
                assert!(date.len() == 31 && date.ends_with(" GMT\r\n"), "{date}");
                "date: now\r\n".clone_into(&mut line);
            }
            let ended = line == "\r\n";
            head += &line;
            if ended {
                break;
            }
        }
        let mut body = vec![0; if has_body { length } else { 0 }];
        self.0.read_exact(&mut body).unwrap();
        (head, Content(body))
    }

    /// Returns headers and body of the response to one request.
    fn ask(&mut self, request: &str) -> (String, Content) {
        self.send(request);
        self.answer(!request.starts_with("HEAD "))
    }
}

fn request(method: &str, path: &str, lines: &str) -> String {
    format!("{method} {path} HTTP/1.1\r\nHost: x\r\n{lines}\r\n")
}

/// Returns the value of a counter in the metrics.
fn counted(metrics: &str, name: &str) -> u32 {
    let mut stream = TcpStream::connect(metrics).unwrap();
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    let value = text.lines().find_map(|line| line.strip_prefix("foundfirst_")?.strip_prefix(name)?.strip_prefix(' '));
    value.unwrap().trim().parse().unwrap()
}

/// Starts a site. Returns it with the address of its metrics.
fn counting(place: &Place) -> (Server, String) {
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let metrics = format!("127.0.0.1:{port}");
    (place.serve(&["--metrics-listen", &metrics]), metrics)
}

/// Returns the path of a built file that the listing names: a font, in its styles.
fn asset(server: &Server) -> String {
    let (_, body) = server.get("/blog");
    let at = body.find("/assets/").unwrap();
    let path = body[at..].split(['"', ')']).next().unwrap().to_owned();
    assert_eq!(server.status(&path), 200, "{path}");
    path
}

#[test]
fn the_fast_path_responds_like_hyper() {
    let place = Place::new();
    let (server, metrics) = counting(&place);
    let font = asset(&server);
    for path in ["/", "/blog", "/_data/blog", "/robots.txt"] {
        assert_eq!(server.status(path), 200, "{path} into the cache");
    }
    let mut hypers = Connection::open(&server);
    assert!(hypers.ask(NEEDS_MORE).0.starts_with("HTTP/1.1 200 OK\r\n"));
    let mut prompt = Connection::open(&server);
    let before = counted(&metrics, "http_fast_path_requests_total");
    let mut asked = 0;
    for path in ["/", "/blog", "/blog?utm_source=x&page=1", "/_data/blog", "/robots.txt", "/favicon.svg", &font] {
        for encodings in
            ["", "Accept-Encoding: gzip, deflate, br, zstd\r\n", "Accept-Encoding: zstd;q=0.5, gzip;q=0.1\r\n"]
        {
            let plain = request("GET", path, encodings);
            // A page that is requested often is soon compressed at a higher level.
            wait_until("all compressed well", || {
                asked += 1;
                prompt.ask(&plain) == hypers.ask(&plain)
            });
            let answer = prompt.ask(&plain);
            assert!(answer.0.starts_with("HTTP/1.1 200 OK\r\n") && !answer.1.0.is_empty(), "{path}: {}", answer.0);
            let etag = answer.0.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap();
            for (method, tag) in [("HEAD", ""), ("GET", etag), ("HEAD", etag), ("GET", "W/\"other\"")] {
                let lines = if tag.is_empty() { String::new() } else { format!("If-None-Match: {tag}\r\n") };
                let variant = request(method, path, &format!("{encodings}{lines}"));
                let answer = prompt.ask(&variant);
                assert_eq!(answer, hypers.ask(&variant), "{variant}");
                assert_eq!(answer.0.starts_with("HTTP/1.1 304 "), tag == etag, "{variant}{}", answer.0);
            }
            asked += 5;
        }
    }
    assert_eq!(counted(&metrics, "http_fast_path_requests_total") - before, asked, "all of one connection's");
}

/// The length in a 304 is that of the response in its place (RFC 9110, 8.6), so none is better than the router's 0.
#[test]
fn what_a_client_has_is_answered_without_a_length() {
    let place = Place::new();
    let server = place.serve(&[]);
    let font = asset(&server);
    std::fs::create_dir_all(place.path("data/media/images")).unwrap();
    place.write("data/media/images/1-a.png", "some bytes");
    let mut connection = Connection::open(&server);
    // The first pages are not in the cache.
    for path in ["/about", "/seo", "/robots.txt", "/blog", &font, "/media/images/1-a.png"] {
        for method in ["HEAD", "GET"] {
            let (head, body) = connection.ask(&request(method, path, "If-None-Match: *\r\n"));
            assert!(head.starts_with("HTTP/1.1 304 Not Modified\r\n"), "{method} {path}: {head}");
            assert!(!head.contains("content-length") && !head.contains("transfer-encoding"), "{method} {path}: {head}");
            assert!(body.0.is_empty());
        }
    }
    let (head, _) = connection.ask(&request("HEAD", "/media/images/1-a.png", ""));
    assert!(head.contains("content-length: 10\r\n"), "{head}");
}

#[test]
fn a_connection_continues_after_a_request_for_hyper() {
    let place = Place::new();
    let server = place.serve(&[]);
    let page = request("GET", "/blog", "");
    assert_eq!(server.status("/blog"), 200);
    let mut connection = Connection::open(&server);
    let first = connection.ask(&page);
    assert!(connection.ask(NEEDS_MORE).0.starts_with("HTTP/1.1 200 OK\r\n"));
    assert_eq!(connection.ask(&page), first);
    let body = r#"{"email": "", "password": ""}"#;
    let lines = format!("Content-Type: application/json\r\nContent-Length: {}\r\n", body.len());
    let refused = connection.ask(&format!("{}{body}", request("POST", "/api/auth/sign-in", &lines)));
    assert!(refused.0.starts_with("HTTP/1.1 422 "), "{}", refused.0);
    assert_eq!(connection.ask(&page), first);
}

#[test]
fn pipelined_requests_are_answered_in_order() {
    let place = Place::new();
    let server = place.serve(&[]);
    let [page, other, missing] = ["/blog", "/robots.txt", "/nothing-there"].map(|path| request("GET", path, ""));
    for path in ["/blog", "/robots.txt"] {
        assert_eq!(server.status(path), 200);
    }
    let mut alone = Connection::open(&server);
    let expected = [&page, &other, &missing, &page].map(|request| {
        let (head, body) = alone.ask(request);
        // Only the router's responses have a request id.
        (head.lines().filter(|line| !line.starts_with("x-request-id:")).collect::<Vec<_>>().join("\n"), body)
    });
    let mut together = Connection::open(&server);
    together.send(&[page.as_str(), &other, &missing, &page].concat());
    for expected in expected {
        let (head, body) = together.answer(true);
        let head = head.lines().filter(|line| !line.starts_with("x-request-id:")).collect::<Vec<_>>().join("\n");
        assert_eq!((head, body), expected);
    }
}

#[test]
fn pipelined_requests_stay_on_the_fast_path() {
    let place = Place::new();
    let (server, metrics) = counting(&place);
    assert_eq!(server.status("/robots.txt"), 200);
    let mut connection = Connection::open(&server);
    // Twice the read buffer in total, so that its space must be reused.
    let pair = request("GET", "/robots.txt", &format!("X-Filling: {}\r\n", "x".repeat(100))).repeat(2);
    for turn in 1..=40 {
        connection.send(&pair);
        for _ in 0..2 {
            assert!(connection.answer(true).0.starts_with("HTTP/1.1 200 OK\r\n"));
        }
        assert_eq!(counted(&metrics, "http_fast_path_requests_total"), turn * 2);
    }
}

#[test]
fn headers_may_arrive_in_pieces() {
    let place = Place::new();
    let server = place.serve(&[]);
    let page = request("GET", "/blog", "");
    assert_eq!(server.status("/blog"), 200);
    let whole = Connection::open(&server).ask(&page);
    for at in [1, 5, page.len() - 2] {
        let mut connection = Connection::open(&server);
        let (first, rest) = page.split_at(at);
        connection.send(first);
        std::thread::sleep(Duration::from_millis(50));
        connection.send(rest);
        assert_eq!(connection.answer(true), whole, "{at}");
        // Sent together with the beginning of the next request.
        let mut connection = Connection::open(&server);
        connection.send(&format!("{page}{first}"));
        assert_eq!(connection.answer(true), whole, "{at}");
        connection.send(rest);
        assert_eq!(connection.answer(true), whole, "{at}");
    }
}

#[test]
fn open_connections_do_not_keep_the_program_from_stopping() {
    let place = Place::new();
    let server = place.serve(&[]);
    assert_eq!(server.status("/blog"), 200);
    let mut silent = Connection::open(&server);
    let mut prompt = Connection::open(&server);
    let mut hypers = Connection::open(&server);
    prompt.ask(&request("GET", "/blog", ""));
    hypers.ask(NEEDS_MORE);
    let begun = std::time::Instant::now();
    let (status, log) = server.stop();
    assert!(status.success() && !log.contains("aborted"), "{log}");
    assert!(begun.elapsed() < Duration::from_secs(8), "before the time for open answers is over");
    for connection in [&mut silent, &mut prompt, &mut hypers] {
        assert_eq!(connection.0.read(&mut [0]).unwrap(), 0);
    }
}

#[test]
fn a_client_that_disconnects_affects_no_other() {
    let place = Place::new();
    let server = place.serve(&[]);
    assert_eq!(server.status("/blog"), 200);
    let many = request("GET", "/blog", "").repeat(200);
    for _ in 0..5 {
        let mut stream = TcpStream::connect(&server.address).unwrap();
        stream.write_all(many.as_bytes()).unwrap();
    }
    assert_eq!(server.status("/blog"), 200);
    let (status, log) = server.stop();
    assert!(status.success() && !log.contains("ERROR"), "{log}");
}

#[test]
fn idle_and_incomplete_connections_time_out() {
    let place = Place::new();
    let server = place.serve(&[]);
    assert_eq!(server.status("/blog"), 200);
    let (mut silent, mut half, mut late) =
        (Connection::open(&server), Connection::open(&server), Connection::open(&server));
    half.send("GET /blog HTTP/1.1\r\nHost: ");
    assert!(late.ask(NEEDS_MORE).0.starts_with("HTTP/1.1 200 OK\r\n"));
    late.send("GET /blog HTTP/1.1\r\n");
    // Fails for a connection that is still open after half a minute.
    for connection in [&mut silent, &mut half, &mut late] {
        assert_eq!(connection.0.read(&mut [0]).unwrap(), 0);
    }
}

#[test]
fn a_request_names_exactly_one_host() {
    let place = Place::new();
    let server = place.serve(&[]);
    assert_eq!(server.status("/blog"), 200, "into the cache");
    let status = |connection: &mut Connection, hosts: &str, version: &str| {
        let (head, _) = connection.ask(&format!("GET /blog HTTP/{version}\r\n{hosts}\r\n"));
        head.split(' ').nth(1).unwrap().parse::<u16>().unwrap()
    };
    for (hosts, expected) in [("", 400), ("Host: x\r\n", 200), ("Host: x\r\nHost: y\r\n", 400)] {
        assert_eq!(status(&mut Connection::open(&server), hosts, "1.1"), expected, "{hosts:?} first");
        let mut hypers = Connection::open(&server);
        hypers.ask(NEEDS_MORE);
        assert_eq!(status(&mut hypers, hosts, "1.1"), expected, "{hosts:?} from hyper");
    }
    assert_eq!(status(&mut Connection::open(&server), "", "1.0"), 200, "older clients name none");
    assert_eq!(status(&mut Connection::open(&server), "Host: x\r\nHost: y\r\n", "1.0"), 400);
}

#[test]
fn every_answer_of_an_https_site_has_hsts_and_only_images_may_be_embedded() {
    let place = Place::new();
    let server = place.serve(&["--public-url", "https://foundfirst.test"]);
    let font = asset(&server);
    let mut prompt = Connection::open(&server);
    let paths = [
        (font.as_str(), "same-origin"),
        ("/favicon.svg", "cross-origin"),
        ("/images/mark-on-green.svg", "cross-origin"),
        ("/blog", "same-origin"),
        ("/nothing", "same-origin"),
        ("/about/", "same-origin"),
        ("/media/images/missing.png", "same-origin"),
        ("/api/nothing", "same-origin"),
        ("/healthz", "same-origin"),
    ];
    for lines in ["", "If-None-Match: *\r\n", "Host: y\r\n"] {
        let is_refused = lines.starts_with("Host");
        for (path, embedding) in paths {
            let (head, _) = prompt.ask(&request("GET", path, lines));
            assert_eq!(head.starts_with("HTTP/1.1 400 "), is_refused, "{path} {lines}: {head}");
            assert!(head.contains("\r\nstrict-transport-security: max-age="), "{path} {lines}: {head}");
            let embedding = if is_refused { "same-origin" } else { embedding };
            let policy = format!("\r\ncross-origin-resource-policy: {embedding}\r\n");
            assert!(head.contains(&policy), "{path} {lines}: {head}");
        }
    }
}

#[test]
fn mistakes_in_the_setup_are_logged_once() {
    let log_of = |place: &Place, arguments: &[&str]| {
        let server = place.serve(arguments);
        let mut connection = Connection::open(&server);
        for _ in 0..2 {
            connection.ask(&request("GET", "/healthz", "X-Forwarded-For: 203.0.113.9\r\n"));
            let lines = "Origin: https://foundfirst.test\r\nContent-Length: 0\r\n";
            connection.ask(&request("POST", "/api/auth/sign-in", lines));
        }
        let (_, log) = server.stop();
        [
            "no proxy is declared",
            "FOUNDFIRST_TRUSTED_PROXIES=127.0.0.1",
            "proxy_set_header Host",
            "no mail server is set",
            "no site.toml here",
        ]
        .map(|notice| log.matches(notice).count())
    };
    let log = |arguments: &[&str]| log_of(&Place::new(), arguments);
    assert_eq!(log(&["--public-url", "https://foundfirst.test"]), [1, 1, 1, 1, 1]);
    assert_eq!(log(&["--public-url", "https://foundfirst.test", "--trusted-proxies", "127.0.0.1"]), [0, 0, 1, 1, 1]);
    assert_eq!(log(&[]), [0, 1, 0, 0, 0]);
    let branded = Place::new();
    branded.write("site.toml", "name = \"Acme\"\n");
    assert_eq!(log_of(&branded, &["--public-url", "https://foundfirst.test"]), [1, 1, 1, 1, 0]);
}

#[test]
fn a_site_whose_file_was_left_behind_does_not_take_in_the_demos_authors() {
    let place = Place::new();
    let author = |arguments: &[&str]| place.serve(arguments).status("/authors/samir-desai");
    assert_eq!(author(&["--public-url", "https://foundfirst.test"]), 404);
    assert_eq!(author(&[]), 200, "on this machine it is the demo");
}

/// Returns whether the server has closed a connection without a response.
fn is_closed(stream: &TcpStream) -> bool {
    stream.set_read_timeout(Some(Duration::from_millis(1))).unwrap();
    let read = (&*stream).read(&mut [0]);
    read.is_ok() || read.is_err_and(|error| error.kind() == std::io::ErrorKind::ConnectionReset)
}

#[test]
fn silent_connections_give_way_to_readers_and_never_keep_them_out() {
    let place = Place::new();
    let (server, metrics) = counting(&place);
    let mut reader = Connection::open(&server);
    let ask = request("GET", "/blog", "");
    assert!(reader.ask(&ask).0.starts_with("HTTP/1.1 200 OK\r\n"));
    // More connections than a client may have. Half of them have sent a part of a request.
    let silent: Vec<TcpStream> = (0..600)
        .map(|number| {
            let mut stream = TcpStream::connect(&server.address).unwrap();
            if number % 2 == 0 {
                stream.write_all(b"GET / HTTP/1.1\r\nHo").unwrap();
            }
            if number % 50 == 0 {
                reader.ask(&ask);
            }
            stream
        })
        .collect();
    assert!(reader.ask(&ask).0.starts_with("HTTP/1.1 200 OK\r\n"), "a connection in use is not closed");
    assert!(Connection::open(&server).ask(&ask).0.starts_with("HTTP/1.1 200 OK\r\n"), "a new one is served");
    wait_until("the oldest are closed", || counted(&metrics, "connections_displaced_total") >= 80);
    assert!(silent.iter().take(50).all(is_closed) && !silent.iter().rev().take(50).any(is_closed));
    let open = counted(&metrics, "connections");
    assert!((500..=512).contains(&open), "{open} open");
    drop(silent);
    wait_until("places are free again", || counted(&metrics, "connections") < 10);
}

#[test]
fn a_request_with_endless_headers_is_refused() {
    let place = Place::new();
    let server = place.serve(&[]);
    for lines in [format!("X: {}\r\n", "x".repeat(100_000)), "X: x\r\n".repeat(200)] {
        let mut connection = Connection::open(&server);
        connection.send(&request("GET", "/", &lines));
        let mut line = String::new();
        connection.0.read_line(&mut line).unwrap();
        assert!(line.starts_with("HTTP/1.1 431 "), "{line}");
    }
}
