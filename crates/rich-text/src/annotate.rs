//! Annotates a normalised article (ids for headings, `rel` for links, loading hints for images), and extracts headings
//! and text.

use crate::{
    Heading, SanitizedContent,
    elements::{Allowed, Kind, is_heading, sanitise},
    ids::Ids,
    tree::{Data, Element, Id, ROOT, Tree},
};

/// Returns the text of a node without its notes, every run of white space one space. Blocks and line breaks separate
/// words.
pub(crate) fn text_of(tree: &Tree, id: Id) -> String {
    let mut text = String::new();
    push_text(tree, id, &mut text, &mut Vec::new());
    single_spaced(&text)
}

/// Returns the text of an article as [`text_of`] does, then that of its notes.
fn text_and_notes(tree: &Tree) -> String {
    let (mut text, mut notes) = (String::new(), Vec::new());
    push_text(tree, ROOT, &mut text, &mut notes);
    for note in notes {
        text.push(' ');
        for &child in tree.children(note) {
            push_text(tree, child, &mut text, &mut Vec::new());
        }
    }
    single_spaced(&text)
}

fn single_spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Appends the text of a node to `out`. Its notes, which readers find elsewhere, are collected in `notes`.
fn push_text(tree: &Tree, id: Id, out: &mut String, notes: &mut Vec<Id>) {
    if is_note(tree, id) {
        return notes.push(id);
    }
    let is_inline = |element: &Element| element.name != "br" && matches!(element.kind, Kind::Inline | Kind::Void);
    let separator = if tree.element(id).is_none_or(is_inline) { "" } else { " " };
    out.push_str(separator);
    out.push_str(tree.text(id).unwrap_or_default());
    for &child in tree.children(id) {
        push_text(tree, child, out, notes);
    }
    out.push_str(separator);
}

struct Annotator {
    tree: Tree,
    ids: Ids,
    headings: Vec<Heading>,
    page: u32,
    page_has_image: bool,
}

/// Annotates and sanitises an article. No heading gets one of `reserved_ids`.
pub(crate) fn annotate(tree: Tree, reserved_ids: &[&str]) -> SanitizedContent {
    let ids = Ids::new(reserved_ids, tree.ids().filter_map(|id| tree.attribute(id, "id")));
    let mut annotator = Annotator { tree, ids, headings: Vec::new(), page: 1, page_has_image: false };
    for id in annotator.tree.ids() {
        annotator.node(id);
    }
    let Annotator { tree, headings, .. } = annotator;
    let text = text_and_notes(&tree);
    let word_count = u32::try_from(text.split_whitespace().count()).unwrap_or(u32::MAX);
    SanitizedContent { html: sanitise(&tree.html(), Allowed::Article), headings, text, word_count }
}

/// Returns whether an element or text is in a note.
pub(crate) fn is_in_note(tree: &Tree, id: Id) -> bool {
    std::iter::successors(tree.parent(id), |id| tree.parent(*id)).any(|id| is_note(tree, id))
}

fn is_note(tree: &Tree, id: Id) -> bool {
    tree.name(id) == "sup" && has_class(tree, id, "note")
}

pub(crate) fn has_class(tree: &Tree, id: Id, wanted: &str) -> bool {
    tree.attribute(id, "class").is_some_and(|classes| classes.split(' ').any(|class| class == wanted))
}

impl Annotator {
    fn node(&mut self, id: Id) {
        match self.tree.name(id) {
            "" if matches!(self.tree.data(id), Data::PageBreak) => {
                self.page = self.page.saturating_add(1);
                self.page_has_image = false;
            }
            "img" => {
                // The first image of a page may be visible at once. Notes are at the end of the page.
                let is_in_note = is_in_note(&self.tree, id);
                if self.page_has_image || is_in_note {
                    self.tree.set_attribute(id, "loading", "lazy");
                    self.tree.set_attribute(id, "decoding", "async");
                }
                self.page_has_image |= !is_in_note;
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
        let kept = given.split(' ').filter(|word| !matches!(*word, "" | "noopener"));
        let relations = elsewhere.then_some("noopener").into_iter().chain(kept).collect::<Vec<_>>().join(" ");
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
    let address = address.replace('\\', "/").to_ascii_lowercase();
    ["//", "http:", "https:"].iter().any(|start| address.starts_with(start))
}
