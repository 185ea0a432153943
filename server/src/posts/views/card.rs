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
    /// What stays in sight of that picture. Absent for the middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub author_focal_point: Option<FocalPoint>,
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

/// Returns the addresses of the pictures of posts' cards.
pub fn card_pictures(posts: &[PostSummary]) -> impl Iterator<Item = &str> {
    posts.iter().filter_map(|post| post.thumbnail_image.as_deref().or(post.featured_image.as_deref()))
}

/// Returns the names of posts' authors.
pub fn author_names(posts: &[PostSummary]) -> impl Iterator<Item = &str> {
    posts.iter().map(|post| post.author.as_str())
}
