//! A tree of HTML in one vector.

use html5ever::LocalName;

use crate::{
    PAGE_BREAK,
    elements::{Allowed, Kind, attributes, element},
};

/// Characters that need an escape before the text is split by a `<wbr>`, which the sanitiser removes. Its serialiser
/// scans to the end of the text at each of them, which is quadratic in text that contains nothing else.
const MAX_ESCAPES: usize = 256;

/// The index of a node. The root is 0.
pub(crate) type Id = usize;

pub(crate) const ROOT: Id = 0;

#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) attributes: Vec<(LocalName, String)>,
}

#[derive(Debug)]
pub(crate) enum Data {
    /// The article itself.
    Root,
    Element(Element),
    Text(String),
    PageBreak,
}

#[derive(Debug)]
struct Node {
    data: Data,
    parent: Option<Id>,
    children: Vec<Id>,
}

/// Holds at least the root.
#[derive(Debug)]
pub(crate) struct Tree(Vec<Node>);

impl Tree {
    pub(crate) fn new() -> Self {
        let mut tree = Self(Vec::new());
        tree.create(Data::Root);
        tree
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
        match element.attributes.iter_mut().find(|(given, _)| **given == *name) {
            Some((_, old)) => *old = value.into(),
            None => element.attributes.push((name.into(), value.into())),
        }
    }

    pub(crate) fn remove_attribute(&mut self, id: Id, name: &str) {
        if let Some(Node { data: Data::Element(element), .. }) = self.0.get_mut(id) {
            element.attributes.retain(|(given, _)| **given != *name);
        }
    }

    /// Adds a node without a parent.
    pub(crate) fn create(&mut self, data: Data) -> Id {
        self.0.push(Node { data, parent: None, children: Vec::new() });
        self.0.len() - 1
    }

    /// Inserts a node before a child of `parent`, or after all of them.
    pub(crate) fn insert(&mut self, parent: Id, id: Id, before: Option<Id>) {
        let at = self.position(parent, before);
        self.edit_children(parent, |children| children.insert(at, id));
        if let Some(node) = self.0.get_mut(id) {
            node.parent = Some(parent);
        }
    }

    /// Removes a node from its parent.
    pub(crate) fn remove(&mut self, id: Id) {
        if let Some(parent) = self.0.get_mut(id).and_then(|node| node.parent.take()) {
            let at = self.position(parent, Some(id));
            self.edit_children(parent, |children| children.remove(at));
        }
    }

    pub(crate) fn parent(&self, id: Id) -> Option<Id> {
        self.0.get(id)?.parent
    }

    /// Returns the index of a child, or the number of children for None. The search begins at the end, where the nodes
    /// are that a parser moves.
    fn position(&self, parent: Id, child: Option<Id>) -> usize {
        let children = self.children(parent);
        child.and_then(|child| children.iter().rposition(|id| *id == child)).unwrap_or(children.len())
    }

    /// Adds a node as the last child of `parent`.
    pub(crate) fn append(&mut self, parent: Id, data: Data) -> Id {
        let id = self.create(data);
        self.insert(parent, id, None);
        id
    }

    /// Wraps a node in an element, which takes its index.
    pub(crate) fn wrap(&mut self, id: Id, element: Element) {
        let inner = self.create(Data::Element(element));
        self.0.swap(id, inner);
        self.insert(id, inner, None);
    }

    /// Appends text, to the last child if that is text.
    pub(crate) fn append_text(&mut self, parent: Id, text: &str) {
        self.insert_text(parent, text, None);
    }

    /// Inserts text before a child of `parent`, or after all of them: into the text that is there already, if any.
    pub(crate) fn insert_text(&mut self, parent: Id, text: &str, before: Option<Id>) {
        let at = self.position(parent, before);
        let neighbour = at.checked_sub(1).and_then(|at| self.children(parent).get(at).copied());
        if let Some(Node { data: Data::Text(neighbour), .. }) = neighbour.and_then(|id| self.0.get_mut(id)) {
            neighbour.push_str(text);
        } else {
            let id = self.create(Data::Text(text.to_owned()));
            self.insert(parent, id, before);
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
                // In a fixed order, so that HTML with another order of attributes gives the same result.
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
    /// Returns an element without attributes.
    pub(crate) fn new(name: &str) -> Self {
        let (name, kind) = element(name);
        Self { name, kind, attributes: Vec::new() }
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&str> {
        self.attributes.iter().find(|(given, _)| **given == *name).map(|(_, value)| value.as_str())
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
    out.push_str(&text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;"));
}
