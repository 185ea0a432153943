//! Tests of what is read from a document.

use seo_rules::{BlockKind, Document};

#[test]
fn a_document_is_read_by_its_parts() {
    let document = Document::parse(
        "<html lang=en-GB><head><title>A &amp; B</title><meta name=Description content=' D '><link rel='shortcut icon' href=/i>\
         <script src=/s.js>if (a < b) '<h1>no</h1>'</script><style>h1{}</style></head><body id=root>\
         <h1>One <b>two</b></h1>bare<p>Para<br>graph <a href='/x#y'>to <img src=/i.png alt=pic></a>\
         <ul><li><p>item</p></ul><pre>code</pre><table><tr><td>cell</table><svg><title>no</title><text>no</text></svg>\
         <h2></h2>",
    );
    assert_eq!(document.language.as_deref(), Some("en-GB"));
    assert_eq!(document.title.as_deref(), Some("A & B"));
    assert_eq!(document.meta("description"), Some("D"));
    assert_eq!(document.relation("icon"), Some("/i"));
    assert_eq!(document.embedded, ["/s.js"]);
    assert!(document.ids.contains("root"));
    let blocks: Vec<(BlockKind, &str)> = document.blocks.iter().map(|one| (one.kind, one.text.as_str())).collect();
    assert_eq!(
        blocks,
        [
            (BlockKind::Heading(1), "One two"),
            (BlockKind::Other, "bare"),
            (BlockKind::Paragraph, "Para graph to"),
            (BlockKind::Item, "item"),
            (BlockKind::Code, "code"),
            (BlockKind::Other, "cell"),
            (BlockKind::Heading(2), ""),
        ]
    );
    assert_eq!((document.links.len(), document.links[0].text.as_str()), (1, "to pic"));
    assert_eq!(document.images[0].alt.as_deref(), Some("pic"));
    assert!(!document.images[0].has_size);
}

#[test]
fn numbers_of_notes_are_no_words() {
    let mark = |role: &str, text: &str| format!("<a href='#x' role={role} aria-label='Note 1'>{text}</a>");
    let (number, back) = (mark("doc-noteref", "1"), mark("doc-backlink", "↩"));
    let html = format!("<p>Finite.<sup>{number}</sup> It is<sup>{number}</sup>.<ol><li>Source&nbsp;{back}</ol>");
    let document = Document::parse(&html);
    let texts: Vec<&str> = document.blocks.iter().map(|block| block.text.as_str()).collect();
    assert_eq!(texts, ["Finite. It is.", "Source"]);
    assert!(document.links.iter().all(|link| link.text == "Note 1"), "{:?}", document.links);
}

#[test]
fn a_block_in_a_heading_is_part_of_it() {
    let document = Document::parse("<h1><div>One</div><p>two</p></h1><h2>Open<h3>Next</h3><p>End");
    let headings: Vec<(u8, &str)> = document.headings().map(|heading| (heading.level, heading.text)).collect();
    assert_eq!(headings, [(1, "One two"), (2, "Open"), (3, "Next")]);
    assert_eq!(document.blocks.last().unwrap().kind, BlockKind::Paragraph);
    let document = Document::parse("<h2>Craw<em>ler</em>s, <b>logs</b>?</h2>");
    assert_eq!(document.blocks[0].text, "Crawlers, logs?");
}

#[test]
fn pages_that_are_appended_are_one_text() {
    let pages = ["<h2 id=a>One</h2><p>two <a href=/x>three</a>", "<h3 id=b>Four</h3><p>five<img src=/i.png alt=six>"];
    let mut document = Document::default();
    for page in pages {
        document.append(Document::parse(page));
    }
    assert_eq!(document, Document::parse(&pages.concat()));
    assert_eq!(document.headings().map(|heading| heading.text).collect::<Vec<_>>(), ["One", "Four"]);
    let mut bare = Document::parse("end");
    bare.append(Document::parse("begin"));
    assert_eq!(bare.word_count(), 2, "no word spans two pages");
    document.append(Document::parse("<html lang=en-GB><title>First</title>"));
    document.append(Document::parse("<html lang=de><title>Second</title>"));
    assert_eq!((document.language.as_deref(), document.title.as_deref()), (Some("en-GB"), Some("First")));
}

#[test]
fn noindex_is_read_in_a_list() {
    for (content, expected) in [("noindex, follow", true), ("NONE", true), ("index", false), ("max-snippet:-1", false)]
    {
        let document = Document::parse(&format!("<meta name=robots content='{content}'>"));
        assert_eq!(document.is_noindex(), expected, "{content}");
    }
}
