//! Parses requests that the fast path can answer.

use std::{borrow::Cow, mem::MaybeUninit};

use crate::http::prepared::Negotiation;

/// Requests with more header lines are not plain. Browsers send about fifteen.
const MAX_HEADERS: usize = 32;

/// The headers of a plain request: GET or HEAD in HTTP/1.1, without a body, on a persistent connection.
#[derive(Debug)]
pub struct PlainRequest<'a> {
    /// Length of the headers in bytes.
    pub length: usize,
    /// Whether the method is HEAD.
    pub is_head: bool,
    /// As sent.
    pub path: &'a str,
    /// As sent.
    pub query: Option<&'a str>,
    /// The accepted variants of the response.
    pub negotiation: Negotiation<'a>,
}

impl<'a> PlainRequest<'a> {
    /// Parses the request at the start of `received`. Returns None when it is incomplete, and when hyper might treat it
    /// differently: as malformed, as more than a plain request, or as the last one of its connection.
    pub fn read(received: &'a [u8]) -> Option<Self> {
        let mut lines = [const { MaybeUninit::uninit() }; MAX_HEADERS];
        let mut request = httparse::Request::new(&mut []);
        let parsed = request.parse_with_uninit_headers(received, &mut lines).ok()?;
        let httparse::Status::Complete(length) = parsed else { return None };
        if request.version != Some(1) {
            return None;
        }
        let is_head = match request.method? {
            "GET" => false,
            "HEAD" => true,
            _ => return None,
        };
        let target = request.path.filter(|target| target.starts_with('/') && target.bytes().all(is_plain))?;
        let (path, query) = target.split_once('?').map_or((target, None), |(path, query)| (path, Some(query)));
        Some(Self { length, is_head, path, query, negotiation: negotiation(request.headers)? })
    }
}

/// Returns whether a byte has no special meaning in a request target.
fn is_plain(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~/?%&=+,;:@!$'()*".contains(&byte)
}

/// Returns the headers for content negotiation. None when there are other relevant headers, one occurs twice, or there
/// is not exactly one host.
fn negotiation<'a>(lines: &[httparse::Header<'a>]) -> Option<Negotiation<'a>> {
    let (mut negotiation, mut hosts) = (Negotiation::default(), 0);
    for line in lines {
        let is = |name: &str| line.name.eq_ignore_ascii_case(name);
        match line.name.len() {
            4 if is("host") => hosts += 1,
            6 if is("expect") => return None,
            7 if is("upgrade") => return None,
            10 if is("connection") && !line.value.eq_ignore_ascii_case(b"keep-alive") => return None,
            13 if is("if-none-match") => {
                let before = negotiation.known.replace(Cow::Borrowed(text(line.value)?));
                before.is_none().then_some(())?;
            }
            14 if is("content-length") => return None,
            15 if is("accept-encoding") => {
                let before = negotiation.encodings.replace(text(line.value)?);
                before.is_none().then_some(())?;
            }
            17 if is("transfer-encoding") => return None,
            _ => {}
        }
    }
    (hosts == 1).then_some(negotiation)
}

/// Returns a header value that is plain ASCII text.
fn text(value: &[u8]) -> Option<&str> {
    let is_text = value.iter().all(|byte| matches!(byte, b' '..=b'~'));
    std::str::from_utf8(value).ok().filter(|_| is_text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHROMIUM: &str = "GET /blog?tag=Local%20SEO&page=2 HTTP/1.1\r\nHost: foundfirst.example\r\n\
        Connection: keep-alive\r\nsec-ch-ua: \"Chromium\";v=\"140\"\r\nsec-ch-ua-mobile: ?0\r\n\
        Upgrade-Insecure-Requests: 1\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64)\r\nAccept: text/html,*/*;q=0.8\r\n\
        Sec-Fetch-Site: none\r\nSec-Fetch-Mode: navigate\r\nSec-Fetch-User: ?1\r\nSec-Fetch-Dest: document\r\n\
        Accept-Encoding: gzip, deflate, br, zstd\r\nAccept-Language: en-GB\r\nIf-None-Match: W/\"1\", W/\"2\"\r\n\r\n";

    #[test]
    fn what_a_browser_sends_is_plain() {
        let request = PlainRequest::read(CHROMIUM.as_bytes()).unwrap();
        assert_eq!((request.path, request.query), ("/blog", Some("tag=Local%20SEO&page=2")));
        assert_eq!(request.length, CHROMIUM.len());
        assert!(!request.is_head);
        assert_eq!(request.negotiation.encodings, Some("gzip, deflate, br, zstd"));
        assert!(request.negotiation.knows("W/\"2\"") && !request.negotiation.knows("W/\"3\""));
    }

    #[test]
    fn the_first_of_several_requests_is_read() {
        let two = "HEAD / HTTP/1.1\r\nHost: x\r\n\r\nGET /blog HTTP/1.1\r\nHost: x\r\n\r\n";
        let first = PlainRequest::read(two.as_bytes()).unwrap();
        assert_eq!((first.path, first.query, first.is_head, first.length), ("/", None, true, 28));
        let second = PlainRequest::read(&two.as_bytes()[first.length..]).unwrap();
        assert_eq!((second.path, second.is_head), ("/blog", false));
    }

    #[test]
    fn an_incomplete_request_is_not_plain() {
        for length in 0..CHROMIUM.len() {
            assert!(PlainRequest::read(&CHROMIUM.as_bytes()[..length]).is_none(), "{length}");
        }
    }

    #[test]
    fn a_plain_request_has_one_host() {
        for (hosts, plain) in [("", false), ("Host: x\r\n", true), ("Host: x\r\nhost: x\r\n", false)] {
            let request = format!("GET / HTTP/1.1\r\n{hosts}\r\n");
            assert_eq!(PlainRequest::read(request.as_bytes()).is_some(), plain, "{hosts:?}");
        }
    }

    #[test]
    fn other_relevant_headers_are_not_plain() {
        let with = |line: &str| format!("GET / HTTP/1.1\r\nHost: x\r\n{line}\r\n\r\n");
        assert!(PlainRequest::read(with("X-More: y").as_bytes()).is_some());
        for line in [
            "Content-Length: 0",
            "content-length: 5",
            "Transfer-Encoding: chunked",
            "Expect: 100-continue",
            "Upgrade: websocket",
            "Connection: close",
            "Connection: upgrade",
            "connection: keep-alive, te",
            "If-None-Match: \"1\"\r\nIf-None-Match: \"2\"",
            "Accept-Encoding: br\r\nAccept-Encoding: gzip",
            "If-None-Match: \"\u{e9}\"",
            "Accept-Encoding: gzip,\tbr",
            "no colon",
            "Host : x",
            " folded: x",
            &"x-more: y\r\n".repeat(MAX_HEADERS),
        ] {
            assert!(PlainRequest::read(with(line).as_bytes()).is_none(), "{line}");
        }
    }

    #[test]
    fn what_hyper_might_read_differently_is_not_plain() {
        for first in [
            "POST / HTTP/1.1",
            "OPTIONS * HTTP/1.1",
            "get / HTTP/1.1",
            "GET / HTTP/1.0",
            "GET / HTTP/2.0",
            "GET http://foundfirst.example/ HTTP/1.1",
            "GET blog HTTP/1.1",
            "GET /blog#top HTTP/1.1",
            "GET /blog?search=\"a\" HTTP/1.1",
            "GET /\u{e9} HTTP/1.1",
            "GET /a\\b HTTP/1.1",
            "GET /a b HTTP/1.1",
            "GET /",
            "PRI * HTTP/2.0",
            "\u{0}",
        ] {
            assert!(PlainRequest::read(format!("{first}\r\nHost: x\r\n\r\n").as_bytes()).is_none(), "{first}");
        }
    }
}
