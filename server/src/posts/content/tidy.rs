//! Makes any HTML well-nested and bounded: known elements only, each where browsers leave it, none deeper than
//! [`MAX_DEPTH`].
//!
//! Hostile input can make a browser's own parser work quadratically. What leaves this module cannot, and it
//! means the same to every parser, so that what the sanitiser allows is what browsers see.

mod place;

use super::{
    elements::{self, Kind, PAGE_BREAK_ELEMENT, TEXT_BREAK, element, is_heading},
    tokens::{Tag, Token, attribute, tokens},
};

/// Blocks within blocks. Deeper ones are dropped, their content is kept.
pub(super) const MAX_DEPTH: usize = 32;

/// Inline elements open at once.
const MAX_INLINE: usize = 32;

/// Blocks that the parser adds at most when an element stands outside of its place.
const MAX_IMPLIED: usize = 4;

/// Characters that the sanitiser writes with care, between two [`TEXT_BREAK`]s.
const MAX_SPECIAL: usize = 256;

/// What the text is, which decides what a page break looks like in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// From outside: page breaks are comments.
    Outside,
    /// Sanitised output of this module: page breaks are [`PAGE_BREAK_ELEMENT`].
    Sanitised,
}

struct Frame {
    name: &'static str,
    kind: Kind,
    /// Inline elements that were open when this block began.
    inline_base: usize,
    /// Made by this module, not by the editor.
    implied: bool,
    /// Open dropped blocks whose bare text becomes paragraphs.
    loose: u32,
    /// Whether anything but white space stands in it. Kept up for `table` and `details`.
    filled: bool,
    /// A paragraph was cut by a page break and goes on with the next text.
    resume: bool,
}

struct Inline {
    name: &'static str,
    open_tag: String,
    state: State,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    /// Applies to the text that comes.
    Open,
    /// Within one of its own name: waits for its end tag only.
    Repeated,
    /// Closed, but a block within it is still open.
    Closed,
}

struct Tidy {
    out: String,
    frames: Vec<Frame>,
    inline: Vec<Inline>,
    /// How many of `inline` are written in the present block.
    written: usize,
    /// Bytes of inline start tags that may still be written. Bounds the output when many blocks repeat them.
    budget: usize,
    /// A page break within a list, table or quote: written after it.
    break_due: bool,
    /// The element being dropped, and how many of its name are open.
    dropping: Option<(&'static str, usize)>,
    source: Source,
    /// Characters since the last [`TEXT_BREAK`] that the sanitiser writes with care.
    special: usize,
}

/// Well-nested HTML of known elements with the content of `html`. Page breaks are [`PAGE_BREAK_ELEMENT`]s at the
/// top level.
pub(super) fn tidy(html: &str, source: Source) -> String {
    let mut tidy = Tidy {
        out: String::with_capacity(html.len() + 64),
        frames: vec![Frame {
            name: "",
            kind: Kind::Flow,
            inline_base: 0,
            implied: false,
            loose: 0,
            filled: false,
            resume: false,
        }],
        inline: Vec::new(),
        written: 0,
        budget: html.len().saturating_mul(2).saturating_add(64 * 1024),
        break_due: false,
        dropping: None,
        source,
        special: 0,
    };
    for token in tokens(html) {
        tidy.token(&token);
    }
    tidy.pop_to(1);
    tidy.close_inline(0);
    tidy.out
}

impl Tidy {
    fn token(&mut self, token: &Token<'_>) {
        if self.dropping.is_some() && self.still_dropping(token) {
            return;
        }
        match token {
            Token::Text(text) => self.text(text),
            Token::Start(tag) => self.start(tag),
            Token::End(name) => self.end(name),
            Token::Comment(comment) => {
                let name = comment.trim();
                let is_break = name.eq_ignore_ascii_case("pagebreak") || name.eq_ignore_ascii_case("nextpage");
                if is_break && self.source == Source::Outside {
                    self.page_break();
                }
            }
        }
    }

    /// Follows an element that is dropped with its content. A block ends it, as it does in browsers.
    fn still_dropping(&mut self, token: &Token<'_>) -> bool {
        let Some((dropped, depth)) = self.dropping else { return false };
        let depth = match token {
            Token::Start(tag) if tag.name == dropped && !tag.self_closing => depth + 1,
            Token::End(name) if name == dropped => depth - 1,
            Token::Start(tag) => {
                let (_, kind) = element(&tag.name);
                let is_block = matches!(kind, Kind::Text | Kind::Flow | Kind::Structure | Kind::Rule | Kind::Loose);
                if is_block && dropped != "template" {
                    self.dropping = None;
                    return false;
                }
                depth
            }
            _ => depth,
        };
        self.dropping = (depth > 0).then_some((dropped, depth));
        true
    }

    fn top(&mut self) -> Option<&mut Frame> {
        self.frames.last_mut()
    }

    fn top_kind(&self) -> Kind {
        self.frames.last().map_or(Kind::Flow, |frame| frame.kind)
    }

    fn top_name(&self) -> &'static str {
        self.frames.last().map_or("", |frame| frame.name)
    }

    fn text(&mut self, text: &str) {
        if text.chars().all(is_dropped) {
            return;
        }
        let is_space = text.chars().all(|c| c.is_ascii_whitespace() || is_dropped(c));
        if !is_space || (self.top_name() == "pre" && self.written < self.inline.len()) {
            self.make_room_for_inline();
            self.open_inline();
        }
        self.write_text(text);
    }

    fn write_text(&mut self, text: &str) {
        let mut after_return = false;
        for c in text.chars() {
            // Before these no character reference can be cut in two.
            if self.source == Source::Outside && (c == '&' || !c.is_ascii()) {
                self.special += 1;
                if self.special > MAX_SPECIAL {
                    self.special = 0;
                    self.out.push_str(TEXT_BREAK);
                }
            }
            match c {
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '\r' => self.out.push('\n'),
                '\n' if after_return => {}
                '\u{c}' => self.out.push(' '),
                c if is_dropped(c) => {}
                _ => self.out.push(c),
            }
            after_return = c == '\r';
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        if self.source == Source::Sanitised && tag.name == PAGE_BREAK_ELEMENT {
            self.page_break();
            return;
        }
        let (name, kind) = element(&tag.name);
        match kind {
            Kind::Inline => self.start_inline(name, tag),
            Kind::Void => self.void(name, tag),
            Kind::Rule => {
                if self.place_block() {
                    self.out.push_str("<hr>");
                }
            }
            Kind::Text | Kind::Flow | Kind::Structure => self.start_block(name, kind, tag),
            Kind::Loose => self.start_loose(),
            Kind::Dropped if !tag.self_closing => self.dropping = Some((name, 1)),
            Kind::Dropped | Kind::Unknown => {}
        }
    }

    fn start_inline(&mut self, name: &'static str, tag: &Tag<'_>) {
        if self.inline.len() >= MAX_INLINE || (name == "a" && attribute(tag, "href").is_none()) {
            return;
        }
        let open = self.inline.iter().position(|inline| inline.name == name && inline.state == State::Open);
        let mut state = State::Open;
        if let Some(index) = open {
            if name == "a" {
                // A link ends where the next one begins.
                self.close_inline(index);
                if let Some(link) = self.inline.get_mut(index) {
                    link.state = State::Closed;
                }
            } else {
                state = State::Repeated;
            }
        }
        self.inline.push(Inline { name, open_tag: open_tag(name, tag), state });
    }

    fn void(&mut self, name: &'static str, tag: &Tag<'_>) {
        if name == "img" {
            if attribute(tag, "src").is_none() {
                return;
            }
            self.make_room_for_inline();
            self.open_inline();
        } else if self.top_kind() == Kind::Structure {
            return;
        }
        self.out.push_str(&open_tag(name, tag));
    }

    fn start_loose(&mut self) {
        match (self.top_kind(), self.top_name()) {
            (Kind::Text, "pre") => self.break_line(),
            (Kind::Text, "p") => {
                self.pop();
                self.start_loose();
            }
            (Kind::Text, _) => self.out.push(' '),
            (Kind::Structure, _) => {}
            _ => {
                if let Some(top) = self.top() {
                    top.loose = top.loose.saturating_add(1);
                    top.resume = false;
                }
                // Text before it and text within it are two paragraphs.
                self.close_inline(0);
                self.separate();
            }
        }
    }

    /// Sets apart what a dropped block held.
    fn separate(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with('\n') {
            self.out.push('\n');
        }
    }

    /// A line of preformatted text that was a block of its own.
    fn break_line(&mut self) {
        if !self.out.ends_with("<pre>") {
            self.separate();
        }
    }

    fn end(&mut self, given: &str) {
        let (name, kind) = element(given);
        match kind {
            Kind::Inline => self.end_inline(name),
            Kind::Text => {
                let top = self.top_name();
                if top == name || (is_heading(name) && is_heading(top)) {
                    self.pop();
                } else if name == "p" && top == "pre" {
                    self.break_line();
                } else if name == "p"
                    && let Some(top) = self.top()
                {
                    top.resume = false;
                }
            }
            Kind::Flow | Kind::Structure => {
                let found = match name {
                    "li" => self.find(|frame| frame == name, |frame| !matches!(frame, "ul" | "ol" | "td" | "th")),
                    "dd" => self.find(|frame| frame == name, |frame| !matches!(frame, "dl" | "td" | "th")),
                    "td" | "th" | "tr" | "thead" | "tbody" | "tfoot" => {
                        self.find(|frame| frame == name, |frame| frame != "table")
                    }
                    "table" => self.find(|frame| frame == name, |_| true),
                    _ => self.find(|frame| frame == name, |frame| !matches!(frame, "td" | "th")),
                };
                if let Some(index) = found {
                    self.pop_to(index);
                }
            }
            Kind::Loose => self.end_loose(),
            Kind::Void | Kind::Rule | Kind::Dropped | Kind::Unknown => {}
        }
    }

    fn end_inline(&mut self, name: &str) {
        let matching = |inline: &Inline| inline.name == name && inline.state != State::Closed;
        let Some(index) = self.inline.iter().rposition(matching) else { return };
        if self.inline.get(index).is_some_and(|inline| inline.state == State::Open) {
            self.close_inline(index);
        }
        let base = self.frames.last().map_or(0, |frame| frame.inline_base);
        if index >= base {
            self.inline.remove(index);
            if self.written > index {
                self.written -= 1;
            }
        } else if let Some(inline) = self.inline.get_mut(index) {
            inline.state = State::Closed;
        }
    }

    fn end_loose(&mut self) {
        if self.top_name() == "pre" {
            self.break_line();
            return;
        }
        let below = self.frames.len().saturating_sub(if self.top_kind() == Kind::Text { 2 } else { 1 });
        if self.frames.get(below).is_none_or(|frame| frame.loose == 0) {
            return;
        }
        self.pop_text();
        self.close_inline(0);
        if let Some(top) = self.top() {
            top.loose -= 1;
        }
        self.separate();
    }

    fn page_break(&mut self) {
        match (self.frames.len(), self.top_name()) {
            (1, _) => {}
            (2, "p") => {
                let implied = self.frames.last().is_some_and(|frame| frame.implied);
                if self.out.ends_with("<p>") {
                    self.out.truncate(self.out.len() - "<p>".len());
                    if let Some(paragraph) = self.frames.pop() {
                        self.inline.truncate(paragraph.inline_base);
                    }
                } else {
                    self.pop();
                }
                if !implied && let Some(root) = self.top() {
                    root.resume = true;
                }
            }
            _ => {
                self.break_due = true;
                return;
            }
        }
        self.close_inline(0);
        self.write_break();
    }

    fn write_break(&mut self) {
        for part in ["<", PAGE_BREAK_ELEMENT, "></", PAGE_BREAK_ELEMENT, ">"] {
            self.out.push_str(part);
        }
    }

    fn push(&mut self, name: &'static str, kind: Kind, open_tag: &str, implied: bool) {
        self.close_inline(0);
        self.out.push_str(open_tag);
        let inline_base = self.inline.len();
        if let Some(top) = self.top() {
            top.filled = true;
        }
        self.frames.push(Frame { name, kind, inline_base, implied, loose: 0, filled: false, resume: false });
    }

    fn pop(&mut self) {
        self.pop_to(self.frames.len().saturating_sub(1));
    }

    fn pop_text(&mut self) {
        if self.top_kind() == Kind::Text {
            self.pop();
        }
    }

    /// Closes blocks until `length` are open. The outermost, the post itself, stays.
    fn pop_to(&mut self, length: usize) {
        while self.frames.len() > length.max(1) {
            self.close_inline(0);
            let Some(frame) = self.frames.pop() else { return };
            self.inline.truncate(frame.inline_base);
            for part in ["</", frame.name, ">"] {
                self.out.push_str(part);
            }
        }
        if self.break_due && self.frames.len() == 1 {
            self.break_due = false;
            self.write_break();
        }
    }

    fn open_inline(&mut self) {
        for inline in self.inline.iter_mut().skip(self.written) {
            if inline.state == State::Open {
                if let Some(left) = self.budget.checked_sub(inline.open_tag.len()) {
                    self.budget = left;
                    self.out.push_str(&inline.open_tag);
                } else {
                    inline.state = State::Closed;
                }
            }
        }
        self.written = self.inline.len();
    }

    /// Closes the inline elements that are written, down to the one at `index`. They open again with the next
    /// text.
    fn close_inline(&mut self, index: usize) {
        for inline in self.inline.iter().take(self.written).skip(index).rev() {
            if inline.state == State::Open {
                for part in ["</", inline.name, ">"] {
                    self.out.push_str(part);
                }
            }
        }
        self.written = self.written.min(index);
    }
}

/// A start tag with the attributes that the element may have, the first of each name.
fn open_tag(name: &str, tag: &Tag<'_>) -> String {
    let mut out = format!("<{name}");
    for &allowed in elements::attributes(name) {
        let Some(value) = attribute(tag, allowed) else { continue };
        for part in [" ", allowed, "=\""] {
            out.push_str(part);
        }
        for c in value.chars() {
            match c {
                '"' => out.push_str("&quot;"),
                '<' => out.push_str("&lt;"),
                '>' => out.push_str("&gt;"),
                '\0' => {}
                _ => out.push(c),
            }
        }
        out.push('"');
    }
    out.push('>');
    out
}

/// Whether a character has no place in a text: control characters break feeds and databases. Those that part
/// words are replaced instead.
fn is_dropped(c: char) -> bool {
    (c.is_control() && !matches!(c, '\n' | '\r' | '\t' | '\u{c}')) || matches!(c, '\u{fffe}' | '\u{ffff}')
}
