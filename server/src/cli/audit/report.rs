//! The report of an audit: lines for the terminal, JSON, a page of HTML.

use std::fmt::Write as _;

use seo_rules::{Check, Level, Outcome, SitePage};
use serde::{Serialize, Serializer, ser::SerializeStruct};

/// What an audit found.
#[derive(Serialize)]
pub(super) struct Report {
    /// Where the crawl began.
    pub(super) url: String,
    /// Whether every address was fetched.
    pub(super) complete: bool,
    pub(super) errors: usize,
    pub(super) warnings: usize,
    pub(super) pages: Vec<PageReport>,
}

/// An address and what is wrong with it.
#[derive(Serialize)]
pub(super) struct PageReport {
    address: String,
    /// "page", "file", "skipped", "redirect to …" or the error.
    answer: String,
    /// Clicks from the start page.
    depth: Option<u32>,
    #[serde(serialize_with = "as_list")]
    pub(super) checks: Vec<Check>,
}

/// A check as JSON has it: level "bad" or "warn", as in the API.
struct JsonCheck<'a>(&'a Check);

impl Serialize for JsonCheck<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Check { id, level, value, threshold, advice } = self.0;
        let mut object = serializer.serialize_struct("Check", 5)?;
        object.serialize_field("id", id)?;
        object.serialize_field("level", level.as_str())?;
        object.serialize_field("value", value)?;
        object.serialize_field("threshold", threshold)?;
        object.serialize_field("advice", advice)?;
        object.end()
    }
}

fn as_list<S: Serializer>(checks: &[Check], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(checks.iter().map(JsonCheck))
}

impl PageReport {
    pub(super) fn new(page: &SitePage, checks: Vec<Check>) -> Self {
        let answer = match &page.outcome {
            Outcome::Page(_) => "page".to_owned(),
            Outcome::File => "file".to_owned(),
            Outcome::Skipped => "skipped".to_owned(),
            Outcome::Redirect(target) => format!("redirect to {target}"),
            Outcome::Failed(reason) => reason.clone(),
        };
        Self { address: page.address.clone(), answer, depth: page.depth, checks }
    }
}

impl Report {
    /// Returns the lines for the terminal: each page with findings, then the sum.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for page in self.faulty() {
            lines.push(format!("{} ({})", page.address, page.answer));
            for Check { id, level, value, threshold, advice } in &page.checks {
                lines.push(format!("  {:<7}  {id}: {value} (target: {threshold}). {advice}", name(*level)));
            }
        }
        lines.push(self.summary());
        lines
    }

    fn faulty(&self) -> impl Iterator<Item = &PageReport> {
        self.pages.iter().filter(|page| !page.checks.is_empty())
    }

    fn summary(&self) -> String {
        let pages = self.pages.iter().filter(|page| page.answer == "page").count();
        let cut = if self.complete { "" } else { "; there are more addresses than were fetched" };
        format!(
            "{}: {} addresses, {pages} pages, {} errors, {} warnings{cut}",
            self.url,
            self.pages.len(),
            self.errors,
            self.warnings
        )
    }

    /// Returns the report as one self-contained page.
    pub(super) fn html(&self) -> String {
        let title = format!("Search audit of {}", self.url);
        let mut out = format!(
            "<!doctype html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>{STYLE}</style>\n</head>\n\
             <body>\n<main>\n<h1>{title}</h1>\n<p>{}</p>\n",
            escaped(&self.summary()),
            title = escaped(&title),
        );
        for page in self.faulty() {
            let address = escaped(&page.address);
            let _ = write!(
                out,
                "<section>\n<h2><a href=\"{address}\">{address}</a></h2>\n<div class=\"wide\" role=\"region\" tabindex=\"0\" \
                 aria-label=\"{address}\">\n<table>\n<caption>Answer: {}</caption>\n<tr><th scope=\"col\">Level</th>\
                 <th scope=\"col\">Check</th><th scope=\"col\">Found</th><th scope=\"col\">Target</th>\
                 <th scope=\"col\">What to do</th></tr>\n",
                escaped(&page.answer)
            );
            for Check { id, level, value, threshold, advice } in &page.checks {
                let _ = writeln!(
                    out,
                    "<tr><td>{}</td><th scope=\"row\">{id}</th><td>{}</td><td>{}</td><td>{}</td></tr>",
                    name(*level),
                    escaped(value),
                    escaped(threshold),
                    escaped(advice)
                );
            }
            out.push_str("</table>\n</div>\n</section>\n");
        }
        out.push_str("</main>\n</body>\n</html>\n");
        out
    }
}

/// Colours are the browser's, light or dark.
const STYLE: &str = ":root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;margin:0 auto;max-width:72rem;\
    padding:1rem}h2{font-size:1.125rem;overflow-wrap:anywhere}.wide{overflow-x:auto}table{border-collapse:collapse;width:100%}\
    caption{text-align:left}th,td{border-bottom:1px solid;padding:.375rem .75rem .375rem 0;text-align:left;vertical-align:top}";

fn name(level: Level) -> &'static str {
    match level {
        Level::Bad => "error",
        Level::Warn => "warning",
        Level::Good => "good",
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
