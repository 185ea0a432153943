//! The views of posts for the API and the pages: cards, articles, and posts as staff see them.

mod article;
mod card;
mod staff;

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

pub use self::{
    article::{AuthorProfile, Post, PostView, rendered},
    card::{Card, author_names, card_pictures},
    staff::{AdminPost, AdminRow},
};
use super::{
    domain::{PostInput, reading_minutes},
    store::{PostLink, PostSummary, TagCount},
};
use crate::{
    authors::{Author, Authors},
    media::{FocalPoint, pictures::Pictures},
    site::{DEFAULT_AVATAR, Site},
};

/// A link to a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PostLink)]
pub struct PostLinkView {
    /// Root-relative URL of the post.
    pub url: String,
    /// Title of the post.
    pub title: String,
}

/// A tag, with the number of posts that have it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct TagView {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Name of the tag.
    pub name: String,
    /// Number of published posts with the tag.
    pub count: u64,
}

/// Builds views with the brand's time zone, authors and public address.
#[derive(Debug, Clone)]
pub struct Views<'a> {
    /// The brand.
    pub site: &'a Site,
    /// Public address without a trailing slash.
    pub public_url: &'a str,
    /// Sizes and versions of the posts' images.
    pub pictures: Pictures,
    /// The known authors among those of the posts.
    pub authors: Authors,
}

/// Returns the root-relative address of a post.
pub fn post_url(slug: &str) -> String {
    format!("/blog/{slug}")
}

impl Views<'_> {
    /// Adds sizes and versions of images.
    #[must_use]
    pub fn with_pictures(self, pictures: Pictures) -> Self {
        Self { pictures, ..self }
    }

    /// Adds the known authors.
    #[must_use]
    pub fn with_authors(self, authors: Authors) -> Self {
        Self { authors, ..self }
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

    /// Returns the address of an author's image, in its smallest version.
    fn avatar(&self, name: &str) -> String {
        let avatar = self.authors.get(name).map_or(DEFAULT_AVATAR, Author::avatar);
        self.pictures.smallest(avatar).to_owned()
    }

    /// Returns the focal point of an author's image.
    fn avatar_focal_point(&self, name: &str) -> Option<FocalPoint> {
        self.pictures.picture(self.authors.get(name).map(Author::avatar))?.focal_point
    }

    /// Returns the canonical address of a post whose editor did not set another.
    pub fn default_canonical(&self, slug: &str) -> String {
        format!("{}{}", self.public_url, post_url(slug))
    }
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
