//! The report of an audit: lines for the terminal, a page of HTML.

use std::fmt::Write as _;

use seo_rules::{Check, Level};

use crate::{
    site_health::report::{PageReport, Report},
    text::Escaped,
};

/// Returns the lines for the terminal: each page with findings, then the totals.
pub(super) fn lines(report: &Report) -> Vec<String> {
    let mut lines = Vec::new();
    for page in faulty(report) {
        lines.push(format!("{} ({})", page.address, page.answer));
        for Check { id, level, value, threshold, advice } in &page.checks {
            lines.push(format!("  {:<7}  {id}: {value} (target: {threshold}). {advice}", name(*level)));
        }
    }
    lines.push(summary(report));
    lines
}

fn faulty(report: &Report) -> impl Iterator<Item = &PageReport> {
    report.pages.iter().filter(|page| !page.checks.is_empty())
}

fn summary(report: &Report) -> String {
    let pages = report.page_count();
    let cut = if report.complete { "" } else { "; there are more addresses than were fetched" };
    format!(
        "{}: {} addresses, {pages} pages, {} errors, {} warnings{cut}",
        report.url,
        report.pages.len(),
        report.errors,
        report.warnings
    )
}

/// Returns the report as one self-contained page.
pub(super) fn html(report: &Report) -> String {
    let title = format!("Search audit of {}", report.url);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"en-GB\">\n<head>\n<meta charset=\"utf-8\">\n<title>{title}</title>\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<style>{STYLE}</style>\n</head>\n\
         <body>\n<main>\n<h1>{title}</h1>\n<p>{}</p>\n",
        Escaped(&summary(report)),
        title = Escaped(&title),
    );
    for page in faulty(report) {
        let address = Escaped(&page.address);
        let _ = write!(
            out,
            "<section>\n<h2><a href=\"{address}\">{address}</a></h2>\n<div class=\"wide\" role=\"region\" tabindex=\"0\" \
             aria-label=\"{address}\">\n<table>\n<caption>Answer: {}</caption>\n<tr><th scope=\"col\">Level</th>\
             <th scope=\"col\">Check</th><th scope=\"col\">Found</th><th scope=\"col\">Target</th>\
             <th scope=\"col\">What to do</th></tr>\n",
            Escaped(&page.answer)
        );
        for Check { id, level, value, threshold, advice } in &page.checks {
            let _ = writeln!(
                out,
                "<tr><td>{}</td><th scope=\"row\">{id}</th><td>{}</td><td>{}</td><td>{}</td></tr>",
                name(*level),
                Escaped(value),
                Escaped(threshold),
                Escaped(advice)
            );
        }
        out.push_str("</table>\n</div>\n</section>\n");
    }
    out.push_str("</main>\n</body>\n</html>\n");
    out
}

/// Uses the browser's own colours, light or dark.
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
