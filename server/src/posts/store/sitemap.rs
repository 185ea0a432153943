//! Reads what the sitemap and the feed need from many posts at once.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, DerivePartialModel, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{BinOper, Expr},
};

use super::{ListFilter, PostStore, PostSummary, lists::ListQuery, read::visible};
use crate::storage::{StorageError, entities::blog_posts};

/// How many posts a filter finds, and when the last of them changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListStats {
    /// How many.
    pub total: u64,
    /// When what readers see of them last changed; None without posts.
    pub changed_at: Option<DateTime<Utc>>,
}

/// A post that search engines find at its own address.
#[derive(Debug, Clone, PartialEq, Eq, DerivePartialModel)]
#[sea_orm(entity = "blog_posts::Entity")]
pub struct CanonicalPost {
    /// The last part of its address.
    pub slug: String,
    /// How many pages it has.
    #[sea_orm(from_col = "page_count")]
    pub pages: i32,
    updated_at: DateTime<Utc>,
    listed_at: DateTime<Utc>,
}

impl CanonicalPost {
    /// When what readers see of it last changed.
    pub fn changed_at(&self) -> DateTime<Utc> {
        self.updated_at.max(self.listed_at)
    }
}

impl PostSummary {
    /// When what readers see of it last changed: a scheduled post changed the site when it appeared.
    pub fn changed_at(&self) -> DateTime<Utc> {
        self.updated_at.max(self.listed_at)
    }
}

impl PostStore {
    /// Returns how many visible posts a filter finds, and when the last of them changed.
    pub async fn stats(&self, filter: &ListFilter, now: DateTime<Utc>) -> Result<ListStats, StorageError> {
        let Some(query) = ListQuery::new(filter, self.database.engine(), now) else { return Ok(ListStats::default()) };
        let stats = blog_posts::Entity::find()
            .select_only()
            .column_as(blog_posts::Column::Id.count(), "total")
            .column_as(blog_posts::Column::UpdatedAt.max(), "updated")
            .column_as(blog_posts::Column::ListedAt.max(), "listed")
            .filter(blog_posts::Column::Id.in_subquery(query.ids))
            .into_tuple::<(i64, Option<DateTime<Utc>>, Option<DateTime<Utc>>)>()
            .one(self.database.reader())
            .await?;
        Ok(stats.map_or_else(ListStats::default, |(total, updated, listed)| ListStats {
            total: total.unsigned_abs(),
            changed_at: updated.max(listed),
        }))
    }

    /// Returns every visible post that has no canonical address elsewhere, newest first. `own` is the public address of
    /// posts, to which the slug is added.
    pub async fn canonical(&self, own: &str, now: DateTime<Utc>) -> Result<Vec<CanonicalPost>, StorageError> {
        // Here alone, as its methods would hide those of dates.
        use sea_orm::sea_query::ExprTrait as _;
        let own = Expr::val(own).binary(BinOper::Custom("||"), Expr::col(blog_posts::Column::Slug));
        let own = Expr::col(blog_posts::Column::CanonicalUrl).eq(own);
        let canonical = blog_posts::Entity::find()
            .filter(visible(now))
            .filter(Condition::any().add(blog_posts::Column::CanonicalUrl.is_null()).add(own))
            .order_by_desc(blog_posts::Column::ListedAt)
            .order_by_desc(blog_posts::Column::Id);
        Ok(canonical.into_partial_model().all(self.database.reader()).await?)
    }
}
