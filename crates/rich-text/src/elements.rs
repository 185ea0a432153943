//! The elements and attributes that an article may contain, and the sanitiser that enforces them.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};

use crate::{ids, video};

/// Maximum length of an attribute value, in bytes. Longer ones are dropped.
const MAX_ATTRIBUTE_BYTES: usize = 5_000;

/// Where an element may occur and what it may contain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Part of text.
    Inline,
    /// An image or line break: part of text, and empty.
    Void,
    /// `hr`: a block that is empty.
    Rule,
    /// A block of text: holds inline elements only.
    Text,
    /// A block that holds blocks and text, as the article itself does.
    #[default]
    Flow,
    /// A list or part of a table, which holds only certain blocks.
    Structure,
    /// A container that is removed; its text becomes paragraphs.
    Container,
    /// Removed with its content.
    Dropped,
    /// Removed; its content is kept.
    Unknown,
}

impl Kind {
    /// Returns whether elements of this kind have no content and no end tag.
    pub(crate) fn is_empty(self) -> bool {
        matches!(self, Self::Void | Self::Rule)
    }
}

/// A list of attributes. Each includes those before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
pub(crate) enum Allowed {
    /// What authors may write: `elements.txt`.
    Input,
    /// What is stored: additionally, loading hints.
    Article,
    /// What readers get: additionally, scroll regions, highlighted code, responsive images, players of videos and
    /// notes.
    Rendered,
}

/// Attributes that this crate adds.
const ADDED: [(Allowed, &str, &[&str]); 7] = [
    (Allowed::Rendered, "a", &["data-player", "data-host", "id", "role", "aria-label"]),
    (Allowed::Rendered, "li", &["id"]),
    (Allowed::Rendered, "img", &["srcset", "sizes"]),
    (Allowed::Article, "img", &["loading", "decoding"]),
    (Allowed::Rendered, "pre", &["tabindex"]),
    (Allowed::Rendered, "span", &["class"]),
    (Allowed::Rendered, "div", &["class", "role", "tabindex", "aria-label"]),
];

type Elements = HashMap<&'static str, (Kind, Vec<&'static str>)>;

static ELEMENTS: LazyLock<Elements> = LazyLock::new(|| {
    let lines = include_str!("../elements.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let mut words = line.split(' ');
            let name = words.next()?;
            let kind = match words.next()? {
                "inline" => Kind::Inline,
                "void" => Kind::Void,
                "rule" => Kind::Rule,
                "text" => Kind::Text,
                "flow" => Kind::Flow,
                _ => Kind::Structure,
            };
            Some((name, (kind, words.collect())))
        })
        .collect()
});

/// Returns an element's name in articles, and its kind.
pub(crate) fn element(name: &str) -> (&'static str, Kind) {
    let name = match name {
        // `h1` is the article's title on the page.
        "h1" => "h2",
        "ins" => "u",
        "strike" => "s",
        name => name,
    };
    if let Some((&name, &(kind, _))) = ELEMENTS.get_key_value(name) {
        return (name, kind);
    }
    match name {
        "address" | "article" | "body" | "center" | "dialog" | "dir" | "div" | "fieldset" | "footer" | "form"
        | "header" | "hgroup" | "html" | "legend" | "main" | "menu" | "nav" | "option" | "search" | "section" => {
            ("div", Kind::Container)
        }
        "svg" | "math" | "template" | "script" | "style" | "title" | "textarea" | "xmp" | "iframe" | "noembed"
        | "noframes" | "noscript" | "plaintext" => ("", Kind::Dropped),
        _ => ("", Kind::Unknown),
    }
}

/// Returns whether the element is a heading.
pub(crate) fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}

/// Returns the attributes that an element may have.
pub(crate) fn attributes(name: &str, allowed: Allowed) -> impl Iterator<Item = &'static str> {
    let written = ELEMENTS.get(name).map_or(&[][..], |(_, attributes)| attributes);
    let added = ADDED.iter().filter(move |(list, element, _)| *list <= allowed && *element == name);
    written.iter().copied().chain(added.flat_map(|(_, _, attributes)| *attributes).copied())
}

static ARTICLE: LazyLock<Builder<'static>> = LazyLock::new(|| sanitiser(Allowed::Article));
static RENDERED: LazyLock<Builder<'static>> = LazyLock::new(|| sanitiser(Allowed::Rendered));

/// Removes every element, attribute and address that is not allowed.
pub(crate) fn sanitise(html: &str, allowed: Allowed) -> String {
    let sanitiser = if allowed == Allowed::Rendered { &RENDERED } else { &ARTICLE };
    sanitiser.clean(html).to_string()
}

fn sanitiser(allowed: Allowed) -> Builder<'static> {
    let mut names: HashSet<&'static str> = ELEMENTS.keys().copied().collect();
    if allowed == Allowed::Rendered {
        names.insert("div");
    }
    let mut builder = Builder::default();
    builder
        .tag_attributes(names.iter().map(|&name| (name, attributes(name, allowed).collect())).collect())
        .tags(names)
        .generic_attributes(HashSet::new())
        .clean_content_tags(HashSet::from(["script", "style"]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        // The only comments of a tree are its page breaks.
        .strip_comments(false)
        .attribute_filter(filter);
    builder
}

/// Returns the value to keep of an allowed attribute, `None` to drop the attribute.
pub(crate) fn filter<'v>(element: &str, attribute: &str, value: &'v str) -> Option<Cow<'v, str>> {
    if value.len() > MAX_ATTRIBUTE_BYTES {
        return None;
    }
    let keep = match (element, attribute) {
        (_, "href" | "src" | "cite") => return address(element, value).map(Cow::Borrowed),
        ("img", "srcset") => value.split(", ").all(|form| address(element, form).is_some()),
        ("img", "loading") => value == "lazy",
        ("img", "decoding") => value == "async",
        ("img", "width" | "height") => is_number(value, 1, 20_000),
        ("td" | "th", "colspan" | "rowspan") => is_number(value, 1, 1_000),
        ("ol", "start") => is_number(value, 0, 1_000_000),
        ("th", "scope") => matches!(value, "col" | "row" | "colgroup" | "rowgroup"),
        ("code", "class") => return value.split_ascii_whitespace().find(|class| is_language(class)).map(Cow::Borrowed),
        ("figure", "class") => return kept_words(value, &["video", "wide"]),
        ("a", "data-player") => video::Player::of(value).is_some_and(|player| player.url == value),
        ("a", "data-host") => video::is_host(value),
        ("span", "class") => matches!(value, "hl-c" | "hl-k" | "hl-n" | "hl-p" | "hl-s"),
        ("sup", "class") => return kept_words(value, &["note"]),
        ("div", "class") => matches!(value, "table-scroll" | "notes"),
        ("div", "role") => matches!(value, "region" | "doc-endnotes"),
        ("a", "role") => matches!(value, "doc-noteref" | "doc-backlink"),
        (_, "tabindex") => value == "0",
        ("a", "rel") => return kept_words(&value.to_ascii_lowercase(), &["noopener", "nofollow", "sponsored", "ugc"]),
        ("time", "datetime") => {
            value.len() <= 40
                && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b':' | b'+' | b'.' | b' '))
        }
        (_, "id") => ids::is_anchor(value),
        _ if value.contains(char::is_control) => return Some(value.replace(char::is_control, " ").into()),
        _ => true,
    };
    keep.then_some(Cow::Borrowed(value))
}

/// Returns an address without surrounding white space, or `None` when it is not allowed. The sanitiser checks schemes
/// too, but not in every attribute. Nothing may be removed from the middle of what was checked: `java&#1;script:` has
/// no scheme while the control character is in it.
fn address<'v>(element: &str, value: &'v str) -> Option<&'v str> {
    let value = value.trim_ascii();
    let scheme = value
        .find([':', '/', '?', '#'])
        .and_then(|end| value.split_at_checked(end))
        .filter(|(_, rest)| rest.starts_with(':'))
        .map(|(scheme, _)| scheme.to_ascii_lowercase());
    let allowed = match scheme.as_deref() {
        None | Some("http" | "https") => true,
        Some("mailto" | "tel") => element == "a",
        Some(_) => false,
    };
    (allowed && !value.contains(char::is_control)).then_some(value)
}

fn is_number(value: &str, least: u32, most: u32) -> bool {
    value.bytes().all(|b| b.is_ascii_digit()) && value.parse().is_ok_and(|number| (least..=most).contains(&number))
}

/// Returns whether a class names the language of code: `language-rust`, `language-c++`.
fn is_language(class: &str) -> bool {
    class.strip_prefix("language-").is_some_and(|language| {
        (1..=32).contains(&language.len())
            && language.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'+' | b'#' | b'.' | b'-'))
    })
}

/// Returns the words that are allowed, each once, `None` when there is none.
fn kept_words(value: &str, allowed: &[&str]) -> Option<Cow<'static, str>> {
    let is_given = |known: &&&str| value.split_ascii_whitespace().any(|given| given == **known);
    let kept = allowed.iter().filter(is_given).copied().collect::<Vec<_>>().join(" ");
    Some(kept).filter(|kept| !kept.is_empty()).map(Cow::Owned)
}
