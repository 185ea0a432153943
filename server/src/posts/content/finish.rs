//! The last step: anchors for headings, hints for images and links, and what is read off the text.

use std::borrow::Cow;

use super::{
    PAGE_BREAK, Prepared,
    elements::{self, Kind, PAGE_BREAK_ELEMENT, element, is_heading},
    ids::Ids,
    tokens::{Tag, Token, attribute, tokens},
};
use crate::posts::domain::Heading;

struct Finish {
    out: String,
    text: Words,
    headings: Vec<Heading>,
    ids: Ids,
    heading: Option<OpenHeading>,
    /// The page being written, from 1.
    page: u32,
    page_has_content: bool,
    page_has_image: bool,
    /// Length of the output before the last page break, while nothing follows it.
    dangling_break: Option<usize>,
    /// The next text is the first of preformatted text, where browsers drop a line break.
    at_pre_start: bool,
}

struct OpenHeading {
    level: u8,
    given_id: Option<String>,
    /// Where in the output its start tag belongs.
    start: usize,
    text: Words,
}

/// Text with every run of white space as one space.
#[derive(Default)]
struct Words {
    text: String,
    space: bool,
}

impl Words {
    fn push(&mut self, text: &str) {
        for c in text.chars() {
            if c.is_whitespace() {
                self.space = true;
            } else {
                if self.space && !self.text.is_empty() {
                    self.text.push(' ');
                }
                self.space = false;
                self.text.push(c);
            }
        }
    }

    fn end_block(&mut self) {
        self.space = true;
    }
}

/// Finishes sanitised, tidied HTML.
pub(super) fn finish(html: &str) -> Prepared {
    let mut finish = Finish {
        out: String::with_capacity(html.len() + html.len() / 8),
        text: Words::default(),
        headings: Vec::new(),
        ids: Ids::default(),
        heading: None,
        page: 1,
        page_has_content: false,
        page_has_image: false,
        dangling_break: None,
        at_pre_start: false,
    };
    for token in tokens(html) {
        if let Token::Start(tag) = &token
            && let Some(id) = attribute(tag, "id")
        {
            finish.ids.reserve(id);
        }
    }
    for token in tokens(html) {
        finish.token(&token);
    }
    finish.into_prepared()
}

impl Finish {
    fn token(&mut self, token: &Token<'_>) {
        match token {
            Token::Text(text) => self.text(text),
            Token::Start(tag) if tag.name == PAGE_BREAK_ELEMENT => self.page_break(),
            Token::Start(tag) => self.start(tag),
            Token::End(name) => self.end(name),
            Token::Comment(_) => {}
        }
    }

    fn text(&mut self, raw: &str) {
        let text = decode(raw);
        let text = if self.at_pre_start { text.trim_start_matches('\n') } else { &text };
        if text.is_empty() {
            return;
        }
        self.at_pre_start = false;
        if !text.trim_ascii().is_empty() {
            self.content();
        }
        self.text.push(text);
        if let Some(heading) = &mut self.heading {
            heading.text.push(text);
        }
        escape(&mut self.out, text);
    }

    fn content(&mut self) {
        self.page_has_content = true;
        self.dangling_break = None;
    }

    fn start(&mut self, tag: &Tag<'_>) {
        self.at_pre_start = tag.name == "pre";
        self.end_block_of(&tag.name);
        if is_heading(&tag.name) {
            self.heading = Some(OpenHeading {
                level: tag.name.bytes().last().map_or(2, |digit| digit.saturating_sub(b'0')),
                given_id: attribute(tag, "id").map(str::to_owned),
                start: self.out.len(),
                text: Words::default(),
            });
            return;
        }
        self.out.push('<');
        self.out.push_str(&tag.name);
        for &name in elements::attributes(&tag.name) {
            if name == "rel" {
                self.write_rel(tag);
            } else if let Some(value) = attribute(tag, name) {
                write_attribute(&mut self.out, name, &decode(value));
            }
        }
        match tag.name.as_str() {
            "img" => {
                // The first picture of a page may be what the reader waits for.
                if self.page_has_image {
                    write_attribute(&mut self.out, "loading", "lazy");
                    write_attribute(&mut self.out, "decoding", "async");
                }
                self.page_has_image = true;
                self.content();
            }
            "hr" => self.content(),
            _ => {}
        }
        self.out.push('>');
    }

    /// Links to other hosts get `noopener`; what the editor says to search engines about a link is kept.
    fn write_rel(&mut self, tag: &Tag<'_>) {
        let given = attribute(tag, "rel").unwrap_or("");
        let elsewhere = attribute(tag, "href").is_some_and(|href| is_absolute(&decode(href)));
        let rel = match (elsewhere, given.is_empty()) {
            (true, true) => "noopener".to_owned(),
            (true, false) => format!("noopener {given}"),
            (false, _) => given.to_owned(),
        };
        if !rel.is_empty() {
            write_attribute(&mut self.out, "rel", &rel);
        }
    }

    fn end(&mut self, name: &str) {
        if name == PAGE_BREAK_ELEMENT {
            return;
        }
        self.at_pre_start = false;
        self.end_block_of(name);
        for part in ["</", name, ">"] {
            self.out.push_str(part);
        }
        if is_heading(name)
            && let Some(heading) = self.heading.take()
        {
            self.end_heading(heading);
        }
    }

    fn end_heading(&mut self, heading: OpenHeading) {
        let OpenHeading { level, given_id, start, text: Words { text, .. } } = heading;
        let mut open_tag = format!("<h{level}");
        if !text.is_empty() {
            let id = self.ids.assign(given_id.as_deref(), &text);
            write_attribute(&mut open_tag, "id", &id);
            self.headings.push(Heading { level, id, text, page: self.page });
        }
        open_tag.push('>');
        self.out.insert_str(start, &open_tag);
    }

    fn end_block_of(&mut self, name: &str) {
        if name == "br" || !matches!(element(name).1, Kind::Inline | Kind::Void | Kind::Unknown) {
            self.text.end_block();
            if let Some(heading) = &mut self.heading {
                heading.text.end_block();
            }
        }
    }

    /// Begins a page. Two breaks with nothing between them are one, and a post does not begin with one.
    fn page_break(&mut self) {
        self.text.end_block();
        if !self.page_has_content {
            return;
        }
        self.dangling_break = Some(self.out.len());
        self.out.push_str(PAGE_BREAK);
        self.page = self.page.saturating_add(1);
        self.page_has_content = false;
        self.page_has_image = false;
    }

    fn into_prepared(mut self) -> Prepared {
        if let Some(length) = self.dangling_break {
            self.out.truncate(length);
        }
        let text = self.text.text;
        let word_count = u32::try_from(text.split(' ').filter(|word| !word.is_empty()).count()).unwrap_or(u32::MAX);
        Prepared { html: self.out, headings: self.headings, text, word_count }
    }
}

/// Whether a link names its host.
fn is_absolute(href: &str) -> bool {
    let href = href.replace('\\', "/");
    href.starts_with("//")
        || ["http:", "https:"]
            .iter()
            .any(|scheme| href.get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme)))
}

/// Resolves the character references that the sanitiser writes.
pub(super) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        let (before, reference) = rest.split_at(at);
        out.push_str(before);
        let known = [("&amp;", '&'), ("&lt;", '<'), ("&gt;", '>'), ("&quot;", '"'), ("&nbsp;", '\u{a0}')];
        let found = known.iter().find_map(|(name, c)| reference.strip_prefix(name).map(|rest| (*c, rest)));
        let (c, after) = found.unwrap_or(('&', reference.get(1..).unwrap_or("")));
        out.push(c);
        rest = after;
    }
    out.push_str(rest);
    Cow::Owned(out)
}

pub(super) fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            _ => out.push(c),
        }
    }
}

pub(super) fn write_attribute(out: &mut String, name: &str, value: &str) {
    for part in [" ", name, "=\""] {
        out.push_str(part);
    }
    for c in value.chars() {
        match c {
            '"' => out.push_str("&quot;"),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            _ => out.push(c),
        }
    }
    out.push('"');
}
