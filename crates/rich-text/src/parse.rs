//! Reads HTML as browsers do, in about linear time: html5ever's tokenizer and tree builder, with limits on what makes
//! them slow.

use std::{
    borrow::Cow,
    cell::{Cell, RefCell},
};

use html5ever::{
    Attribute, ExpandedName, QualName, TokenizerResult,
    interface::{ElementFlags, NodeOrText, QuirksMode, Tracer, TreeSink},
    local_name, ns,
    tendril::StrTendril,
    tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts},
    tree_builder::{TreeBuilder, TreeBuilderOpts},
};

use crate::{
    elements::{self, Allowed, Kind, element},
    tree::{Data, Element, Id, ROOT, Tree},
    video,
};

/// Maximum number of open elements, counting formatting twice: more than any article has. Others are removed, and their
/// content is kept. The tree builder searches all of them at many tags.
const MAX_OPEN: usize = 250;

/// Maximum length of a tag in bytes, more than its attributes may have: a longer one loses them. The tokenizer compares
/// each attribute with all before it.
const MAX_TAG: usize = 32_000;

/// Number of bytes between two checks whether a tag has ended.
const PIECE: usize = 4_096;

/// Returns the tree of `html`, with the attributes that are `allowed`. Unknown elements and comments are removed;
/// elements whose content is not for readers are removed with it.
pub(crate) fn parse(html: &str, allowed: Allowed) -> Tree {
    let sink = Sink(RefCell::new(Tree::new()));
    let context = sink.create_element(QualName::new(None, ns!(html), local_name!("div")), Vec::new(), <_>::default());
    let builder = TreeBuilder::new_for_fragment(sink, context, None, TreeBuilderOpts::default());
    let mut tokenizer = Tokenizer::new(Filter { builder, allowed, tokens: Cell::new(0) }, TokenizerOpts::default());
    let mut input = BufferQueue::default();
    let mut at = 0;
    // The start of the input from which no token has been made.
    let mut pending = 0;
    let mut is_pending = false;
    while let Some(rest) = html.get(at..).filter(|rest| !rest.is_empty()) {
        let piece = piece_of(rest);
        let before = tokenizer.sink.tokens.get();
        input.push_back(piece.into());
        while let TokenizerResult::Script(_) = tokenizer.feed(&input) {}
        let was_pending = std::mem::replace(&mut is_pending, tokenizer.sink.tokens.get() == before);
        if !is_pending || (!was_pending && piece.starts_with('<')) {
            pending = at;
        }
        at += piece.len();
        if is_pending
            && at - pending > MAX_TAG
            && let Some((name, length)) = html.get(pending..).and_then(measure_tag)
        {
            tokenizer = Tokenizer::new(tokenizer.sink, TokenizerOpts::default());
            input = BufferQueue::default();
            input.push_back(format!("{name}>").into());
            while let TokenizerResult::Script(_) = tokenizer.feed(&input) {}
            at = pending + length;
            pending = at;
            is_pending = false;
        }
    }
    tokenizer.end();
    tokenizer.sink.builder.sink.finish()
}

/// Returns the beginning of `html` up to its next `<`, [`PIECE`] bytes at most.
fn piece_of(html: &str) -> &str {
    let window = html.get(..html.floor_char_boundary(PIECE)).unwrap_or(html);
    let end = window.bytes().skip(1).position(|byte| byte == b'<').map_or(window.len(), |at| at + 1);
    window.get(..end).unwrap_or(window)
}

/// Returns the beginning of a tag (`<` and its name) and its length, `None` for what is not a tag.
fn measure_tag(html: &str) -> Option<(&str, usize)> {
    let name = html.strip_prefix("</").or_else(|| html.strip_prefix('<'))?;
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let behind = name.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>')).unwrap_or(name.len());
    let end = html.len() - name.len() + behind;
    let mut quote = None;
    let is_end = |c: char| {
        match quote {
            None if matches!(c, '"' | '\'') => quote = Some(c),
            Some(open) if open == c => quote = None,
            _ => {}
        }
        c == '>' && quote.is_none()
    };
    Some((html.get(..end)?, html.find(is_end).map_or(html.len(), |at| at + 1)))
}

/// Passes on to the tree builder what an article may contain.
struct Filter {
    builder: TreeBuilder<Handle, Sink>,
    allowed: Allowed,
    /// Number of tokens, parse errors not counted.
    tokens: Cell<usize>,
}

impl TokenSink for Filter {
    type Handle = Handle;

    fn process_token(&self, mut token: Token, line: u64) -> TokenSinkResult<Handle> {
        if !matches!(token, Token::ParseError(_)) {
            self.tokens.set(self.tokens.get() + 1);
        }
        if let Token::TagToken(tag) = &token {
            self.add_video(tag, line);
        }
        let keep = match &mut token {
            Token::TagToken(tag) => self.filter(tag),
            Token::CommentToken(comment) => {
                ["pagebreak", "nextpage"].iter().any(|name| comment.trim().eq_ignore_ascii_case(name))
            }
            Token::CharacterTokens(text) => {
                *text = clean(text);
                true
            }
            _ => true,
        };
        if keep { self.builder.process_token(token, line) } else { TokenSinkResult::Continue }
    }

    fn end(&self) {
        self.builder.end();
    }

    fn adjusted_current_node_present_but_not_in_html_namespace(&self) -> bool {
        self.builder.adjusted_current_node_present_but_not_in_html_namespace()
    }
}

impl Filter {
    /// Removes the attributes that are not allowed. Returns whether the tag is kept.
    fn filter(&self, tag: &mut Tag) -> bool {
        let (name, kind) = element(&tag.name);
        tag.attrs.retain_mut(|Attribute { name: given, value }| {
            let known = elements::attributes(name, self.allowed).any(|known| *known == *given.local);
            let kept =
                elements::filter(name, &given.local, value).filter(|_| known).map(|kept| StrTendril::from(&*kept));
            kept.map(|kept| *value = kept).is_some()
        });
        kind != Kind::Unknown && (tag.kind == TagKind::EndTag || self.open_elements() < MAX_OPEN)
    }

    /// Adds a link to the video of an embedded player, which is itself removed.
    fn add_video(&self, tag: &Tag, line: u64) {
        let is_frame = tag.kind == TagKind::StartTag && tag.name == local_name!("iframe");
        if self.allowed != Allowed::Input || !is_frame || self.open_elements() >= MAX_OPEN {
            return;
        }
        let value = |name| tag.attrs.iter().find(|attribute| attribute.name.local == name).map(|it| &*it.value);
        let Some((address, host)) = value(local_name!("src")).and_then(video::watched) else { return };
        let title = value(local_name!("title")).map(clean).filter(|title| !title.trim().is_empty());
        let title = title.unwrap_or_else(|| format!("Video on {host}").into());
        let attribute =
            |name, value: &str| vec![Attribute { name: QualName::new(None, ns!(), name), value: value.into() }];
        let opened = |name, attrs| Tag { kind: TagKind::StartTag, name, attrs, ..tag.clone() };
        let closed = |name| Tag { kind: TagKind::EndTag, name, attrs: Vec::new(), ..tag.clone() };
        let tokens = [
            Token::TagToken(opened(local_name!("figure"), attribute(local_name!("class"), "video"))),
            Token::TagToken(opened(local_name!("a"), attribute(local_name!("href"), &address))),
            Token::CharacterTokens(title),
            Token::TagToken(closed(local_name!("a"))),
            Token::TagToken(closed(local_name!("figure"))),
        ];
        for token in tokens {
            let TokenSinkResult::Continue = self.builder.process_token(token, line) else { return };
        }
    }

    fn open_elements(&self) -> usize {
        let counter = Counter(Cell::new(0));
        self.builder.trace_handles(&counter);
        counter.0.get()
    }
}

/// Counts the elements that the tree builder looks through.
struct Counter(Cell<usize>);

impl Tracer for Counter {
    type Handle = Handle;

    fn trace_handle(&self, _: &Handle) {
        self.0.set(self.0.get() + 1);
    }
}

/// Returns text without characters that break feeds and databases. A form feed separates words and becomes a space.
fn clean(text: &str) -> StrTendril {
    let kept =
        |c: char| !matches!(c, '\u{fffe}' | '\u{ffff}' | '\u{feff}') && (!c.is_control() || c == '\n' || c == '\t');
    text.chars().map(|c| if c == '\u{c}' { ' ' } else { c }).filter(|c| kept(*c)).collect()
}

/// A node, as the tree builder refers to it.
#[derive(Clone)]
struct Handle {
    id: Id,
    name: QualName,
}

/// Builds a tree from the calls of the tree builder.
struct Sink(RefCell<Tree>);

impl Sink {
    fn create(&self, data: Data, name: QualName) -> Handle {
        Handle { id: self.0.borrow_mut().create(data), name }
    }

    fn insert(&self, parent: Id, child: NodeOrText<Handle>, before: Option<Id>) {
        let mut tree = self.0.borrow_mut();
        match child {
            NodeOrText::AppendText(text) => tree.insert_text(parent, &text, before),
            // Elements that are dropped with their content are never inserted.
            NodeOrText::AppendNode(child) if tree.element(child.id).is_some_and(|it| it.kind == Kind::Dropped) => {}
            NodeOrText::AppendNode(child) => {
                tree.remove(child.id);
                tree.insert(parent, child.id, before);
            }
        }
    }
}

impl TreeSink for Sink {
    type Handle = Handle;
    type Output = Tree;
    type ElemName<'a> = ExpandedName<'a>;

    /// Moves the content of the fragment's root, the only child of the document, into the document itself.
    fn finish(self) -> Tree {
        let mut tree = self.0.into_inner();
        let content = tree.take_children(ROOT).first().map(|root| tree.take_children(*root)).unwrap_or_default();
        for id in content {
            tree.insert(ROOT, id, None);
        }
        tree
    }

    fn get_document(&self) -> Handle {
        Handle { id: ROOT, name: QualName::new(None, ns!(), local_name!("")) }
    }

    fn elem_name<'a>(&'a self, target: &'a Handle) -> ExpandedName<'a> {
        target.name.expanded()
    }

    fn create_element(&self, name: QualName, attributes: Vec<Attribute>, _: ElementFlags) -> Handle {
        let attributes = attributes.into_iter().map(|given| (given.name.local, given.value.to_string())).collect();
        let (known, kind) = element(&name.local);
        let kind = if name.ns == ns!(html) { kind } else { Kind::Dropped };
        self.create(Data::Element(Element { name: known, kind, attributes }), name)
    }

    fn create_comment(&self, _: StrTendril) -> Handle {
        self.create(Data::PageBreak, self.get_document().name)
    }

    fn append(&self, parent: &Handle, child: NodeOrText<Handle>) {
        self.insert(parent.id, child, None);
    }

    fn append_before_sibling(&self, sibling: &Handle, child: NodeOrText<Handle>) {
        let parent = self.0.borrow().parent(sibling.id);
        self.insert(parent.unwrap_or(ROOT), child, Some(sibling.id));
    }

    fn append_based_on_parent_node(&self, table: &Handle, before: &Handle, child: NodeOrText<Handle>) {
        let parent = self.0.borrow().parent(table.id);
        self.insert(parent.unwrap_or(before.id), child, parent.map(|_| table.id));
    }

    fn remove_from_parent(&self, target: &Handle) {
        self.0.borrow_mut().remove(target.id);
    }

    fn reparent_children(&self, node: &Handle, new_parent: &Handle) {
        let mut tree = self.0.borrow_mut();
        for child in tree.take_children(node.id) {
            tree.insert(new_parent.id, child, None);
        }
    }

    fn same_node(&self, one: &Handle, other: &Handle) -> bool {
        one.id == other.id
    }

    fn get_template_contents(&self, target: &Handle) -> Handle {
        target.clone()
    }

    fn create_pi(&self, _: StrTendril, _: StrTendril) -> Handle {
        self.create(Data::Text(String::new()), self.get_document().name)
    }

    fn append_doctype_to_document(&self, _: StrTendril, _: StrTendril, _: StrTendril) {}

    fn parse_error(&self, _: Cow<'static, str>) {}

    fn set_quirks_mode(&self, _: QuirksMode) {}

    fn add_attrs_if_missing(&self, _: &Handle, _: Vec<Attribute>) {}
}
