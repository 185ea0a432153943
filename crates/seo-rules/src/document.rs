//! The contents of a document or a fragment of HTML.

use std::collections::HashSet;

use html5ever::{
    TokenizerResult,
    tendril::StrTendril,
    tokenizer::{BufferQueue, Tokenizer, TokenizerOpts},
};

mod reader;

use reader::Reader;

/// The contents of an HTML document or fragment: its head, its text by blocks, its links and images.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Document {
    /// The language of `<html>`.
    pub language: Option<String>,
    /// The text of `<title>`.
    pub title: Option<String>,
    /// `name` or `property` of each `<meta>`, in lower case, and its content.
    pub metas: Vec<(String, String)>,
    /// Relation, in lower case, and address of each `<link>`.
    pub relations: Vec<(String, String)>,
    /// Text in blocks, in order.
    pub blocks: Vec<Block>,
    /// Links with an address, in order.
    pub links: Vec<Link>,
    /// Images, in order.
    pub images: Vec<Image>,
    /// Addresses of scripts and frames.
    pub embedded: Vec<String>,
    /// Ids of elements.
    pub ids: HashSet<String>,
}

/// A block of text, separate from others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The kind of text.
    pub kind: BlockKind,
    /// The text, every run of white space one space. Empty only for headings.
    pub text: String,
}

/// The kind of a block of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BlockKind {
    /// A heading and its level, from 1 to 6.
    Heading(u8),
    /// A paragraph.
    Paragraph,
    /// Text in a list.
    Item,
    /// Preformatted text.
    Code,
    /// Any other text: a cell of a table, a caption, a label.
    Other,
}

/// A heading.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heading<'a> {
    /// From 1 to 6.
    pub level: u8,
    /// Its text, which may be empty.
    pub text: &'a str,
}

/// A link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Link {
    /// The address as written.
    pub href: String,
    /// Its text or label, with that of images in it.
    pub text: String,
}

/// An image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Image {
    /// The address as written.
    pub src: String,
    /// The alt text. Decorative images have an empty one.
    pub alt: Option<String>,
    /// Whether width and height are given.
    pub has_size: bool,
}

impl Document {
    /// Reads HTML. Never fails. The content of scripts, styles, templates and drawings does not count as text.
    ///
    /// Takes linear time, except for tags with thousands of attributes, which html5ever compares with each other.
    pub fn parse(html: &str) -> Self {
        let tokenizer = Tokenizer::new(Reader::default(), TokenizerOpts::default());
        let input = BufferQueue::default();
        input.push_back(StrTendril::from_slice(html));
        while let TokenizerResult::Script(()) = tokenizer.feed(&input) {}
        tokenizer.end();
        tokenizer.sink.finish()
    }

    /// Appends the contents of another document, such as the next page of an article. Language and title are those of
    /// the first that has them.
    pub fn append(&mut self, next: Self) {
        let Self { language, title, metas, relations, blocks, links, images, embedded, ids } = next;
        self.language = self.language.take().or(language);
        self.title = self.title.take().or(title);
        self.metas.extend(metas);
        self.relations.extend(relations);
        self.blocks.extend(blocks);
        self.links.extend(links);
        self.images.extend(images);
        self.embedded.extend(embedded);
        self.ids.extend(ids);
    }

    /// Returns the headings, in order.
    pub fn headings(&self) -> impl Iterator<Item = Heading<'_>> {
        self.blocks.iter().filter_map(|block| match block.kind {
            BlockKind::Heading(level) => Some(Heading { level, text: &block.text }),
            _ => None,
        })
    }

    /// Returns the content of the first `<meta>` with this name or property.
    pub fn meta(&self, name: &str) -> Option<&str> {
        self.metas.iter().find(|(given, _)| given == name).map(|(_, content)| content.as_str())
    }

    /// Returns the address of the first `<link>` with this relation.
    pub fn relation(&self, name: &str) -> Option<&str> {
        self.relations.iter().find(|(given, _)| given.split(' ').any(|one| one == name)).map(|(_, href)| href.as_str())
    }

    /// Returns whether the page asks search engines not to list it.
    pub fn is_noindex(&self) -> bool {
        self.meta("robots").is_some_and(|robots| {
            robots.split(',').any(|one| matches!(one.trim().to_ascii_lowercase().as_str(), "noindex" | "none"))
        })
    }

    /// Returns the number of words of all blocks.
    pub fn word_count(&self) -> usize {
        self.blocks.iter().map(|block| words(&block.text)).sum()
    }
}

/// Returns the number of words in some text.
pub(crate) fn words(text: &str) -> usize {
    text.split_whitespace().count()
}
