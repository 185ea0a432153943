//! Properties of every article, checked without the crate's lists and parser.

use rich_text::{Picture, page_html, render_html, sanitize, split_pages};

/// Elements that output may contain.
const KNOWN: &[&str] = &[
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
    "aside",
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

/// Attributes that output may contain.
const KNOWN_ATTRIBUTES: &[&str] = &[
    "href", "title", "rel", "src", "alt", "width", "height", "loading", "decoding", "id", "cite", "class", "start",
    "colspan", "rowspan", "scope", "datetime",
];

/// Fails unless text consists of known elements, correctly nested, with harmless attributes.
pub fn check_safe_and_well_formed(output: &str) -> Result<(), String> {
    check(output, &[], &[])
}

fn check(output: &str, more_elements: &[&str], more_attributes: &[&str]) -> Result<(), String> {
    let mut open: Vec<&str> = Vec::new();
    for (index, piece) in output.split('<').enumerate() {
        if index == 0 {
            continue;
        }
        let (tag, text) = piece.split_once('>').ok_or_else(|| format!("no end of <{piece}"))?;
        if text.contains('>') {
            return Err(format!("loose bracket in {text:?}"));
        }
        if tag == "!-- pagebreak --" {
            if !open.is_empty() {
                return Err(format!("a page break within {open:?}"));
            }
        } else if let Some(name) = tag.strip_prefix('/') {
            if open.pop() != Some(name) {
                return Err(format!("</{name}> does not close what is open"));
            }
        } else {
            let (element, mut attributes) = tag.split_once(' ').unwrap_or((tag, ""));
            if !KNOWN.contains(&element) && !more_elements.contains(&element) {
                return Err(format!("element {element}"));
            }
            while !attributes.is_empty() {
                let (name, rest) = attributes.split_once("=\"").ok_or_else(|| format!("attribute {attributes}"))?;
                let (value, rest) = rest.split_once('"').ok_or_else(|| format!("value of {attributes}"))?;
                if !KNOWN_ATTRIBUTES.contains(&name) && !more_attributes.contains(&name) {
                    return Err(format!("attribute {name}={value}"));
                }
                if element == "figure" && name == "class" && !["video", "wide", "video wide"].contains(&value) {
                    return Err(format!("class {value} of a figure"));
                }
                if matches!(name, "href" | "src" | "cite") {
                    check_address(value)?;
                }
                attributes = rest.strip_prefix(' ').unwrap_or(rest);
            }
            if !matches!(element, "br" | "img" | "hr") {
                open.push(element);
            }
        }
    }
    if open.is_empty() { Ok(()) } else { Err(format!("left open: {open:?}")) }
}

/// Fails unless an article is rendered to known elements and attributes, and rendering it again changes nothing.
fn check_rendered(html: &str) -> Result<(), String> {
    let picture = |address: &str| {
        let srcset = (address != "/i").then_some("/i-480.webp 480w, /i 900w");
        Some(Picture { replaced_by: None, size: Some((900, 600)), srcset, alt: "a \"b\" <c>" })
    };
    for html in split_pages(html) {
        let rendered = render_html(&html, picture);
        check(&rendered, &["div"], &["srcset", "sizes", "tabindex", "role", "aria-label", "data-player", "data-host"])
            .map_err(|error| format!("rendered: {error}"))?;
        let again = render_html(&rendered, picture);
        if again != rendered {
            return Err(format!("rendering is not settled:\n   {rendered:?}\n-> {again:?}"));
        }
    }
    Ok(())
}

/// Parses an address as browsers do: leading spaces and control characters, and any tab or line break, are ignored.
fn check_address(value: &str) -> Result<(), String> {
    let address: String = value.chars().filter(|c| !c.is_control()).collect();
    let address = address.trim_start();
    let Some((scheme, _)) = address.split_once(':') else { return Ok(()) };
    let has_scheme = scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
        && scheme.starts_with(|c: char| c.is_ascii_alphabetic());
    if has_scheme && !["http", "https", "mailto", "tel"].contains(&scheme.to_ascii_lowercase().as_str()) {
        return Err(format!("address {value}"));
    }
    Ok(())
}

/// Fails unless another sanitiser, with the lists above, leaves an article unchanged.
fn check_other_parser(html: &str) -> Result<(), String> {
    let other = ammonia::Builder::new()
        .tags(KNOWN.iter().copied().collect())
        .generic_attributes(KNOWN_ATTRIBUTES.iter().copied().collect())
        .tag_attributes(std::collections::HashMap::new())
        .link_rel(None)
        .strip_comments(false)
        .clean(html)
        .to_string();
    if other == html { Ok(()) } else { Err(format!("read differently:\n   {html:?}\n-> {other:?}")) }
}

pub fn check_all(input: &str) -> Result<(), String> {
    let article = sanitize(input, &[]);
    check_safe_and_well_formed(&article.html)?;
    let again = sanitize(&article.html, &[]);
    if again != article {
        return Err(format!("not settled:\n   {:?}\n-> {:?}\n-> {:?}", input, article.html, again.html));
    }
    check_other_parser(&article.html)?;
    check_rendered(&article.html)?;
    let pages = split_pages(&article.html);
    for page in &pages {
        check_safe_and_well_formed(page).map_err(|error| format!("page: {error}"))?;
        if pages.len() > 1 && page.is_empty() {
            return Err("an empty page".to_owned());
        }
    }
    let mut ids: Vec<&str> = article.headings.iter().map(|heading| heading.id.as_str()).collect();
    ids.sort_unstable();
    ids.dedup();
    if ids.len() != article.headings.len() {
        return Err("two headings share an id".to_owned());
    }
    for heading in &article.headings {
        let page = page_html(&article.html, heading.page).ok_or("a heading on no page")?;
        if !page.contains(&format!("<h{} id=\"{}\">", heading.level, heading.id)) {
            return Err(format!("{heading:?} is not on its page"));
        }
    }
    Ok(())
}
