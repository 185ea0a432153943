//! Which elements a post may hold, and where each may stand.

use std::{
    borrow::Cow,
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use ammonia::{Builder, UrlRelative};

use super::ids;

/// Stands for a page break while comments are stripped. Not an element that input can hold: unknown ones are
/// dropped before this one is put in.
pub(super) const PAGE_BREAK_ELEMENT: &str = "page-break";

/// Parts long texts on their way through the sanitiser, whose writer reads on to the next tag at every `&`. Not an
/// element that input can hold either.
pub(super) const TEXT_BREAK: &str = "<text-break></text-break>";

/// Longest attribute value that is kept, in bytes.
const MAX_ATTRIBUTE_BYTES: usize = 5_000;

/// Where an element may stand and what it may hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Runs with the text.
    Inline,
    /// An image or line break: runs with the text and holds nothing.
    Void,
    /// `hr`: stands by itself and holds nothing.
    Rule,
    /// A block of text: holds inline elements only.
    Text,
    /// A block that holds blocks and text.
    Flow,
    /// A list or part of a table: holds certain blocks only.
    Structure,
    /// A block that is not kept; its end is the end of a paragraph.
    Loose,
    /// Not kept, with all that it holds.
    Dropped,
    /// Not kept; what it holds is.
    Unknown,
}

/// The name under which an element is kept, and its kind.
pub(super) fn element(name: &str) -> (&'static str, Kind) {
    use Kind::{Dropped, Flow, Inline, Loose, Rule, Structure, Text, Unknown, Void};
    match name {
        "a" => ("a", Inline),
        "strong" => ("strong", Inline),
        "b" => ("b", Inline),
        "em" => ("em", Inline),
        "i" => ("i", Inline),
        "u" | "ins" => ("u", Inline),
        "s" | "strike" => ("s", Inline),
        "del" => ("del", Inline),
        "sub" => ("sub", Inline),
        "sup" => ("sup", Inline),
        "code" => ("code", Inline),
        "mark" => ("mark", Inline),
        "span" => ("span", Inline),
        "kbd" => ("kbd", Inline),
        "abbr" => ("abbr", Inline),
        "time" => ("time", Inline),
        "br" => ("br", Void),
        "img" => ("img", Void),
        "hr" => ("hr", Rule),
        "p" => ("p", Text),
        // The page's own heading is the post's title.
        "h1" | "h2" => ("h2", Text),
        "h3" => ("h3", Text),
        "h4" => ("h4", Text),
        "h5" => ("h5", Text),
        "h6" => ("h6", Text),
        "pre" => ("pre", Text),
        "dt" => ("dt", Text),
        "summary" => ("summary", Text),
        "caption" => ("caption", Text),
        "blockquote" => ("blockquote", Flow),
        "li" => ("li", Flow),
        "dd" => ("dd", Flow),
        "td" => ("td", Flow),
        "th" => ("th", Flow),
        "figure" => ("figure", Flow),
        "figcaption" => ("figcaption", Flow),
        "details" => ("details", Flow),
        "ul" => ("ul", Structure),
        "ol" => ("ol", Structure),
        "dl" => ("dl", Structure),
        "table" => ("table", Structure),
        "thead" => ("thead", Structure),
        "tbody" => ("tbody", Structure),
        "tfoot" => ("tfoot", Structure),
        "tr" => ("tr", Structure),
        "address" | "article" | "aside" | "body" | "center" | "dialog" | "dir" | "div" | "fieldset" | "footer"
        | "form" | "header" | "hgroup" | "html" | "legend" | "main" | "menu" | "nav" | "option" | "search"
        | "section" => ("", Loose),
        "svg" => ("svg", Dropped),
        "math" => ("math", Dropped),
        "template" => ("template", Dropped),
        _ => ("", Unknown),
    }
}

/// Whether the element is one of the six headings.
pub(super) fn is_heading(name: &str) -> bool {
    matches!(name.as_bytes(), [b'h', b'1'..=b'6'])
}

/// The attributes that an element may have.
pub(super) fn attributes(name: &str) -> &'static [&'static str] {
    match name {
        "a" => &["href", "title", "rel"],
        "img" => &["src", "alt", "title", "width", "height"],
        "h2" | "h3" | "h4" | "h5" | "h6" => &["id"],
        "abbr" => &["title"],
        "blockquote" => &["cite"],
        "code" => &["class"],
        "ol" => &["start"],
        "td" => &["colspan", "rowspan"],
        "th" => &["scope", "colspan", "rowspan"],
        "time" => &["datetime"],
        _ => &[],
    }
}

const ELEMENTS: [&str; 45] = [
    "a",
    "strong",
    "b",
    "em",
    "i",
    "u",
    "s",
    "del",
    "sub",
    "sup",
    "code",
    "mark",
    "span",
    "kbd",
    "abbr",
    "time",
    "br",
    "img",
    "hr",
    "p",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "pre",
    "dt",
    "summary",
    "caption",
    "blockquote",
    "li",
    "dd",
    "td",
    "th",
    "figure",
    "figcaption",
    "details",
    "ul",
    "ol",
    "dl",
    "table",
    "thead",
    "tbody",
    "tfoot",
    "tr",
];

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::default();
    builder
        .tags(ELEMENTS.into_iter().chain([PAGE_BREAK_ELEMENT, "text-break"]).collect())
        .tag_attributes(
            ELEMENTS
                .into_iter()
                .map(|name| (name, attributes(name).iter().copied().collect()))
                .collect::<HashMap<_, _>>(),
        )
        .generic_attributes(HashSet::new())
        .clean_content_tags(HashSet::from(["script", "style"]))
        .url_schemes(HashSet::from(["http", "https", "mailto", "tel"]))
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true)
        .attribute_filter(filter);
    builder
});

/// Takes out every element, attribute and address that is not allowed.
pub(super) fn sanitise(html: &str) -> String {
    SANITISER.clean(html).to_string().replace(TEXT_BREAK, "")
}

/// The value to keep of an allowed attribute. None drops the attribute.
fn filter<'v>(element: &str, attribute: &str, value: &'v str) -> Option<Cow<'v, str>> {
    if value.len() > MAX_ATTRIBUTE_BYTES {
        return None;
    }
    if matches!(attribute, "href" | "src" | "cite") {
        return address(element, value);
    }
    let keep = match (element, attribute) {
        ("img", "width" | "height") => is_number(value, 1, 20_000),
        ("td" | "th", "colspan" | "rowspan") => is_number(value, 1, 1_000),
        ("ol", "start") => is_number(value, 0, 1_000_000),
        ("th", "scope") => matches!(value, "col" | "row" | "colgroup" | "rowgroup"),
        ("code", "class") => return value.split_ascii_whitespace().find(|class| is_language(class)).map(Cow::Borrowed),
        ("a", "rel") => return Some(Cow::Owned(kept_relations(value))),
        ("time", "datetime") => {
            value.len() <= 40
                && value.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b':' | b'+' | b'.' | b' '))
        }
        (_, "id") => ids::is_anchor(value),
        _ => return Some(value.replace(char::is_control, " ").into()),
    };
    keep.then_some(Cow::Borrowed(value))
}

/// An address as it may be kept. The sanitiser checks schemes as well, but not those of every attribute; and
/// nothing may be taken out of the middle of what it has checked: `java&#1;script:` has no scheme as long as the
/// control character is in it.
fn address<'v>(element: &str, value: &'v str) -> Option<Cow<'v, str>> {
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
    (allowed && !value.contains(char::is_control)).then_some(Cow::Borrowed(value))
}

fn is_number(value: &str, least: u32, most: u32) -> bool {
    value.bytes().all(|b| b.is_ascii_digit()) && value.parse().is_ok_and(|number| (least..=most).contains(&number))
}

/// Whether a class names the language of code: `language-rust`, `language-c++`.
fn is_language(class: &str) -> bool {
    class.strip_prefix("language-").is_some_and(|language| {
        (1..=32).contains(&language.len())
            && language.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'+' | b'#' | b'.' | b'-'))
    })
}

/// The relations that tell search engines how to take a link.
fn kept_relations(value: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    for token in value.split_ascii_whitespace() {
        let known = ["nofollow", "sponsored", "ugc"].into_iter().find(|known| token.eq_ignore_ascii_case(known));
        kept.extend(known.filter(|known| !kept.contains(known)));
    }
    kept.join(" ")
}
