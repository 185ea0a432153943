//! What machines read to find their way: sitemap, robots.txt, feed, llms.txt, security.txt, pictures for previews. Each is made of the same
//! content as the pages, kept in the same cache, and changes with the same version.

mod card;
mod feed;
mod icon;
mod sitemap;
mod texts;
mod xml;

use axum::{
    extract::{Path, State, rejection::PathRejection},
    http::Uri,
};
use bytes::Bytes;

use crate::{
    app::App,
    error::AppError,
    extract::PathText,
    pages::{MachineFile, PageError},
    posts::{
        domain::category,
        service::{ListFilter, PostSummary, SlugLookup},
    },
    site::Site,
};

/// What a function of this module answers.
type FileResult = Result<MachineFile, PageError>;

const XML: &str = "application/xml; charset=utf-8";
const RSS: &str = "application/rss+xml; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

const MISSING: PageError = PageError::NotFound { replace_with: None };

/// How many posts the feed and llms.txt name.
const LATEST: u64 = 50;

/// `/images/og-default.png`: what social networks show of pages that have no picture of their own.
pub async fn site_card(State(app): State<App>) -> FileResult {
    let site = &app.config.site;
    let (brand, since) = (site.name.clone(), format!("Since {}", site.founding_year));
    let title = if site.strapline.trim().is_empty() { brand.clone() } else { site.strapline.clone() };
    let host = host(&app);
    let draw = move || {
        let words = card::Words { brand: &brand, host: &host, category: &since, title: &title, slug: "" };
        card::draw(&words, card::size_of("social")?)
    };
    Ok(file("image/png", drawn(draw).await?))
}

/// The addresses of the icons that are drawn for a site. Those of the built-in brand are files.
pub fn icons(site: &Site) -> &'static [&'static str] {
    if site.is_demo() { &[] } else { &icon::ADDRESSES }
}

/// `/favicon.svg` and the like, for a brand that has none drawn by hand.
pub async fn icon(State(app): State<App>, uri: Uri) -> FileResult {
    let icon = icon::Icon::at(uri.path()).ok_or(MISSING)?;
    let brand = app.config.site.name.clone();
    Ok(file(icon.content_type(), drawn(move || icon.draw(&brand)).await?))
}

/// `/site.webmanifest`
pub async fn manifest(State(app): State<App>) -> FileResult {
    Ok(file("application/manifest+json", texts::manifest(&app.config.site)))
}

/// `/robots.txt`
pub async fn robots(State(app): State<App>) -> FileResult {
    Ok(file(TEXT, texts::robots(&app.public_url)))
}

/// `/.well-known/security.txt`
pub async fn security(State(app): State<App>) -> FileResult {
    let body = texts::security(&app.config.site.contact_email, &app.public_url, app.clock.now());
    Ok(file(TEXT, body))
}

/// `/llms.txt`
pub async fn llms(State(app): State<App>) -> FileResult {
    let posts = latest(&app).await?;
    Ok(file(TEXT, texts::llms(&app.config.site, &app.public_url, &posts)))
}

/// `/feed.xml`
pub async fn feed(State(app): State<App>) -> FileResult {
    let posts = latest(&app).await?;
    Ok(file(RSS, feed::rss(&app.config.site.name, &app.public_url, &posts)))
}

/// `/sitemap.xml`: the addresses, or where there are too many for one file the list of its parts.
pub async fn sitemap(State(app): State<App>) -> FileResult {
    let body = sitemap::root(&app.public_url, &sitemap::entries(&app).await?, sitemap::MOST);
    Ok(file(XML, body))
}

/// `/sitemap-{number}.xml`: one part of a sitemap that has several.
pub async fn sitemap_part(State(app): State<App>, PathText(name): PathText) -> FileResult {
    let number = name.strip_suffix(".xml").and_then(|number| number.parse().ok()).ok_or(MISSING)?;
    let entries = sitemap::entries(&app).await?;
    let body = sitemap::part(&app.public_url, &entries, sitemap::MOST, number).ok_or(MISSING)?;
    Ok(file(XML, body))
}

/// `/cards/{shape}/{slug}.png`: the picture of a post that social networks and search engines show.
pub async fn card(State(app): State<App>, path: Result<Path<(String, String)>, PathRejection>) -> FileResult {
    let Ok(Path((shape, name))) = path else { return Err(MISSING) };
    let size = card::size_of(&shape).ok_or(MISSING)?;
    let post = match app.posts.find(name.strip_suffix(".png").ok_or(MISSING)?).await? {
        Some(SlugLookup::Post(post)) => post.summary,
        Some(SlugLookup::Renamed(slug)) => return Err(PageError::moved(format!("/cards/{shape}/{slug}.png"))),
        None => return Err(MISSING),
    };
    let brand = app.config.site.name.clone();
    let host = host(&app);
    let draw = move || {
        let category = category(&post.tags, &post.label);
        card::draw(&card::Words { brand: &brand, host: &host, category, title: &post.title, slug: &post.slug }, size)
    };
    Ok(file("image/png", drawn(draw).await?))
}

/// A picture. Drawing takes some milliseconds of a processor: beside the threads that answer requests.
async fn drawn(draw: impl FnOnce() -> Option<Vec<u8>> + Send + 'static) -> Result<Vec<u8>, AppError> {
    let drawn = tokio::task::spawn_blocking(draw).await.ok().flatten();
    drawn.ok_or_else(|| AppError::Internal("a picture was not drawn".to_owned()))
}

/// The site's host, as pictures show it.
fn host(app: &App) -> String {
    app.public_url.split_once("://").map_or("", |(_, host)| host).to_owned()
}

fn file(content_type: &'static str, body: impl Into<Bytes>) -> MachineFile {
    MachineFile { content_type, body: body.into() }
}

async fn latest(app: &App) -> Result<Vec<PostSummary>, PageError> {
    Ok(app.posts.first(&ListFilter { latest: true, ..ListFilter::default() }, LATEST).await?)
}
