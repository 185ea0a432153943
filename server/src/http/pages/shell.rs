//! The document around a rendered page: head, preloads, data block, scripts.

use std::{
    collections::{HashMap, HashSet},
    fmt::Write as _,
};

use http::HeaderValue;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    colours::GREEN_900,
    http::{assets::Assets, security::policy_with_style},
    text::Escaped,
};

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

/// What surrounds the pages: the common part of their heads, and the built files of each.
pub struct Shell {
    /// The end of every document's head: icons, theme colour, font preloads.
    common: String,
    pages: HashMap<String, PageShell>,
    /// The shell of components that are not pages.
    other: PageShell,
}

/// The styles and scripts of a page.
#[derive(Debug, Default)]
struct PageShell {
    /// HTML for the head.
    head: String,
    /// HTML for the end of the body.
    scripts: String,
    /// The Content-Security-Policy, where it is not the common one.
    policy: Option<HeaderValue>,
}

/// The paths of a page's built files, in the order in which a document names them.
#[derive(Debug, Default)]
struct PageFiles<'a> {
    styles: Vec<&'a str>,
    /// The first one starts the page.
    scripts: Vec<&'a str>,
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
/// Starts a page with embedded styles, after its first paint.
const LATE_ENTRY: &str = "src/entry-late.ts";
/// Suffix of sources that are separate chunks but part of a page's first load.
const PART: &str = ".part.tsx";
/// Fonts of the first screen: display and text. Builds with other fonts do not have these files.
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
            let scripts = format!(
                "<script type=\"module\" src=\"{vite}/@vite/client\"></script>\
                 <script type=\"module\" src=\"{vite}/{ENTRY}\"></script>"
            );
            let other = PageShell { scripts, ..PageShell::default() };
            return Ok(Self { common: icons, pages: HashMap::new(), other });
        }
        let manifest: HashMap<String, Chunk> =
            serde_json::from_slice(assets.manifest()).map_err(|error| format!("the front end's manifest: {error}"))?;
        let styles: HashMap<String, String> = serde_json::from_slice(assets.page_styles())
            .map_err(|error| format!("the styles of the front end's pages: {error}"))?;
        let file = |name: &str| {
            let chunk = manifest.get(name).ok_or_else(|| format!("the front end's manifest has no {name}"))?;
            Ok::<&str, String>(&chunk.file)
        };
        let (entry, late) = (file(ENTRY)?, file(LATE_ENTRY)?);
        let mut common = String::new();
        for Chunk { file, .. } in PRELOADED_FONTS.iter().filter_map(|font| manifest.get(*font)) {
            let _ =
                write!(common, "<link rel=\"preload\" href=\"/{file}\" as=\"font\" type=\"font/woff2\" crossorigin>");
        }
        common.push_str(&icons);
        let pages = manifest
            .keys()
            .filter_map(|source| {
                let component = source.strip_prefix("src/pages/")?.strip_suffix(".tsx")?;
                let files = PageFiles::of(&manifest, entry, Some(source));
                let page = match styles.get(component) {
                    Some(style) => PageShell::inline(style, late, &files),
                    None => PageShell::linked(&files),
                };
                Some((component.to_owned(), page))
            })
            .collect();
        Ok(Self { common, pages, other: PageShell::linked(&PageFiles::of(&manifest, entry, None)) })
    }

    fn page(&self, component: &str) -> &PageShell {
        self.pages.get(component).unwrap_or(&self.other)
    }

    /// Returns the Content-Security-Policy of a component's documents, where it is not the common one.
    pub fn policy(&self, component: &str) -> Option<&HeaderValue> {
        self.page(component).policy.as_ref()
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
        let page = self.page(parts.component);
        head.write(&mut html);
        html.push_str(&page.head);
        html.push_str(&self.common);
        head.write_structured_data(&mut html);
        html.push_str("</head><body><div id=\"root\">");
        html.push_str(parts.body);
        html.push_str("</div><script type=\"application/json\" id=\"page-data\">");
        push_json(&mut html, parts.data);
        html.push_str("</script>");
        html.push_str(&page.scripts);
        html.push_str("</body></html>");
        html
    }
}

impl PageShell {
    /// Returns the shell of a page whose document embeds the styles of its first paint. Scripts and full style sheets
    /// are loaded afterwards: on a slow connection they would delay the largest paint by a second.
    fn inline(style: &str, late: &str, files: &PageFiles<'_>) -> Self {
        let paths = |files: &[&str]| files.iter().map(|file| format!("/{file}")).collect::<Vec<_>>().join(" ");
        let (styles, scripts) = (paths(&files.styles), paths(&files.scripts));
        // The full style sheets, which browsers without scripts load themselves.
        let sheets: String = files.styles.iter().map(|file| stylesheet(file)).collect();
        Self {
            head: format!("<style>{style}</style><noscript>{sheets}</noscript>"),
            scripts: format!(
                "<script type=\"module\" async src=\"/{late}\" fetchpriority=\"low\" \
                 data-styles=\"{styles}\" data-scripts=\"{scripts}\"></script>"
            ),
            policy: HeaderValue::try_from(policy_with_style(style)).ok(),
        }
    }

    /// Returns the shell of a page that links its style sheets and starts immediately.
    fn linked(files: &PageFiles<'_>) -> Self {
        let mut head: String = files.styles.iter().map(|file| stylesheet(file)).collect();
        let (entry, others) = files.scripts.split_first().map_or(("", &[][..]), |(first, rest)| (*first, rest));
        for file in others {
            let _ = write!(head, "<link rel=\"modulepreload\" href=\"/{file}\" fetchpriority=\"low\">");
        }
        let scripts = format!("<script type=\"module\" src=\"/{entry}\" fetchpriority=\"low\"></script>");
        Self { head, scripts, policy: None }
    }
}

fn stylesheet(file: &str) -> String {
    format!("<link rel=\"stylesheet\" href=\"/{file}\">")
}

impl<'a> PageFiles<'a> {
    /// Returns the files of the entry point, and those of a page.
    fn of(manifest: &'a HashMap<String, Chunk>, entry: &'a str, page: Option<&'a str>) -> Self {
        let mut chunks: Vec<&Chunk> = manifest.get(ENTRY).into_iter().chain(imports_of(manifest, ENTRY)).collect();
        if let Some(chunk) = page.and_then(|source| manifest.get(source)) {
            chunks.push(chunk);
            chunks.extend(page.map(|source| imports_of(manifest, source)).unwrap_or_default());
            for part in chunk.dynamic_imports.iter().filter(|name| name.ends_with(PART)) {
                chunks.extend(manifest.get(part));
                chunks.extend(imports_of(manifest, part));
            }
        }
        let mut files = Self { styles: Vec::new(), scripts: vec![entry] };
        for chunk in chunks {
            for css in &chunk.css {
                push_new(&mut files.styles, css);
            }
            push_new(&mut files.scripts, &chunk.file);
        }
        files
    }
}

fn push_new<'a>(list: &mut Vec<&'a str>, item: &'a str) {
    if !list.contains(&item) {
        list.push(item);
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
            if let Some(value) = value.as_str().filter(|value| !value.is_empty()) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn shell() -> Shell {
        Shell { common: String::new(), pages: HashMap::new(), other: PageShell::default() }
    }

    /// A manifest with a public page, its part, and what they share.
    fn manifest() -> HashMap<String, Chunk> {
        serde_json::from_str(
            r#"{
                "src/entry-client.tsx": {"file": "entry.js", "imports": ["_base"], "css": ["app.css"]},
                "_base": {"file": "base.js"},
                "src/pages/seo.tsx": {
                    "file": "seo.js", "imports": ["_base", "_cards"], "css": ["seo.css"],
                    "dynamicImports": ["src/a.part.tsx", "src/dialog.tsx"]
                },
                "_cards": {"file": "cards.js"},
                "src/a.part.tsx": {"file": "part.js", "css": ["part.css", "app.css"]},
                "src/dialog.tsx": {"file": "dialog.js"}
            }"#,
        )
        .unwrap()
    }

    #[test]
    fn a_page_names_its_files_and_those_of_its_parts_once() {
        let manifest = manifest();
        let files = PageFiles::of(&manifest, "entry.js", Some("src/pages/seo.tsx"));
        assert_eq!(files.styles, ["app.css", "seo.css", "part.css"]);
        assert_eq!(files.scripts, ["entry.js", "base.js", "seo.js", "cards.js", "part.js"]);
    }

    #[test]
    fn what_a_document_with_styles_links_does_not_block_it() {
        let files = PageFiles { styles: vec!["app.css"], scripts: vec!["entry.js", "base.js"] };
        let page = PageShell::inline("a{color:red}", "late.js", &files);
        assert_eq!(
            page.head,
            "<style>a{color:red}</style><noscript><link rel=\"stylesheet\" href=\"/app.css\"></noscript>"
        );
        assert_eq!(
            page.scripts,
            "<script type=\"module\" async src=\"/late.js\" fetchpriority=\"low\" data-styles=\"/app.css\" \
             data-scripts=\"/entry.js /base.js\"></script>"
        );
        assert!(page.policy.unwrap().to_str().unwrap().contains("style-src 'self' 'sha256-"));
    }

    #[test]
    fn other_pages_link_their_files_and_start_at_once() {
        let files = PageFiles { styles: vec!["app.css"], scripts: vec!["entry.js", "base.js"] };
        let page = PageShell::linked(&files);
        assert_eq!(
            page.head,
            "<link rel=\"stylesheet\" href=\"/app.css\">\
             <link rel=\"modulepreload\" href=\"/base.js\" fetchpriority=\"low\">"
        );
        assert_eq!(page.scripts, "<script type=\"module\" src=\"/entry.js\" fetchpriority=\"low\"></script>");
        assert!(page.policy.is_none());
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
