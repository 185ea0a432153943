//! Renders an article for readers: highlighted code, tables and code that the keyboard can scroll, responsive images,
//! players of videos, notes.

use std::collections::BTreeSet;

use crate::{
    annotate::{has_class, is_in_note, text_of},
    elements::{Allowed, sanitise},
    highlight,
    parse::parse,
    tree::{Data, Element, Id, ROOT, Tree},
    video::Player,
};

/// Code longer than this, in bytes, is not highlighted: thousands of elements cost every reader more than colours are
/// worth.
const MAX_HIGHLIGHTED: usize = 20_000;
/// A page's first image is loaded eagerly when at most this many characters of text precede it, since it may be visible
/// at once. All other known images are loaded lazily.
const NEAR_THE_TOP: usize = 600;
/// The maximum width of an article's text and images, in px.
const MEASURE: u32 = 680;
/// The width of an image as wide as the article, which has the page's margins, and a sidebar from 48 rem on.
const FULL: &str = "(min-width: 72rem) 42.5rem, (min-width: 48rem) calc(83vw - 12rem), calc(100vw - 2.5rem)";
/// The maximum width of a wide figure, px: that of the article's cover.
const WIDE: u32 = 984;

/// Size, variants and alt text of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Picture<'a> {
    /// The address of the file that replaced the one looked up. None if it was not replaced.
    pub replaced_by: Option<&'a str>,
    /// Width and height in pixels. Without them, only the address of the image is changed.
    pub size: Option<(u32, u32)>,
    /// Variants, in the syntax of the `srcset` attribute.
    pub srcset: Option<&'a str>,
    /// The alt text for images without an `alt` attribute.
    pub alt: &'a str,
}

/// Returns one page of an article's HTML as readers get it. `picture` looks up the image at an address. The result is
/// sanitised, and rendering it again changes nothing. Links to videos name their players, see [`player_origins`].
pub fn render_html<'a>(html: &str, picture: impl Fn(&str) -> Option<Picture<'a>>) -> String {
    render_page(html, picture, |_| None)
}

/// Returns one page of an article's HTML as [`render_html`] does. `place` returns the address of an element on another
/// page of the article, by its id: links to the element lead there.
pub fn render_page<'a>(
    html: &str,
    picture: impl Fn(&str) -> Option<Picture<'a>>,
    place: impl Fn(&str) -> Option<String>,
) -> String {
    let mut tree = parse(html, Allowed::Rendered);
    for id in tree.ids() {
        if let Some(address) = tree.attribute(id, "href").and_then(|href| href.strip_prefix('#')).and_then(&place) {
            tree.set_attribute(id, "href", address);
        }
    }
    let mut renderer =
        Renderer { tree, picture, tables: 0, in_region: false, characters: 0, has_image: false, notes: Vec::new() };
    for id in renderer.tree.ids() {
        renderer.node(id);
    }
    renderer.list_notes();
    sanitise(&renderer.tree.html(), Allowed::Rendered)
}

/// Returns the addresses of the images in an article's HTML, as written.
pub fn picture_addresses(html: &str) -> impl Iterator<Item = &str> {
    values(html, "<img ", "src=")
}

/// Returns the origins of the players of the videos in rendered HTML, as a Content-Security-Policy names them.
pub fn player_origins(rendered: &str) -> BTreeSet<&str> {
    let origin = |address: &'_ str| address.match_indices('/').nth(2).map_or(address.len(), |(end, _)| end);
    values(rendered, "<a ", "data-player=").filter_map(|address| address.get(..origin(address))).collect()
}

/// Returns the values of an attribute of the tags that begin with `tag`, as written.
fn values<'a>(html: &'a str, tag: &'static str, attribute: &'static str) -> impl Iterator<Item = &'a str> {
    html.split(tag).skip(1).filter_map(move |tag| {
        // Values are in double quotes and contain neither quotes nor angle brackets.
        let mut parts = tag.split_once('>')?.0.split('"');
        std::iter::from_fn(|| Some((parts.next()?.trim_start(), parts.next()?)))
            .find(|(name, _)| *name == attribute)
            .map(|(_, value)| value)
    })
}

struct Renderer<P> {
    tree: Tree,
    picture: P,
    tables: usize,
    /// Whether a scroll region was opened whose table follows.
    in_region: bool,
    /// Number of characters of text so far.
    characters: usize,
    has_image: bool,
    /// The items of the list of notes.
    notes: Vec<Id>,
}

impl<'a, P: Fn(&str) -> Option<Picture<'a>>> Renderer<P> {
    fn node(&mut self, id: Id) {
        let in_region = std::mem::take(&mut self.in_region);
        match self.tree.name(id) {
            "" if self.leaves_the_text(id) => {}
            "" => self.characters += self.tree.text(id).map_or(0, |text| text.chars().count()),
            "img" => self.image(id),
            "pre" => self.code(id),
            "figure" => self.video(id),
            "sup" => self.note(id),
            "div" => self.in_region = self.tree.attribute(id, "role").is_some(),
            "table" => {
                self.tables += 1;
                if !in_region {
                    self.scroll_region(id);
                }
            }
            _ => {}
        }
    }

    /// Wraps a table in a region that scrolls when it is wide. The region is named by the table's caption, and
    /// numbered since names must be unique.
    fn scroll_region(&mut self, table: Id) {
        let caption = self.tree.children(table).first().copied().filter(|id| self.tree.name(*id) == "caption");
        let caption = caption.map(|caption| text_of(&self.tree, caption)).filter(|text| !text.is_empty());
        let mut name = format!("Table {}", self.tables);
        if let Some(caption) = caption {
            name.extend([": ", caption.replace('"', "”").as_str()]);
        }
        self.tree.wrap(table, Element::new("div"));
        for (attribute, value) in
            [("class", "table-scroll"), ("role", "region"), ("tabindex", "0"), ("aria-label", &name)]
        {
            self.tree.set_attribute(table, attribute, value);
        }
    }

    /// Makes preformatted text focusable. Highlights it if its language is known, it contains no markup by the
    /// author, and it is not too long.
    fn code(&mut self, pre: Id) {
        self.tree.set_attribute(pre, "tabindex", "0");
        let Some(&code) = self.tree.children(pre).first() else { return };
        let &[content] = self.tree.children(code) else { return };
        let language = self.tree.attribute(code, "class").and_then(|class| class.strip_prefix("language-"));
        let (Some(language), Some(text)) = (language, self.tree.text(content)) else { return };
        if text.len() > MAX_HIGHLIGHTED {
            return;
        }
        let text = text.to_owned();
        let Some(parts) = highlight::highlight(language, &text) else { return };
        self.tree.take_children(code);
        for (class, part) in parts {
            let Some(class) = class else {
                self.tree.append_text(code, part);
                continue;
            };
            let span = self.tree.append(code, Data::Element(Element::new("span")));
            self.tree.set_attribute(span, "class", class);
            self.tree.append_text(span, part);
        }
    }

    /// Replaces a note with its number, which links to the note at the end of the page. A note within a link stays
    /// where it is.
    fn note(&mut self, id: Id) {
        let mut around = std::iter::successors(self.tree.parent(id), |id| self.tree.parent(*id));
        if !has_class(&self.tree, id, "note") || around.any(|id| self.tree.name(id) == "a") {
            return;
        }
        let words = self.tree.take_children(id);
        if let [marker] = *words
            && self.tree.attribute(marker, "id").is_some()
        {
            // The note was rendered before.
            return self.tree.insert(id, marker, None);
        }
        let number = self.notes.len() + 1;
        let item = self.tree.create(Data::Element(Element::new("li")));
        self.tree.set_attribute(item, "id", format!("fn-{number}"));
        for word in words {
            self.tree.insert(item, word, None);
        }
        self.tree.append_text(item, "\u{a0}");
        let back = self.link(item, format!("#fnref-{number}"), "↩");
        self.tree.set_attribute(back, "role", "doc-backlink");
        self.tree.set_attribute(back, "aria-label", format!("Back to note {number} in the text"));
        let marker = self.link(id, format!("#fn-{number}"), &number.to_string());
        self.tree.set_attribute(marker, "id", format!("fnref-{number}"));
        self.tree.set_attribute(marker, "role", "doc-noteref");
        self.tree.set_attribute(marker, "aria-label", format!("Note {number}"));
        self.notes.push(item);
    }

    fn link(&mut self, parent: Id, address: String, text: &str) -> Id {
        let link = self.tree.append(parent, Data::Element(Element::new("a")));
        self.tree.set_attribute(link, "href", address);
        self.tree.append_text(link, text);
        link
    }

    /// Appends the list of notes to the page.
    fn list_notes(&mut self) {
        if self.notes.is_empty() {
            return;
        }
        let region = self.tree.append(ROOT, Data::Element(Element::new("div")));
        for (attribute, value) in [("class", "notes"), ("role", "doc-endnotes"), ("aria-label", "Notes")] {
            self.tree.set_attribute(region, attribute, value);
        }
        let list = self.tree.append(region, Data::Element(Element::new("ol")));
        for item in std::mem::take(&mut self.notes) {
            self.tree.insert(list, item, None);
        }
    }

    /// Adds the player of a video to its link.
    fn video(&mut self, figure: Id) {
        if !has_class(&self.tree, figure, "video") {
            return;
        }
        let Some(&link) = self.tree.children(figure).iter().find(|id| self.tree.name(**id) == "a") else { return };
        if let Some(player) = self.tree.attribute(link, "href").and_then(Player::of) {
            self.tree.set_attribute(link, "data-player", &player.url);
            self.tree.set_attribute(link, "data-host", player.host);
        }
    }

    /// Returns whether an element or text is in a note, in the text or at the end of the page. The text before an image
    /// must not depend on whether the notes have already been listed.
    fn leaves_the_text(&self, id: Id) -> bool {
        // An item of the list of notes has no place in the page yet.
        let top = std::iter::successors(Some(id), |id| self.tree.parent(*id)).last();
        let is_listed = |id: Id| has_class(&self.tree, id, "notes");
        top.is_some_and(|top| self.tree.name(top) == "li")
            || is_in_note(&self.tree, id)
            || std::iter::successors(self.tree.parent(id), |id| self.tree.parent(*id)).any(is_listed)
    }

    fn image(&mut self, id: Id) {
        let is_first = !self.leaves_the_text(id) && !std::mem::replace(&mut self.has_image, true);
        let Some(known) = self.tree.attribute(id, "src").and_then(|address| (self.picture)(address)) else { return };
        let is_wide = is_in_wide_figure(&self.tree, id);
        let tree = &mut self.tree;
        if let Some(address) = known.replaced_by {
            tree.set_attribute(id, "src", address);
        }
        let Some((known_width, known_height)) = known.size else { return };
        if tree.attribute(id, "alt").is_none() {
            tree.set_attribute(id, "alt", known.alt);
        }
        let given = |name| tree.attribute(id, name).and_then(|side| side.parse::<u32>().ok()).filter(|side| *side > 0);
        // The author's value has priority; the other follows from it.
        let (width, height) = match (given("width"), given("height")) {
            // For a replaced file, the size that the author gave may have another aspect ratio.
            (Some(width), Some(height)) if known.replaced_by.is_none() => (width, height),
            (Some(width), _) => (width, share(width, known_height, known_width)),
            (None, Some(height)) => (share(height, known_width, known_height), height),
            (None, None) => (known_width, known_height),
        };
        tree.set_attribute(id, "width", width.to_string());
        tree.set_attribute(id, "height", height.to_string());
        if let Some(forms) = known.srcset {
            tree.set_attribute(id, "srcset", forms);
            let sizes = match width {
                _ if is_wide => wide_sizes(width),
                ..MEASURE => format!("(min-width: {}px) {width}px, calc(100vw - 2.5rem)", width + 40),
                _ => FULL.to_owned(),
            };
            tree.set_attribute(id, "sizes", sizes);
        }
        if !is_first || self.characters > NEAR_THE_TOP {
            tree.set_attribute(id, "loading", "lazy");
        }
        tree.set_attribute(id, "decoding", "async");
    }
}

/// Returns whether an image is in a wide figure of the article itself. In a list or quote, it is only as wide as these.
fn is_in_wide_figure(tree: &Tree, id: Id) -> bool {
    let around = std::iter::successors(tree.parent(id), |id| tree.parent(*id)).find(|id| tree.name(*id) != "a");
    around.is_some_and(|figure| {
        tree.name(figure) == "figure" && has_class(tree, figure, "wide") && tree.parent(figure) == Some(ROOT)
    })
}

/// Returns the `sizes` of an image in a wide figure: as wide as the cover above it, and never wider than its file. On
/// phones it has the window's whole width.
fn wide_sizes(width: u32) -> String {
    let most = width.min(WIDE);
    format!(
        "(min-width: 64rem) min(83.1vw - 15.6rem, {most}px), (min-width: 48rem) min(83.1vw - 12.6rem, {most}px), \
         min(100vw, {width}px)"
    )
}

/// Returns `side` × `part` / `whole`, at least 1.
fn share(side: u32, part: u32, whole: u32) -> u32 {
    let sides = u64::from(side) * u64::from(part);
    u32::try_from(sides / u64::from(whole.max(1))).unwrap_or(u32::MAX).max(1)
}
