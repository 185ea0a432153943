//! The rules that concern several pages of a site.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, HashMap, HashSet};

use crate::{
    check::{Check, Level},
    document::Document,
};

/// Clicks from the start page within which every page should be reached.
const DEPTH: u32 = 3;

/// An address of the site and its response.
#[derive(Debug, Clone)]
pub struct SitePage {
    /// The full address, without a fragment.
    pub address: String,
    /// The response.
    pub outcome: Outcome,
    /// Clicks from the start page. None when no page links to it.
    pub depth: Option<u32>,
    /// Addresses that the page links to, in full and without fragment, and the fragment. Only those of the site.
    pub links: Vec<(String, Option<String>)>,
    /// Addresses of the images that the page shows, in full. Only those of the site.
    pub images: Vec<String>,
}

/// The response to a request for an address.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// A page.
    Page(Box<Document>),
    /// Something else that is there: an image, a feed.
    File,
    /// Another address, in full.
    Redirect(String),
    /// An error, in a few words: "404", "no response".
    Failed(String),
    /// It was not requested, since robots.txt forbids it.
    Skipped,
}

/// A rule that is not met.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The page's address.
    pub address: String,
    /// The check, never `Good`.
    pub check: Check,
}

/// Applies the rules between pages. `sitemap` contains full addresses. Returns what is not met, in the order of
/// `pages`.
pub fn check_site(pages: &[SitePage], sitemap: &[String]) -> Vec<Finding> {
    let site = Site {
        by_address: pages.iter().map(|page| (page.address.as_str(), page)).collect(),
        sitemap: sitemap.iter().map(String::as_str).collect(),
    };
    let (titles, descriptions) = (repeated(pages, title), repeated(pages, description));
    let mut findings = Vec::new();
    for page in pages {
        let mut checks = match &page.outcome {
            Outcome::Page(document) => {
                let mut checks = site.links(page);
                checks.push(site.images(page));
                checks.push(site.listed(page, document));
                if is_listed(page, document) {
                    checks.push(unique("unique_title", page, titles.get(title(document)), "title"));
                    checks.push(unique(
                        "unique_description",
                        page,
                        descriptions.get(description(document)),
                        "description",
                    ));
                    checks.push(depth(page));
                }
                checks
            }
            Outcome::Redirect(target) => vec![site.chain(target), site.not_a_page(page, "a redirect")],
            Outcome::Failed(reason) => vec![site.not_a_page(page, reason)],
            Outcome::Skipped => vec![site.not_a_page(page, "forbidden by robots.txt")],
            Outcome::File => vec![],
        };
        checks.retain(|check| check.level != Level::Good);
        findings.extend(checks.into_iter().map(|check| Finding { address: page.address.clone(), check }));
    }
    findings
}

fn title(document: &Document) -> &str {
    document.title.as_deref().unwrap_or_default()
}

fn description(document: &Document) -> &str {
    document.meta("description").unwrap_or_default()
}

/// Returns whether search engines may list a page under its own address.
fn is_listed(page: &SitePage, document: &Document) -> bool {
    !document.is_noindex() && document.relation("canonical").is_none_or(|canonical| canonical == page.address)
}

/// Returns the addresses of listed pages that share some text, by that text.
fn repeated(pages: &[SitePage], text: fn(&Document) -> &str) -> BTreeMap<&str, Vec<&str>> {
    let mut by_text: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for page in pages {
        if let Outcome::Page(document) = &page.outcome
            && is_listed(page, document)
            && !text(document).is_empty()
        {
            by_text.entry(text(document)).or_default().push(&page.address);
        }
    }
    by_text.retain(|_, addresses| addresses.len() > 1);
    by_text
}

fn unique(id: &'static str, page: &SitePage, same: Option<&Vec<&str>>, what: &str) -> Check {
    let others = same.into_iter().flatten().filter(|address| **address != page.address);
    let others: Vec<String> = others.map(|address| (*address).to_owned()).collect();
    Check::none_of(id, Level::Bad, &others, &format!("Give each page a {what} that no other page has."))
}

fn depth(page: &SitePage) -> Check {
    let threshold = format!("at most {DEPTH} clicks");
    match page.depth {
        None => Check::new("orphan", Level::Bad, "no links", "at least 1 link", "Link to the page from another page."),
        Some(clicks) => {
            let level = if clicks <= DEPTH { Level::Good } else { Level::Warn };
            let advice = "Link to the page from one closer to the start page.";
            Check::new("click_depth", level, format!("{clicks} clicks"), threshold, advice)
        }
    }
}

struct Site<'a> {
    by_address: HashMap<&'a str, &'a SitePage>,
    sitemap: HashSet<&'a str>,
}

impl Site<'_> {
    /// Checks that the images of a page load.
    fn images(&self, page: &SitePage) -> Check {
        let mut seen = HashSet::new();
        let images = page.images.iter().filter(|image| seen.insert(*image));
        let broken: Vec<String> =
            images.filter_map(|image| Some(format!("{image} ({})", self.image_fault(image)?))).collect();
        let advice = "Upload each image again and insert it where it was, or remove it.";
        Check::none_of("broken_images", Level::Bad, &broken, advice)
    }

    /// Returns why the image at an address does not load. None when it does, or was not requested.
    fn image_fault(&self, address: &str) -> Option<&str> {
        let outcome = |address: &str| self.by_address.get(address).map(|found| &found.outcome);
        let last = match outcome(address)? {
            Outcome::Redirect(target) => outcome(target)?,
            found => found,
        };
        match last {
            Outcome::Failed(reason) => Some(reason),
            Outcome::Page(_) => Some("not an image"),
            Outcome::File | Outcome::Redirect(_) | Outcome::Skipped => None,
        }
    }

    /// Checks that the targets of a page's links exist, and that links and images name addresses that do not redirect.
    fn links(&self, page: &SitePage) -> Vec<Check> {
        let (mut broken, mut fragments, mut moved) = (Vec::new(), Vec::new(), Vec::new());
        let mut seen = HashSet::new();
        for link in page.links.iter().filter(|link| seen.insert(*link)) {
            let (address, fragment) = link;
            match self.by_address.get(address.as_str()).map(|target| &target.outcome) {
                Some(Outcome::Failed(reason)) => broken.push(format!("{address} ({reason})")),
                Some(Outcome::Redirect(_)) => moved.push(address.clone()),
                Some(Outcome::Page(document)) => {
                    let missing = fragment.as_deref().filter(|id| is_missing(id, document));
                    fragments.extend(missing.map(|id| format!("{address}#{id}")));
                }
                _ => {}
            }
        }
        for image in &page.images {
            let target = self.by_address.get(image.as_str()).map(|target| &target.outcome);
            if matches!(target, Some(Outcome::Redirect(_))) && !moved.contains(image) {
                moved.push(image.clone());
            }
        }
        vec![
            Check::none_of("broken_links", Level::Bad, &broken, "Correct or remove links that lead nowhere."),
            Check::none_of("broken_fragments", Level::Bad, &fragments, "Link to an id that exists on the page."),
            Check::none_of("redirected_links", Level::Warn, &moved, "Link to the address that the redirect leads to."),
        ]
    }

    /// Checks that the sitemap has exactly the pages that search engines may list.
    fn listed(&self, page: &SitePage, document: &Document) -> Check {
        let is_in = self.sitemap.contains(page.address.as_str());
        let should = is_listed(page, document);
        let (value, threshold) =
            (if is_in { "in it" } else { "not in it" }, if should { "in it" } else { "not in it" });
        let level = if is_in == should { Level::Good } else { Level::Bad };
        Check::new("sitemap", level, value, threshold, "List every indexable page in the sitemap, and no others.")
    }

    /// Checks that the sitemap does not have an address without a page.
    fn not_a_page(&self, page: &SitePage, answer: &str) -> Check {
        let level = if self.sitemap.contains(page.address.as_str()) { Level::Bad } else { Level::Good };
        let advice = "List only the addresses of pages in the sitemap.";
        Check::new("sitemap", level, format!("{answer}, in it"), "not in it", advice)
    }

    /// Checks that a redirect reaches its final target in one hop.
    fn chain(&self, target: &str) -> Check {
        let next = self.by_address.get(target).map(|page| &page.outcome);
        let (level, value) = match next {
            Some(Outcome::Redirect(further)) => (Level::Bad, format!("{target}, then {further}")),
            Some(Outcome::Failed(reason)) => (Level::Bad, format!("{target} ({reason})")),
            _ => (Level::Good, target.to_owned()),
        };
        Check::new("redirect_chain", level, value, "1 redirect to a page", "Redirect straight to the final address.")
    }
}

/// Returns whether a document lacks the element that a fragment names. "top" always exists, and text fragments name no
/// id.
fn is_missing(fragment: &str, document: &Document) -> bool {
    !(fragment.is_empty() || fragment == "top" || fragment.starts_with(":~:") || document.ids.contains(fragment))
}
