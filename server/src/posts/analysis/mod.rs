//! Analyses drafts with the SEO rules, and by comparing them with other posts. Nothing is saved.

mod store;

use std::collections::{BTreeSet, HashSet};

use percent_encoding::percent_decode_str;
use seo_rules::{Check, Document, Draft, Level, check_draft, score};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    domain::{PAGE_IDS, PostInput, Slug, check_content},
    presenter::PostPresenter,
    service::{PostLink, PostService},
    views::{post_url, rendered},
};
use crate::{
    error::AppError,
    media::Pictures,
    redirects::RedirectService,
    text::{plain_title, single_line},
};

/// Prefix of the addresses of authors' pages.
const AUTHORS: &str = "/authors/";

/// Maximum number of characters in a keyphrase.
pub const KEYPHRASE: usize = 100;

/// Maximum number of posts that are listed for a keyphrase.
const RIVALS: u64 = 20;

/// A draft to analyse, which may be unfinished.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub struct AnalysisInput {
    /// The fields of the draft. They are not validated as for a saved post, but content is limited to 5,000,000
    /// characters.
    #[serde(flatten)]
    pub post: PostInput,
    /// Search phrase that the post should rank for, at most 100 characters. Empty for none.
    #[serde(default)]
    #[schema(max_length = 100)]
    pub keyphrase: String,
    /// Id of the post being edited, which is left out of comparisons with other posts. Null for a new post.
    #[serde(default)]
    pub id: Option<Uuid>,
}

/// The outcome of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CheckLevel {
    /// Passed.
    Good,
    /// Passed in part, or worth a look.
    Warn,
    /// Failed.
    Bad,
}

/// The result of one rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct AnalysisCheck {
    /// Name of the rule, such as `title_width`.
    pub id: &'static str,
    /// Outcome of the rule.
    pub level: CheckLevel,
    /// Measured value with its unit, such as "397 px".
    pub value: String,
    /// Required value with its unit, such as "200–561 px".
    pub threshold: String,
    /// How to fix it, in one sentence.
    pub advice: String,
}

/// The result of an analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Analysis {
    /// Score from 0 to 100. A passed check counts in full, one with a warning half.
    #[schema(minimum = 0, maximum = 100)]
    pub score: u8,
    /// Results of all rules: title, description and URL first, then text, keyphrase, links and images, then comparisons
    /// with other posts.
    pub checks: Vec<AnalysisCheck>,
    /// Link targets in the draft that do not exist on the site, as written in the draft, each once.
    pub broken_links: Vec<String>,
}

impl From<Check> for AnalysisCheck {
    fn from(Check { id, level, value, threshold, advice }: Check) -> Self {
        let level = match level {
            Level::Good => CheckLevel::Good,
            Level::Warn => CheckLevel::Warn,
            Level::Bad => CheckLevel::Bad,
        };
        Self { id, level, value, threshold, advice }
    }
}

/// Analyses drafts.
#[derive(Clone)]
pub struct PostAnalyser {
    posts: PostService,
    presenter: PostPresenter,
    redirects: RedirectService,
    pages: &'static [&'static str],
}

impl PostAnalyser {
    /// Returns an analyser. `pages` are the paths of the site's pages other than posts.
    pub fn new(
        posts: PostService,
        presenter: PostPresenter,
        redirects: RedirectService,
        pages: &'static [&'static str],
    ) -> Self {
        Self { posts, presenter, redirects, pages }
    }

    /// Analyses a draft. Fails when its content or keyphrase is too long.
    pub async fn analyse(&self, input: AnalysisInput) -> Result<Analysis, AppError> {
        check_lengths(&input)?;
        let AnalysisInput { mut post, keyphrase, id } = input;
        let content = std::mem::take(&mut post.content);
        let content = blocking(move || rich_text::sanitize(&content, &PAGE_IDS).html).await?;
        let addresses: BTreeSet<&str> = rich_text::picture_addresses(&content).collect();
        let views = self.presenter.views_with(addresses).await?;
        let first_page = rich_text::page_html(&content, 1).unwrap_or_default();
        let (post, pictures, site) = (views.shown(post, first_page), views.pictures, views.public_url.to_owned());
        let draft = blocking(move || RenderedDraft::new(&post, &keyphrase, &content, &pictures, site)).await?;
        let broken_links = self.broken_links(&draft).await?;
        let mut checks = self.beside_others(&draft, id, &broken_links).await?;
        checks.splice(0..0, blocking(move || check_draft(&draft.draft())).await?);
        let score = score(&checks);
        Ok(Analysis { score, checks: checks.into_iter().map(AnalysisCheck::from).collect(), broken_links })
    }

    /// Checks a draft against other posts and pages.
    async fn beside_others(
        &self,
        draft: &RenderedDraft,
        id: Option<Uuid>,
        broken_links: &[String],
    ) -> Result<Vec<Check>, AppError> {
        let named = |post: PostLink| post_url(&post.slug);
        // The page title is the heading if no other was typed.
        let mut titles = vec![draft.heading.as_str(), draft.title.as_str()];
        titles.retain(|title| !title.is_empty());
        let same_title = self.posts.store.with_title(&titles, id).await?.map(named);
        let same_slug = match Slug::parse(&draft.slug) {
            Ok(slug) => self.posts.store.with_slug(slug.as_str(), id).await?.map(named),
            Err(_) => None,
        };
        let mut rivals = Vec::new();
        if !draft.keyphrase.is_empty() {
            let others = self.posts.store.titled_with(&draft.keyphrase, self.posts.now(), RIVALS).await?;
            rivals.extend(others.into_iter().filter(|post| Some(post.id) != id).map(|post| post_url(&post.slug)));
        }
        let listed = |found: Option<String>| found.into_iter().collect::<Vec<_>>();
        Ok(vec![
            Check::none_of("unique_title", Level::Bad, &listed(same_title), "Choose a title that no other post has."),
            Check::none_of("unique_slug", Level::Bad, &listed(same_slug), "Choose a slug that no other post has."),
            Check::none_of(
                "unique_keyphrase",
                Level::Warn,
                &rivals,
                "Choose another keyphrase, or link to the post that already has it in its title.",
            ),
            Check::none_of("broken_links", Level::Bad, broken_links, "Correct or remove these links."),
        ])
    }

    /// Returns the links of a draft to pages, posts and elements of the site that do not exist and do not redirect.
    async fn broken_links(&self, draft: &RenderedDraft) -> Result<Vec<String>, AppError> {
        let targets: Vec<(&str, Target)> =
            draft.body.links.iter().map(|link| (link.href.as_str(), Target::of(&link.href, &draft.site))).collect();
        let slugs: BTreeSet<&String> = targets
            .iter()
            .filter_map(|(_, target)| if let Target::Post(slug) = target { Some(slug) } else { None })
            .collect();
        let slugs: Vec<String> = slugs.into_iter().cloned().collect();
        let reachable = self.posts.store.reachable_slugs(&slugs, self.posts.now()).await?;
        let has_authors =
            |(_, target): &(&str, Target)| matches!(target, Target::Page(path) if path.starts_with(AUTHORS));
        let authors =
            if targets.iter().any(has_authors) { self.presenter.author_pages().await? } else { HashSet::new() };
        let is_broken = |target: &Target| match target {
            Target::Post(slug) => *slug != draft.slug && !reachable.contains(slug),
            Target::Page(path) => !self.pages.contains(&path.as_str()) && !authors.contains(path),
            Target::Place(id) => !draft.has_place(id),
            Target::Other => false,
        };
        let mut seen = HashSet::new();
        let mut broken: Vec<(&str, Option<String>)> = targets
            .iter()
            .filter(|(href, target)| is_broken(target) && seen.insert(*href))
            .map(|(href, target)| (*href, target.path()))
            .collect();
        let paths: Vec<&str> = broken.iter().filter_map(|(_, path)| path.as_deref()).collect();
        let redirected: HashSet<String> =
            self.redirects.redirected(&paths).await?.into_iter().map(str::to_owned).collect();
        broken.retain(|(_, path)| path.as_ref().is_none_or(|path| !redirected.contains(path)));
        Ok(broken.into_iter().map(|(href, _)| href.to_owned()).collect())
    }
}

/// A draft rendered for readers.
struct RenderedDraft {
    heading: String,
    title: String,
    description: String,
    site: String,
    slug: String,
    path: String,
    keyphrase: String,
    body: Document,
    /// How many headings precede each page.
    page_starts: Vec<usize>,
}

impl RenderedDraft {
    /// Renders a draft. `content` is its sanitised HTML; title and description are those that readers get.
    fn new(post: &PostInput, keyphrase: &str, content: &str, pictures: &Pictures, site: String) -> Self {
        let (mut body, mut page_starts, mut headings) = (Document::default(), Vec::new(), 0);
        for page in rich_text::split_pages(content) {
            let page = Document::parse(&rendered(&page, pictures, |_| None));
            page_starts.push(headings);
            headings += page.headings().count();
            body.append(page);
        }
        let slug = post.slug.trim().to_owned();
        Self {
            heading: plain_title(&single_line(&post.title)),
            title: single_line(&post.meta_title),
            description: single_line(&post.meta_description),
            site,
            path: post_url(&slug),
            slug,
            keyphrase: single_line(keyphrase),
            body,
            page_starts,
        }
    }

    fn draft(&self) -> Draft<'_> {
        Draft {
            title: &self.title,
            heading: &self.heading,
            description: &self.description,
            site: &self.site,
            path: &self.path,
            keyphrase: &self.keyphrase,
            body: &self.body,
            page_starts: &self.page_starts,
        }
    }

    /// Returns whether the post or the page around it has an element with this id.
    fn has_place(&self, id: &str) -> bool {
        id.is_empty() || id == "top" || id.starts_with(":~:") || PAGE_IDS.contains(&id) || self.body.ids.contains(id)
    }
}

/// What a link leads to.
#[derive(Debug, PartialEq, Eq)]
enum Target {
    /// A post of the site, by its slug.
    Post(String),
    /// Another page of the site, by its path.
    Page(String),
    /// An element of the same page, by its id.
    Place(String),
    /// A file of the site, another site or an email address.
    Other,
}

impl Target {
    fn of(href: &str, site: &str) -> Self {
        if let Some(place) = href.strip_prefix('#') {
            return Self::Place(percent_decode_str(place).decode_utf8_lossy().into_owned());
        }
        let own = href.strip_prefix(site).filter(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']));
        let Some(address) = own.or_else(|| (href.starts_with('/') && !href.starts_with("//")).then_some(href)) else {
            return Self::Other;
        };
        // An address with a trailing slash redirects to the one without.
        let path = address.split(['?', '#']).next().unwrap_or_default().trim_end_matches('/');
        match path.strip_prefix("/blog/") {
            // Addresses of posts and authors with capitals redirect to those in lower case.
            Some(slug) => Self::Post(slug.to_ascii_lowercase()),
            // Files have a dot in their name, and readers do not see the pages of staff.
            None if path.contains('.') || path.starts_with("/admin") || path == "/auth" => Self::Other,
            None if path.starts_with(AUTHORS) => Self::Page(path.to_ascii_lowercase()),
            None => Self::Page(if path.is_empty() { "/".to_owned() } else { path.to_owned() }),
        }
    }

    /// Returns the path of a page or post of the site.
    fn path(&self) -> Option<String> {
        match self {
            Self::Post(slug) => Some(post_url(slug)),
            Self::Page(path) => Some(path.clone()),
            Self::Place(_) | Self::Other => None,
        }
    }
}

fn check_lengths(input: &AnalysisInput) -> Result<(), AppError> {
    if input.keyphrase.chars().count() > KEYPHRASE {
        return Err(AppError::invalid("keyphrase", format!("Keyphrase must be at most {KEYPHRASE} characters")));
    }
    Ok(check_content(&input.post.content)?)
}

/// Runs a step that may take long on a blocking thread.
async fn blocking<T: Send + 'static>(step: impl FnOnce() -> T + Send + 'static) -> Result<T, AppError> {
    tokio::task::spawn_blocking(step).await.map_err(AppError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_leads_to_a_post_a_page_a_place_or_elsewhere() {
        let post = |slug: &str| Target::Post(slug.to_owned());
        let page = |path: &str| Target::Page(path.to_owned());
        for (href, target) in [
            ("/blog/one", post("one")),
            ("/blog/one?page=2#x", post("one")),
            ("https://site.test/blog/one", post("one")),
            ("/blog", page("/blog")),
            ("/blog?tag=Local%20SEO", page("/blog")),
            ("https://site.test", page("/")),
            ("/", page("/")),
            ("/about/", page("/about")),
            ("/blog/?page=2", page("/blog")),
            ("/blog/one/", post("one")),
            ("/blog/One", post("one")),
            ("/authors/Ann", page("/authors/ann")),
            ("/nowhere", page("/nowhere")),
            ("#part%20one", Target::Place("part one".to_owned())),
            ("https://site.testing/blog/one", Target::Other),
            ("//cdn.test/blog/one", Target::Other),
            ("/media/images/1-a.webp", Target::Other),
            ("mailto:a@site.test", Target::Other),
            ("/auth", Target::Other),
        ] {
            assert_eq!(Target::of(href, "https://site.test"), target, "{href}");
        }
    }
}
