//! Gives HTML the structure of an article: every element in an allowed place, text in blocks of text, inline elements
//! within blocks, page breaks between the outermost blocks, at most [`MAX_DEPTH`] blocks deep.

mod place;

use crate::{
    elements::{Allowed, Kind, is_heading},
    parse::{Receiver, parse},
    tree::{Data, Element, Id, ROOT, Tree},
};

/// Most nested blocks. Deeper ones are removed, their content is kept.
const MAX_DEPTH: usize = 32;

/// Most inline elements open at once.
const MAX_INLINE: usize = 32;

/// A block that is open.
#[derive(Default)]
struct Frame {
    id: Id,
    name: &'static str,
    kind: Kind,
    /// Inline elements that were open when it began.
    inline_base: usize,
    /// Added around what needs it, not in the source.
    implied: bool,
    /// Open containers whose bare text becomes paragraphs.
    containers: u32,
    /// Holds anything but white space.
    filled: bool,
    /// A paragraph was cut by a page break and continues with the next text.
    resume: bool,
}

/// An inline element that has not ended in the source.
struct Inline {
    element: Element,
    state: State,
    /// Its node in the current block.
    id: Option<Id>,
}

#[derive(PartialEq)]
enum State {
    /// Applies to the text that follows.
    Open,
    /// Nested in another of its name: only its end tag counts.
    Repeated,
    /// Ended, but a block within it is open.
    Closed,
}

struct Normaliser {
    out: Tree,
    /// Open blocks, the article itself first.
    frames: Vec<Frame>,
    inline: Vec<Inline>,
    /// Number of elements of `inline` that are open in the current block.
    opened: usize,
    /// Bytes of inline elements that may still be written: many blocks may repeat them.
    budget: usize,
    /// A page break within a list, table or quote: written after it.
    break_due: bool,
}

/// Returns the article in `html`.
pub(crate) fn normalise(html: &str) -> Tree {
    let normaliser = Normaliser {
        out: Tree::new(),
        frames: vec![Frame::default()],
        inline: Vec::new(),
        opened: 0,
        budget: html.len().saturating_mul(2).saturating_add(64 * 1024),
        break_due: false,
    };
    let mut normaliser = parse(html, Allowed::Input, normaliser);
    normaliser.pop_to(1);
    normaliser.out
}

impl Receiver for Normaliser {
    fn text(&mut self, text: &str) {
        let mut text = clean(text);
        let top = self.frame();
        if self.top_name() == "pre" && self.out.children(top).is_empty() {
            // Browsers drop a line break at the beginning of preformatted text.
            text.drain(..text.len() - text.trim_start_matches('\n').len());
        }
        if text.is_empty() {
            return;
        }
        let is_space = text.bytes().all(|b| b.is_ascii_whitespace());
        if !is_space || (self.top_name() == "pre" && self.opened < self.inline.len()) {
            self.open_inline();
        }
        self.out.append_text(self.cursor(), &text);
    }

    fn start(&mut self, element: Element) {
        match element.kind {
            Kind::Inline => self.start_inline(element),
            Kind::Void if element.name == "img" => {
                if element.attribute("src").is_some() {
                    self.open_inline();
                    self.out.append(self.cursor(), Data::Element(element));
                }
            }
            Kind::Void => {
                if self.top_kind() != Kind::Structure {
                    self.out.append(self.cursor(), Data::Element(element));
                }
            }
            Kind::Rule => {
                if self.place_block() {
                    self.out.append(self.frame(), Data::Element(element));
                }
            }
            Kind::Text | Kind::Flow | Kind::Structure => self.start_block(element),
            Kind::Container => self.start_container(),
            Kind::Dropped | Kind::Unknown => {}
        }
    }

    fn end(&mut self, name: &'static str, kind: Kind) {
        let passes: fn(&str) -> bool = match (kind, name) {
            (Kind::Inline, _) => return self.end_inline(name),
            (Kind::Container, _) => return self.end_container(),
            (Kind::Text, _) => return self.end_text(name),
            (_, "li") => |block| !matches!(block, "ul" | "ol" | "td" | "th"),
            (_, "dd") => |block| !matches!(block, "dl" | "td" | "th"),
            (_, "td" | "th" | "tr" | "thead" | "tbody" | "tfoot") => |block| block != "table",
            (_, "table") => |_| true,
            _ => |block| !matches!(block, "td" | "th"),
        };
        if let Some(index) = self.find(&[name], passes) {
            self.pop_to(index);
        }
    }

    fn page_break(&mut self) {
        let top = self.frames.last().map(|top| (top.id, top.name, top.implied));
        match top {
            Some((id, "p", implied)) if self.frames.len() == 2 => {
                let is_empty = self.out.children(id).is_empty();
                self.pop();
                if is_empty {
                    self.out.edit_children(ROOT, Vec::pop);
                }
                if let Some(article) = self.frames.last_mut() {
                    article.resume |= !implied;
                }
            }
            _ if self.frames.len() > 1 => {
                self.break_due = true;
                return;
            }
            _ => {}
        }
        self.opened = 0;
        self.out.append(ROOT, Data::PageBreak);
    }
}

impl Normaliser {
    fn start_inline(&mut self, element: Element) {
        let is_link = element.name == "a";
        if self.inline.len() >= MAX_INLINE || (is_link && element.attribute("href").is_none()) {
            return;
        }
        let same = |inline: &Inline| inline.element.name == element.name && inline.state == State::Open;
        let mut state = State::Open;
        if let Some(index) = self.inline.iter().position(same) {
            if is_link {
                // A link ends where the next one begins.
                self.close_inline(index, State::Closed);
            } else {
                state = State::Repeated;
            }
        }
        self.inline.push(Inline { element, state, id: None });
    }

    fn end_inline(&mut self, name: &str) {
        let matching = |inline: &Inline| inline.element.name == name && inline.state != State::Closed;
        let Some(index) = self.inline.iter().rposition(matching) else { return };
        if self.inline.get(index).is_some_and(|inline| inline.state == State::Open) {
            self.close_inline(index, State::Closed);
        }
        if self.frames.last().is_some_and(|block| index >= block.inline_base) {
            self.inline.remove(index);
            self.opened -= usize::from(self.opened > index);
        } else if let Some(inline) = self.inline.get_mut(index) {
            inline.state = State::Closed;
        }
    }

    /// Closes an inline element and those within it, which open again with the next text.
    fn close_inline(&mut self, index: usize, state: State) {
        self.opened = self.opened.min(index);
        if let Some(inline) = self.inline.get_mut(index) {
            inline.state = state;
        }
    }

    /// Opens a place for text or an image, and the inline elements around it.
    fn open_inline(&mut self) {
        self.make_room_for_inline();
        for index in self.opened..self.inline.len() {
            let cursor = self.cursor();
            let Some(inline) = self.inline.get_mut(index) else { return };
            let Element { name, attributes, .. } = &inline.element;
            let bytes = name.len() + attributes.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
            let left = self.budget.checked_sub(bytes).filter(|_| inline.state == State::Open);
            self.budget = left.unwrap_or(self.budget);
            inline.id = left.map(|_| self.out.append(cursor, Data::Element(inline.element.clone())));
            self.opened = index + 1;
        }
    }

    fn start_container(&mut self) {
        match (self.top_kind(), self.top_name()) {
            (Kind::Text, "pre") => self.end_line(),
            (Kind::Text, "p") => {
                self.pop();
                self.start_container();
            }
            (Kind::Text, _) => self.out.append_text(self.cursor(), " "),
            (Kind::Structure, _) => {}
            _ => {
                if let Some(top) = self.frames.last_mut() {
                    top.containers = top.containers.saturating_add(1);
                    top.resume = false;
                }
                // Text before it and text within it are two paragraphs.
                self.opened = 0;
                self.end_line();
            }
        }
    }

    fn end_container(&mut self) {
        if self.top_name() == "pre" {
            return self.end_line();
        }
        let around = self.frames.iter().rev().find(|block| block.kind != Kind::Text);
        if around.is_some_and(|block| block.containers > 0) {
            self.pop_text();
            self.opened = 0;
            if let Some(top) = self.frames.last_mut() {
                top.containers -= 1;
            }
            self.end_line();
        }
    }

    /// Ends the current line, unless it is empty or has ended.
    fn end_line(&mut self) {
        let cursor = self.cursor();
        let Some(&last) = self.out.children(cursor).last() else { return };
        if !self.out.text(last).is_some_and(|text| text.ends_with('\n')) {
            self.out.append_text(cursor, "\n");
        }
    }

    fn start_block(&mut self, element: Element) {
        let top = self.top_name();
        if self.top_kind() == Kind::Text {
            match element.name {
                "p" if top == "pre" => return self.end_line(),
                // A paragraph within a heading or a term adds nothing there.
                "p" if top != "p" => return self.out.append_text(self.cursor(), " "),
                name if matches!(top, "summary" | "dt") && is_heading(name) => return,
                _ => {}
            }
        }
        if self.place(element.name) {
            self.push(element, false);
        }
    }

    fn end_text(&mut self, name: &str) {
        let top = self.top_name();
        if top == name || (is_heading(name) && is_heading(top)) {
            self.pop();
        } else if name == "p" && top == "pre" {
            self.end_line();
        } else if name == "p"
            && let Some(top) = self.frames.last_mut()
        {
            top.resume = false;
        }
    }

    fn push(&mut self, element: Element, implied: bool) {
        let (name, kind) = (element.name, element.kind);
        let id = self.out.append(self.frame(), Data::Element(element));
        self.push_frame(id, name, kind, implied);
    }

    fn push_frame(&mut self, id: Id, name: &'static str, kind: Kind, implied: bool) {
        self.opened = 0;
        if let Some(top) = self.frames.last_mut() {
            top.filled = true;
        }
        self.frames.push(Frame { id, name, kind, inline_base: self.inline.len(), implied, ..Frame::default() });
    }

    fn pop(&mut self) {
        self.pop_to(self.frames.len().saturating_sub(1));
    }

    fn pop_text(&mut self) {
        if self.top_kind() == Kind::Text {
            self.pop();
        }
    }

    /// Closes blocks until `length` are open. The article itself stays open.
    fn pop_to(&mut self, length: usize) {
        while self.frames.len() > length.max(1) {
            self.opened = 0;
            self.inline.truncate(self.frames.pop().map_or(0, |block| block.inline_base));
            let base = self.frames.last().map_or(0, |block| block.inline_base);
            let mut index = 0..;
            self.inline.retain(|inline| index.next() < Some(base) || inline.state != State::Closed);
        }
        if self.break_due && self.frames.len() == 1 {
            self.break_due = false;
            self.out.append(ROOT, Data::PageBreak);
        }
    }

    fn top_kind(&self) -> Kind {
        self.frames.last().map_or(Kind::Flow, |block| block.kind)
    }

    fn top_name(&self) -> &'static str {
        self.frames.last().map_or("", |block| block.name)
    }

    /// The innermost open block.
    fn frame(&self) -> Id {
        self.frames.last().map_or(ROOT, |block| block.id)
    }

    /// The innermost open element, where text goes.
    fn cursor(&self) -> Id {
        self.inline.iter().take(self.opened).rev().find_map(|inline| inline.id).unwrap_or_else(|| self.frame())
    }
}

/// Returns text without characters that break feeds and databases. Those that separate words become spaces.
fn clean(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut after_return = false;
    for c in text.chars() {
        match c {
            '\r' => out.push('\n'),
            '\n' if after_return => {}
            '\u{c}' => out.push(' '),
            '\u{fffe}' | '\u{ffff}' | '\u{feff}' => {}
            c if c.is_control() && !matches!(c, '\n' | '\t') => {}
            _ => out.push(c),
        }
        after_return = c == '\r';
    }
    out
}
