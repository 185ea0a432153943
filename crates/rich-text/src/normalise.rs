//! Gives HTML the structure of an article: every element in an allowed place, text in blocks of text, inline elements
//! within blocks, page breaks between the outermost blocks, at most [`MAX_DEPTH`] blocks deep.

use crate::{
    annotate::has_class,
    elements::{Allowed, Kind, is_heading},
    parse::parse,
    tree::{Data, Element, Id, ROOT, Tree},
};

/// Maximum depth of blocks and containers, not counting a few parts of lists and tables. Deeper ones are removed, and
/// their content is kept.
const MAX_DEPTH: usize = 100;

/// A block that is open.
#[derive(Default, Clone, Copy)]
struct Block {
    id: Id,
    name: &'static str,
    kind: Kind,
    /// Added around content that needs it; not in the source.
    implied: bool,
    /// Bare text becomes paragraphs.
    paragraphs: bool,
}

/// An inline element around what is read.
struct Inline<'s> {
    element: &'s Element,
    /// Its node in the current block.
    id: Option<Id>,
}

struct Normaliser<'s> {
    source: &'s Tree,
    out: Tree,
    /// The innermost open block.
    top: Block,
    /// The open blocks around it, the article itself first.
    around: Vec<Block>,
    inline: Vec<Inline<'s>>,
    /// Number of elements of `inline` that are open in the current block.
    opened: usize,
    /// Bytes of inline elements that may still be written, since many blocks may repeat them.
    budget: usize,
    /// Whether a page break was found within a list, table or quote. It is written after that.
    break_due: bool,
    last_break: Option<Id>,
    /// Whether the page contains anything but white space.
    page_filled: bool,
}

/// Normalises HTML to an article.
pub(crate) fn normalise(html: &str) -> Tree {
    let mut normaliser = Normaliser {
        source: &parse(html, Allowed::Input),
        out: Tree::new(),
        top: Block::default(),
        around: Vec::new(),
        inline: Vec::new(),
        opened: 0,
        budget: html.len().saturating_mul(2).saturating_add(64 * 1024),
        break_due: false,
        last_break: None,
        page_filled: false,
    };
    normaliser.children(ROOT);
    normaliser.close_to(0);
    if let Some(superfluous) = normaliser.last_break.filter(|_| !normaliser.page_filled) {
        normaliser.out.remove(superfluous);
    }
    normaliser.out
}

impl<'s> Normaliser<'s> {
    fn children(&mut self, id: Id) {
        let source = self.source;
        for &child in source.children(id) {
            match source.data(child) {
                Data::Root => {}
                Data::Text(text) => self.text(text),
                Data::PageBreak => self.page_break(),
                Data::Element(element) => self.element(child, element),
            }
        }
    }

    fn element(&mut self, id: Id, element: &'s Element) {
        match element.kind {
            Kind::Inline => self.inline(id, element),
            Kind::Void if element.name == "br" => {
                if self.top.kind != Kind::Structure {
                    self.out.append(self.cursor(), Data::Element(element.clone()));
                }
            }
            Kind::Void => {
                if element.attribute("src").is_some() {
                    self.open_inline();
                    self.out.append(self.cursor(), Data::Element(element.clone()));
                }
            }
            Kind::Rule => {
                if self.place(element.name) {
                    self.page_filled = true;
                    self.out.append(self.top.id, Data::Element(element.clone()));
                }
            }
            Kind::Text | Kind::Flow | Kind::Structure => self.block(id, element),
            Kind::Container => self.container(id),
            Kind::Dropped | Kind::Unknown => {}
        }
    }

    fn text(&mut self, text: &str) {
        // Browsers drop a line break at the beginning of preformatted text.
        let begins_code = self.top.name == "pre" && self.out.children(self.top.id).is_empty();
        let text = if begins_code { text.trim_start_matches('\n') } else { text };
        if text.is_empty() {
            return;
        }
        if !text.trim_ascii().is_empty() || (self.top.name == "pre" && self.opened < self.inline.len()) {
            self.open_inline();
        }
        self.out.append_text(self.cursor(), text);
    }

    fn page_break(&mut self) {
        if self.top.name == "p" && self.around.last().is_some_and(|around| around.id == ROOT) {
            let paragraph = self.top.id;
            self.close();
            if self.out.children(paragraph).is_empty() {
                self.out.remove(paragraph);
            }
            // The rest of it is a paragraph of the next page.
            self.open_container();
        } else if self.top.id != ROOT {
            self.break_due = true;
            return;
        }
        self.end_page();
    }

    /// Writes a page break, unless the page is empty.
    fn end_page(&mut self) {
        self.opened = 0;
        if std::mem::take(&mut self.page_filled) {
            self.last_break = Some(self.out.append(ROOT, Data::PageBreak));
        }
    }

    fn inline(&mut self, id: Id, element: &'s Element) {
        let is_repeated = self
            .inline
            .iter()
            .any(|Inline { element: around, .. }| around.name == element.name && is_note(around) == is_note(element));
        let is_anchor = element.name == "a" && element.attribute("href").is_none();
        if is_repeated || is_anchor {
            return self.children(id);
        }
        self.inline.push(Inline { element, id: None });
        self.children(id);
        self.inline.pop();
        self.opened = self.opened.min(self.inline.len());
    }

    /// Opens a block for text or an image, and the inline elements around it.
    fn open_inline(&mut self) {
        self.leave_structure();
        self.page_filled = true;
        if self.top.paragraphs && self.around.len() < MAX_DEPTH {
            self.open_implied("p");
        }
        // The link of a video must be a direct child of its figure, or it is not a video.
        let is_video = self.top.name == "figure" && has_class(&self.out, self.top.id, "video");
        let is_link = |inline: &Inline<'_>| inline.element.name == "a";
        let mut is_kept = !is_video || self.inline.iter().take(self.opened).any(is_link);
        for index in self.opened..self.inline.len() {
            let cursor = self.cursor();
            let Some(inline) = self.inline.get_mut(index) else { return };
            let Element { name, attributes, .. } = inline.element;
            let bytes = name.len() + attributes.iter().map(|(name, value)| name.len() + value.len()).sum::<usize>();
            is_kept |= is_link(inline);
            let left = self.budget.checked_sub(bytes).filter(|_| is_kept);
            self.budget = left.unwrap_or(self.budget);
            inline.id = left.map(|_| self.out.append(cursor, Data::Element(inline.element.clone())));
            self.opened = index + 1;
        }
    }

    fn block(&mut self, id: Id, element: &Element) {
        let name = element.name;
        if self.is_line() && (name == "p" || is_heading(name)) {
            return self.container(id);
        }
        if self.place(name) {
            let node = self.out.append(self.top.id, Data::Element(element.clone()));
            let depth = self.around.len();
            self.open(Block { id: node, name, kind: element.kind, ..Block::default() });
            self.children(id);
            self.close_to(depth);
        } else {
            self.container(id);
        }
    }

    /// Adds the content of an element that only separates it from what is around it.
    fn container(&mut self, id: Id) {
        if self.is_line() {
            self.end_line();
            self.children(id);
            return self.end_line();
        }
        if self.top.kind == Kind::Text || (self.top.kind == Kind::Structure && self.top.implied) {
            self.close();
        }
        if self.top.kind == Kind::Structure {
            return self.children(id);
        }
        self.opened = 0;
        self.end_line();
        let depth = self.around.len();
        self.open_container();
        self.children(id);
        self.close_to(depth);
        self.end_line();
    }

    /// Opens a container in which bare text becomes paragraphs.
    fn open_container(&mut self) {
        self.open(Block { implied: false, paragraphs: true, ..self.top });
    }

    /// Returns whether the current block is text other than a paragraph. Blocks of text within it become lines.
    fn is_line(&self) -> bool {
        self.top.kind == Kind::Text && self.top.name != "p"
    }

    /// Ends the current line, unless it is empty or has ended already.
    fn end_line(&mut self) {
        let cursor = self.cursor();
        let Some(&last) = self.out.children(cursor).last() else { return };
        if !self.out.text(last).is_some_and(|text| text.ends_with('\n')) {
            self.out.append_text(cursor, "\n");
        }
    }

    /// Makes room for a block of this name, by closing and opening others. Returns false when it fits nowhere.
    fn place(&mut self, name: &str) -> bool {
        let (parents, implied): (&[&str], _) = match name {
            _ if self.top.name == "caption" => return false,
            "li" => (&["ul", "ol"], Some("ul")),
            "dt" | "dd" => (&["dl"], Some("dl")),
            "caption" | "thead" | "tbody" | "tfoot" => (&["table"], None),
            "tr" => (&["thead", "tbody", "tfoot"], None),
            "td" | "th" => (&["tr"], None),
            "summary" => (&["details"], None),
            "figcaption" => (&["figure"], None),
            _ => return self.place_block(),
        };
        let is_parent = |block: Block| parents.contains(&block.name);
        while !is_parent(self.top) && (self.top.kind == Kind::Text || self.top.implied) {
            self.close();
        }
        self.opened = 0;
        if !is_parent(self.top) {
            let Some(implied) = implied.filter(|_| self.place_block()) else { return false };
            self.open_implied(implied);
        }
        true
    }

    /// Makes room for any block. Returns false when it would be nested too deeply.
    fn place_block(&mut self) -> bool {
        if self.top.kind == Kind::Text {
            self.close();
        }
        self.leave_structure();
        self.opened = 0;
        self.around.len() < MAX_DEPTH
    }

    /// Ends an implied list, and adds the item that a list needs around text and other blocks.
    fn leave_structure(&mut self) {
        match self.top.name {
            "ul" | "dl" if self.top.implied => self.close(),
            "ul" | "ol" => match self.last_item() {
                // Content directly within a list belongs to the item before it.
                Some(id) => self.open(Block { id, name: "li", kind: Kind::Flow, implied: true, paragraphs: true }),
                None => self.open_implied("li"),
            },
            "dl" => self.open_implied("dd"),
            _ => {}
        }
    }

    /// Returns the last item of the current list.
    fn last_item(&self) -> Option<Id> {
        // At most one text, of white space, follows it.
        let mut last = self.out.children(self.top.id).iter().rev().take(2).copied();
        last.find(|id| self.out.name(*id) == "li")
    }

    fn open_implied(&mut self, name: &str) {
        let element = Element::new(name);
        let Element { name, kind, .. } = element;
        let id = self.out.append(self.top.id, Data::Element(element));
        self.open(Block { id, name, kind, implied: true, paragraphs: false });
    }

    fn open(&mut self, block: Block) {
        self.opened = 0;
        self.around.push(std::mem::replace(&mut self.top, block));
    }

    fn close(&mut self) {
        self.opened = 0;
        self.top = self.around.pop().unwrap_or_default();
        if self.break_due && self.top.id == ROOT {
            self.break_due = false;
            self.end_page();
        }
    }

    /// Closes blocks until the current one is within `depth` others.
    fn close_to(&mut self, depth: usize) {
        while self.around.len() > depth {
            self.close();
        }
    }

    /// The innermost open element, where text goes.
    fn cursor(&self) -> Id {
        self.inline.iter().take(self.opened).rev().find_map(|inline| inline.id).unwrap_or(self.top.id)
    }
}

/// Returns whether an inline element is a footnote, which may hold superscripts and stand in one.
fn is_note(element: &Element) -> bool {
    element.name == "sup" && element.attribute("class").is_some()
}
