//! What machines read to find their way: sitemap, robots.txt, feed, llms.txt, security.txt. Each is made of the same
//! content as the pages, kept in the same cache, and changes with the same version.

mod feed;
mod sitemap;
mod texts;
mod xml;

use axum::extract::State;

use crate::{
    app::App,
    extract::PathText,
    pages::{MachineFile, PageError},
    posts::service::ListFilter,
};

/// What a function of this module answers.
type FileResult = Result<MachineFile, PageError>;

const XML: &str = "application/xml; charset=utf-8";
const RSS: &str = "application/rss+xml; charset=utf-8";
const TEXT: &str = "text/plain; charset=utf-8";

/// How many posts the feed and llms.txt name.
const LATEST: u64 = 50;

/// `/robots.txt`
pub async fn robots(State(app): State<App>) -> FileResult {
    Ok(MachineFile { content_type: TEXT, body: texts::robots(&app.public_url) })
}

/// `/.well-known/security.txt`
pub async fn security(State(app): State<App>) -> FileResult {
    let body = texts::security(&app.config.site.contact_email, &app.public_url, app.clock.now());
    Ok(MachineFile { content_type: TEXT, body })
}

/// `/llms.txt`
pub async fn llms(State(app): State<App>) -> FileResult {
    let posts = latest(&app).await?;
    Ok(MachineFile { content_type: TEXT, body: texts::llms(&app.config.site, &app.public_url, &posts) })
}

/// `/feed.xml`
pub async fn feed(State(app): State<App>) -> FileResult {
    let posts = latest(&app).await?;
    Ok(MachineFile { content_type: RSS, body: feed::rss(&app.config.site.name, &app.public_url, &posts) })
}

/// `/sitemap.xml`: the addresses, or where there are too many for one file the list of its parts.
pub async fn sitemap(State(app): State<App>) -> FileResult {
    let body = sitemap::root(&app.public_url, &sitemap::entries(&app).await?, sitemap::MOST);
    Ok(MachineFile { content_type: XML, body })
}

/// `/sitemap-{number}.xml`: one part of a sitemap that has several.
pub async fn sitemap_part(State(app): State<App>, PathText(name): PathText) -> FileResult {
    const MISSING: PageError = PageError::NotFound { replace_with: None };
    let number = name.strip_suffix(".xml").and_then(|number| number.parse().ok()).ok_or(MISSING)?;
    let entries = sitemap::entries(&app).await?;
    let body = sitemap::part(&app.public_url, &entries, sitemap::MOST, number).ok_or(MISSING)?;
    Ok(MachineFile { content_type: XML, body })
}

async fn latest(app: &App) -> Result<Vec<crate::posts::service::PostSummary>, PageError> {
    Ok(app.posts.first(&ListFilter { latest: true, ..ListFilter::default() }, LATEST).await?)
}
