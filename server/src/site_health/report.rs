//! The report of a crawl: every address, and the rules that it does not meet.

use seo_rules::{Check, Level, Outcome, Page, SitePage, check_page, check_site};
use serde::{Serialize, Serializer, ser::SerializeStruct};

use super::crawl::{Crawl, cookie_check};

/// The language of the site's pages.
const LANGUAGE: &str = "en-GB";

/// What a crawl found.
#[derive(Serialize)]
pub struct Report {
    /// Where the crawl began.
    pub url: String,
    /// Whether every address was fetched.
    pub complete: bool,
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Every address.
    pub pages: Vec<PageReport>,
}

/// An address and what is wrong with it.
#[derive(Serialize)]
pub struct PageReport {
    /// The whole address.
    pub address: String,
    /// "page", "file", "skipped", "redirect to …" or the error.
    pub answer: String,
    /// Clicks from the start page.
    pub depth: Option<u32>,
    /// The rules, errors first.
    #[serde(serialize_with = "as_list")]
    pub checks: Vec<Check>,
}

/// A check as written to JSON: level "bad" or "warn", as in the API.
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
    fn new(page: &SitePage, checks: Vec<Check>) -> Self {
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
    /// Applies the SEO rules to what was crawled.
    pub fn new(crawl: Crawl) -> Self {
        let mut between = check_site(&crawl.pages, &crawl.sitemap);
        let mut pages = Vec::new();
        for page in &crawl.pages {
            let mut checks = match &page.outcome {
                Outcome::Page(document) => check_page(&Page { address: &page.address, document, language: LANGUAGE }),
                _ => vec![],
            };
            let own = between.extract_if(.., |finding| finding.address == page.address);
            checks.extend(own.map(|finding| finding.check));
            checks.extend(crawl.cookies.contains(&page.address).then(cookie_check));
            checks.sort_by_key(|check| check.level);
            pages.push(PageReport::new(page, checks));
        }
        let count = |level| pages.iter().flat_map(|page| &page.checks).filter(|check| check.level == level).count();
        let (errors, warnings) = (count(Level::Bad), count(Level::Warn));
        Self { url: crawl.start, complete: crawl.is_complete, errors, warnings, pages }
    }

    /// Returns the number of addresses that are pages.
    pub fn page_count(&self) -> usize {
        self.pages.iter().filter(|page| page.answer == "page").count()
    }
}
