//! `foundfirst audit`: crawls a site as search engines do, without JavaScript, and checks it against the SEO rules.

mod client;
mod report;

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::Duration,
};

use clap::Args;
use url::Url;

use super::{Failure, public_url, say};
use crate::{
    config::Config,
    site_health::{
        crawl::{self, CrawlError, Pace},
        report::Report,
    },
};
use client::Fetcher;

/// Faster than the site's own check, which must not slow down its visitors.
const PACE: Pace = Pace { most: 5_000, at_once: 4, pause: Duration::ZERO };

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Address of the site [default: its public URL]
    #[arg(long, value_parser = web_address)]
    url: Option<Url>,
    /// Write the report as JSON
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write the report as an HTML page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

fn web_address(text: &str) -> Result<Url, String> {
    let url = Url::parse(text).map_err(|error| error.to_string())?;
    let is_web = matches!(url.scheme(), "http" | "https") && url.has_host();
    is_web.then_some(url).ok_or_else(|| "an address must start with http:// or https://".to_owned())
}

/// Crawls, prints the report and writes the files. Exit status 1 when the site has errors.
pub(super) async fn run(config: &Config, options: Options) -> Result<ExitCode, Failure> {
    let start = match options.url {
        Some(url) => url,
        None => web_address(public_url(config, config.listen).as_str()).map_err(Failure)?,
    };
    let root = start.join("/").map_err(Failure::new)?;
    let report = Report::new(crawl::crawl(Fetcher::new(), &root, PACE).await.map_err(failure)?);
    for line in report::lines(&report) {
        say(line);
    }
    if let Some(file) = &options.json {
        let json = serde_json::to_string_pretty(&report).map_err(Failure::new)?;
        write(file, &(json + "\n"))?;
    }
    if let Some(file) = &options.html {
        write(file, &report::html(&report))?;
    }
    Ok(if report.errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

fn failure(error: CrawlError) -> Failure {
    match error {
        CrawlError::NoAnswer(..) => Failure(format!("{error}: start the site, or pass its address as --url")),
        CrawlError::NoPage(..) => Failure::new(error),
    }
}

fn write(file: &Path, text: &str) -> Result<(), Failure> {
    fs::write(file, text).map_err(|error| Failure(format!("{}: {error}", file.display())))
}
