//! A tree of HTML in one vector.

use crate::{
    PAGE_BREAK,
    elements::{Allowed, Kind, attributes},
};

/// Characters that need an escape before the text is split by a `<wbr>`, which the sanitiser removes. Its serialiser
/// scans to the end of the text at each of them, which is quadratic in a text of nothing else.
const MAX_ESCAPES: usize = 256;

/// The index of a node. The root is 0.
pub(crate) type Id = usize;

pub(crate) const ROOT: Id = 0;

#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) attributes: Vec<(&'static str, String)>,
}

#[derive(Debug)]
pub(crate) enum Data {
    Root,
    Element(Element),
    Text(String),
    PageBreak,
}

#[derive(Debug)]
struct Node {
    data: Data,
    children: Vec<Id>,
}

/// Holds at least the root.
#[derive(Debug)]
pub(crate) struct Tree(Vec<Node>);

impl Tree {
    pub(crate) fn new() -> Self {
        Self(vec![Node { data: Data::Root, children: Vec::new() }])
    }

    /// Returns every node, in the order in which they were added.
    pub(crate) fn ids(&self) -> std::ops::Range<Id> {
        ROOT..self.0.len()
    }

    pub(crate) fn data(&self, id: Id) -> &Data {
        self.0.get(id).map_or(&Data::Root, |node| &node.data)
    }

    pub(crate) fn children(&self, id: Id) -> &[Id] {
        self.0.get(id).map_or(&[], |node| &node.children)
    }

    pub(crate) fn element(&self, id: Id) -> Option<&Element> {
        if let Data::Element(element) = self.data(id) { Some(element) } else { None }
    }

    /// Returns the element's name, empty for other nodes.
    pub(crate) fn name(&self, id: Id) -> &'static str {
        self.element(id).map_or("", |element| element.name)
    }

    pub(crate) fn text(&self, id: Id) -> Option<&str> {
        if let Data::Text(text) = self.data(id) { Some(text) } else { None }
    }

    pub(crate) fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        self.element(id)?.attribute(name)
    }

    /// Sets an attribute in place, or adds it last.
    pub(crate) fn set_attribute(&mut self, id: Id, name: &'static str, value: impl Into<String>) {
        let Some(Node { data: Data::Element(element), .. }) = self.0.get_mut(id) else { return };
        match element.attributes.iter_mut().find(|(given, _)| *given == name) {
            Some((_, old)) => *old = value.into(),
            None => element.attributes.push((name, value.into())),
        }
    }

    pub(crate) fn remove_attribute(&mut self, id: Id, name: &str) {
        if let Some(Node { data: Data::Element(element), .. }) = self.0.get_mut(id) {
            element.attributes.retain(|(given, _)| *given != name);
        }
    }

    /// Adds a node as the last child of `parent`.
    pub(crate) fn append(&mut self, parent: Id, data: Data) -> Id {
        let id = self.0.len();
        self.0.push(Node { data, children: Vec::new() });
        self.edit_children(parent, |children| children.push(id));
        id
    }

    /// Wraps a node in an element, which takes its index.
    pub(crate) fn wrap(&mut self, id: Id, element: Element) {
        let inner = self.0.len();
        if let Some(place) = self.0.get_mut(id) {
            let node = std::mem::replace(place, Node { data: Data::Element(element), children: vec![inner] });
            self.0.push(node);
        }
    }

    /// Appends text, to the last child if that is a text.
    pub(crate) fn append_text(&mut self, parent: Id, text: &str) {
        let last = self.children(parent).last().copied();
        if let Some(Node { data: Data::Text(last), .. }) = last.and_then(|last| self.0.get_mut(last)) {
            last.push_str(text);
        } else {
            self.append(parent, Data::Text(text.to_owned()));
        }
    }

    pub(crate) fn edit_children<T: Default>(&mut self, id: Id, edit: impl FnOnce(&mut Vec<Id>) -> T) -> T {
        self.0.get_mut(id).map(|node| edit(&mut node.children)).unwrap_or_default()
    }

    pub(crate) fn take_children(&mut self, id: Id) -> Vec<Id> {
        self.edit_children(id, std::mem::take)
    }

    /// Returns the tree as HTML.
    pub(crate) fn html(&self) -> String {
        let mut out = String::new();
        self.write(ROOT, &mut out);
        out
    }

    fn write(&self, id: Id, out: &mut String) {
        match self.data(id) {
            Data::Root => {}
            Data::Text(text) => return write_text(out, text),
            Data::PageBreak => return out.push_str(PAGE_BREAK),
            Data::Element(element) => {
                out.extend(["<", element.name]);
                // In the list's order, so that an editor with another order changes nothing.
                for name in attributes(element.name, Allowed::Rendered) {
                    let Some(value) = element.attribute(name) else { continue };
                    out.extend([" ", name, "=\""]);
                    write_escaped(out, value);
                    out.push('"');
                }
                out.push('>');
            }
        }
        for &child in self.children(id) {
            self.write(child, out);
        }
        if let Some(element) = self.element(id).filter(|element| !element.kind.is_empty()) {
            out.extend(["</", element.name, ">"]);
        }
    }
}

impl Element {
    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }
}

fn write_text(out: &mut String, text: &str) {
    let is_escaped = |c| c == '&' || ('\u{80}'..='\u{bf}').contains(&c);
    for (index, run) in text.split_inclusive(is_escaped).enumerate() {
        if index % MAX_ESCAPES == MAX_ESCAPES - 1 {
            out.push_str("<wbr>");
        }
        write_escaped(out, run);
    }
}

fn write_escaped(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| matches!(byte, b'"' | b'&' | b'<' | b'>')) {
        let (plain, special) = rest.split_at(at);
        out.push_str(plain);
        out.push_str(match special.as_bytes().first() {
            Some(b'"') => "&quot;",
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            _ => "&gt;",
        });
        rest = special.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}
