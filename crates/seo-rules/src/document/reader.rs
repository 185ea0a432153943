//! Collects the contents of a document from its tokens.

use std::cell::RefCell;

use html5ever::tokenizer::{Tag, TagKind, Token, TokenSink, TokenSinkResult, states::RawKind};

use super::{Block, BlockKind, Document, Image, Link};

/// Maximum number of open elements whose kind of text is remembered.
const MAX_OPEN: usize = 256;

/// Text in which every run of white space is one space.
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

    fn take(&mut self) -> String {
        self.space = false;
        std::mem::take(&mut self.text)
    }
}

/// Receives the tokens of a document.
#[derive(Default)]
pub(super) struct Reader(RefCell<State>);

#[derive(Default)]
struct State {
    document: Document,
    block: Words,
    /// The text of the open link, and its label where it has one.
    link: Option<(Words, Option<String>, String)>,
    /// Within the number of a note, or the link back from one: not part of the text.
    is_mark: bool,
    title: Option<Words>,
    /// Open elements that have a kind of text.
    open: Vec<(String, BlockKind)>,
    /// Open drawings and templates, whose text is not the document's.
    hidden: usize,
    /// Within an element whose content is not HTML. The next tag is its end.
    is_raw: bool,
}

impl Reader {
    /// Returns what was read.
    pub(super) fn finish(self) -> Document {
        let mut state = self.0.into_inner();
        state.end_link();
        state.end_block();
        state.document
    }
}

impl TokenSink for Reader {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut state = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) => state.tag(&tag),
            Token::CharacterTokens(text) => {
                state.text(&text);
                TokenSinkResult::Continue
            }
            _ => TokenSinkResult::Continue,
        }
    }
}

impl State {
    fn text(&mut self, text: &str) {
        if let Some(title) = &mut self.title {
            return title.push(text);
        }
        if self.is_raw || self.hidden > 0 {
            return;
        }
        if !self.is_mark {
            self.block.push(text);
        }
        if let Some((words, ..)) = &mut self.link {
            words.push(text);
        }
    }

    fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name: &str = &tag.name;
        if std::mem::take(&mut self.is_raw) {
            if let Some(mut title) = self.title.take() {
                self.document.title.get_or_insert_with(|| title.take());
            }
            return TokenSinkResult::Continue;
        }
        if tag.kind == TagKind::EndTag {
            self.end(name);
            return TokenSinkResult::Continue;
        }
        if let Some(id) = attribute(tag, "id").filter(|id| !id.is_empty()) {
            self.document.ids.insert(id.to_owned());
        }
        let raw = match name {
            "script" => Some(TokenSinkResult::RawData(RawKind::ScriptData)),
            "title" | "textarea" => Some(TokenSinkResult::RawData(RawKind::Rcdata)),
            "style" | "iframe" | "noembed" | "noframes" | "xmp" => Some(TokenSinkResult::RawData(RawKind::Rawtext)),
            _ => None,
        };
        self.start(name, tag);
        self.is_raw = raw.is_some();
        raw.unwrap_or(TokenSinkResult::Continue)
    }

    fn start(&mut self, name: &str, tag: &Tag) {
        match name {
            "svg" | "template" if !tag.self_closing => self.hidden += 1,
            _ if self.hidden > 0 => {}
            "html" => self.document.language = attribute(tag, "lang").map(str::to_owned),
            "title" => self.title = Some(Words::default()),
            "meta" => {
                let name = attribute(tag, "name").or_else(|| attribute(tag, "property"));
                if let (Some(name), Some(content)) = (name, attribute(tag, "content")) {
                    self.document.metas.push((name.to_ascii_lowercase(), content.trim().to_owned()));
                }
            }
            "link" => {
                if let (Some(relation), Some(href)) = (attribute(tag, "rel"), attribute(tag, "href")) {
                    self.document.relations.push((relation.to_ascii_lowercase(), href.trim().to_owned()));
                }
            }
            "script" | "iframe" => {
                self.document.embedded.extend(attribute(tag, "src").map(|src| src.trim().to_owned()));
            }
            "a" => {
                self.end_link();
                self.is_mark = matches!(attribute(tag, "role"), Some("doc-noteref" | "doc-backlink"));
                let label = attribute(tag, "aria-label").map(str::to_owned);
                self.link = attribute(tag, "href").map(|href| (Words::default(), label, href.trim().to_owned()));
            }
            "img" => self.image(tag),
            "br" => self.text(" "),
            name => self.start_block(name),
        }
    }

    fn image(&mut self, tag: &Tag) {
        let alt = attribute(tag, "alt").map(|alt| alt.trim().to_owned());
        if let (Some((words, ..)), Some(alt)) = (&mut self.link, &alt) {
            words.push(" ");
            words.push(alt);
            words.push(" ");
        }
        let has_size = ["width", "height"].iter().all(|name| attribute(tag, name).is_some_and(is_number));
        let src = attribute(tag, "src").unwrap_or_default().trim().to_owned();
        self.document.images.push(Image { src, alt, has_size });
    }

    fn end(&mut self, name: &str) {
        match name {
            "svg" | "template" => self.hidden = self.hidden.saturating_sub(1),
            _ if self.hidden > 0 => {}
            "a" => self.end_link(),
            name if self.is_in_heading() && self.open.last().is_some_and(|(open, _)| open != name) => {
                self.separate(name);
            }
            name if kind_of(name).is_some() => {
                self.end_block();
                if let Some(at) = self.open.iter().rposition(|(open, _)| open == name) {
                    self.open.truncate(at);
                }
            }
            name if is_block(name) => self.end_block(),
            _ => {}
        }
    }

    fn is_in_heading(&self) -> bool {
        matches!(self.open.last(), Some((_, BlockKind::Heading(_))))
    }

    fn start_block(&mut self, name: &str) {
        let kind = kind_of(name);
        if self.is_in_heading() && !matches!(kind, Some(BlockKind::Heading(_))) {
            return self.separate(name);
        }
        let Some(kind) = kind else {
            if is_block(name) {
                self.end_block();
            }
            return;
        };
        self.end_block();
        if self.is_in_heading() {
            self.open.pop();
        }
        // A paragraph ends where the next block begins, a cell or item where the next one does.
        if self.open.last().is_some_and(|(open, _)| open == "p" || open == name) {
            self.open.pop();
        }
        if self.open.len() < MAX_OPEN {
            self.open.push((name.to_owned(), kind));
        }
    }

    /// Separates the words before and after a block in a heading, which is a part of its text.
    fn separate(&mut self, name: &str) {
        if kind_of(name).is_some() || is_block(name) {
            self.text(" ");
        }
    }

    /// Ends the current block. A heading counts even without text.
    fn end_block(&mut self) {
        let text = self.block.take();
        let inner = self.open.last().map(|(_, kind)| *kind);
        // A paragraph in a list counts as text of the list.
        let in_list = self.open.iter().any(|(_, kind)| *kind == BlockKind::Item);
        let kind = match inner {
            Some(BlockKind::Paragraph) if in_list => BlockKind::Item,
            Some(kind) => kind,
            None => BlockKind::Other,
        };
        if !text.is_empty() || matches!(kind, BlockKind::Heading(_)) {
            self.document.blocks.push(Block { kind, text });
        }
    }

    fn end_link(&mut self) {
        self.is_mark = false;
        if let Some((mut words, label, href)) = self.link.take() {
            let text = label.unwrap_or_else(|| words.take());
            self.document.links.push(Link { href, text });
        }
    }
}

fn attribute<'a>(tag: &'a Tag, name: &str) -> Option<&'a str> {
    tag.attrs.iter().find(|given| &*given.name.local == name).map(|given| &*given.value)
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns the kind of text that an element holds, if the element determines it.
fn kind_of(name: &str) -> Option<BlockKind> {
    match name {
        "h1" => Some(BlockKind::Heading(1)),
        "h2" => Some(BlockKind::Heading(2)),
        "h3" => Some(BlockKind::Heading(3)),
        "h4" => Some(BlockKind::Heading(4)),
        "h5" => Some(BlockKind::Heading(5)),
        "h6" => Some(BlockKind::Heading(6)),
        "p" => Some(BlockKind::Paragraph),
        "li" | "dt" | "dd" => Some(BlockKind::Item),
        "pre" => Some(BlockKind::Code),
        "td" | "th" | "caption" | "figcaption" | "summary" | "button" | "label" | "option" | "legend" => {
            Some(BlockKind::Other)
        }
        _ => None,
    }
}

/// Returns whether an element separates the texts before and after it.
fn is_block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "dd"
            | "details"
            | "dialog"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figure"
            | "footer"
            | "form"
            | "head"
            | "header"
            | "hr"
            | "main"
            | "nav"
            | "ol"
            | "search"
            | "section"
            | "select"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
    )
}
