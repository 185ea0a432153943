//! `foundfirst audit`: checks a running site against the search rules.

use std::{
    collections::BTreeSet,
    fmt::Write as _,
    io::{BufRead, BufReader, Write},
    net::TcpListener,
};

use serde_json::Value;

use crate::cli::program::Place;

#[test]
fn the_site_with_its_demo_content_has_no_errors() {
    let place = Place::new();
    place.run(&["demo"]).ok();
    let server = place.serve(&[]);
    let url = format!("http://{}", server.address);
    let run = place.run(&["audit", "--url", &url, "--json", "audit.json", "--html", "audit.html"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let report: Value = serde_json::from_str(&place.read("audit.json")).unwrap();
    assert_eq!((&report["errors"], &report["complete"]), (&0.into(), &true.into()), "{}", run.out);
    let pages = report["pages"].as_array().unwrap();
    let answered =
        |path: &str| pages.iter().any(|page| page["address"] == format!("{url}{path}") && page["answer"] == "page");
    for path in ["/", "/about", "/services", "/seo", "/contact", "/privacy", "/blog", "/blog?page=2"] {
        assert!(answered(path), "{path} in {}", run.out);
    }
    assert!(pages.iter().filter(|page| page["answer"] == "page").count() > 35, "{}", run.out);
    let html = place.read("audit.html");
    assert!(html.starts_with("<!doctype html>") && html.contains(&format!("<h1>Search audit of {url}/</h1>")));
}

#[test]
fn a_site_that_does_not_answer_is_said_so() {
    // A port that was free a moment ago refuses connections.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let place = Place::new();
    let run = place.run(&["audit", "--listen", &format!("127.0.0.1:{port}")]);
    let failure = run.failure();
    assert!(failure.starts_with(&format!("http://127.0.0.1:{port}/ does not respond (")), "{failure}");
    assert!(failure.ends_with("start the site, or pass its address as --url"), "{failure}");
    for wrong in ["nowhere", "ftp://127.0.0.1/"] {
        assert_eq!(place.run(&["audit", "--url", wrong]).status, 2, "{wrong}");
    }
}

const HOME: &str = r##"<html lang="en"><title>Same title</title><link rel="canonical" href="https://site.test/">
    <h1>One</h1><h1>Two</h1><h4>Deep</h4><img src="/gone.png"><a href="/gone">gone</a><a href="#nowhere">place</a>
    <a href="/old">old</a><a href="/twin">twin</a><a href="/private/x">private</a><a href="https://else.test/">else</a>
    <script src="https://cdn.test/a.js"></script>"##;

const TWIN: &str =
    r#"<html lang="en-GB"><title>Same title</title><meta name="description" content="D"><h1>Twin & <b>co</b></h1>"#;

/// Returns the response of a faulty site: status, headers, body.
fn faulty(path: &str) -> (u16, &'static str, &'static str) {
    const HTML: &str = "content-type: text/html\r\n";
    match path {
        "/" => (200, "content-type: text/html\r\nset-cookie: a=b\r\n", HOME),
        "/twin" | "/orphan" => (200, HTML, TWIN),
        "/old" => (301, "location: /older\r\n", ""),
        "/older" => (301, "location: /twin\r\n", ""),
        "/robots.txt" => (200, "content-type: text/plain\r\n", "User-agent: *\nDisallow: /private\n"),
        "/sitemap.xml" => (
            200,
            "content-type: application/xml\r\n",
            "<urlset><url><loc>https://site.test/</loc></url><url><loc>https://site.test/orphan</loc></url>\
             <url><loc>https://site.test/missing</loc></url><url><loc>https://else.test/</loc></url></urlset>",
        ),
        "/private/x" => panic!("robots.txt forbids it"),
        _ => (404, HTML, "<h1>Gone</h1>"),
    }
}

/// Serves `faulty` on a free port until the test process ends, and returns the address.
fn serve_faulty() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let Some(request) = lines.next() else { continue };
            lines.take_while(|line| !line.is_empty()).for_each(drop);
            let (status, headers, body) = faulty(request.split(' ').nth(1).unwrap());
            let mut answer = format!("HTTP/1.1 {status} Status\r\n{headers}connection: close\r\n");
            write!(answer, "content-length: {}\r\n\r\n{body}", body.len()).unwrap();
            stream.write_all(answer.as_bytes()).unwrap();
        }
    });
    format!("http://{address}")
}

#[test]
fn each_fault_of_a_site_is_named_and_ends_with_exit_status_1() {
    let place = Place::new();
    let url = serve_faulty();
    let run = place.run(&["audit", "--url", &url, "--json", "audit.json", "--html", "audit.html"]);
    assert_eq!((run.status, run.err.as_str()), (1, ""), "{}", run.out);
    let report: Value = serde_json::from_str(&place.read("audit.json")).unwrap();
    let bad = |path: &str| -> BTreeSet<String> {
        let pages = report["pages"].as_array().unwrap();
        // The canonical addresses of the site begin with https://site.test.
        let page = pages.iter().find(|page| page["address"] == format!("https://site.test{path}"));
        let checks = page.unwrap_or_else(|| panic!("{path} in {}", run.out))["checks"].as_array().unwrap();
        let bad = checks.iter().filter(|check| check["level"] == "bad");
        bad.map(|check| check["id"].as_str().unwrap().to_owned()).collect()
    };
    let set = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<BTreeSet<_>>();
    let home =
        ["broken_fragments", "broken_images", "broken_links", "cookies", "description_length", "h1", "heading_order"];
    let home = [&home[..], &["images_alt", "language", "social", "unique_title"]].concat();
    assert_eq!(bad("/"), set(&home), "{}", run.out);
    let twin = ["canonical", "social", "unique_description", "unique_title"];
    assert_eq!(bad("/twin"), set(&[&twin[..], &["sitemap"]].concat()));
    assert_eq!(bad("/orphan"), set(&[&twin[..], &["orphan"]].concat()));
    assert_eq!(bad("/old"), set(&["redirect_chain"]));
    assert_eq!(bad("/missing"), set(&["sitemap"]));
    assert_eq!(bad("/private/x"), set(&[]));
    for named in ["broken_links: 1: https://site.test/gone (404)", "broken_images: 1: https://site.test/gone.png (404)"]
    {
        assert!(run.out.contains(&format!("  error    {named}")), "{}", run.out);
    }
    assert!(run.out.contains("  warning  third_parties: 1: https://cdn.test/a.js"), "{}", run.out);
    let html = place.read("audit.html");
    assert!(html.contains("<th scope=\"row\">broken_links</th>") && !html.contains("<script"), "{html}");
}
