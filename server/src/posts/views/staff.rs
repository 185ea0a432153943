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

/// A post, as edited by staff.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminPost {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Version number, incremented on every change. An update must send the current one.
    pub version: i64,
    /// When the post was created.
    pub created_at: DateTime<Utc>,
    /// When the post was last updated.
    pub updated_at: DateTime<Utc>,
    /// State of the post.
    pub state: PostState,
    /// The fields of the post. Empty `meta_title`, `meta_description` and `canonical_url` have their defaults.
    #[serde(flatten)]
    pub input: PostInput,
}

/// A post in the admin list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AdminRow {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Title of the post.
    pub title: String,
    /// Last segment of the post's URL.
    pub slug: String,
    /// Summary in plain text.
    pub summary: String,
    /// Name of the author.
    pub author: String,
    /// Whether the post is published. It may still be scheduled.
    pub published: bool,
    /// State of the post.
    pub state: PostState,
    /// When a scheduled post is published, or a post in the trash is deleted, formatted for display. Null in other
    /// states.
    #[schema(required = true)]
    pub state_text: Option<String>,
    /// Whether the post is featured.
    pub featured: bool,
    /// Whether the post is marked as trending.
    pub trending: bool,
    /// The first tag, or "SEO" if there is none.
    pub category: String,
    /// Tags, in the order set by the editor.
    pub tags: Vec<String>,
    /// Typographic cover of the post.
    pub cover: Cover,
    /// URL of the thumbnail, or of the hero image if there is none. Null if there is neither.
    #[schema(required = true)]
    pub thumbnail_image: Option<String>,
    /// Dimensions of the thumbnail. Omitted if it is not in the media library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thumbnail_picture: Option<Picture>,
    /// Publish date, or creation date if there is none.
    pub published_date: DateTime<Utc>,
    /// `published_date`, formatted for display. Null for an unpublished post without a publish date.
    #[schema(required = true)]
    pub published_text: Option<String>,
    /// When the post was created.
    pub created_at: DateTime<Utc>,
    /// `created_at`, formatted for display in the site's time zone.
    pub created_text: String,
    /// When the post was last updated.
    pub updated_at: DateTime<Utc>,
    /// `updated_at`, formatted for display in the site's time zone.
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
