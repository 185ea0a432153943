//! What sitemap and feed read of many posts at once.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use super::{ListFilter, PostStore, PostSummary, lists::ListQuery, read::visible};
use crate::storage::{StorageError, entities::blog_posts};

/// How many posts a filter finds, and when the last of them changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ListStats {
    /// How many.
    pub total: u64,
    /// When what readers see of them last changed; None without posts.
    pub changed_at: Option<DateTime<Utc>>,
}

/// A post that search engines find at its own address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CanonicalPost {
    /// The last part of its address.
    pub slug: String,
    /// How many pages it has.
    pub pages: u32,
    /// When what readers see of it last changed.
    pub changed_at: DateTime<Utc>,
}

impl PostSummary {
    /// When what readers see of it last changed: a scheduled post changed the site when it appeared.
    pub fn changed_at(&self) -> DateTime<Utc> {
        self.updated_at.max(self.listed_at)
    }
}

impl PostStore {
    /// How many visible posts a filter finds, and when the last of them changed.
    pub async fn stats(&self, filter: &ListFilter, now: DateTime<Utc>) -> Result<ListStats, StorageError> {
        let none = ListStats { total: 0, changed_at: None };
        let Some(query) = ListQuery::new(filter, self.database.engine(), now) else { return Ok(none) };
        let stats = blog_posts::Entity::find()
            .select_only()
            .column_as(blog_posts::Column::Id.count(), "total")
            .column_as(blog_posts::Column::UpdatedAt.max(), "updated")
            .column_as(blog_posts::Column::ListedAt.max(), "listed")
            .filter(blog_posts::Column::Id.in_subquery(query.ids()))
            .into_tuple::<(i64, Option<DateTime<Utc>>, Option<DateTime<Utc>>)>()
            .one(self.database.reader())
            .await?;
        Ok(stats.map_or(none, |(total, updated, listed)| ListStats {
            total: total.unsigned_abs(),
            changed_at: updated.max(listed),
        }))
    }

    /// Every visible post that names no other address as its own, the newest first.
    pub async fn canonical(&self, now: DateTime<Utc>) -> Result<Vec<CanonicalPost>, StorageError> {
        let rows = blog_posts::Entity::find()
            .select_only()
            .columns([
                blog_posts::Column::Slug,
                blog_posts::Column::PageCount,
                blog_posts::Column::UpdatedAt,
                blog_posts::Column::ListedAt,
            ])
            .filter(visible(now))
            .filter(blog_posts::Column::CanonicalUrl.is_null())
            .order_by_desc(blog_posts::Column::ListedAt)
            .order_by_desc(blog_posts::Column::Id)
            .into_tuple::<(String, i32, DateTime<Utc>, DateTime<Utc>)>()
            .all(self.database.reader())
            .await?;
        Ok(rows
            .into_iter()
            .map(|(slug, pages, updated, listed)| CanonicalPost {
                slug,
                pages: pages.unsigned_abs(),
                changed_at: updated.max(listed),
            })
            .collect())
    }
}
