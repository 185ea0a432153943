//! `foundfirst audit`: crawls a site as search engines do, without JavaScript, and holds it against the rules of search.

mod addresses;
mod client;
mod crawl;
mod report;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use seo_rules::{Level, Outcome, Page, check_page, check_site};
use url::Url;

use super::{Failure, public_url, say};
use crate::config::Config;
use crawl::Crawl;
use report::{PageReport, Report};

/// The language of the site's pages.
const LANGUAGE: &str = "en-GB";

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Address of the site [default: its public URL]
    #[arg(long, value_parser = web_address)]
    url: Option<Url>,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report as a page of HTML
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn web_address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    is_web.then_some(url).ok_or_else(|| "an address starts with http:// or https://".to_owned())
}

/// Crawls, prints the report and writes the files. Exit status 1 when the site has errors.
pub(super) async fn run(config: &Config, options: Options) -> Result<ExitCode, Failure> {
    let start = match options.url {
        Some(url) => url,
        None => web_address(public_url(config, config.listen).as_str()).map_err(Failure)?,
    };
    let report = report(crawl::crawl(&start).await?);
    for line in report.lines() {
        say(line);
    }
    if let Some(file) = &options.json {
        let json = serde_json::to_string_pretty(&report).map_err(Failure::new)?;
        write(file, &(json + "\n"))?;
    }
    if let Some(file) = &options.html {
        write(file, &report.html())?;
    }
    Ok(if report.errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| Failure(format!("{}: {error}", file.display())))
}

/// Applies the rules to what was crawled.
fn report(crawl: Crawl) -> Report {
    let mut between = check_site(&crawl.pages, &crawl.sitemap);
    let mut pages = Vec::new();
    for page in &crawl.pages {
        let mut checks = match &page.outcome {
            Outcome::Page(document) => check_page(&Page { address: &page.address, document, language: LANGUAGE }),
            _ => vec![],
        };
        checks.extend(between.extract_if(.., |finding| finding.address == page.address).map(|finding| finding.check));
        checks.extend(crawl.cookies.contains(&page.address).then(crawl::cookie_check));
        checks.sort_by_key(|check| check.level);
        pages.push(PageReport::new(page, checks));
    }
    let count = |level| pages.iter().flat_map(|page| &page.checks).filter(|check| check.level == level).count();
    let (errors, warnings) = (count(Level::Bad), count(Level::Warn));
    Report { url: crawl.start, complete: crawl.is_complete, errors, warnings, pages }
}
