//! The rules for a public page.

#[cfg(test)]
mod tests;

use std::ops::RangeInclusive;

use crate::{
    check::{Check, Level, clipped, count},
    document::Document,
    width::{DESCRIPTION_SIZE, TITLE_SIZE, text_width},
};
use limits::{ADDRESS, ALT, DESCRIPTION, DESCRIPTION_WIDTH, HEADING, TITLE, TITLE_WIDTH, VAGUE};

/// Numbers that drafts and pages share.
pub(crate) mod limits {
    use std::ops::RangeInclusive;

    /// Characters of a title, and its width in pixels.
    pub(crate) const TITLE: RangeInclusive<usize> = 30..=60;
    pub(crate) const TITLE_WIDTH: RangeInclusive<u32> = 200..=561;
    /// Characters of a description, and its width in pixels: two lines of a list of results.
    pub(crate) const DESCRIPTION: RangeInclusive<usize> = 121..=155;
    pub(crate) const DESCRIPTION_WIDTH: RangeInclusive<u32> = 400..=985;
    /// Maximum number of characters in the first heading, an address and an image's description.
    pub(crate) const HEADING: usize = 70;
    pub(crate) const ADDRESS: usize = 115;
    pub(crate) const ALT: usize = 100;
    /// What to do about links whose text says nothing.
    pub(crate) const VAGUE: &str = "Make the link text say where the link leads.";
}

/// A public page as a crawler gets it.
#[derive(Debug, Clone, Copy)]
pub struct Page<'a> {
    /// Its canonical address: `https://site.example/about`.
    pub address: &'a str,
    /// Its contents.
    pub document: &'a Document,
    /// The language that it should have: `en-GB`.
    pub language: &'a str,
}

/// Applies the rules to a page. Returns the checks that are not met: `Bad` for faults, `Warn` for what could be better.
/// Pages that search engines leave out need no title and description of the right length, and no canonical address.
pub fn check_page(page: &Page) -> Vec<Check> {
    let mut checks = vec![language(page), address(page)];
    checks.extend(headings(page));
    checks.extend(images(page));
    checks.push(link_text(page));
    checks.push(third_parties(page));
    if !page.document.is_noindex() {
        checks.extend(head(page));
    }
    checks.retain(|check| check.level != Level::Good);
    checks
}

fn good_if(is_good: bool, otherwise: Level) -> Level {
    if is_good { Level::Good } else { otherwise }
}

fn language(page: &Page) -> Check {
    let given = page.document.language.as_deref().unwrap_or_default();
    let level = good_if(given == page.language, Level::Bad);
    Check::new("language", level, or_none(given), page.language, "Set the page's language in the lang attribute.")
}

fn address(page: &Page) -> Check {
    let length = page.address.chars().count();
    let path = page.address.split(['?', '#']).next().unwrap_or_default();
    // The digits of percent-encoded bytes are written in capitals.
    let parts = path.split('%').enumerate();
    let letters: String = parts.filter_map(|(index, part)| part.get(if index == 0 { 0 } else { 2 }..)).collect();
    let is_lower = !letters.contains(char::is_uppercase);
    let level = good_if(length <= ADDRESS && is_lower, Level::Warn);
    let value = format!("{}{}", count(length, "character"), if is_lower { "" } else { ", with capitals" });
    let threshold = format!("at most {ADDRESS} characters, lower case");
    Check::new("address", level, value, threshold, "Shorten the address and write it in lower case.")
}

fn headings(page: &Page) -> Vec<Check> {
    let first: Vec<&str> = page.document.headings().filter(|one| one.level == 1).map(|one| one.text).collect();
    let length = first.first().map_or(0, |text| text.chars().count());
    let level = match first.len() {
        1 if (1..=HEADING).contains(&length) => Level::Good,
        1 if length > HEADING => Level::Warn,
        _ => Level::Bad,
    };
    let value = format!("{} of {}", first.len(), count(length, "character"));
    let threshold = format!("1 of at most {HEADING} characters");
    let skips = skipped_levels(page.document.headings().map(|heading| heading.level));
    vec![
        Check::new("h1", level, value, threshold, "Give the page one h1 that says what it is about."),
        Check::none_of("heading_order", Level::Bad, &skips, "Go down one heading level at a time."),
    ]
}

/// Returns where headings leave a level out: "h2 → h4".
pub(crate) fn skipped_levels(levels: impl Iterator<Item = u8>) -> Vec<String> {
    let mut last = 0;
    let mut skips = Vec::new();
    for level in levels {
        if level > last + 1 {
            skips.push(if last == 0 { format!("h{level} first") } else { format!("h{last} → h{level}") });
        }
        last = level;
    }
    skips
}

fn images(page: &Page) -> Vec<Check> {
    let of = |is: fn(&crate::Image) -> bool| -> Vec<String> {
        page.document.images.iter().filter(|image| is(image)).map(|image| image.src.clone()).collect()
    };
    let without = of(|image| image.alt.is_none());
    let long = of(|image| image.alt.as_deref().unwrap_or_default().chars().count() > ALT);
    let unsized_ones = of(|image| !image.has_size);
    vec![
        Check::none_of("images_alt", Level::Bad, &without, "Describe each image; leave alt empty for decoration."),
        Check::none_of("images_alt_length", Level::Warn, &long, "Describe each image in at most 100 characters."),
        Check::none_of("images_size", Level::Warn, &unsized_ones, "Set the width and height of each image."),
    ]
}

fn link_text(page: &Page) -> Check {
    let links = page.document.links.iter().filter(|link| is_vague(&link.text));
    let vague: Vec<String> = links.map(|link| format!("{} “{}”", link.href, clipped(&link.text))).collect();
    Check::none_of("link_text", Level::Warn, &vague, VAGUE)
}

/// Returns whether a link's text says nothing about where it leads.
pub(crate) fn is_vague(text: &str) -> bool {
    const VAGUE_WORDS: [&str; 12] = [
        "",
        "click here",
        "here",
        "this",
        "link",
        "more",
        "read more",
        "learn more",
        "this page",
        "this post",
        "this article",
        "this link",
    ];
    let words: Vec<String> = text
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .take(4)
        .map(str::to_lowercase)
        .collect();
    VAGUE_WORDS.contains(&words.join(" ").as_str())
}

/// Checks that no part of a page comes from another site, which would learn the IP addresses of readers.
fn third_parties(page: &Page) -> Check {
    let document = page.document;
    let images = document.images.iter().map(|image| &image.src);
    let styles = document
        .relations
        .iter()
        .filter(|(relation, _)| LOADED.iter().any(|one| relation.split(' ').any(|given| given == *one)))
        .map(|(_, href)| href);
    let origin = origin(page.address);
    let foreign: Vec<String> = document
        .embedded
        .iter()
        .chain(images)
        .chain(styles)
        .filter(|address| {
            let is_whole = ["http:", "https:", "//"].iter().any(|start| address.starts_with(start));
            is_whole && self::origin(address) != origin
        })
        .cloned()
        .collect();
    Check::none_of("third_parties", Level::Warn, &foreign, "Serve every script, style, font and image from this site.")
}

/// Relations of `<link>` that browsers load.
const LOADED: [&str; 7] =
    ["stylesheet", "preload", "modulepreload", "prefetch", "icon", "apple-touch-icon", "manifest"];

/// Returns scheme, host and port of an address.
fn origin(address: &str) -> &str {
    let start = address.find("//").map_or(0, |at| at + 2);
    let end = address.get(start..).and_then(|rest| rest.find(['/', '?', '#'])).map_or(address.len(), |at| start + at);
    address.get(..end).unwrap_or(address)
}

/// Rules for the head of a page that search engines list.
fn head(page: &Page) -> Vec<Check> {
    let document = page.document;
    let title = document.title.as_deref().unwrap_or_default();
    let description = document.meta("description").unwrap_or_default();
    let canonical = document.relation("canonical").unwrap_or_default();
    let missing: Vec<String> = ["og:title", "og:description", "og:image", "og:url", "og:type", "twitter:card"]
        .into_iter()
        .filter(|name| document.meta(name).is_none_or(str::is_empty))
        .map(str::to_owned)
        .collect();
    let mut checks = vec![
        title_length("title_length", title, TITLE),
        title_length("description_length", description, DESCRIPTION),
        Check::new(
            "canonical",
            canonical_level(canonical, page.address),
            or_none(canonical),
            page.address,
            "Set the page's own address as the canonical one.",
        ),
        Check::none_of(
            "social",
            Level::Bad,
            &missing,
            "Add the missing tags for social networks (Open Graph and X card).",
        ),
        image_size(document),
    ];
    // Missing texts are reported once, by their length.
    if !title.is_empty() {
        checks.push(pixels("title_width", text_width(title, TITLE_SIZE), TITLE_WIDTH, "title"));
    }
    if !description.is_empty() {
        let width = text_width(description, DESCRIPTION_SIZE);
        checks.push(pixels("description_width", width, DESCRIPTION_WIDTH, "description"));
    }
    checks
}

/// An address with a query may name the page without it as canonical. A whole address of another site may be intended.
/// Another page of the same site, or a part of an address, is a fault.
fn canonical_level(canonical: &str, address: &str) -> Level {
    let is_variant = !canonical.is_empty() && address.split('?').next() == Some(canonical);
    if canonical == address || is_variant {
        Level::Good
    } else if canonical.starts_with("http") && origin(canonical) != origin(address) {
        Level::Warn
    } else {
        Level::Bad
    }
}

fn image_size(document: &Document) -> Check {
    let side = |name| document.meta(name).unwrap_or_default();
    let (width, height) = (side("og:image:width"), side("og:image:height"));
    // Without a size, the image is from another site. Social networks crop a larger one.
    let is_large = |side: &str, least: u32| side.is_empty() || side.parse().is_ok_and(|pixels: u32| pixels >= least);
    let level = good_if(is_large(width, 1200) && is_large(height, 630), Level::Warn);
    let value = format!("{width} × {height}");
    let advice = "Use an image of at least 1200 × 630 pixels for social networks.";
    Check::new("social_image", level, value, "at least 1200 × 630", advice)
}

/// The number of characters of a title or description. Without any, it is bad.
pub(crate) fn title_length(id: &'static str, text: &str, range: RangeInclusive<usize>) -> Check {
    let length = text.trim().chars().count();
    let (level, advice) = if length == 0 {
        (Level::Bad, "Write one, or search engines will make up their own.")
    } else if length < *range.start() {
        (Level::Warn, "Make it longer: add what sets this page apart.")
    } else {
        (good_if(length <= *range.end(), Level::Warn), "Shorten it: search engines cut off the end.")
    };
    let threshold = format!("{}–{} characters", range.start(), range.end());
    Check::new(id, level, count(length, "character"), threshold, advice)
}

/// The width of a title or description in pixels.
pub(crate) fn pixels(id: &'static str, width: u32, range: RangeInclusive<u32>, what: &str) -> Check {
    let advice = match width {
        0 => format!("Write a {what}."),
        _ if width < *range.start() => format!("Make the {what} longer: there is room for more."),
        _ => format!("Shorten the {what}: search engines cut it at {} pixels.", range.end()),
    };
    let level = if width == 0 { Level::Bad } else { good_if(range.contains(&width), Level::Warn) };
    Check::new(id, level, format!("{width} px"), format!("{}–{} px", range.start(), range.end()), advice)
}

fn or_none(text: &str) -> &str {
    if text.is_empty() { "none" } else { text }
}
