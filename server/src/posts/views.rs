//! The views of posts for the API and the pages.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    cover::Cover,
    domain::{ArticleFields, Heading, PostInput, PostState, TRASH_LIFE, reading_minutes},
    store::{PostLink, PostRecord, PostSummary, TagCount},
};
use crate::{
    authors::{Author, Authors, domain::author_url},
    dates::date_text,
    media::pictures::{Picture, Pictures},
    site::{DEFAULT_AVATAR, Site},
};

/// A post in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Card {
    /// UUIDv7.
    pub id: Uuid,
    /// The last part of its address.
    pub slug: String,
    /// Root-relative address.
    pub url: String,
    /// Title; words between `==` are the ones its cover marks.
    pub title: String,
    /// One or two sentences.
    pub summary: String,
    /// The meta title if it differs from the title, else the first tag, else "SEO".
    pub label: String,
    /// The author's name.
    pub author: String,
    /// Address of the author's picture.
    pub author_avatar: String,
    /// Address of the thumbnail; null shows a typographic cover.
    #[schema(required = true)]
    pub thumbnail_image: Option<String>,
    /// Size and forms of the thumbnail, on pages, where it is the library's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail_picture: Option<Picture>,
    /// Whether it is featured.
    pub featured: bool,
    /// Whether it is marked as trending.
    pub trending: bool,
    /// The publish date, else the creation date.
    pub published_date: DateTime<Utc>,
    /// The same for display: day, short month, year in the site's time zone.
    pub date_text: String,
    /// "3 min" in lists, "3 min read" on the post itself.
    pub reading_time: String,
    /// Tags in the editor's order.
    pub tags: Vec<String>,
    /// Section tags in the editor's order.
    pub section_tags: Vec<String>,
    /// The first tag, else "SEO".
    pub category: String,
    /// Its typographic cover.
    pub cover: Cover,
}

/// A post with all that readers see.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Post {
    /// What lists show.
    #[serde(flatten)]
    pub card: Card,
    /// The other fields.
    #[serde(flatten)]
    pub article: ArticleFields,
    /// The whole content as safe HTML.
    pub content: String,
    /// The content split at its page breaks.
    pub pages: Vec<String>,
    /// Headings of all pages, in order.
    pub headings: Vec<Heading>,
    /// A sentence or two about the author.
    pub author_bio: String,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Up to three posts that share a tag.
    pub related: Vec<Card>,
}

/// Who wrote a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthorProfile {
    /// Name.
    pub name: String,
    /// Address of a square picture.
    pub avatar: String,
    /// A sentence or two; may be empty.
    pub bio: String,
    /// Job title of a known author.
    #[schema(required = true)]
    pub job_title: Option<String>,
    /// Years of experience of a known author.
    #[schema(required = true)]
    pub years_of_experience: Option<u16>,
    /// The company, for a known author.
    #[schema(required = true)]
    pub works_for: Option<String>,
    /// Root-relative address of a known author's page.
    #[schema(required = true)]
    pub url: Option<String>,
}

/// One page of a post, as the post page shows it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostView {
    /// What lists show.
    #[serde(flatten)]
    pub card: Card,
    /// The other fields.
    #[serde(flatten)]
    pub article: ArticleFields,
    /// This page's content as safe HTML.
    pub content: String,
    /// Number of this page, from 1.
    pub page: u32,
    /// How many pages there are.
    pub pages: u32,
    /// Headings of all pages, in order.
    pub headings: Vec<Heading>,
    /// "6 min read".
    pub reading_time_long: String,
    /// Words in all pages.
    pub word_count: u32,
    /// Who wrote it.
    pub author_profile: AuthorProfile,
    /// Size and forms of the hero image, where it is the library's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured_picture: Option<Picture>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
}

/// A link to a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PostLink)]
pub struct PostLinkView {
    /// Root-relative address.
    pub url: String,
    /// The post's title.
    pub title: String,
}

/// A tag and its use.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TagView {
    /// UUIDv7.
    pub id: Uuid,
    /// Name.
    pub name: String,
    /// How many published posts carry it.
    pub count: u64,
}

/// A post as staff edit it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminPost {
    /// UUIDv7.
    pub id: Uuid,
    /// Grows with every save; a change names the one it was made from.
    pub version: i64,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// Its state.
    pub state: PostState,
    /// What it says.
    #[serde(flatten)]
    pub input: PostInput,
}

/// A row of the admin list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminRow {
    /// UUIDv7.
    pub id: Uuid,
    /// Title.
    pub title: String,
    /// The last part of its address.
    pub slug: String,
    /// One or two sentences.
    pub summary: String,
    /// The author's name.
    pub author: String,
    /// Whether it is published. It may still wait for its publish date.
    pub published: bool,
    /// Its state.
    pub state: PostState,
    /// The moment for which it is scheduled, or at which it leaves the trash, for display.
    #[schema(required = true)]
    pub state_text: Option<String>,
    /// Whether it is featured.
    pub featured: bool,
    /// Whether it is marked as trending.
    pub trending: bool,
    /// The first tag, else "SEO".
    pub category: String,
    /// Tags in the editor's order.
    pub tags: Vec<String>,
    /// Its typographic cover.
    pub cover: Cover,
    /// Address of the thumbnail.
    #[schema(required = true)]
    pub thumbnail_image: Option<String>,
    /// Publish date, else creation date.
    pub published_date: DateTime<Utc>,
    /// The publish date for display; null for an unpublished post without one.
    #[schema(required = true)]
    pub published_text: Option<String>,
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// The same for display.
    pub created_text: String,
    /// When it was last changed.
    pub updated_at: DateTime<Utc>,
    /// The same for display.
    pub updated_text: String,
}

/// Builds views with the brand's time zone, authors and public address.
#[derive(Debug, Clone)]
pub struct Views<'a> {
    /// The brand.
    pub site: &'a Site,
    /// Public address without a trailing slash.
    pub public_url: &'a str,
    /// Sizes and forms of the posts' pictures.
    pub pictures: Pictures,
    /// The known authors among those of the posts.
    pub authors: Authors,
}

/// Returns the addresses of the pictures of posts' cards.
pub fn card_pictures(posts: &[PostSummary]) -> impl Iterator<Item = &str> {
    posts.iter().filter_map(|post| post.thumbnail_image.as_deref().or(post.featured_image.as_deref()))
}

/// Returns the names of posts' authors.
pub fn author_names(posts: &[PostSummary]) -> impl Iterator<Item = &str> {
    posts.iter().map(|post| post.author.as_str())
}

/// Root-relative address of a post.
pub fn post_url(slug: &str) -> String {
    format!("/blog/{slug}")
}

impl Views<'_> {
    /// Adds sizes and forms of pictures.
    #[must_use]
    pub fn with_pictures(self, pictures: Pictures) -> Self {
        Self { pictures, ..self }
    }

    /// Adds the known authors.
    #[must_use]
    pub fn with_authors(self, authors: Authors) -> Self {
        Self { authors, ..self }
    }

    /// A post in a list.
    pub fn card(&self, post: PostSummary) -> Card {
        let known = self.authors.get(&post.author);
        let minutes = reading_time(&post);
        let thumbnail_image = post.thumbnail_image.or(post.featured_image);
        Card {
            url: post_url(&post.slug),
            author_avatar: known.map_or(DEFAULT_AVATAR, Author::avatar).to_owned(),
            thumbnail_picture: self.pictures.picture(thumbnail_image.as_deref()),
            thumbnail_image,
            featured: post.featured_at.is_some(),
            published_date: post.listed_at,
            date_text: date_text(post.listed_at, self.site.time_zone),
            reading_time: format!("{minutes} min"),
            category: first_tag(&post.tags),
            cover: Cover::of(&post.title, &post.slug, &post.tags, &post.label),
            id: post.id,
            slug: post.slug,
            title: post.title,
            summary: post.summary,
            label: post.label,
            author: post.author,
            trending: post.trending,
            tags: post.tags,
            section_tags: post.section_tags,
        }
    }

    /// Posts in a list.
    pub fn cards(&self, posts: Vec<PostSummary>) -> Vec<Card> {
        posts.into_iter().map(|post| self.card(post)).collect()
    }

    /// A whole post.
    pub fn post(&self, mut record: PostRecord, related: Vec<PostSummary>) -> Post {
        let minutes = reading_time(&record.summary);
        Post {
            pages: rich_text::split_pages(&record.post.content),
            content: std::mem::take(&mut record.post.content),
            author_bio: self.author_bio(&record.post),
            created_at: record.summary.created_at,
            updated_at: record.summary.updated_at,
            related: self.cards(related),
            headings: record.headings,
            article: self.filled(record.post).into(),
            card: Card { reading_time: format!("{minutes} min read"), ..self.card(record.summary) },
        }
    }

    /// Returns page `number` (from 1) of a post. None when it has no such page.
    pub fn post_page(&self, PostRecord { summary, post, headings, .. }: PostRecord, number: u32) -> Option<PostView> {
        let content = rendered(rich_text::page_html(&post.content, number)?, &self.pictures);
        let known = self.authors.get(&post.author);
        Some(PostView {
            content,
            page: number,
            pages: u32::try_from(rich_text::page_count(&post.content)).unwrap_or(u32::MAX),
            reading_time_long: format!("{} min read", reading_time(&summary)),
            word_count: summary.word_count.unsigned_abs(),
            author_profile: AuthorProfile {
                name: post.author.clone(),
                avatar: known.map_or(DEFAULT_AVATAR, Author::avatar).to_owned(),
                bio: self.author_bio(&post),
                job_title: known.map(|author| author.job_title.clone()).filter(|title| !title.is_empty()),
                years_of_experience: known.and_then(|author| author.years_of_experience),
                works_for: known.map(|_| self.site.name.clone()),
                url: known.map(|author| author_url(&author.slug)),
            },
            featured_picture: self.pictures.picture(post.featured_image.as_deref()),
            created_at: summary.created_at,
            updated_at: summary.updated_at,
            headings,
            article: self.filled(post).into(),
            card: self.card(summary),
        })
    }

    /// Returns what an article says of its author: what its editor wrote, else the known author's biography.
    fn author_bio(&self, post: &PostInput) -> String {
        match self.authors.get(&post.author) {
            Some(author) if post.author_bio.is_empty() => author.bio.clone(),
            _ => post.author_bio.clone(),
        }
    }

    /// Returns a post for the editor, with the defaults of empty fields.
    pub fn admin_post(&self, record: PostRecord, now: DateTime<Utc>) -> AdminPost {
        AdminPost {
            id: record.summary.id,
            state: record.summary.state(now),
            version: record.version,
            created_at: record.summary.created_at,
            updated_at: record.summary.updated_at,
            input: self.filled(record.post),
        }
    }

    /// Returns the input of a post, with the defaults of empty fields.
    pub fn filled(&self, mut post: PostInput) -> PostInput {
        if post.meta_title.is_empty() {
            post.meta_title.clone_from(&post.title);
        }
        if post.meta_description.is_empty() {
            post.meta_description.clone_from(&post.summary);
        }
        let canonical_url = post.canonical_url.take().unwrap_or_else(|| self.default_canonical(&post.slug));
        PostInput { canonical_url: Some(canonical_url), ..post }
    }

    /// A row of the admin list.
    pub fn admin_row(&self, post: PostSummary, now: DateTime<Utc>) -> AdminRow {
        let state = post.state(now);
        let at = match state {
            PostState::Draft | PostState::Live => None,
            PostState::Scheduled => Some(post.listed_at),
            PostState::Trash => post.trashed_at.map(|at| at + TRASH_LIFE),
        };
        let time_text =
            |at: DateTime<Utc>| at.with_timezone(&self.site.time_zone).format("%-d %b %Y, %H:%M").to_string();
        AdminRow {
            state,
            state_text: at.map(time_text),
            created_text: date_text(post.created_at, self.site.time_zone),
            featured: post.featured_at.is_some(),
            category: first_tag(&post.tags),
            cover: Cover::of(&post.title, &post.slug, &post.tags, &post.label),
            thumbnail_image: post.thumbnail_image.or(post.featured_image),
            published_date: post.listed_at,
            published_text: (post.published || post.listed_at != post.created_at)
                .then(|| date_text(post.listed_at, self.site.time_zone)),
            updated_text: date_text(post.updated_at, self.site.time_zone),
            tags: post.tags,
            id: post.id,
            title: post.title,
            slug: post.slug,
            summary: post.summary,
            author: post.author,
            published: post.published,
            trending: post.trending,
            created_at: post.created_at,
            updated_at: post.updated_at,
        }
    }

    /// Returns the canonical address of a post whose editor named no other.
    pub fn default_canonical(&self, slug: &str) -> String {
        format!("{}{}", self.public_url, post_url(slug))
    }
}

impl PostSummary {
    /// Returns its state.
    pub fn state(&self, now: DateTime<Utc>) -> PostState {
        if self.trashed_at.is_some() {
            PostState::Trash
        } else if !self.published {
            PostState::Draft
        } else if self.listed_at > now {
            PostState::Scheduled
        } else {
            PostState::Live
        }
    }
}

/// Returns one page of an article's HTML as readers get it.
pub fn rendered(html: &str, pictures: &Pictures) -> String {
    rich_text::render_html(html, |address| {
        let known = pictures.get(address)?;
        let picture = &known.picture;
        Some(rich_text::Picture {
            width: picture.width,
            height: picture.height,
            srcset: picture.srcset.as_deref(),
            alt: &known.alt_text,
        })
    })
}

/// Returns what the badge of a post shows.
fn first_tag(tags: &[String]) -> String {
    tags.first().map_or("SEO", String::as_str).to_owned()
}

/// Returns the reading time of a post in minutes.
fn reading_time(post: &PostSummary) -> u32 {
    reading_minutes(post.word_count.unsigned_abs())
}

impl From<PostLink> for PostLinkView {
    fn from(link: PostLink) -> Self {
        Self { url: post_url(&link.slug), title: link.title }
    }
}

impl From<TagCount> for TagView {
    fn from(tag: TagCount) -> Self {
        Self { id: tag.id, name: tag.name, count: tag.count }
    }
}
