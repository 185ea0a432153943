//! Annotates a normalised article (ids for headings, `rel` for links, loading hints for images), removes empty pages,
//! and extracts headings and text.

use std::collections::HashSet;

use crate::{
    Heading, SanitizedContent,
    elements::{Allowed, Kind, is_heading, sanitise},
    ids::Ids,
    tree::{Data, Id, ROOT, Tree},
};

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

    /// Adds the text of a node. Blocks and line breaks separate words.
    fn push_node(&mut self, tree: &Tree, id: Id) {
        if let Some(text) = tree.text(id) {
            self.push(text);
        }
        let parts = tree
            .element(id)
            .is_some_and(|element| element.name == "br" || !matches!(element.kind, Kind::Inline | Kind::Void));
        self.space |= parts;
        for &child in tree.children(id) {
            self.push_node(tree, child);
        }
        self.space |= parts;
    }
}

/// Returns the text of a node, every run of white space one space.
pub(crate) fn text_of(tree: &Tree, id: Id) -> String {
    let mut words = Words::default();
    words.push_node(tree, id);
    words.text
}

struct Annotator {
    tree: Tree,
    ids: Ids,
    headings: Vec<Heading>,
    page: u32,
    page_has_content: bool,
    page_has_image: bool,
}

/// Annotates and sanitises an article. No heading gets one of `reserved_ids`.
pub(crate) fn annotate(tree: Tree, reserved_ids: &[&str]) -> SanitizedContent {
    let ids = Ids::new(reserved_ids, tree.ids().filter_map(|id| tree.attribute(id, "id")));
    let mut annotator =
        Annotator { tree, ids, headings: Vec::new(), page: 1, page_has_content: false, page_has_image: false };
    annotator.pages();
    let Annotator { tree, headings, .. } = annotator;
    let text = text_of(&tree, ROOT);
    let word_count = u32::try_from(text.split(' ').filter(|word| !word.is_empty()).count()).unwrap_or(u32::MAX);
    SanitizedContent { html: sanitise(&tree.html(), Allowed::Article), headings, text, word_count }
}

impl Annotator {
    /// Annotates page by page. Two breaks with nothing between them are one, and no article begins or ends with one.
    fn pages(&mut self) {
        let mut superfluous = HashSet::new();
        let mut last_break = None;
        for id in self.tree.ids() {
            if !matches!(self.tree.data(id), Data::PageBreak) {
                self.node(id);
            } else if self.page_has_content {
                last_break = Some(id);
                self.page = self.page.saturating_add(1);
                self.page_has_content = false;
                self.page_has_image = false;
            } else {
                superfluous.insert(id);
            }
        }
        let end = last_break.filter(|_| !self.page_has_content).unwrap_or(Id::MAX);
        self.tree.edit_children(ROOT, |children| children.retain(|id| *id < end && !superfluous.contains(id)));
    }

    fn node(&mut self, id: Id) {
        match self.tree.name(id) {
            "" => self.page_has_content |= self.tree.text(id).is_some_and(|text| !text.trim_ascii().is_empty()),
            "hr" => self.page_has_content = true,
            "img" => {
                // The first picture of a page may be visible at once.
                if self.page_has_image {
                    self.tree.set_attribute(id, "loading", "lazy");
                    self.tree.set_attribute(id, "decoding", "async");
                }
                self.page_has_image = true;
                self.page_has_content = true;
            }
            "a" => self.link(id),
            name if is_heading(name) => self.heading(id, name),
            _ => {}
        }
    }

    /// Links to other hosts get `noopener`; relations for search engines are kept.
    fn link(&mut self, id: Id) {
        let given = self.tree.attribute(id, "rel").unwrap_or_default();
        let elsewhere = self.tree.attribute(id, "href").is_some_and(is_absolute);
        let mut relations: Vec<&str> = given.split(' ').filter(|word| !matches!(*word, "" | "noopener")).collect();
        if elsewhere {
            relations.insert(0, "noopener");
        }
        let relations = relations.join(" ");
        if relations.is_empty() {
            self.tree.remove_attribute(id, "rel");
        } else {
            self.tree.set_attribute(id, "rel", relations);
        }
    }

    fn heading(&mut self, id: Id, name: &str) {
        let text = text_of(&self.tree, id);
        if text.is_empty() {
            return self.tree.remove_attribute(id, "id");
        }
        let level = name.bytes().last().map_or(2, |digit| digit.saturating_sub(b'0'));
        let anchor = self.ids.assign(self.tree.attribute(id, "id"), &text);
        self.tree.set_attribute(id, "id", anchor.as_str());
        self.headings.push(Heading { level, id: anchor, text, page: self.page });
    }
}

/// Returns whether an address contains its host.
fn is_absolute(address: &str) -> bool {
    let address = address.replace('\\', "/");
    address.starts_with("//")
        || ["http:", "https:"]
            .iter()
            .any(|scheme| address.get(..scheme.len()).is_some_and(|start| start.eq_ignore_ascii_case(scheme)))
}
