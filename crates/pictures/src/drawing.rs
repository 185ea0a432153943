//! Rewrites SVG files from an allow list: shapes, text, gradients, filters, and references within the file. Scripts,
//! foreign content, event handlers, metadata and references to anything outside the file are removed. Links become
//! groups, so that what they hold stays. Embedded pictures are prepared like files: upright, without metadata.

use std::fmt::Write as _;

use base64::{Engine as _, prelude::BASE64_STANDARD};
use quick_xml::{
    Reader,
    escape::{escape, unescape},
    events::{BytesStart, Event},
};

use crate::{Error, Kind, MAX_PIXELS, raster};

/// Elements that draw or describe. None of them runs, loads or links; animations are not among them, because they can
/// set attributes later.
const ELEMENTS: [&str; 59] = [
    "svg",
    "g",
    "defs",
    "symbol",
    "use",
    "title",
    "desc",
    "style",
    "switch",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
    "textPath",
    "image",
    "marker",
    "mask",
    "clipPath",
    "pattern",
    "linearGradient",
    "radialGradient",
    "stop",
    "filter",
    "feBlend",
    "feColorMatrix",
    "feComponentTransfer",
    "feComposite",
    "feConvolveMatrix",
    "feDiffuseLighting",
    "feDisplacementMap",
    "feDistantLight",
    "feDropShadow",
    "feFlood",
    "feFuncA",
    "feFuncB",
    "feFuncG",
    "feFuncR",
    "feGaussianBlur",
    "feMerge",
    "feMergeNode",
    "feMorphology",
    "feOffset",
    "fePointLight",
    "feSpecularLighting",
    "feSpotLight",
    "feTile",
    "feTurbulence",
    "view",
    "hatch",
    "hatchpath",
    "mesh",
    "meshgradient",
    "meshpatch",
    "meshrow",
];
/// Maximum depth of elements.
const MAX_DEPTH: usize = 128;

/// A cleaned drawing.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Drawing {
    pub text: String,
    /// Width and height in pixels, if the drawing states them.
    pub size: Option<(u32, u32)>,
}

/// Cleans a drawing. Fails with [`Error::Damaged`] when it is not well-formed or defines entities.
pub(crate) fn clean(bytes: &[u8]) -> Result<Drawing, Error> {
    let text = std::str::from_utf8(bytes).map_err(|_| Error::Damaged)?;
    let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}').trim_start());
    reader.config_mut().expand_empty_elements = true;
    let mut writer = Writer::default();
    loop {
        match reader.read_event().map_err(|_| Error::Damaged)? {
            Event::Start(element) => writer.open(&element)?,
            Event::End(_) => writer.close()?,
            Event::Text(text) => writer.text(&text)?,
            Event::CData(data) => writer.text(&escape(&*data))?,
            Event::GeneralRef(reference) => writer.text(&format!("&{};", &*reference))?,
            Event::DocType(kind) if kind.contains('[') || kind.to_ascii_uppercase().contains("ENTITY") => {
                return Err(Error::Damaged);
            }
            Event::Empty(_) | Event::Decl(_) | Event::PI(_) | Event::Comment(_) | Event::DocType(_) => {}
            Event::Eof => return writer.finish(),
        }
    }
}

#[derive(Default)]
struct Writer {
    out: String,
    open: Vec<String>,
    /// Number of open elements from the removed one on, including it.
    skipping: usize,
    /// The text of an open style element, which is checked as a whole.
    style: Option<String>,
    size: Option<(u32, u32)>,
    /// Number of pixels of the embedded pictures.
    pixels: u64,
    done: bool,
}

impl Writer {
    fn open(&mut self, element: &BytesStart<'_>) -> Result<(), Error> {
        if self.done || self.open.len() + self.skipping >= MAX_DEPTH {
            return Err(Error::Damaged);
        }
        let name = element.name();
        let full: &str = name.as_ref();
        let local = full.strip_prefix("svg:").unwrap_or(full);
        let mut attributes = attributes(element)?;
        let local = if local == "a" {
            attributes.retain(|(name, _)| !matches!(name.as_str(), "href" | "xlink:href" | "target"));
            "g"
        } else {
            local
        };
        if self.skipping > 0 || !ELEMENTS.contains(&local) || self.style.is_some() {
            if self.open.is_empty() {
                return Err(Error::Damaged);
            }
            self.skipping += 1;
            return Ok(());
        }
        if self.open.is_empty() {
            if local != "svg" {
                return Err(Error::Damaged);
            }
            self.size = size(&attributes);
        }
        let _ = write!(self.out, "<{local}");
        if self.open.is_empty() {
            self.out.push_str(" xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\"");
        }
        for (name, value) in attributes {
            let embedded = is_reference(&name) && is_data(&value);
            let kept =
                if embedded { self.embedded(&value) } else { Some(value).filter(|value| is_harmless(&name, value)) };
            if let Some(value) = kept {
                let _ = write!(self.out, " {name}=\"{}\"", escape(value.as_str()));
            }
        }
        self.out.push('>');
        self.open.push(local.to_owned());
        if local == "style" {
            self.style = Some(String::new());
        }
        Ok(())
    }

    /// Prepares the picture of a `data:` URL. None if it is not a raster picture, or one too many.
    fn embedded(&mut self, url: &str) -> Option<String> {
        // Before decoding, which a small file could otherwise ask for hundreds of times.
        if self.pixels >= MAX_PIXELS {
            return None;
        }
        let (_, data) = url.split_once(";base64,")?;
        let data: String = data.chars().filter(|c| !c.is_ascii_whitespace()).collect();
        let bytes = BASE64_STANDARD.decode(data).ok()?;
        let kind = Kind::of(&bytes).filter(|kind| !matches!(kind, Kind::Svg | Kind::Avif))?;
        let picture = raster::upright(kind, &bytes).ok()?;
        self.pixels += u64::from(picture.pixels.width()) * u64::from(picture.pixels.height());
        (self.pixels <= MAX_PIXELS)
            .then(|| format!("data:{};base64,{}", kind.mime_type(), BASE64_STANDARD.encode(picture.bytes)))
    }

    fn close(&mut self) -> Result<(), Error> {
        if self.skipping > 0 {
            self.skipping -= 1;
            return Ok(());
        }
        if let Some(style) = self.style.take() {
            self.out.push_str(&escape(harmless_rules(&style)));
        }
        let name = self.open.pop().ok_or(Error::Damaged)?;
        let _ = write!(self.out, "</{name}>");
        self.done = self.open.is_empty();
        Ok(())
    }

    /// Copies text as it is written in a file. References may only be XML's predefined ones and characters.
    fn text(&mut self, raw: &str) -> Result<(), Error> {
        let text = unescape(raw).map_err(|_| Error::Damaged)?;
        if self.skipping > 0 || self.open.is_empty() {
            return Ok(());
        }
        match &mut self.style {
            Some(style) => style.push_str(&text),
            None => self.out.push_str(&escape(&*text)),
        }
        Ok(())
    }

    fn finish(self) -> Result<Drawing, Error> {
        if self.done { Ok(Drawing { text: self.out, size: self.size }) } else { Err(Error::Damaged) }
    }
}

fn attributes(element: &BytesStart<'_>) -> Result<Vec<(String, String)>, Error> {
    element
        .attributes()
        .map(|attribute| {
            let attribute = attribute.map_err(|_| Error::Damaged)?;
            let value = unescape(&attribute.value).map_err(|_| Error::Damaged)?.into_owned();
            let name: &str = attribute.key.as_ref();
            Ok((name.to_owned(), value))
        })
        .collect()
}

fn is_harmless(name: &str, value: &str) -> bool {
    match name {
        _ if is_reference(name) => value.trim().starts_with('#'),
        "style" => is_harmless_style(value),
        "xml:space" | "xml:lang" => true,
        _ => {
            let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
            let lower = name.to_ascii_lowercase();
            plain && !lower.starts_with("on") && lower != "xmlns" && is_harmless_style(value)
        }
    }
}

fn is_reference(name: &str) -> bool {
    matches!(name, "href" | "xlink:href")
}

fn is_data(url: &str) -> bool {
    url.trim().get(..5).is_some_and(|scheme| scheme.eq_ignore_ascii_case("data:"))
}

/// Returns a style sheet without the rules that load something, such as an embedded font. A style sheet with backslashes
/// is left out altogether: they can spell the end of a rule.
fn harmless_rules(sheet: &str) -> String {
    let mut depth = 0_usize;
    let rules = sheet.split_inclusive(|c| match c {
        '{' => {
            depth += 1;
            false
        }
        '}' => {
            depth = depth.saturating_sub(1);
            depth == 0
        }
        ';' => depth == 0,
        _ => false,
    });
    let kept: String = rules.filter(|rule| is_harmless_style(rule)).collect();
    // What is left of a sheet with braces or semicolons in strings or comments may read otherwise.
    if !sheet.contains('\\') && is_harmless_style(&kept) { kept } else { String::new() }
}

/// Returns whether a style loads nothing. Backslashes are refused, because they can spell any of the words.
fn is_harmless_style(value: &str) -> bool {
    let lower = value.to_ascii_lowercase();
    let plain =
        !["\\", "@import", "expression", "javascript:", "vbscript:", "-moz-binding", "behavior", "image-set(", "src("]
            .iter()
            .any(|word| lower.contains(word));
    plain && lower.split("url(").skip(1).all(|rest| rest.trim_start().trim_start_matches(['"', '\'']).starts_with('#'))
}

/// Returns width and height in pixels. What is not stated follows from the view box.
fn size(attributes: &[(String, String)]) -> Option<(u32, u32)> {
    let get = |name: &str| attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str());
    let view = || {
        let mut parts = get("viewBox")?.split([' ', ',']).filter(|part| !part.is_empty()).skip(2);
        Some((length(parts.next()?)?, length(parts.next()?)?))
    };
    let (width, height) = match (get("width").and_then(length), get("height").and_then(length), view()) {
        (Some(width), Some(height), _) => (width, height),
        (Some(width), None, Some((across, down))) => (width, width * down / across),
        (None, Some(height), Some((across, down))) => (height * across / down, height),
        (_, _, view) => view?,
    };
    Some((whole(width)?, whole(height)?))
}

/// Returns a length in CSS pixels. None for a share of something, such as "100%".
fn length(text: &str) -> Option<f64> {
    const UNITS: [(&str, f64); 7] = [
        ("px", 1.0),
        ("pt", 4.0 / 3.0),
        ("pc", 16.0),
        ("mm", 96.0 / 25.4),
        ("cm", 96.0 / 2.54),
        ("in", 96.0),
        ("", 1.0),
    ];
    let text = text.trim();
    let (number, unit) = UNITS.into_iter().find_map(|(unit, size)| Some((text.strip_suffix(unit)?, size)))?;
    let pixels = number.parse::<f64>().ok()? * unit;
    (1.0..=100_000.0).contains(&pixels).then_some(pixels)
}

fn whole(length: f64) -> Option<u32> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "its range was just checked")]
    (1.0..=100_000.0).contains(&length).then(|| length.round() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cleaned(inner: &str) -> String {
        let file = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"30px\">{inner}</svg>");
        clean(file.as_bytes()).unwrap().text
    }

    #[test]
    fn shapes_text_and_inner_references_are_kept() {
        let drawing = "<defs><linearGradient id=\"a\"><stop offset=\"0\"/></linearGradient></defs>\
            <style>.x &gt; .y { fill: url(#a) }</style><path class=\"x\" d=\"M0 0h9\" style=\"fill:url('#a')\"/>\
            <use xlink:href=\"#b\"/><text>Fish &amp; &#67;hips</text>";
        let text = cleaned(drawing);
        for part in [
            "<linearGradient id=\"a\">",
            ".x &gt; .y { fill: url(#a) }",
            "d=\"M0 0h9\"",
            "style=\"fill:url(&apos;#a&apos;)\"",
            "xlink:href=\"#b\"",
            "Fish &amp; Chips",
            "width=\"40\"",
        ] {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert_eq!(clean(text.as_bytes()).unwrap().text, text, "cleaning again changes nothing");
    }

    #[test]
    fn pictures_beyond_the_limit_of_pixels_are_left_out() {
        let dot = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAA\
            AABJRU5ErkJggg==";
        let left = |pixels| Writer { pixels, ..Writer::default() }.embedded(dot).is_some();
        assert_eq!([0, MAX_PIXELS - 1, MAX_PIXELS].map(left), [true, true, false]);
    }

    #[test]
    fn what_a_link_holds_is_kept() {
        let text = cleaned("<a href=\"https://evil.test\" target=\"x\" class=\"node\"><text>Start</text></a>");
        assert!(text.contains("<g class=\"node\"><text>Start</text></g>"), "{text}");
    }

    #[test]
    fn rules_beside_those_that_load_something_are_kept() {
        let sheet = "@import url(https://evil.test/x.css); .a{fill:red} @font-face{font-family:x;src:url(data:font/woff2,x)} \
            @media print{.b{fill:url(#c)}.d{fill:url(/evil)}} .e{fill:blue}";
        let text = cleaned(&format!("<style>{sheet}</style>"));
        assert!(text.contains(".a{fill:red}") && text.contains(".e{fill:blue}"), "{text}");
        for trace in ["evil", "import", "font-face", "print"] {
            assert!(!text.contains(trace), "{trace} in {text}");
        }
        assert_eq!(clean(text.as_bytes()).unwrap().text, text, "cleaning again changes nothing");
        let split = cleaned("<style>.a{content:\"}\"} url(;x{} https://evil.test);</style>");
        assert!(!split.contains("url("), "{split}");
    }

    #[test]
    fn whatever_runs_loads_or_links_is_removed() {
        for attack in [
            "<script>alert(1)</script>",
            "<SCRIPT>alert(1)</SCRIPT>",
            "<svg:script>alert(1)</svg:script>",
            "<h:script xmlns:h=\"http://www.w3.org/1999/xhtml\">alert(1)</h:script>",
            "<g xmlns=\"http://www.w3.org/1999/xhtml\"><script>alert(1)</script></g>",
            "<foreignObject><iframe src=\"https://evil.test\"/></foreignObject>",
            "<rect onload=\"alert(1)\" OnClick=\"alert(1)\"/>",
            "<a href=\"javascript:alert(1)\"><text>x</text></a>",
            "<use href=\"https://evil.test/x.svg#a\"/>",
            "<use href=\"data:image/svg+xml;base64,PHN2Zz4=\"/>",
            "<image xlink:href=\"//evil.test/pixel.png\"/>",
            "<image href=\" java&#10;script:alert(1)\"/>",
            "<style>@import url(https://evil.test/x.css);</style>",
            "<style>@im\\70ort 'https://evil.test/x.css';</style>",
            "<style>a{background:url( 'https://evil.test/x')}</style>",
            "<style><![CDATA[a{background:url(//evil.test)}]]></style>",
            "<style>a{fill:image-set('https://evil.test/x' 1x)}</style>",
            "<style>a{fill:src('https://evil.test/x')}</style>",
            "<style>@font-face{font-family:x;src:url(/evil)}</style>",
            "<rect style=\"fill:image-set('https://evil.test/x' 1x)\"/>",
            "<use href=\"/evil.svg#a\"/>",
            "<image href=\"/evil.png\"/>",
            "<rect style=\"fill:url(https://evil.test)\"/>",
            "<rect fill=\"url(https://evil.test#a)\"/>",
            "<animate attributeName=\"href\" to=\"javascript:alert(1)\"/>",
            "<set attributeName=\"onclick\" to=\"alert(1)\"/>",
            "<style>a{}</style><style><g><script>alert(1)</script></g></style>",
            "<?xml-stylesheet href=\"https://evil.test/x.css\"?>",
        ] {
            let text = cleaned(attack);
            for trace in ["alert", "evil", "script", "iframe", "base64", "import", "on"] {
                let rest = text.replace("xmlns", "").replace("w3.org", "");
                assert!(!rest.contains(trace), "{trace} of {attack} in {text}");
            }
        }
    }

    #[test]
    fn malformed_drawings_are_refused() {
        for broken in [
            "<svg><g></svg>",
            "<svg>",
            "<svg/><svg/>",
            "<html><svg/></html>",
            "<!DOCTYPE svg [<!ENTITY a \"aaaa\">]><svg>&a;</svg>",
            "<svg>&unknown;</svg>",
            "<svg a=\"1\" a=\"2\"/>",
        ] {
            assert_eq!(clean(broken.as_bytes()), Err(Error::Damaged), "{broken}");
        }
        let deep = format!("<svg>{}{}</svg>", "<g>".repeat(200), "</g>".repeat(200));
        assert_eq!(clean(deep.as_bytes()), Err(Error::Damaged));
    }

    #[test]
    fn the_size_is_that_of_the_root_or_its_view_box() {
        let size = |root: &str| clean(format!("<svg {root}/>").as_bytes()).unwrap().size;
        assert_eq!(size("width=\"40\" height=\"30.4px\""), Some((40, 30)));
        assert_eq!(size("viewBox=\"0 0 24,12\""), Some((24, 12)));
        assert_eq!(size("width=\"100%\" height=\"1e99\""), None);
        assert_eq!(size("width=\"210mm\" height=\"297mm\" viewBox=\"0 0 210 297\""), Some((794, 1123)));
        assert_eq!(size("width=\"460.8pt\" height=\"4in\""), Some((614, 384)));
        assert_eq!(size("width=\"400\" viewBox=\"0 0 24 12\""), Some((400, 200)));
        assert_eq!(size("width=\"100%\" height=\"5cm\" viewBox=\"0 0 24 12\""), Some((378, 189)));
        assert_eq!(size("height=\"90000\" viewBox=\"0 0 24 12\""), None);
    }
}
