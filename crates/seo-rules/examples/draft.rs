//! Checks a draft of 2,000 words, prints the result and how long it took.
//!
//! `cargo run --release --package seo-rules --example draft`

use std::{hint::black_box, io::Write as _, time::Instant};

use seo_rules::{Document, Draft, check_draft, score};

const ROUNDS: u32 = 200;

fn main() -> std::io::Result<()> {
    let paragraph = "<p>Crawl budget is what a search engine reads of a site in a day. However, most of it was spent on \
                     filters. For example, <a href=\"/seo\">a shop of ours</a> had four million addresses, and the log \
                     showed that nine of ten were never seen by anybody.</p>";
    let html = format!("<h2>What crawl budget is</h2>{}", paragraph.repeat(6)).repeat(7);
    let words = Document::parse(&html).word_count();
    let check = || {
        let body = Document::parse(&html);
        check_draft(&Draft {
            title: "Crawl budget: how to read it in your logs",
            heading: "Crawl budget: how to read it in your logs",
            description: "Crawl budget is the number of pages that a search engine reads in a day.",
            site: "https://site.example",
            path: "/blog/crawl-budget",
            keyphrase: "crawl budget",
            body: &body,
            page_starts: &[0],
        })
    };
    let mut out = std::io::stdout();
    let checks = check();
    for check in &checks {
        writeln!(out, "{:5} {:28} {} ({})", check.level.as_str(), check.id, check.value, check.threshold)?;
    }
    let start = Instant::now();
    for _ in 0..ROUNDS {
        black_box(check());
    }
    writeln!(out, "{words} words: score {}, {:?}", score(&checks), start.elapsed() / ROUNDS)
}
