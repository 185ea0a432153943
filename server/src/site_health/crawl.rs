//! Follows the links of a site from its start page, and the addresses in its sitemap.

use std::{
    collections::{HashSet, VecDeque},
    time::Duration,
};

use seo_rules::{Check, Document, Level, Outcome, SitePage};
use tokio::task::JoinSet;
use url::{Position, Url};

use super::{Fetch, Fetched, addresses::Addresses, robots::Robots};

/// How fast and how far a site is crawled.
#[derive(Debug, Clone, Copy)]
pub struct Pace {
    /// Maximum number of addresses that are fetched. The text of each page is kept until the end: an estimated 15 kB
    /// for 1,000 words.
    pub most: usize,
    /// Maximum number of addresses that are fetched at once.
    pub at_once: usize,
    /// Pause before each address.
    pub pause: Duration,
}

/// What a crawl found.
pub struct Crawl {
    /// Where it began.
    pub start: String,
    /// Every address, the start page first.
    pub pages: Vec<SitePage>,
    /// Addresses of the sitemap.
    pub sitemap: Vec<String>,
    /// Addresses that set a cookie.
    pub cookies: HashSet<String>,
    /// Whether all addresses were fetched.
    pub is_complete: bool,
}

/// Why a site was not crawled.
#[derive(Debug, thiserror::Error)]
pub enum CrawlError {
    /// Its start page does not respond.
    #[error("{0} does not respond ({1})")]
    NoAnswer(Url, String),
    /// Its start page is not a page.
    #[error("{0} responds with {1}, and not with a page")]
    NoPage(Url, u16),
}

/// Crawls the site whose start page is `root`.
pub async fn crawl<F: Fetch>(fetcher: F, root: &Url, pace: Pace) -> Result<Crawl, CrawlError> {
    let first = fetcher.get(root).await.map_err(|reason| CrawlError::NoAnswer(root.clone(), reason))?;
    if !first.is_success() || !first.is_html() {
        return Err(CrawlError::NoPage(root.clone(), first.status));
    }
    let addresses = Addresses::new(root, Document::parse(&first.text).relation("canonical"));
    let mut crawler = Crawler {
        robots: Robots::parse(&text(&fetcher, &addresses, &addresses.of_path("/robots.txt")).await.unwrap_or_default()),
        sitemap: sitemap(&fetcher, &addresses, pace.most).await,
        fetcher,
        pace,
        addresses,
        pages: Vec::new(),
        seen: HashSet::new(),
        cookies: HashSet::new(),
        is_complete: true,
    };
    let home = crawler.addresses.of_path("/");
    crawler.level(vec![home], Some(0)).await;
    let listed = crawler.sitemap.clone();
    crawler.level(listed, None).await;
    let Crawler { pages, sitemap, cookies, is_complete, .. } = crawler;
    Ok(Crawl { start: root.to_string(), pages, sitemap, cookies, is_complete })
}

/// Returns the check that fails on a page that sets a cookie.
pub fn cookie_check() -> Check {
    Check::new("cookies", Level::Bad, "sets a cookie", "none", "Do not set cookies before a visitor signs in.")
}

struct Crawler<F> {
    fetcher: F,
    pace: Pace,
    addresses: Addresses,
    robots: Robots,
    sitemap: Vec<String>,
    pages: Vec<SitePage>,
    seen: HashSet<String>,
    cookies: HashSet<String>,
    is_complete: bool,
}

impl<F: Fetch> Crawler<F> {
    /// Fetches the addresses that are new, then those that they link to, one click deeper each time.
    async fn level(&mut self, mut addresses: Vec<String>, mut depth: Option<u32>) {
        while !addresses.is_empty() {
            let mut queue: VecDeque<String> = addresses.drain(..).filter(|one| self.seen.insert(one.clone())).collect();
            let mut running = JoinSet::new();
            let mut next = Vec::new();
            loop {
                while running.len() < self.pace.at_once
                    && let Some(address) = queue.pop_front()
                {
                    self.start(address, &mut running, depth);
                }
                let (address, fetched) = match running.join_next().await {
                    None => break,
                    Some(Ok(fetched)) => fetched,
                    Some(Err(error)) => {
                        tracing::error!(%error, "a page was not checked");
                        self.is_complete = false;
                        continue;
                    }
                };
                let page = self.page(address, fetched, depth);
                // Following a redirect does not count as a click.
                if let Outcome::Redirect(target) = &page.outcome
                    && self.addresses.resolve(target, "").is_some()
                    && self.seen.insert(target.clone())
                {
                    queue.push_back(target.clone());
                }
                next.extend(page.links.iter().map(|(address, _)| address).chain(&page.images).cloned());
                self.pages.push(page);
            }
            addresses = next;
            depth = depth.map(|clicks| clicks + 1);
        }
    }

    /// Starts fetching an address, unless it is forbidden or there are too many.
    fn start(&mut self, address: String, running: &mut JoinSet<(String, Result<Fetched, String>)>, depth: Option<u32>) {
        if self.pages.len() + running.len() >= self.pace.most {
            self.is_complete = false;
            return;
        }
        let url = self.addresses.reached(&address);
        let path = url.as_ref().map_or("", |url| &url[Position::BeforePath..Position::AfterQuery]);
        if !self.robots.allows(path) {
            self.pages.push(SitePage { address, outcome: Outcome::Skipped, depth, links: vec![], images: vec![] });
            return;
        }
        let (fetcher, pause) = (self.fetcher.clone(), self.pace.pause);
        running.spawn(async move {
            tokio::time::sleep(pause).await;
            let answer = match url {
                Some(url) => fetcher.get(&url).await,
                None => Err("an address of another site".to_owned()),
            };
            (address, answer)
        });
    }

    fn page(&mut self, address: String, fetched: Result<Fetched, String>, depth: Option<u32>) -> SitePage {
        let outcome = match fetched {
            Err(reason) => Outcome::Failed(reason),
            Ok(fetched) => {
                if fetched.sets_cookie {
                    self.cookies.insert(address.clone());
                }
                self.outcome(&address, &fetched)
            }
        };
        let (links, images) = match &outcome {
            Outcome::Page(document) => (self.links(&address, document), self.images(&address, document)),
            _ => (vec![], vec![]),
        };
        SitePage { address, outcome, depth, links, images }
    }

    fn outcome(&self, address: &str, fetched: &Fetched) -> Outcome {
        match &fetched.location {
            Some(location) if fetched.is_redirect() => {
                let own = self.addresses.resolve(address, location).map(|(target, _)| target);
                Outcome::Redirect(own.unwrap_or_else(|| location.clone()))
            }
            _ if !fetched.is_success() => Outcome::Failed(fetched.status.to_string()),
            _ if fetched.is_html() => Outcome::Page(Box::new(page_document(&fetched.text))),
            _ => Outcome::File,
        }
    }

    /// Returns the addresses of the site that a page links to.
    fn links(&self, address: &str, document: &Document) -> Vec<(String, Option<String>)> {
        document.links.iter().filter_map(|link| self.addresses.resolve(address, &link.href)).collect()
    }

    /// Returns the addresses of the site that a page shows as images.
    fn images(&self, address: &str, document: &Document) -> Vec<String> {
        let images = document.images.iter().map(|image| &image.src).filter(|src| !src.is_empty());
        images.filter_map(|src| Some(self.addresses.resolve(address, src)?.0)).collect()
    }
}

/// Returns what a page says. It is compared with its canonical address, which may be spelled differently.
fn page_document(html: &str) -> Document {
    let mut document = Document::parse(html);
    for (relation, href) in &mut document.relations {
        if relation.split(' ').any(|one| one == "canonical") {
            *href = normalised(href);
        }
    }
    document
}

/// Returns a full address in the form in which links to it are resolved: with the slash after a host, and
/// percent-encoded.
fn normalised(address: &str) -> String {
    Url::parse(address).map_or_else(|_| address.to_owned(), String::from)
}

/// Returns the addresses in the sitemap, and in the sitemaps that it lists.
async fn sitemap(fetcher: &impl Fetch, addresses: &Addresses, most: usize) -> Vec<String> {
    let mut files = VecDeque::from([addresses.of_path("/sitemap.xml")]);
    let (mut seen, mut found) = (HashSet::new(), Vec::new());
    while let Some(file) = files.pop_front() {
        if seen.len() >= most || !seen.insert(file.clone()) {
            continue;
        }
        let Some(xml) = text(fetcher, addresses, &file).await else { continue };
        if xml.contains("<sitemapindex") {
            files.extend(locations(&xml));
        } else {
            found.extend(locations(&xml));
        }
    }
    found
}

/// Returns the addresses in `<loc>` elements.
fn locations(xml: &str) -> impl Iterator<Item = String> {
    xml.split("<loc>").skip(1).filter_map(|rest| {
        let text = rest.split_once("</loc>")?.0.trim();
        let text = text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&apos;", "'");
        Some(normalised(&text.replace("&amp;", "&")))
    })
}

async fn text(fetcher: &impl Fetch, addresses: &Addresses, address: &str) -> Option<String> {
    let answer = fetcher.get(&addresses.reached(address)?).await.ok()?;
    answer.is_success().then_some(answer.text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A site with three pages, of which one panics.
    #[derive(Clone)]
    struct Faulty;

    impl Fetch for Faulty {
        async fn get(&self, url: &Url) -> Result<Fetched, String> {
            assert_ne!(url.path(), "/b");
            let links = "<a href=\"/b\">b</a><a href=\"/c\">c</a>";
            let status = if matches!(url.path(), "/" | "/c") { 200 } else { 404 };
            let content_type = "text/html".to_owned();
            Ok(Fetched { status, content_type, location: None, sets_cookie: false, text: links.to_owned() })
        }
    }

    #[tokio::test]
    async fn a_page_that_panics_costs_no_other_and_the_crawl_is_not_called_complete() {
        let pace = Pace { most: 9, at_once: 1, pause: Duration::ZERO };
        let crawl = crawl(Faulty, &Url::parse("https://s.test/").unwrap(), pace).await.unwrap();
        let found: Vec<&str> = crawl.pages.iter().map(|page| page.address.as_str()).collect();
        assert_eq!((found, crawl.is_complete), (vec!["https://s.test/", "https://s.test/c"], false));
    }

    /// A site of one page, whose address has no slash in the page and the sitemap.
    #[derive(Clone)]
    struct Bare;

    impl Fetch for Bare {
        async fn get(&self, url: &Url) -> Result<Fetched, String> {
            let (status, content_type, text) = match url.path() {
                "/" => (200, "text/html", "<link rel=canonical href=https://s.test><a href=/>a</a>"),
                "/sitemap.xml" => (200, "text/xml", "<urlset><url><loc>https://s.test</loc></url></urlset>"),
                _ => (404, "text/html", ""),
            };
            let (content_type, text) = (content_type.to_owned(), text.to_owned());
            Ok(Fetched { status, content_type, location: None, sets_cookie: false, text })
        }
    }

    #[tokio::test]
    async fn an_address_is_one_page_however_it_is_written() {
        let pace = Pace { most: 9, at_once: 1, pause: Duration::ZERO };
        let crawl = crawl(Bare, &Url::parse("https://s.test/").unwrap(), pace).await.unwrap();
        let [SitePage { address, outcome: Outcome::Page(document), .. }] = &crawl.pages[..] else {
            panic!("{:?}", crawl.pages)
        };
        assert_eq!((address.as_str(), document.relation("canonical")), ("https://s.test/", Some("https://s.test/")));
        assert_eq!(crawl.sitemap, ["https://s.test/"]);
        assert_eq!(normalised("/about"), "/about", "not a full address");
    }

    #[test]
    fn locations_are_unescaped_once() {
        let xml = "<urlset><url><loc> https://s.test/?a&amp;amp;b </loc></url><url><loc>https://s.test/</loc></url>";
        assert_eq!(locations(xml).collect::<Vec<_>>(), ["https://s.test/?a&amp;b", "https://s.test/"]);
    }
}
