//! Tokenises HTML as browsers do, in about linear time, and skips what no article may contain.

use std::cell::{Cell, RefCell, RefMut};

use html5ever::{
    Attribute, TokenizerResult,
    tendril::StrTendril,
    tokenizer::{
        BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts, states::RawKind,
    },
};

use crate::{
    elements::{self, Allowed, Kind, element},
    tree::Element,
};

/// Most attributes of a tag. html5ever compares each with all before it; a tag with more is dropped.
const MAX_ATTRIBUTES: usize = 2_000;

/// Number of bytes between two checks whether a tag has ended.
const PIECE: usize = 4_096;

/// Receives known elements, with the attributes that are allowed, and text outside of dropped elements.
pub(crate) trait Receiver {
    fn text(&mut self, text: &str);
    fn start(&mut self, element: Element);
    fn end(&mut self, name: &'static str, kind: Kind);
    fn page_break(&mut self);
}

/// Passes what is `allowed` of `html` to the receiver, and returns it.
pub(crate) fn parse<R: Receiver>(html: &str, allowed: Allowed, receiver: R) -> R {
    // Byte order marks are dropped with the other control characters, wherever they are.
    let tokenizer_of =
        |filter| Tokenizer::new(filter, TokenizerOpts { discard_bom: false, ..TokenizerOpts::default() });
    let filter = Filter {
        receiver: RefCell::new(receiver),
        allowed,
        text: RefCell::default(),
        tokens: Cell::new(0),
        is_raw: Cell::new(false),
        dropping: Cell::new(None),
    };
    let mut tokenizer = tokenizer_of(filter);
    let mut input = BufferQueue::default();
    let mut open_tag = OpenTag::default();
    let mut rest = StrTendril::from_slice(html);
    while !rest.is_empty() {
        let length = piece_length(&rest);
        let piece = rest.subtendril(0, length);
        rest.pop_front(length);
        let before = tokenizer.sink.tokens.get();
        input.push_back(piece.clone());
        while let TokenizerResult::Script(()) = tokenizer.feed(&input) {}
        if tokenizer.sink.tokens.get() != before {
            open_tag = OpenTag::default();
        } else if piece.chars().any(|c| open_tag.read(c) > MAX_ATTRIBUTES) {
            while open_tag.state != At::End
                && let Some(c) = rest.pop_front_char()
            {
                open_tag.read(c);
            }
            tokenizer.sink.is_raw.set(false);
            tokenizer = tokenizer_of(tokenizer.sink);
            input = BufferQueue::default();
            open_tag = OpenTag::default();
        }
    }
    tokenizer.end();
    drop(tokenizer.sink.receiver());
    tokenizer.sink.receiver.into_inner()
}

/// Returns the bytes of `html` up to its next `<`, [`PIECE`] at most.
fn piece_length(html: &str) -> u32 {
    let window = html.get(..html.floor_char_boundary(PIECE)).unwrap_or(html);
    let end = window.bytes().skip(1).position(|byte| byte == b'<').map_or(window.len(), |at| at + 1);
    u32::try_from(end).unwrap_or(u32::MAX)
}

/// Counts the attributes of an unfinished tag, in the states of the tokenizer.
#[derive(Default)]
struct OpenTag {
    state: At,
    attributes: usize,
}

#[derive(Default, Clone, Copy, PartialEq)]
enum At {
    #[default]
    TagOpen,
    Comment,
    TagName,
    BeforeName,
    Name,
    AfterName,
    BeforeValue,
    Quoted(char),
    Unquoted,
    End,
}

impl OpenTag {
    /// Returns the number of attributes so far.
    fn read(&mut self, c: char) -> usize {
        let space = c.is_ascii_whitespace();
        self.state = match self.state {
            At::TagOpen if matches!(c, '!' | '?') => At::Comment,
            At::TagOpen if matches!(c, '<' | '/') => At::TagOpen,
            At::Quoted(quote) if c == quote => At::BeforeName,
            At::Quoted(_) | At::Comment => self.state,
            _ if c == '>' => At::End,
            At::TagOpen | At::TagName if !space && c != '/' => At::TagName,
            At::TagOpen | At::TagName => At::BeforeName,
            At::Name if space => At::AfterName,
            At::Name | At::AfterName if c == '=' => At::BeforeValue,
            At::BeforeName | At::Name | At::AfterName if c == '/' => At::BeforeName,
            At::BeforeName | At::AfterName if !space => {
                self.attributes += 1;
                At::Name
            }
            At::BeforeValue if matches!(c, '"' | '\'') => At::Quoted(c),
            At::BeforeValue if !space => At::Unquoted,
            At::Unquoted if space => At::BeforeName,
            state => state,
        };
        self.attributes
    }
}

/// Filters the tokens for the receiver.
struct Filter<R> {
    receiver: RefCell<R>,
    allowed: Allowed,
    /// Text that is passed on once it is complete.
    text: RefCell<String>,
    /// Number of tokens, parse errors not counted.
    tokens: Cell<usize>,
    /// Within an element whose content is not HTML, which is dropped. The next tag is its end.
    is_raw: Cell<bool>,
    /// The element that is being dropped, and how many of its name are open.
    dropping: Cell<Option<(&'static str, usize)>>,
}

impl<R: Receiver> TokenSink for Filter<R> {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        if !matches!(token, Token::ParseError(_)) {
            self.tokens.set(self.tokens.get() + 1);
        }
        match token {
            Token::TagToken(tag) => return self.tag(&tag),
            _ if self.is_raw.get() || self.dropping.get().is_some() => {}
            Token::CharacterTokens(text) => self.text.borrow_mut().push_str(&text),
            Token::CommentToken(comment) => {
                let name = comment.trim();
                if name.eq_ignore_ascii_case("pagebreak") || name.eq_ignore_ascii_case("nextpage") {
                    self.receiver().page_break();
                }
            }
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

impl<R: Receiver> Filter<R> {
    /// Passes the text so far to the receiver, and returns it.
    fn receiver(&self) -> RefMut<'_, R> {
        let mut receiver = self.receiver.borrow_mut();
        let mut text = self.text.borrow_mut();
        if !text.is_empty() {
            receiver.text(&text);
            text.clear();
        }
        receiver
    }

    fn tag(&self, tag: &Tag) -> TokenSinkResult<()> {
        if self.is_raw.replace(false) {
            return TokenSinkResult::Continue;
        }
        let is_start = tag.kind == TagKind::StartTag;
        if is_start && let Some(state) = raw_state(&tag.name) {
            self.is_raw.set(true);
            return state;
        }
        let (name, kind) = element(&tag.name);
        if self.still_dropping(tag, name, kind) {
            return TokenSinkResult::Continue;
        }
        match kind {
            Kind::Unknown => {}
            Kind::Dropped => self.dropping.set((is_start && !tag.self_closing).then_some((name, 1))),
            _ if is_start => {
                let attributes = tag.attrs.iter().filter_map(|given| self.attribute(name, given)).collect();
                self.receiver().start(Element { name, kind, attributes });
            }
            _ => self.receiver().end(name, kind),
        }
        TokenSinkResult::Continue
    }

    fn attribute(&self, element: &str, given: &Attribute) -> Option<(&'static str, String)> {
        let name = elements::attributes(element, self.allowed).find(|name| *name == &*given.name.local)?;
        Some((name, elements::filter(element, name, &given.value)?.into_owned()))
    }

    /// Tracks an element that is dropped with its content. A block ends it, as in browsers.
    fn still_dropping(&self, tag: &Tag, name: &str, kind: Kind) -> bool {
        let Some((dropped, depth)) = self.dropping.get() else { return false };
        let is_block = !matches!(kind, Kind::Inline | Kind::Void | Kind::Dropped | Kind::Unknown);
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

/// Returns the tokenizer's state within an element whose content is not HTML.
fn raw_state(name: &str) -> Option<TokenSinkResult<()>> {
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
