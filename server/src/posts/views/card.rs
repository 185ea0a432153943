//! A post in a list.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Views, first_tag, post_url, reading_time};
use crate::{
    dates::date_text,
    media::{FocalPoint, pictures::Picture},
    posts::{cover::Cover, store::PostSummary},
};

/// A post in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Card {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Last segment of the post's URL.
    pub slug: String,
    /// Root-relative URL of the post.
    pub url: String,
    /// Title. Words between `==` are highlighted on the typographic cover.
    pub title: String,
    /// Summary in plain text.
    pub summary: String,
    /// The meta title if it differs from the title, otherwise the first tag, otherwise "SEO".
    pub label: String,
    /// Name of the author.
    pub author: String,
    /// URL of the author's image.
    pub author_avatar: String,
    /// The point of the author's image that stays visible when it is cropped. Omitted for the centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author_focal_point: Option<FocalPoint>,
    /// URL of the thumbnail, or of the hero image if there is none. Null shows the typographic cover.
    #[schema(required = true)]
    pub thumbnail_image: Option<String>,
    /// Dimensions of the thumbnail. Only in page props, and only if it is in the media library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail_picture: Option<Picture>,
    /// Whether the post is featured.
    pub featured: bool,
    /// Whether the post is marked as trending.
    pub trending: bool,
    /// Publish date, or creation date if there is none.
    pub published_date: DateTime<Utc>,
    /// `published_date`, formatted as day, short month and year in the site's time zone.
    pub date_text: String,
    /// Reading time for display: "3 min" in lists, "3 min read" on the post itself.
    pub reading_time: String,
    /// Tags, in the order set by the editor.
    pub tags: Vec<String>,
    /// Section tags, in the order set by the editor.
    pub section_tags: Vec<String>,
    /// The first tag, or "SEO" if there is none.
    pub category: String,
    /// Typographic cover of the post.
    pub cover: Cover,
}

impl Views<'_> {
    /// Returns a post as shown in a list.
    pub fn card(&self, post: PostSummary) -> Card {
        let minutes = reading_time(&post);
        let thumbnail_image = self.pictures.updated(post.thumbnail_image.or(post.featured_image));
        Card {
            url: post_url(&post.slug),
            author_avatar: self.avatar(&post.author),
            author_focal_point: self.avatar_focal_point(&post.author),
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

    /// Returns posts as shown in a list.
    pub fn cards(&self, posts: Vec<PostSummary>) -> Vec<Card> {
        posts.into_iter().map(|post| self.card(post)).collect()
    }
}

/// Returns the addresses of the images on posts' cards.
pub fn card_pictures(posts: &[PostSummary]) -> impl Iterator<Item = &str> {
    posts.iter().filter_map(|post| post.thumbnail_image.as_deref().or(post.featured_image.as_deref()))
}

/// Returns the names of posts' authors.
pub fn author_names(posts: &[PostSummary]) -> impl Iterator<Item = &str> {
    posts.iter().map(|post| post.author.as_str())
}
