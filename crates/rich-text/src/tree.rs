//! A tree of HTML in one vector, and how html5ever fills it.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
    rc::Rc,
};

use html5ever::{
    Attribute, ExpandedName, QualName,
    interface::{ElementFlags, NodeOrText, QuirksMode, TreeSink},
    tendril::StrTendril,
};

use crate::elements::{Kind, element};

/// Characters that need an escape before the text is cut by a `<wbr>`, which the sanitiser removes. Its serialiser looks
/// ahead to the end of the text at each of them, which is quadratic in a text of nothing else.
const MAX_ESCAPES: usize = 256;

/// The index of a node. The root is 0.
pub(crate) type Id = usize;

pub(crate) const ROOT: Id = 0;

#[derive(Debug)]
pub(crate) struct Element {
    pub(crate) name: &'static str,
    pub(crate) kind: Kind,
    pub(crate) attributes: Vec<(&'static str, String)>,
}

#[derive(Debug)]
pub(crate) enum Data {
    /// Holds nodes and is not written.
    Fragment,
    Element(Element),
    Text(String),
    Comment(&'static str),
}

#[derive(Debug)]
struct Node {
    parent: Option<Id>,
    children: Vec<Id>,
    data: Data,
    /// Distance from the root when it was inserted.
    depth: usize,
}

#[derive(Debug)]
pub(crate) struct Tree(Vec<Node>);

impl Tree {
    pub(crate) fn new() -> Self {
        let mut tree = Self(Vec::new());
        tree.add(Data::Fragment);
        tree
    }

    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    pub(crate) fn data(&self, id: Id) -> &Data {
        self.0.get(id).map_or(&Data::Fragment, |node| &node.data)
    }

    pub(crate) fn children(&self, id: Id) -> &[Id] {
        self.0.get(id).map_or(&[], |node| &node.children)
    }

    pub(crate) fn last_child(&self, id: Id) -> Option<Id> {
        self.children(id).last().copied()
    }

    pub(crate) fn parent(&self, id: Id) -> Option<Id> {
        self.0.get(id)?.parent
    }

    pub(crate) fn element(&self, id: Id) -> Option<&Element> {
        if let Data::Element(element) = self.data(id) { Some(element) } else { None }
    }

    /// Returns the element's name, nothing for other nodes.
    pub(crate) fn name(&self, id: Id) -> &'static str {
        self.element(id).map_or("", |element| element.name)
    }

    pub(crate) fn text(&self, id: Id) -> Option<&str> {
        if let Data::Text(text) = self.data(id) { Some(text) } else { None }
    }

    pub(crate) fn attribute(&self, id: Id, name: &str) -> Option<&str> {
        self.element(id)?.attributes.iter().find(|(given, _)| *given == name).map(|(_, value)| value.as_str())
    }

    /// Sets an attribute, in its place if the element has it, else as the last one.
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

    /// Adds a node without a place.
    pub(crate) fn add(&mut self, data: Data) -> Id {
        self.0.push(Node { parent: None, children: Vec::new(), data, depth: 0 });
        self.0.len() - 1
    }

    /// Adds an element without a place.
    pub(crate) fn add_element(&mut self, name: &str, attributes: Vec<(&'static str, String)>) -> Id {
        let (name, kind) = element(name);
        self.add(Data::Element(Element { name, kind, attributes }))
    }

    /// Adds an element as the last child of `parent`.
    pub(crate) fn append_element(&mut self, parent: Id, name: &str, attributes: Vec<(&'static str, String)>) -> Id {
        let id = self.add_element(name, attributes);
        self.append(parent, id);
        id
    }

    pub(crate) fn append(&mut self, parent: Id, child: Id) {
        let at = self.children(parent).len();
        self.insert(parent, at, child);
    }

    /// Appends text, to the last child where that is a text.
    pub(crate) fn append_text(&mut self, parent: Id, text: &str) {
        let at = self.children(parent).len();
        self.insert_text(parent, at, text);
    }

    fn insert(&mut self, parent: Id, at: usize, child: Id) {
        let depth = self.0.get(parent).map_or(0, |node| node.depth + 1);
        if let Some(node) = self.0.get_mut(child) {
            node.parent = Some(parent);
            node.depth = depth;
        }
        if let Some(node) = self.0.get_mut(parent) {
            node.children.insert(at.min(node.children.len()), child);
        }
    }

    fn insert_text(&mut self, parent: Id, at: usize, text: &str) {
        let before = at.checked_sub(1).and_then(|before| self.children(parent).get(before)).copied();
        match before.and_then(|before| self.0.get_mut(before)).map(|node| &mut node.data) {
            Some(Data::Text(before)) => before.push_str(text),
            _ => {
                let id = self.add(Data::Text(text.to_owned()));
                self.insert(parent, at, id);
            }
        }
    }

    /// The place of a child. Searched from the end, where parsers insert.
    fn position(&self, parent: Id, child: Id) -> Option<usize> {
        self.children(parent).iter().rposition(|id| *id == child)
    }

    pub(crate) fn detach(&mut self, id: Id) {
        let Some(parent) = self.0.get_mut(id).and_then(|node| node.parent.take()) else { return };
        if let Some(at) = self.position(parent, id)
            && let Some(node) = self.0.get_mut(parent)
        {
            node.children.remove(at);
        }
    }

    pub(crate) fn set_children(&mut self, parent: Id, children: Vec<Id>) {
        for id in &children {
            if let Some(node) = self.0.get_mut(*id) {
                node.parent = Some(parent);
            }
        }
        if let Some(node) = self.0.get_mut(parent) {
            node.children = children;
        }
    }

    pub(crate) fn take_children(&mut self, id: Id) -> Vec<Id> {
        self.0.get_mut(id).map(|node| std::mem::take(&mut node.children)).unwrap_or_default()
    }

    /// Returns the tree as HTML.
    pub(crate) fn html(&self) -> String {
        let mut out = String::new();
        self.write(ROOT, &mut out);
        out
    }

    fn write(&self, id: Id, out: &mut String) {
        match self.data(id) {
            Data::Fragment => {}
            Data::Text(text) => return write_text(out, text),
            Data::Comment(comment) => return out.extend(["<!--", comment, "-->"]),
            Data::Element(element) => {
                out.extend(["<", element.name]);
                for (name, value) in &element.attributes {
                    out.extend([" ", name, "=\""]);
                    value.chars().for_each(|c| write_char(out, c));
                    out.push('"');
                }
                out.push('>');
            }
        }
        for &child in self.children(id) {
            self.write(child, out);
        }
        if let Some(element) = self.element(id).filter(|element| !matches!(element.kind, Kind::Void | Kind::Rule)) {
            out.extend(["</", element.name, ">"]);
        }
    }
}

fn write_text(out: &mut String, text: &str) {
    let mut escapes = 0;
    for c in text.chars() {
        if c == '&' || ('\u{80}'..='\u{bf}').contains(&c) {
            escapes += 1;
            if escapes % MAX_ESCAPES == 0 {
                out.push_str("<wbr>");
            }
        }
        write_char(out, c);
    }
}

fn write_char(out: &mut String, c: char) {
    match c {
        '"' => out.push_str("&quot;"),
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        _ => out.push(c),
    }
}

/// A node as html5ever knows it.
#[derive(Clone)]
pub(crate) struct Handle {
    id: Id,
    name: Rc<QualName>,
}

/// Receives the tree from html5ever's tree builder.
pub(crate) struct Sink {
    tree: RefCell<Tree>,
    root: Handle,
    /// About how many elements are open.
    pub(crate) depth: Cell<usize>,
    /// An end tag is being processed: `</p>` without a start tag makes a paragraph in browsers.
    pub(crate) in_end_tag: Cell<bool>,
}

impl Sink {
    pub(crate) fn new() -> Self {
        let name = Rc::new(QualName::new(None, html5ever::ns!(), html5ever::local_name!("")));
        Self {
            tree: RefCell::new(Tree::new()),
            root: Handle { id: ROOT, name },
            depth: Cell::new(0),
            in_end_tag: Cell::new(false),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.tree.borrow().len()
    }

    fn handle(&self, data: Data) -> Handle {
        Handle { id: self.tree.borrow_mut().add(data), name: Rc::clone(&self.root.name) }
    }

    fn insert(&self, parent: Id, at: usize, child: NodeOrText<Handle>) {
        let mut tree = self.tree.borrow_mut();
        let depth = tree.0.get(parent).map_or(0, |node| node.depth);
        match child {
            NodeOrText::AppendNode(node) => {
                self.depth.set(depth + 1);
                tree.insert(parent, at, node.id);
            }
            NodeOrText::AppendText(text) => {
                self.depth.set(depth);
                tree.insert_text(parent, at, &text);
            }
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = ExpandedName<'a>;

    fn finish(self) -> Tree {
        self.tree.into_inner()
    }

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn get_document(&self) -> Handle {
        self.root.clone()
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> Handle {
        let (kept, kind) = element(&name.local);
        let data = if &*name.local == "html" || (kept == "p" && self.in_end_tag.get()) {
            Data::Fragment
        } else {
            let attributes = attributes
                .into_iter()
                .filter_map(|attribute| {
                    let mut names = crate::elements::attributes(kept, crate::elements::Allowed::Rendered);
                    Some((names.find(|name| *name == &*attribute.name.local)?, attribute.value.into()))
                })
                .collect();
            Data::Element(Element { name: kept, kind, attributes })
        };
        Handle { id: self.tree.borrow_mut().add(data), name: Rc::new(name) }
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.handle(Data::Comment(crate::PAGE_BREAK_COMMENT))
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.handle(Data::Fragment)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        let end = self.tree.borrow().children(parent.id).len();
        self.insert(parent.id, end, child);
    }

    fn append_based_on_parent_node(&self, element: &Handle, previous: &Handle, child: NodeOrText<Handle>) {
        if self.tree.borrow().parent(element.id).is_some() {
            self.append_before_sibling(element, child);
        } else {
            self.append(previous, child);
        }
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn same_node(&self, x: &Handle, y: &Handle) -> bool {
        x.id == y.id
    }

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        if let NodeOrText::AppendNode(node) = &child {
            self.tree.borrow_mut().detach(node.id);
        }
        let tree = self.tree.borrow();
        let Some(parent) = tree.parent(sibling.id) else { return };
        let at = tree.position(parent, sibling.id).unwrap_or(0);
        drop(tree);
        self.insert(parent, at, child);
    }

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}

    fn remove_from_parent(&self, target: &Handle) {
        self.tree.borrow_mut().detach(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut tree = self.tree.borrow_mut();
        let moved = tree.take_children(node.id);
        let mut children = tree.take_children(new_parent.id);
        children.extend(moved);
        tree.set_children(new_parent.id, children);
    }

    fn pop(&self, node: &Handle) {
        let depth = self.tree.borrow().0.get(node.id).map_or(0, |node| node.depth);
        self.depth.set(depth.saturating_sub(1));
    }
}
