//! The document around a rendered page: head, preloads, data block, scripts.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};

use serde::Deserialize;
use serde_json::Value;

use crate::{colours::GREEN_900, http::assets::Assets};

/// The head of a page, returned by its `head()` in `web/src/pages/*.head.ts`.
#[derive(Debug, Clone, Default, Deserialize)]
pub struct Head {
    title: String,
    #[serde(default)]
    description: String,
    #[serde(default)]
    canonical: Option<String>,
    #[serde(default)]
    robots: Option<String>,
    #[serde(default)]
    og: serde_json::Map<String, Value>,
    #[serde(default)]
    meta: Vec<serde_json::Map<String, Value>>,
    #[serde(default)]
    links: Vec<serde_json::Map<String, Value>>,
    #[serde(default)]
    json_ld: Vec<Value>,
}

/// The parts of a document that differ between pages.
pub struct Document<'a> {
    /// Path of the page's component, which determines its chunk.
    pub component: &'a str,
    /// The result of `head()`, as JSON; None when it failed.
    pub head: Option<&'a str>,
    /// The title when it failed.
    pub fallback_title: &'a str,
    /// The page's HTML; empty when rendering failed, and the browser renders it.
    pub body: &'a str,
    /// The page as JSON, for hydration.
    pub data: &'a str,
}

/// The parts that all documents share, and the names of built files.
pub struct Shell {
    /// The common part of `<head>`, from the stylesheet on.
    common: String,
    /// Module preloads by component.
    preloads: HashMap<String, String>,
    scripts: String,
}

#[derive(Debug, Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    imports: Vec<String>,
    #[serde(default, rename = "dynamicImports")]
    dynamic_imports: Vec<String>,
    #[serde(default)]
    css: Vec<String>,
}

const ENTRY: &str = "src/entry-client.tsx";
/// Suffix of sources that are separate chunks but part of a page's first load.
const PART: &str = ".part.tsx";
/// Has a browser fetch the page's stylesheet, fonts and images first: the page is complete without its scripts, and on a
/// slow connection they took 0.6 s from its first paint (Lighthouse, simulated slow 4G).
const LAST: &str = " fetchpriority=\"low\"";
/// Fonts of the first screen: text and display.
const PRELOADED_FONTS: [&str; 2] = ["src/assets/fonts/bricolage.woff2", "src/assets/fonts/instrument.woff2"];

impl Shell {
    /// Reads Vite's manifest. `vite` is the URL of a development server that serves the front end instead.
    pub fn new(assets: &Assets, vite: Option<String>) -> Result<Self, String> {
        let icons = format!(
            "<meta name=\"theme-color\" content=\"{GREEN_900}\">\
            <link rel=\"icon\" href=\"/favicon.svg\" type=\"image/svg+xml\">\
            <link rel=\"icon\" href=\"/favicon-32.png\" sizes=\"32x32\" type=\"image/png\">\
            <link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">\
            <link rel=\"manifest\" href=\"/site.webmanifest\">"
        );
        if let Some(vite) = vite {
            return Ok(Self {
                common: icons,
                preloads: HashMap::new(),
                scripts: format!(
                    "<script type=\"module\" src=\"{vite}/@vite/client\"></script>\
                     <script type=\"module\" src=\"{vite}/{ENTRY}\"></script>"
                ),
            });
        }
        let manifest: HashMap<String, Chunk> =
            serde_json::from_slice(assets.manifest()).map_err(|error| format!("the front end's manifest: {error}"))?;
        let entry = manifest.get(ENTRY).ok_or_else(|| format!("the front end's manifest has no {ENTRY}"))?;
        let mut common = String::new();
        for css in &entry.css {
            let _ = write!(common, "<link rel=\"stylesheet\" href=\"/{css}\">");
        }
        for font in PRELOADED_FONTS.iter().filter_map(|name| manifest.get(*name)) {
            let _ = write!(
                common,
                "<link rel=\"preload\" href=\"/{}\" as=\"font\" type=\"font/woff2\" crossorigin>",
                font.file
            );
        }
        common.push_str(&icons);
        let shared = imports_of(&manifest, ENTRY);
        let preloads = manifest
            .iter()
            .filter_map(|(source, chunk)| {
                let component = source.strip_prefix("src/pages/")?.strip_suffix(".tsx")?;
                let parts = chunk.dynamic_imports.iter().filter(|name| name.ends_with(PART));
                let parts = parts.flat_map(|name| manifest.get(name).into_iter().chain(imports_of(&manifest, name)));
                let page = imports_of(&manifest, source).into_iter();
                let chunks: Vec<&Chunk> = shared.iter().copied().chain([chunk]).chain(page).chain(parts).collect();
                let (mut seen, mut tags) = (HashSet::from([entry.file.as_str()]), String::new());
                seen.extend(entry.css.iter().map(String::as_str));
                for css in chunks.iter().flat_map(|chunk| &chunk.css).filter(|css| seen.insert(css.as_str())) {
                    let _ = write!(tags, "<link rel=\"stylesheet\" href=\"/{css}\">");
                }
                for chunk in chunks.iter().filter(|chunk| seen.insert(chunk.file.as_str())) {
                    let _ = write!(tags, "<link rel=\"modulepreload\" href=\"/{}\"{LAST}>", chunk.file);
                }
                Some((component.to_owned(), tags))
            })
            .collect();
        let scripts = format!("<script type=\"module\" src=\"/{}\"{LAST}></script>", entry.file);
        Ok(Self { common, preloads, scripts })
    }

    /// Returns the whole document.
    pub fn document(&self, parts: &Document<'_>) -> String {
        let head = parts.head.and_then(|json| serde_json::from_str::<Head>(json).ok()).unwrap_or_else(|| Head {
            title: parts.fallback_title.to_owned(),
            robots: Some("noindex".to_owned()),
            ..Head::default()
        });
        let mut html = String::with_capacity(parts.body.len() + parts.data.len() + 6_000);
        html.push_str(
            "<!doctype html><html lang=\"en-GB\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
        );
        head.write(&mut html);
        html.push_str(&self.common);
        if let Some(preloads) = self.preloads.get(parts.component) {
            html.push_str(preloads);
        }
        head.write_structured_data(&mut html);
        html.push_str("</head><body><div id=\"root\">");
        html.push_str(parts.body);
        html.push_str("</div><script type=\"application/json\" id=\"page-data\">");
        push_json(&mut html, parts.data);
        html.push_str("</script>");
        html.push_str(&self.scripts);
        html.push_str("</body></html>");
        html
    }
}

/// Returns the chunks that a source's chunk imports statically, directly or indirectly.
fn imports_of<'a>(manifest: &'a HashMap<String, Chunk>, source: &str) -> Vec<&'a Chunk> {
    let mut chunks = Vec::new();
    let mut waiting: Vec<&String> =
        manifest.get(source).map(|chunk| chunk.imports.iter().collect()).unwrap_or_default();
    let mut seen = HashSet::new();
    while let Some(name) = waiting.pop() {
        if let Some(chunk) = manifest.get(name).filter(|_| seen.insert(name)) {
            chunks.push(chunk);
            waiting.extend(&chunk.imports);
        }
    }
    chunks
}

impl Head {
    fn write(&self, html: &mut String) {
        let _ = write!(html, "<title>{}</title>", Escaped(&self.title));
        named(html, "description", &self.description);
        if let Some(robots) = &self.robots {
            named(html, "robots", robots);
        }
        if let Some(canonical) = &self.canonical {
            let _ = write!(html, "<link rel=\"canonical\" href=\"{}\">", Escaped(canonical));
        }
        for (key, value) in &self.og {
            if let Some(value) = value.as_str() {
                let _ = write!(html, "<meta property=\"og:{}\" content=\"{}\">", Escaped(key), Escaped(value));
            }
        }
        for meta in &self.meta {
            tag(html, "meta", meta);
        }
        for link in &self.links {
            tag(html, "link", link);
        }
    }

    fn write_structured_data(&self, html: &mut String) {
        if self.json_ld.is_empty() {
            return;
        }
        let graph = serde_json::json!({ "@context": "https://schema.org", "@graph": self.json_ld });
        html.push_str("<script type=\"application/ld+json\">");
        push_json(html, &graph.to_string());
        html.push_str("</script>");
    }
}

fn named(html: &mut String, name: &str, content: &str) {
    if !content.is_empty() {
        let _ = write!(html, "<meta name=\"{name}\" content=\"{}\">", Escaped(content));
    }
}

/// Writes an element without content. Attribute names come from the site's code; other names are omitted.
fn tag(html: &mut String, name: &str, attributes: &serde_json::Map<String, Value>) {
    html.push('<');
    html.push_str(name);
    // The attribute that names the element comes first, as people and simple parsers expect.
    let naming = |key: &str| !matches!(key, "name" | "property" | "rel");
    let mut ordered: Vec<_> = attributes.iter().collect();
    ordered.sort_by_key(|(key, _)| naming(key));
    for (key, value) in ordered {
        let fits = !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
        if let Some(value) = value.as_str().filter(|_| fits) {
            let _ = write!(html, " {key}=\"{}\"", Escaped(value));
        }
    }
    html.push('>');
}

/// Writes JSON inside a script element, in which `<` must be escaped.
fn push_json(html: &mut String, json: &str) {
    let mut rest = json;
    while let Some((before, after)) = rest.split_once('<') {
        html.push_str(before);
        html.push_str("\\u003c");
        rest = after;
    }
    html.push_str(rest);
}

/// Text escaped for HTML content and double-quoted attributes.
struct Escaped<'a>(&'a str);

impl std::fmt::Display for Escaped<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell() -> Shell {
        Shell {
            common: "<link rel=\"stylesheet\" href=\"/a.css\">".into(),
            preloads: HashMap::new(),
            scripts: String::new(),
        }
    }

    fn document(head: Option<&str>, data: &str) -> String {
        shell().document(&Document { component: "home", head, fallback_title: "Brand", body: "<h1>Hi</h1>", data })
    }

    #[test]
    fn nothing_in_the_data_can_end_its_script() {
        let html = document(None, r#"{"x":"</script><script>alert(1)</script><!--"}"#);
        assert_eq!(html.matches("</script>").count(), 1);
        assert!(html.contains(r"\u003c/script>\u003cscript>"), "{html}");
    }

    #[test]
    fn head_values_are_escaped() {
        let head = r#"{"title":"A & <b>","description":"say \"x\"","meta":[{"name":"author","content":"\"><script>"}],
            "links":[{"rel":"preload","href":"/x","onload x":"bad"}],"json_ld":[{"name":"</script>"}]}"#;
        let html = document(Some(head), "{}");
        assert!(html.contains("<title>A &amp; &lt;b&gt;</title>"));
        assert!(html.contains("content=\"say &quot;x&quot;\""));
        assert!(html.contains("content=\"&quot;&gt;&lt;script&gt;\""));
        assert!(!html.contains("onload"));
        assert!(html.contains(r#""name":"\u003c/script>""#));
    }

    #[test]
    fn a_page_whose_head_failed_is_not_indexed() {
        let html = document(None, "{}");
        assert!(html.contains("<title>Brand</title><meta name=\"robots\" content=\"noindex\">"));
    }
}
