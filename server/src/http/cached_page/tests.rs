use http::header::{ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_SECURITY_POLICY, IF_NONE_MATCH};

use super::*;

fn page(body: &str) -> CachedPage {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("public, max-age=0"));
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'self'"));
    CachedPage::new(StatusCode::OK, headers, Bytes::from(body.to_owned()), None)
}

fn long_page() -> CachedPage {
    page(&"<li>Überall — 東京</li>".repeat(500))
}

/// A page whose text compresses differently at different levels.
fn varied_page() -> CachedPage {
    let lines = (0..4_000).map(|n| format!("<p>{} {}</p>", n * 7_919 % 1_013, n * 31 % 97));
    page(&lines.collect::<Vec<_>>().concat())
}

fn with(name: http::HeaderName, value: &str) -> HeaderMap {
    HeaderMap::from_iter([(name, HeaderValue::from_str(value).unwrap())])
}

fn header<'a>(response: &'a Response<Bytes>, name: &http::HeaderName) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[test]
fn a_response_has_length_vary_tag_and_the_given_headers() {
    let page = long_page();
    let response = page.respond(&Method::GET, &with(ACCEPT_ENCODING, "gzip, deflate, br, zstd"));
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(header(&response, &CONTENT_ENCODING), "br");
    assert_eq!(header(&response, &VARY), "Accept-Encoding");
    assert_eq!(header(&response, &CACHE_CONTROL), "public, max-age=0");
    assert_eq!(header(&response, &CONTENT_LENGTH), response.body().len().to_string());
    assert!(header(&response, &ETAG).starts_with("W/\""));
    let mut text = Vec::new();
    brotli::BrotliDecompress(&mut &response.body()[..], &mut text).unwrap();
    assert_eq!(text, page.body()[..]);
}

#[test]
fn without_accept_encoding_the_body_comes_as_it_is() {
    let page = long_page();
    let response = page.respond(&Method::GET, &HeaderMap::new());
    assert_eq!(response.body(), page.body());
    assert!(!response.headers().contains_key(CONTENT_ENCODING));
    assert_eq!(header(&response, &VARY), "Accept-Encoding");
}

#[test]
fn small_bodies_and_binary_types_are_not_compressed() {
    let accept = with(ACCEPT_ENCODING, "gzip, br");
    assert!(!page("short").respond(&Method::GET, &accept).headers().contains_key(CONTENT_ENCODING));
    let png = CachedPage::new(StatusCode::OK, with(CONTENT_TYPE, "image/png"), Bytes::from(vec![0; 5_000]), None);
    let response = png.respond(&Method::GET, &accept);
    assert!(!response.headers().contains_key(CONTENT_ENCODING));
    assert!(!response.headers().contains_key(VARY));
}

#[test]
fn head_has_the_headers_of_get_and_no_body() {
    let page = long_page();
    let accept = with(ACCEPT_ENCODING, "gzip");
    let get = page.respond(&Method::GET, &accept);
    let head = page.respond(&Method::HEAD, &accept);
    assert_eq!(head.headers(), get.headers());
    assert!(head.body().is_empty());
    assert_ne!(header(&head, &CONTENT_LENGTH), "0");
}

#[test]
fn a_known_tag_gives_304_without_body_length_or_type() {
    let page = long_page();
    let tag = header(&page.respond(&Method::GET, &HeaderMap::new()), &ETAG).to_owned();
    let strong = tag.trim_start_matches("W/").to_owned();
    for known in [tag.clone(), strong, format!("\"other\", {tag}"), format!("{tag},W/\"x\""), "*".to_owned()] {
        let response = page.respond(&Method::GET, &with(IF_NONE_MATCH, &known));
        assert_eq!(response.status(), StatusCode::NOT_MODIFIED, "{known}");
        assert!(response.body().is_empty());
        assert!(!response.headers().contains_key(CONTENT_LENGTH));
        assert!(!response.headers().contains_key(CONTENT_TYPE));
        assert_eq!(header(&response, &ETAG), tag);
        assert_eq!(header(&response, &VARY), "Accept-Encoding");
        assert_eq!(header(&response, &CACHE_CONTROL), "public, max-age=0");
    }
    for unknown in ["\"other\"", "W/\"\"", "", "W/*"] {
        let response = page.respond(&Method::GET, &with(IF_NONE_MATCH, unknown));
        assert_eq!(response.status(), StatusCode::OK, "{unknown}");
    }
}

#[test]
fn a_tag_follows_the_body() {
    let tag = |body: &str| header(&page(body).respond(&Method::GET, &HeaderMap::new()), &ETAG).to_owned();
    assert_eq!(tag("one"), tag("one"));
    assert_ne!(tag("one"), tag("two"));
}

#[test]
fn a_page_that_is_no_success_never_answers_304() {
    let missing = CachedPage::new(StatusCode::NOT_FOUND, HeaderMap::new(), Bytes::from_static(b"gone"), None);
    assert_eq!(missing.respond(&Method::GET, &with(IF_NONE_MATCH, "*")).status(), StatusCode::NOT_FOUND);
}

#[test]
fn an_upgrade_makes_brotli_smaller_and_leaves_the_unasked_alone() {
    let page = varied_page();
    let accept = with(ACCEPT_ENCODING, "br");
    let before = page.respond(&Method::GET, &accept);
    page.upgrade();
    let after = page.respond(&Method::GET, &accept);
    assert!(after.body().len() < before.body().len());
    assert_eq!(header(&after, &CONTENT_LENGTH), after.body().len().to_string());
    assert_eq!(header(&after, &ETAG), header(&before, &ETAG));
    assert!(page.gzip.fast.get().is_none() && page.gzip.best.get().is_none());
}

#[test]
fn one_of_those_who_ask_for_a_page_again_and_again_upgrades_it() {
    let page = varied_page();
    for _ in 0..WORTH_COMPRESSING {
        assert!(!page.claim_upgrade());
        page.respond(&Method::GET, &HeaderMap::new());
    }
    assert_eq!([page.claim_upgrade(), page.claim_upgrade()], [true, false]);
    page.release_upgrade();
    page.respond(&Method::GET, &HeaderMap::new());
    assert_eq!([page.claim_upgrade(), page.claim_upgrade()], [true, false]);
}

#[test]
fn vary_is_kept_and_not_doubled() {
    for (given, expected) in
        [("Cookie", vec!["Cookie", "Accept-Encoding"]), ("accept-encoding", vec!["accept-encoding"])]
    {
        let mut headers = with(VARY, given);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let page = CachedPage::new(StatusCode::OK, headers, Bytes::from(vec![b' '; 1_000]), None);
        let response = page.respond(&Method::GET, &HeaderMap::new());
        let all: Vec<&str> = response.headers().get_all(VARY).iter().map(|value| value.to_str().unwrap()).collect();
        assert_eq!(all, expected);
    }
}

#[test]
fn the_weight_covers_all_variants_of_a_page() {
    let page = varied_page();
    for encoding in ["gzip", "zstd", "br"] {
        page.respond(&Method::GET, &with(ACCEPT_ENCODING, encoding));
    }
    page.upgrade();
    let variants = [&page.gzip, &page.zstd, &page.brotli].map(|slot| {
        slot.fast.get().map_or(0, |variant| variant.body().len())
            + slot.best.get().map_or(0, |variant| variant.body().len())
    });
    let all = page.body().len() + variants.iter().sum::<usize>();
    assert!(page.weight() >= u64::try_from(all).unwrap(), "{} < {all}", page.weight());
}
