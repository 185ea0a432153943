//! A post as staff get it: in the editor and in the admin list.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{Views, first_tag};
use crate::{
    dates::{date_text, date_time_text},
    media::pictures::Picture,
    posts::{
        cover::Cover,
        domain::{PostInput, PostState, TRASH_LIFE},
        store::{PostRecord, PostSummary},
    },
};

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
    /// Size and forms of the thumbnail, where it is the library's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail_picture: Option<Picture>,
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

impl Views<'_> {
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

    /// Returns a row of the admin list.
    pub fn admin_row(&self, post: PostSummary, now: DateTime<Utc>) -> AdminRow {
        let state = post.state(now);
        let at = match state {
            PostState::Draft | PostState::Live => None,
            PostState::Scheduled => Some(post.listed_at),
            PostState::Trash => post.trashed_at.map(|at| at + TRASH_LIFE),
        };
        let thumbnail_image = self.pictures.updated(post.thumbnail_image.or(post.featured_image));
        AdminRow {
            thumbnail_picture: self.pictures.picture(thumbnail_image.as_deref()),
            thumbnail_image,
            state,
            state_text: at.map(|at| date_time_text(at, self.site.time_zone)),
            created_text: date_text(post.created_at, self.site.time_zone),
            featured: post.featured_at.is_some(),
            category: first_tag(&post.tags),
            cover: Cover::of(&post.title, &post.slug, &post.tags, &post.label),
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
}
