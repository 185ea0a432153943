//! Gives a tree the shape of an article: every element where it may stand, text in blocks of text, inline elements
//! within blocks, page breaks between the outermost blocks, at most [`MAX_DEPTH`] blocks deep.

mod place;

use crate::{
    PAGE_BREAK_COMMENT,
    elements::{Kind, is_heading},
    tree::{Data, Id, ROOT, Tree},
};

/// Blocks within blocks. Deeper ones are removed, their content is kept.
const MAX_DEPTH: usize = 32;

/// Inline elements open at once.
const MAX_INLINE: usize = 32;

/// A block that is open in the article.
struct Frame {
    id: Id,
    name: &'static str,
    kind: Kind,
    /// Not in the source: added around what needs it.
    implied: bool,
    /// Open containers whose bare text becomes paragraphs.
    containers: u32,
    /// Holds anything but white space.
    filled: bool,
    /// A paragraph was cut by a page break and continues with the next text.
    resume: bool,
}

struct Normaliser<'s> {
    source: &'s Tree,
    out: Tree,
    /// Open blocks, the article itself first.
    frames: Vec<Frame>,
    /// Inline elements of the source around what is visited.
    inline: Vec<Id>,
    /// Those of them that are open in the article, with their counterparts there.
    opened: Vec<(Id, Option<Id>)>,
    /// Bytes of attributes that inline elements may still repeat in other blocks.
    budget: usize,
    /// A page break within a list, table or quote: written after it.
    break_due: bool,
}

/// Returns the article that `source` holds.
pub(crate) fn normalise(source: &Tree) -> Tree {
    let article = Frame {
        id: ROOT,
        name: "",
        kind: Kind::Flow,
        implied: false,
        containers: 0,
        filled: false,
        resume: false,
    };
    let mut normaliser = Normaliser {
        source,
        out: Tree::new(),
        frames: vec![article],
        inline: Vec::new(),
        opened: Vec::new(),
        budget: source.len().saturating_mul(8).saturating_add(64 * 1024),
        break_due: false,
    };
    normaliser.visit(ROOT);
    normaliser.pop_to(1);
    normaliser.out
}

impl Normaliser<'_> {
    fn visit(&mut self, id: Id) {
        let source = self.source;
        let element = match source.data(id) {
            Data::Fragment => return self.visit_children(id),
            Data::Text(text) => return self.text(text),
            Data::Comment(_) => return self.page_break(),
            Data::Element(element) => element,
        };
        match element.kind {
            Kind::Inline => self.inline(id, element.name),
            Kind::Void if element.name == "img" => {
                if source.attribute(id, "src").is_some() {
                    self.make_room_for_inline();
                    self.open_inline();
                    self.copy(id, self.cursor());
                }
            }
            Kind::Void => {
                if self.top_kind() != Kind::Structure {
                    self.close_inline();
                    self.copy(id, self.cursor());
                }
            }
            Kind::Rule => {
                if self.place_block() {
                    self.copy(id, self.frame());
                }
            }
            Kind::Text | Kind::Flow | Kind::Structure => self.block(id, element.name, element.kind),
            Kind::Container => self.container(id),
            Kind::Dropped | Kind::Unknown => {}
        }
    }

    fn visit_children(&mut self, id: Id) {
        let source = self.source;
        for &child in source.children(id) {
            self.visit(child);
        }
    }

    fn copy(&mut self, id: Id, parent: Id) -> Id {
        let (name, attributes) =
            self.source.element(id).map(|element| (element.name, element.attributes.clone())).unwrap_or_default();
        self.out.append_element(parent, name, attributes)
    }

    fn text(&mut self, text: &str) {
        let mut text = clean(text);
        if self.frames.last().is_some_and(|top| top.name == "pre" && self.out.children(top.id).is_empty()) {
            // Browsers drop a line break at the beginning of preformatted text.
            text.drain(..text.len() - text.trim_start_matches('\n').len());
        }
        if text.is_empty() {
            return;
        }
        self.close_inline();
        let is_space = text.bytes().all(|b| b.is_ascii_whitespace());
        if !is_space || (self.top_name() == "pre" && self.opened.len() < self.inline.len()) {
            self.make_room_for_inline();
            self.open_inline();
        }
        self.out.append_text(self.cursor(), &text);
    }

    fn inline(&mut self, id: Id, name: &'static str) {
        let source = self.source;
        let is_link = name == "a";
        let is_repeated = !is_link && self.inline.iter().any(|open| source.name(*open) == name);
        let is_anchor = is_link && source.attribute(id, "href").is_none();
        if self.inline.len() >= MAX_INLINE || is_repeated || is_anchor {
            return self.visit_children(id);
        }
        let around = self.inline.clone();
        if is_link {
            // A link ends where the next one begins.
            self.inline.retain(|open| source.name(*open) != "a");
        }
        self.inline.push(id);
        self.visit_children(id);
        self.inline = around;
    }

    fn container(&mut self, id: Id) {
        match (self.top_kind(), self.top_name()) {
            (Kind::Text, "pre") => self.line_of_its_own(id),
            (Kind::Text, "p") => {
                self.pop();
                self.container(id);
            }
            (Kind::Text, _) => self.space_and_children(id),
            (Kind::Structure, _) => self.visit_children(id),
            _ => {
                let around = self.frame();
                if let Some(top) = self.frames.last_mut() {
                    top.containers += 1;
                    top.resume = false;
                }
                // Text before it and text within it are two paragraphs.
                self.opened.clear();
                self.end_line();
                self.visit_children(id);
                if let Some(index) = self.frames.iter().position(|frame| frame.id == around) {
                    self.pop_to(index + 1);
                    if let Some(top) = self.frames.last_mut() {
                        top.containers = top.containers.saturating_sub(1);
                    }
                }
                self.opened.clear();
                self.end_line();
            }
        }
    }

    fn space_and_children(&mut self, id: Id) {
        self.close_inline();
        self.out.append_text(self.cursor(), " ");
        self.visit_children(id);
    }

    /// Visits what was a block in preformatted text.
    fn line_of_its_own(&mut self, id: Id) {
        self.end_line();
        self.visit_children(id);
        self.end_line();
    }

    /// Ends the line in what is open, unless it is empty or its line has ended.
    fn end_line(&mut self) {
        self.close_inline();
        let cursor = self.cursor();
        let Some(last) = self.out.last_child(cursor) else { return };
        if !self.out.text(last).is_some_and(|text| text.ends_with('\n')) {
            self.out.append_text(cursor, "\n");
        }
    }

    fn page_break(&mut self) {
        match self.frames.last() {
            Some(top) if self.frames.len() == 2 && top.name == "p" => {
                let (id, implied) = (top.id, top.implied);
                let is_empty = self.out.children(id).is_empty();
                self.pop();
                if is_empty {
                    self.out.detach(id);
                }
                if !implied && let Some(article) = self.frames.last_mut() {
                    article.resume = true;
                }
            }
            _ if self.frames.len() > 1 => {
                self.break_due = true;
                return;
            }
            _ => {}
        }
        self.opened.clear();
        self.write_break();
    }

    fn write_break(&mut self) {
        let comment = self.out.add(Data::Comment(PAGE_BREAK_COMMENT));
        self.out.append(ROOT, comment);
    }

    fn block(&mut self, id: Id, name: &'static str, kind: Kind) {
        let top = self.top_name();
        if self.top_kind() == Kind::Text {
            match name {
                "p" if top == "pre" => return self.line_of_its_own(id),
                "p" if top != "p" => return self.space_and_children(id),
                _ if matches!(top, "summary" | "dt") && is_heading(name) => return self.visit_children(id),
                _ => {}
            }
        }
        if !self.place(name) {
            return self.visit_children(id);
        }
        let opened = self.copy(id, self.frame());
        self.push(opened, name, kind, false);
        self.visit_children(id);
        if let Some(index) = self.frames.iter().rposition(|frame| frame.id == opened) {
            self.pop_to(index);
        } else if name == "p" {
            // A page break within it: what continued it ends here.
            if self.top_name() == "p" {
                self.pop();
            } else if let Some(top) = self.frames.last_mut() {
                top.resume = false;
            }
        }
    }

    fn push(&mut self, id: Id, name: &'static str, kind: Kind, implied: bool) {
        self.opened.clear();
        if let Some(top) = self.frames.last_mut() {
            top.filled = true;
        }
        self.frames.push(Frame { id, name, kind, implied, containers: 0, filled: false, resume: false });
    }

    fn push_implied(&mut self, name: &'static str) {
        let id = self.out.append_element(self.frame(), name, Vec::new());
        let kind = self.out.element(id).map_or(Kind::Flow, |element| element.kind);
        self.push(id, name, kind, true);
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
        if self.frames.len() > length.max(1) {
            self.frames.truncate(length.max(1));
            self.opened.clear();
        }
        if self.break_due && self.frames.len() == 1 {
            self.break_due = false;
            self.write_break();
        }
    }

    fn top_kind(&self) -> Kind {
        self.frames.last().map_or(Kind::Flow, |frame| frame.kind)
    }

    fn top_name(&self) -> &'static str {
        self.frames.last().map_or("", |frame| frame.name)
    }

    /// The innermost open block.
    fn frame(&self) -> Id {
        self.frames.last().map_or(ROOT, |frame| frame.id)
    }

    /// The innermost open element, where text goes.
    fn cursor(&self) -> Id {
        self.opened.iter().rev().find_map(|(_, id)| *id).unwrap_or_else(|| self.frame())
    }

    /// Closes the inline elements that have ended in the source.
    fn close_inline(&mut self) {
        let common = self.opened.iter().zip(&self.inline).take_while(|((open, _), id)| open == *id).count();
        self.opened.truncate(common);
    }

    /// Opens the inline elements around what is visited.
    fn open_inline(&mut self) {
        self.close_inline();
        for index in self.opened.len()..self.inline.len() {
            let Some(&id) = self.inline.get(index) else { return };
            let bytes = self.source.element(id).map_or(0, |element| {
                element.name.len() + element.attributes.iter().map(|(_, value)| value.len()).sum::<usize>()
            });
            let left = self.budget.checked_sub(bytes);
            self.budget = left.unwrap_or(self.budget);
            let copy = left.map(|_| self.copy(id, self.cursor()));
            self.opened.push((id, copy));
        }
    }
}

/// Returns text without characters that break feeds and databases. Those that part words are replaced.
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
