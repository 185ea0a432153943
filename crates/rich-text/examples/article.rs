//! Sanitises and renders an article of 1,500 words and prints how long each step takes.
//!
//! `cargo run --release --package rich-text --example article`

use std::{hint::black_box, io::Write as _, time::Instant};

fn main() -> std::io::Result<()> {
    let paragraph = "<p>What a crawler <strong>reads</strong> is what <a href=\"/seo\">a search engine</a> &amp; its index \
                     know of a site, and nothing else besides; the log says which pages these are, when they were read, \
                     and with what result, which is more than any other tool can say of them.</p>";
    let section = format!(
        "<h2>Log files</h2>{}<ul><li>One <em>request</em> a line</li><li>One status a line</li></ul>\
         <pre><code class=\"language-bash\">grep 'bot' access.log | sort -n # count\n</code></pre>\
         <table><tr><th>Page<th>Hits<tr><td>/<td>12</table><img src=\"/media/images/1-a.jpg\" alt=\"Chart\">",
        paragraph.repeat(7)
    );
    let input = section.repeat(4);
    let article = rich_text::sanitize(&input, &[]);
    let picture = |_: &str| {
        Some(rich_text::Picture {
            replaced_by: None,
            size: Some((1200, 900)),
            srcset: Some("/media/images/1-a-480.webp 480w"),
            alt: "",
        })
    };
    let mut out = std::io::stdout();
    writeln!(out, "{} words, {} bytes", article.word_count, article.html.len())?;
    let mut time = |name: &str, step: &dyn Fn() -> usize| {
        const ROUNDS: u32 = 500;
        let start = Instant::now();
        for _ in 0..ROUNDS {
            black_box(step());
        }
        writeln!(out, "{name}: {:?}", start.elapsed() / ROUNDS)
    };
    time("sanitize", &|| rich_text::sanitize(&input, &[]).html.len())?;
    time("render_html", &|| rich_text::render_html(&article.html, picture).len())
}
