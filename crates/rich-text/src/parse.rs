//! Reads HTML into a [`Tree`] as browsers do, in bounded depth and about linear time.
//!
//! Hostile input makes a browser's parser work quadratically. So only known elements and attributes reach html5ever's
//! tree builder, no more than [`MAX_OPEN`] of them open at once, and a tag with thousands of attributes ends the text.

use std::cell::{Cell, RefCell};

use html5ever::{
    Attribute, QualName, TokenizerResult, local_name, ns,
    interface::create_element,
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts,
        states::RawKind,
    },
    tree_builder::{TreeBuilder, TreeBuilderOpts, TreeSink},
};

use crate::{
    PAGE_BREAK_COMMENT,
    elements::{self, Allowed, Kind, element},
    tree::{Handle, Sink, Tree},
};

/// Elements that are open at once. The start tags of more are dropped.
const MAX_OPEN: usize = 200;

/// Attributes of one tag. html5ever compares each of them with all before it.
const MAX_ATTRIBUTES: usize = 2_000;

/// Bytes that are read before it is checked whether a tag has come to its end.
const PIECE: usize = 4_096;

/// Returns the tree of `html`, with the attributes that are `allowed`.
pub(crate) fn parse(html: &str, allowed: Allowed) -> Tree {
    let sink = Sink::new();
    let context = create_element(&sink, QualName::new(None, ns!(html), local_name!("div")), Vec::new());
    let builder = TreeBuilder::new_for_fragment(sink, context, None, TreeBuilderOpts::default());
    let filter = Filter {
        builder,
        allowed,
        most_nodes: html.len().saturating_add(100_000),
        tokens: Cell::new(0),
        raw: RefCell::new(None),
        dropping: Cell::new(None),
    };
    // Byte order marks are dropped wherever they are.
    let tokenizer = Tokenizer::new(filter, TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
    let input = BufferQueue::default();
    let mut open_tag = OpenTag::default();
    for piece in pieces(html) {
        let before = tokenizer.sink.tokens.get();
        input.push_back(StrTendril::from(piece));
        while let TokenizerResult::Script(_) = tokenizer.feed(&input) {}
        if tokenizer.sink.tokens.get() != before {
            open_tag = OpenTag::default();
        } else if open_tag.read(piece) > MAX_ATTRIBUTES {
            break;
        }
    }
    tokenizer.end();
    tokenizer.sink.builder.sink.finish()
}

/// Splits `html` before each `<` and into pieces of at most [`PIECE`] bytes.
fn pieces(html: &str) -> impl Iterator<Item = &str> {
    let mut rest = html;
    std::iter::from_fn(move || {
        let most = rest.floor_char_boundary(PIECE);
        let window = rest.get(..most).unwrap_or(rest);
        let end = window.match_indices('<').map(|(at, _)| at).find(|at| *at > 0).unwrap_or(window.len());
        let (piece, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        rest = behind;
        (!piece.is_empty()).then_some(piece)
    })
}

/// Counts the attributes of a tag that has not come to its end, in the states of the tokenizer.
#[derive(Default)]
struct OpenTag {
    state: At,
    attributes: usize,
}

#[derive(Default, Clone, Copy)]
enum At {
    #[default]
    TagOpen,
    Comment,
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Quoted(u8),
    Unquoted,
}

impl OpenTag {
    fn read(&mut self, piece: &str) -> usize {
        for (at, byte) in piece.bytes().enumerate() {
            let space = byte.is_ascii_whitespace();
            self.state = match self.state {
                At::TagOpen if matches!(byte, b'!' | b'?') => At::Comment,
                At::TagOpen if at < 2 => At::TagOpen,
                At::TagOpen | At::TagName if !space && byte != b'/' => At::TagName,
                At::TagOpen | At::TagName => At::BeforeName,
                At::Name if space => At::AfterName,
                At::Name | At::AfterName if byte == b'=' => At::BeforeValue,
                At::BeforeName | At::Name | At::AfterName if byte == b'/' => At::BeforeName,
                At::BeforeName | At::AfterName if !space => {
                    self.attributes += 1;
                    At::Name
                }
                At::BeforeValue if matches!(byte, b'"' | b'\'') => At::Quoted(byte),
                At::BeforeValue if !space => At::Unquoted,
                At::Quoted(quote) if byte == quote => At::BeforeName,
                At::Unquoted if space => At::BeforeName,
                state => state,
            };
        }
        self.attributes
    }
}

/// Stands between tokenizer and tree builder.
struct Filter {
    builder: TreeBuilder<Handle, Sink>,
    allowed: Allowed,
    most_nodes: usize,
    /// Tokens so far, parse errors not counted.
    tokens: Cell<usize>,
    /// The element open whose content is not HTML. It is dropped.
    raw: RefCell<Option<String>>,
    /// The element being dropped, and how many of its name are open.
    dropping: Cell<Option<(&'static str, usize)>>,
}

impl TokenSink for Filter {
    type Handle = Handle;

    fn process_token(&self, token: Token, line: u64) -> TokenSinkResult<Handle> {
        if !matches!(token, Token::ParseError(_)) {
            self.tokens.set(self.tokens.get() + 1);
        }
        let skipped = self.raw.borrow().is_some() || self.dropping.get().is_some();
        match token {
            Token::TagToken(tag) => self.tag(tag, line),
            Token::CharacterTokens(_) if skipped => TokenSinkResult::Continue,
            Token::CharacterTokens(_) | Token::EOFToken => self.builder.process_token(token, line),
            Token::CommentToken(comment) if !skipped => {
                let name = comment.trim();
                if name.eq_ignore_ascii_case("pagebreak") || name.eq_ignore_ascii_case("nextpage") {
                    return self.builder.process_token(Token::CommentToken(PAGE_BREAK_COMMENT.into()), line);
                }
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }

    fn end(&self) {
        self.builder.end();
    }
}

impl Filter {
    fn tag(&self, mut tag: Tag, line: u64) -> TokenSinkResult<Handle> {
        let is_start = tag.kind == TagKind::StartTag;
        if let Some(raw) = &*self.raw.borrow()
            && (is_start || *raw != *tag.name)
        {
            return TokenSinkResult::Continue;
        }
        if self.raw.take().is_some() {
            return TokenSinkResult::Continue;
        }
        if is_start && let Some(state) = raw_state(&tag.name) {
            self.raw.replace(Some(tag.name.to_string()));
            return state;
        }
        let (name, kind) = element(&tag.name);
        if self.still_dropping(&tag, name, kind) {
            return TokenSinkResult::Continue;
        }
        let too_many =
            is_start && (self.builder.sink.depth.get() >= MAX_OPEN || self.builder.sink.len() >= self.most_nodes);
        if kind == Kind::Unknown || (too_many && !matches!(kind, Kind::Void | Kind::Rule)) {
            return TokenSinkResult::Continue;
        }
        if kind == Kind::Dropped {
            if is_start && !tag.self_closing {
                self.dropping.set(Some((name, 1)));
            }
            return TokenSinkResult::Continue;
        }
        tag.name = name.into();
        tag.attrs = tag.attrs.into_iter().filter_map(|attribute| self.attribute(name, attribute)).collect();
        self.builder.sink.in_end_tag.set(!is_start);
        self.builder.process_token(Token::TagToken(tag), line)
    }

    fn attribute(&self, element: &str, mut attribute: Attribute) -> Option<Attribute> {
        let name = &*attribute.name.local;
        elements::attributes(element, self.allowed).find(|allowed| *allowed == name)?;
        let value = elements::filter(element, name, &attribute.value)?;
        if *value != *attribute.value {
            attribute.value = StrTendril::from(&*value);
        }
        Some(attribute)
    }

    /// Follows an element that is dropped with its content. A block ends it, as in browsers.
    fn still_dropping(&self, tag: &Tag, name: &str, kind: Kind) -> bool {
        let Some((dropped, depth)) = self.dropping.get() else { return false };
        let is_block = matches!(kind, Kind::Text | Kind::Flow | Kind::Structure | Kind::Rule | Kind::Container);
        let depth = match tag.kind {
            TagKind::StartTag if name == dropped && !tag.self_closing => depth + 1,
            TagKind::EndTag if name == dropped => depth - 1,
            TagKind::StartTag if is_block && dropped != "template" => {
                self.dropping.set(None);
                return false;
            }
            _ => depth,
        };
        self.dropping.set((depth > 0).then_some((dropped, depth)));
        true
    }
}

/// Returns how the tokenizer reads the content of an element that browsers do not read as HTML.
fn raw_state(name: &str) -> Option<TokenSinkResult<Handle>> {
    match name {
        "script" => Some(TokenSinkResult::RawData(RawKind::ScriptData)),
        "textarea" | "title" => Some(TokenSinkResult::RawData(RawKind::Rcdata)),
        "style" | "xmp" | "iframe" | "noembed" | "noframes" | "noscript" => {
            Some(TokenSinkResult::RawData(RawKind::Rawtext))
        }
        "plaintext" => Some(TokenSinkResult::Plaintext),
        _ => None,
    }
}
