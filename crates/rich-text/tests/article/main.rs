//! Sanitising: hostile HTML, editors' output, headings, pages, word counts.

mod attacks;
mod check;
mod properties;

use std::time::{Duration, Instant};

use attacks::ATTACKS;
use check::check_all;
use rich_text::{page_html, render_html, sanitize, split_pages};

fn html(input: &str) -> String {
    sanitize(input, &[]).html
}

#[test]
fn no_attack_survives() {
    assert!(ATTACKS.len() > 80);
    for attack in ATTACKS {
        for input in [
            (*attack).to_owned(),
            format!("<p>a {attack} b</p>"),
            format!("<ul><li>{attack}"),
            format!("<pre><code>{attack}"),
        ] {
            if let Err(error) = check_all(&input) {
                panic!("{input}\n{}\n{error}", html(&input));
            }
        }
        let output = html(attack).to_lowercase();
        assert!(!output.contains("<script"), "{attack}: {output}");
        let tags: String = output.split('<').skip(1).filter_map(|tag| tag.split('>').next()).collect();
        for word in ["javascript:", "vbscript:", "onerror=\"", "onclick=\"", "style=", "srcdoc", "formaction"] {
            assert!(!tags.contains(word), "{attack}: {output}");
        }
    }
}

#[test]
fn every_pair_of_attacks_is_safe_too() {
    for (index, first) in ATTACKS.iter().enumerate() {
        let second = ATTACKS[(index * 37 + 11) % ATTACKS.len()];
        if let Err(error) = check_all(&format!("{first}{second}")) {
            panic!("{first}{second}\n{error}");
        }
    }
}

#[test]
fn what_an_editor_writes_is_kept() {
    for input in [
        "<p>One <strong>two</strong> <em>three</em> <a href=\"/seo\">four</a>.</p>",
        "<h2 id=\"own\">Heading</h2><h3 id=\"deeper\">Deeper</h3>",
        "<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul><ol start=\"3\"><li><p>d</p><p>e</p></li></ol>",
        "<blockquote cite=\"https://example.org/\"><p>q</p></blockquote>",
        "<aside><p>Mind the <strong>gap</strong>.</p><ul><li>a</li></ul></aside>",
        "<pre><code class=\"language-rust\">fn main() {\n    let a = &amp;b &lt; c;\n}\n</code></pre>",
        "<table><caption>c</caption><thead><tr><th scope=\"col\">a</th></tr></thead><tbody><tr><td colspan=\"2\">b</td></tr></tbody><tfoot><tr><td>c</td></tr></tfoot></table>",
        "<figure><img src=\"/media/images/1-a.webp\" alt=\"A b\" width=\"640\" height=\"360\"><figcaption>c</figcaption></figure>",
        "<figure class=\"wide\"><img src=\"/a.webp\" alt=\"\"><figcaption>c</figcaption></figure><figure class=\"wide\"><img src=\"/b.webp\" loading=\"lazy\" decoding=\"async\"></figure>",
        "<dl><dt>a</dt><dd>b</dd><dt>c</dt><dd><p>d</p></dd></dl>",
        "<details><summary>a</summary><p>b</p></details><hr><p>a<br>b</p>",
        "<p><kbd>Ctrl</kbd> <abbr title=\"x\">y</abbr> <time datetime=\"2026-11-25\">t</time> <mark>m</mark> <sub>1</sub><sup>2</sup> <u>u</u><s>s</s><del>d</del><i>i</i><b>b</b></p>",
        "<p><a href=\"mailto:a@example.org\">m</a> <a href=\"tel:+441\">t</a> <a href=\"#own\">h</a> <a href=\"?page=2\">q</a></p>",
        "<p>a</p>\n<p>b&nbsp;c</p>\n",
    ] {
        assert_eq!(html(input), input);
    }
}

#[test]
fn a_long_text_of_references_is_one_text() {
    let long = "&amp;é&nbsp;".repeat(5_000);
    assert_eq!(html(&format!("<p>{long}</p>")), format!("<p>{long}</p>"));
    assert_eq!(html("a<text-break></text-break><wbr>b"), "ab");
}

#[test]
fn disallowed_markup_is_removed_and_its_text_kept() {
    assert_eq!(html("<p style=\"x\" class=\"y\" data-z=1>a</p>"), "<p>a</p>");
    assert_eq!(html("<h1>a</h1>"), "<h2 id=\"a\">a</h2>");
    assert_eq!(html("<font color=red>a</font><o:p>b</o:p>"), "ab");
    assert_eq!(html("<p>a<!-- note --><script>x</script>b</p>"), "<p>ab</p>");
    assert_eq!(html("<a href=\"javascript:x\">a</a> <a>b</a>"), "a b");
    assert_eq!(html("<p>a<img src=\"data:image/png;base64,AAAA\">b</p>"), "<p>ab</p>");
    assert_eq!(html("<img src=\"mailto:a@example.org\"><img alt=x>"), "");
    assert_eq!(html("<svg><circle/><text>drawn</text></svg><p>a</p>"), "<p>a</p>");
    assert_eq!(html("<svg><p>kept"), "<p>kept</p>");
    assert_eq!(html("<code class=\"hljs language-c++ x\">a</code>"), "<code class=\"language-c++\">a</code>");
    assert_eq!(html("<figure class='size-large wide x'>a</figure>"), "<figure class=\"wide\">a</figure>");
    assert_eq!(html("<figure class='wider WIDE'>a</figure><p class=wide>b</p>"), "<figure>a</figure><p>b</p>");
    assert_eq!(html("<aside class=x role=note>a</aside>"), "<aside>a</aside>");
    assert_eq!(html("<td>a"), "a");
}

#[test]
fn misplaced_markup_is_put_in_place() {
    assert_eq!(html("<p>a<p>b"), "<p>a</p><p>b</p>");
    assert_eq!(html("<b>a<i>b</b>c</i>"), "<b>a<i>b</i></b><i>c</i>");
    assert_eq!(html("<b><p>a</p><p>b</p></b>"), "<p><b>a</b></p><p><b>b</b></p>");
    assert_eq!(html("<a href=\"/x\"><h3>a</h3></a>b"), "<h3 id=\"a\"><a href=\"/x\">a</a></h3>b");
    assert_eq!(html("<a href=\"/x\">a<a href=\"/y\">b</a>c"), "<a href=\"/x\">a</a><a href=\"/y\">b</a>c");
    assert_eq!(html("<li>a<li>b<p>c"), "<ul><li>a</li><li>b<p>c</p></li></ul>");
    assert_eq!(html("<ul><li>a</li><ul><li>b</li></ul></ul>"), "<ul><li>a<ul><li>b</li></ul></li></ul>");
    assert_eq!(html("<dt>a<dd>b<dt>c"), "<dl><dt>a</dt><dd>b</dd><dt>c</dt></dl>");
    assert_eq!(
        html("<table>x<td>a<th>b<tr><td>c</table>d"),
        "x<table><tbody><tr><td>a</td><th>b</th></tr><tr><td>c</td></tr></tbody></table>d"
    );
    let pieces = "<b><p></b>a</p>".repeat(40);
    assert_eq!(html(&format!("{pieces}<i>b</i>")), format!("{}<i>b</i>", "<p>a</p>".repeat(40)));
    assert_eq!(html("<h2>a<h3>b"), "<h2 id=\"a\">a</h2><h3 id=\"b\">b</h3>");
    assert_eq!(html("<div>a</div><div>b<div>c</div></div>"), "<p>a</p>\n<p>b</p>\n<p>c</p>\n");
    assert_eq!(html("<pre><div>a</div><div>b</div></pre>"), "<pre>a\nb\n</pre>");
    assert_eq!(html("</p></b></ul>a"), "<p></p>a");
    assert_eq!(html("1 < 2 & 3 > 2"), "1 &lt; 2 &amp; 3 &gt; 2");
}

#[test]
fn headings_get_unique_ids() {
    let article = sanitize(
        "<h2>Crème &amp; brûlée?</h2><h2>A</h2><h3>A</h3><h2 id=\"a-2\">B</h2><h2 id=\"a-2\">C</h2><h2 id=\"Not valid\">D</h2>\
         <h2>日本</h2><h2> </h2><h2>Main</h2><h2 id=\"page-data\">x</h2>",
        &["main", "page-data"],
    );
    let ids: Vec<&str> = article.headings.iter().map(|heading| heading.id.as_str()).collect();
    assert_eq!(ids, ["creme-brulee", "a", "a-3", "a-2", "c", "d", "section", "main-2", "x"]);
    assert_eq!(article.headings[0].text, "Crème & brûlée?");
    assert_eq!((article.headings[2].level, article.headings[2].page), (3, 1));
}

#[test]
fn links_to_other_hosts_get_noopener() {
    assert_eq!(
        html("<a href=\"https://example.org\" target=_blank rel=\"opener nofollow UGC\">a</a>"),
        "<a href=\"https://example.org\" rel=\"noopener nofollow ugc\">a</a>"
    );
    assert_eq!(html("<a href=\"//example.org\">a</a>"), "<a href=\"//example.org\" rel=\"noopener\">a</a>");
    assert_eq!(html("<a href=\"/\\example.org\">a</a>"), "<a href=\"/\\example.org\" rel=\"noopener\">a</a>");
    assert_eq!(html("<a href=\"/a\" rel=\"sponsored noopener\">a</a>"), "<a href=\"/a\" rel=\"sponsored\">a</a>");
    assert_eq!(html("<a href=\"/a\" rel=\"noopener\">a</a>"), "<a href=\"/a\">a</a>");
}

#[test]
fn every_image_of_a_page_but_the_first_loads_late() {
    assert_eq!(
        html("<img src=/a loading=lazy><img src=/b loading=eager><!--nextpage--><img src=/c><img src=/d>"),
        "<img src=\"/a\"><img src=\"/b\" loading=\"lazy\" decoding=\"async\"><!-- pagebreak -->\
         <img src=\"/c\"><img src=\"/d\" loading=\"lazy\" decoding=\"async\">"
    );
}

#[test]
fn page_breaks_part_pages_that_are_whole_by_themselves() {
    for marker in ["<!-- pagebreak -->", "<!--pagebreak-->", "<!--nextpage-->", "<!-- PageBreak-->"] {
        assert_eq!(html(&format!("<p>a</p>{marker}<p>b</p>")), "<p>a</p><!-- pagebreak --><p>b</p>");
    }
    assert_eq!(html("<p>a<!--pagebreak-->b</p><p>c</p>"), "<p>a</p><!-- pagebreak --><p>b</p><p>c</p>");
    assert_eq!(html("<p>a</p><p><!--pagebreak--></p><p>b</p>"), "<p>a</p><!-- pagebreak --><p>b</p>");
    assert_eq!(
        html("<ul><li>a<!--pagebreak--></li><li>b</li></ul><p>c</p>"),
        "<ul><li>a</li><li>b</li></ul><!-- pagebreak --><p>c</p>"
    );
    assert_eq!(
        html("<!--pagebreak--><p>a</p><!--pagebreak--> <!--pagebreak--><p>b</p><!--pagebreak-->"),
        "<p>a</p><!-- pagebreak --> <p>b</p>"
    );
    assert_eq!(html("<page-break></page-break>&lt;!-- pagebreak --&gt;"), "&lt;!-- pagebreak --&gt;");
    let article = sanitize("<h2>a</h2><!--pagebreak--><h2>b</h2><!--pagebreak--><h2>c</h2>", &[]);
    assert_eq!(article.headings.iter().map(|heading| heading.page).collect::<Vec<_>>(), [1, 2, 3]);
    assert_eq!(split_pages(&article.html).len(), 3);
    assert_eq!(page_html(&article.html, 2), Some("<h2 id=\"b\">b</h2>"));
    assert_eq!((page_html(&article.html, 0), page_html(&article.html, 4)), (None, None));
    assert_eq!(split_pages(""), [""]);
}

#[test]
fn words_are_counted_across_blocks_and_not_within_markup() {
    let article = sanitize(
        "<p>One<b>two</b> three</p><p>four</p><ul><li>five</li><li>six</li></ul>seven<br>eight&nbsp;nine<script>no</script><img src=/x alt='no no'>",
        &[],
    );
    assert_eq!(article.text, "Onetwo three four five six seven eight nine");
    assert_eq!(article.word_count, 8);
    assert_eq!(sanitize(" <p> </p>", &[]).word_count, 0);
    assert_eq!(sanitize("<p>a &amp; b &lt;c&gt;</p>", &[]).text, "a & b <c>");
}

#[test]
fn control_characters_go() {
    assert_eq!(html("<p>a\u{0}b&#1;c\u{b}d\u{fffe}e</p>"), "<p>abcde</p>");
    assert_eq!(html("<p>a\r\nb\rc</p>"), "<p>a\nb\nc</p>");
    assert_eq!(html("<pre>\n\n&#13;&#10;a</pre>"), "<pre>a</pre>");
}

/// Returns `a0 a1 a2 …`.
fn numbered(prefix: &str, count: usize) -> String {
    (0..count).flat_map(|number| [prefix.to_owned(), number.to_string(), " ".to_owned()]).collect()
}

#[test]
fn a_tag_with_thousands_of_attributes_loses_them() {
    for attributes in [
        numbered("a", 10_000),
        numbered("a='b'", 10_000).replace(' ', "/"),
        format!("{} c='>' d=\"\n>\"\n", numbered("a=<e>'x' b", 10_000).replace("<e>", "'>'")),
    ] {
        let with = |attributes: &str| {
            let middle = "1&am<b>2</b>3</p>&amp<script>4</script>5<<i>6";
            html(&format!("<p>{}", middle.replace('>', &format!(" {attributes}>"))))
        };
        assert_eq!(with(&attributes), with(""), "{}", &attributes[..30]);
    }
    let long = format!("<!-- {} --><img alt='{}' src=/a>", numbered("a", 10_000), numbered("a", 1_000));
    let kept = html(&format!("{long}b"));
    assert!(kept.contains("<img src=\"/a\" alt=\"a0 a1 ") && kept.ends_with("\">b"), "{kept}");
}

#[test]
fn what_nests_deeper_than_any_article_settles_too() {
    let inline = "<b><i><a href=/x><code><span><u><s><sub><sup><mark><kbd><em><strong>";
    for nested in
        ["<div>", "<blockquote>", "<ul>", "<ul><li>", "<dl>", "<li>", "<table><tr><td>", "<table><caption>", "<div><p>"]
    {
        for depth in [32, 96, 97, 98, 99, 100, 101, 150, 300] {
            let input = format!("{}a{inline}b<p>c<ul><li>d<div>e", nested.repeat(depth));
            assert_eq!(check_all(&input), Ok(()), "{nested} {depth} times");
            assert!(html(&input).contains('a') && html(&input).contains('e'), "{nested} {depth} times");
        }
    }
}

#[test]
fn attributes_are_in_one_order_however_they_are_written() {
    let link = "<p><a href=\"/a\" title=\"t\" rel=\"nofollow\">a</a></p>";
    for written in
        [link, "<p><a rel='nofollow' title='t' href='/a'>a</a></p>", "<p><a title=t href=/a rel=nofollow>a</a></p>"]
    {
        assert_eq!(html(written), html(link), "{written}");
    }
    assert!(html(link).starts_with("<p><a href="), "{}", html(link));
}

#[test]
fn hostile_input_takes_linear_time() {
    let many = 100_000;
    let inputs = [
        "<div>".repeat(many),
        "<b>".repeat(many),
        "<blockquote>".repeat(many),
        "<ul><li>".repeat(many),
        "<table><tr><td>".repeat(many),
        "<svg>".repeat(many),
        "</p>".repeat(many),
        "<!--".repeat(many),
        "<a href='".repeat(many),
        "<p>&#1;".repeat(many),
        "<h2>a</h2>".repeat(many),
        "<!--pagebreak-->a".repeat(many),
        "<p>a<!--pagebreak-->".repeat(many),
        format!("<p {}>", numbered("a", many)),
        format!("{}{}", numbered("<b id=", many).replace(' ', ">"), "<p>a".repeat(many)),
        format!("<a href='/{}'>{}", "x".repeat(4_000), "<p>a".repeat(many)),
        format!("{}{}", "<i><b>".repeat(16), "</i>a<i>".repeat(many)),
        "<script>".repeat(many),
        "<<".repeat(many),
        "<b<".repeat(many),
        format!("<b {}", "<a".repeat(many)),
        "<table>".to_owned() + &"<hr>".repeat(many),
        "<table><b>".repeat(many),
        "&".repeat(10 * many),
        "&nbsp;\u{a0}".repeat(5 * many),
        "<pre><code class=language-js>`</code></pre><table><caption>a</table>".repeat(many / 10),
        "<p>a<sup class=note>b</sup></p>".repeat(many),
        format!("<table><caption></caption>{}{}", " ".repeat(many), "<caption>".repeat(many)),
    ];
    for input in inputs {
        let start = Instant::now();
        let article = sanitize(&input, &[]);
        let beginning: String = input.chars().take(40).collect();
        assert!(start.elapsed() < Duration::from_secs(10), "{beginning} took {:?}", start.elapsed());
        let start = Instant::now();
        let rendered = render_html(&article.html, |_| None);
        assert!(start.elapsed() < Duration::from_secs(30), "rendering {beginning} took {:?}", start.elapsed());
        assert!(rendered.len() < article.html.len() * 8 + 100_000, "{beginning} is rendered to {}", rendered.len());
        assert!(article.html.len() < input.len() * 8 + 100_000, "{beginning} grew to {}", article.html.len());
    }
}
