//! Resources for crawlers, feed readers and other programs: sitemap, robots.txt, feed, llms.txt, security.txt, preview
//! images. They are made from the pages' content, and cached with it by content version.

mod card;
mod feed;
mod icon;
mod sitemap;
mod svg;
mod texts;
mod xml;

pub use sitemap::PUBLIC_PAGES;

use std::sync::Arc;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::Uri,
};
use bytes::Bytes;

use crate::{
    authors::AuthorService,
    clock::Clock,
    config::SiteUrl,
    error::AppError,
    http::{
        errors::HttpError,
        extract::PathText,
        pages::{MachineFile, PageError},
        render_budget::RenderBudget,
    },
    posts::{
        CategoryService, PostService,
        domain::category,
        service::{ListFilter, PostSummary, SlugLookup},
    },
    site::Site,
};

/// The result of this module's handlers.
type FileResult = Result<MachineFile, PageError>;

const XML: &str = "application/xml; charset=utf-8";
const RSS: &str = "application/rss+xml; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

const MISSING: PageError = PageError::NotFound { replace_with: None };

/// Number of posts in the feed and llms.txt.
const LATEST: u64 = 50;

/// `/images/og-default.png`: the preview image of pages without a specific one.
pub async fn site_card(
    State(site): State<Arc<Site>>,
    State(url): State<SiteUrl>,
    State(budget): State<RenderBudget>,
) -> FileResult {
    let (brand, since) = (site.name.clone(), format!("Since {}", site.founding_year));
    let title = if site.strapline.trim().is_empty() { brand.clone() } else { site.strapline.clone() };
    let host = url.shown_host(&site).to_owned();
    let draw = move || {
        let words = card::CardText { brand: &brand, host: &host, category: &since, title: &title, slug: "" };
        card::draw(&words, card::size_of("social")?)
    };
    Ok(file("image/png", drawn(&budget, draw).await?))
}

/// Returns the paths of the icons that are drawn for a site. The built-in brand's SVG icons are files.
pub fn icons(site: &Site) -> &'static [&'static str] {
    if site.is_demo() { &icon::RASTERS } else { &icon::ADDRESSES }
}

/// `/favicon.ico` and other icons.
pub async fn icon(State(site): State<Arc<Site>>, State(budget): State<RenderBudget>, uri: Uri) -> FileResult {
    let icon = icon::Icon::at(uri.path()).ok_or(MISSING)?;
    let brand = (!site.is_demo()).then(|| site.name.clone());
    Ok(file(icon.content_type(), drawn(&budget, move || icon.draw(brand.as_deref())).await?))
}

/// `/site.webmanifest`
pub async fn manifest(State(site): State<Arc<Site>>) -> FileResult {
    Ok(file("application/manifest+json", texts::manifest(&site)))
}

/// `/robots.txt`
pub async fn robots(State(url): State<SiteUrl>) -> FileResult {
    Ok(file(TEXT, texts::robots(url.as_str())))
}

/// `/.well-known/security.txt`
pub async fn security(
    State(site): State<Arc<Site>>,
    State(url): State<SiteUrl>,
    State(clock): State<Arc<dyn Clock>>,
) -> FileResult {
    let body = texts::security(&site.contact_email, url.as_str(), clock.now());
    Ok(file(TEXT, body))
}

/// `/llms.txt`
pub async fn llms(
    State(posts): State<PostService>,
    State(site): State<Arc<Site>>,
    State(url): State<SiteUrl>,
) -> FileResult {
    let posts = latest(&posts).await?;
    Ok(file(TEXT, texts::llms(&site, url.as_str(), &posts)))
}

/// `/feed.xml`
pub async fn feed(
    State(posts): State<PostService>,
    State(site): State<Arc<Site>>,
    State(url): State<SiteUrl>,
) -> FileResult {
    let posts = latest(&posts).await?;
    Ok(file(RSS, feed::rss(&site.name, url.as_str(), &posts)))
}

/// `/sitemap.xml`: the URLs, or an index of files when there are too many for one.
pub async fn sitemap(
    State(posts): State<PostService>,
    State(authors): State<AuthorService>,
    State(categories): State<CategoryService>,
    State(url): State<SiteUrl>,
    State(budget): State<RenderBudget>,
) -> FileResult {
    let _permit = budget.draw().await?;
    let body = sitemap::root(url.as_str(), &sitemap::entries(&posts, &authors, &categories).await?, sitemap::MAX_URLS);
    Ok(file(XML, body))
}

/// `/sitemap-{number}.xml`: one file of a sitemap with an index.
pub async fn sitemap_part(
    State(posts): State<PostService>,
    State(authors): State<AuthorService>,
    State(categories): State<CategoryService>,
    State(url): State<SiteUrl>,
    State(budget): State<RenderBudget>,
    PathText(name): PathText,
) -> FileResult {
    let number = name.strip_suffix(".xml").and_then(|number| number.parse().ok()).ok_or(MISSING)?;
    let _permit = budget.draw().await?;
    let entries = sitemap::entries(&posts, &authors, &categories).await?;
    let body = sitemap::part(url.as_str(), &entries, sitemap::MAX_URLS, number).ok_or(MISSING)?;
    Ok(file(XML, body))
}

/// `/cards/{shape}/{slug}.png`: the preview image of a post.
pub async fn card(
    State(posts): State<PostService>,
    State(brand): State<Arc<Site>>,
    State(url): State<SiteUrl>,
    State(budget): State<RenderBudget>,
    path: Result<Path<(String, String)>, PathRejection>,
) -> FileResult {
    let Ok(Path((shape, name))) = path else { return Err(MISSING) };
    let size = card::size_of(&shape).ok_or(MISSING)?;
    let post = match posts.find(name.strip_suffix(".png").ok_or(MISSING)?).await? {
        Some(SlugLookup::Post(post)) => post.summary,
        Some(SlugLookup::Renamed(slug)) => return Err(PageError::moved(format!("/cards/{shape}/{slug}.png"))),
        None => return Err(MISSING),
    };
    let host = url.shown_host(&brand).to_owned();
    let brand = brand.name.clone();
    let draw = move || {
        let category = category(&post.tags, &post.label);
        card::draw(&card::CardText { brand: &brand, host: &host, category, title: &post.title, slug: &post.slug }, size)
    };
    Ok(file("image/png", drawn(&budget, draw).await?))
}

/// `/cards/page/{name}.png`: the preview image of a public page.
pub async fn page_card(
    State(brand): State<Arc<Site>>,
    State(url): State<SiteUrl>,
    State(budget): State<RenderBudget>,
    PathText(name): PathText,
) -> FileResult {
    let words = name.strip_suffix(".png").and_then(card::page_words);
    let (category, title) = words.ok_or(MISSING)?;
    let host = url.shown_host(&brand).to_owned();
    let draw = move || {
        let words = card::CardText { brand: &brand.name, host: &host, category, title, slug: "" };
        card::draw(&words, card::size_of("social")?)
    };
    Ok(file("image/png", drawn(&budget, draw).await?))
}

/// Draws an image on a blocking thread, since it takes a few milliseconds of CPU time. The thread holds the permit to
/// the end, even when the request is cancelled.
async fn drawn(
    budget: &RenderBudget,
    draw: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
) -> Result<Vec<u8>, HttpError> {
    let permit = budget.draw().await?;
    let drawing = tokio::task::spawn_blocking(move || {
        let drawn = draw();
        drop(permit);
        drawn
    });
    let drawn = drawing.await.ok().flatten();
    drawn.ok_or_else(|| AppError::internal("an image was not drawn").into())
}

fn file(content_type: &'static str, body: impl Into<Bytes>) -> MachineFile {
    MachineFile { content_type, body: body.into() }
}

async fn latest(posts: &PostService) -> Result<Vec<PostSummary>, PageError> {
    Ok(posts.first(&ListFilter { latest: true, ..ListFilter::default() }, LATEST).await?)
}
