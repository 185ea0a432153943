//! Lists of published posts.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, Func, Order, Query, SelectStatement, UnionType},
};

use super::{ListFilter, PostStore, PostSummary, Slice, index, read::of_slice, search};
use crate::storage::{
    Engine, SearchPermit, StorageError,
    entities::{
        blog_posts,
        blog_posts_lists::{Column, Entity},
    },
};

/// Maximum number of related posts of an article.
const RELATED: u64 = 3;

/// The visible posts of a filter.
pub(super) struct ListQuery {
    /// Their ids, from the list index or from search. Both tables have the columns `featured`, `listed_at` and
    /// `blog_post_id`, which is why they are named without the table.
    pub(super) ids: SelectStatement,
    latest: bool,
}

impl ListQuery {
    /// Returns `None` when no post can meet the filter.
    pub(super) fn new(filter: &ListFilter, engine: Engine, now: DateTime<Utc>) -> Option<Self> {
        if [&filter.tag, &filter.section, &filter.author].into_iter().flatten().any(|text| text.contains('\0')) {
            return None;
        }
        let needle = search::needle(filter.search.as_deref().unwrap_or_default())?;
        let lists = [
            filter.tag.as_deref().map(index::category),
            filter.section.as_deref().map(index::section),
            filter.author.as_deref().map(index::author),
            filter.trending.then(|| index::TRENDING.to_owned()),
        ];
        let mut lists = lists.into_iter().flatten();
        let mut ids = if needle.is_empty() {
            list(lists.next().unwrap_or_else(|| index::ALL.to_owned()))
        } else {
            search::READERS.containing(engine, &needle).0.column(Column::BlogPostId).to_owned()
        };
        for other in lists {
            ids.and_where(Expr::col(Column::BlogPostId).in_subquery(list(other)));
        }
        ids.and_where(Expr::col(Column::ListedAt).lte(now));
        if filter.featured {
            ids.and_where(Expr::col(Column::Featured).eq(true));
        }
        Some(Self { ids, latest: filter.latest })
    }

    async fn count(&self, connection: &impl ConnectionTrait) -> Result<u64, DbErr> {
        let count = self.ids.clone().clear_selects().expr(Func::count(Expr::val(1))).to_owned();
        let row = connection.query_one(&count).await?;
        row.map_or(Ok(0), |row| Ok(row.try_get_by_index::<i64>(0)?.unsigned_abs()))
    }

    /// Returns the ids of a slice: featured posts first unless `latest`, then the newest.
    pub(super) fn slice(&self, offset: u64, limit: u64) -> SelectStatement {
        let mut ids = self.ids.clone();
        if !self.latest {
            ids.order_by(Column::Featured, Order::Desc);
        }
        ids.order_by(Column::ListedAt, Order::Desc)
            .order_by(Column::BlogPostId, Order::Desc)
            .offset(offset)
            .limit(limit)
            .to_owned()
    }
}

/// Returns the ids of a list.
fn list(name: String) -> SelectStatement {
    Query::select().column(Column::BlogPostId).from(Entity).and_where(Column::List.eq(name)).to_owned()
}

impl PostStore {
    /// Returns a slice of the visible posts.
    pub async fn list(
        &self,
        filter: &ListFilter,
        now: DateTime<Utc>,
        offset: u64,
        limit: u64,
    ) -> Result<Slice<PostSummary>, StorageError> {
        let Some(query) = ListQuery::new(filter, self.database.engine(), now) else {
            return Ok(Slice { items: Vec::new(), total: 0 });
        };
        let _permit = self.permit(filter).await?;
        let total = query.count(self.database.reader()).await?;
        let items = if offset < total { self.slice(&query, offset, limit).await? } else { Vec::new() };
        Ok(Slice { items, total })
    }

    /// Returns the first `limit` visible posts of a filter, without counting the others.
    pub async fn first(
        &self,
        filter: &ListFilter,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<PostSummary>, StorageError> {
        let Some(query) = ListQuery::new(filter, self.database.engine(), now) else { return Ok(Vec::new()) };
        let _permit = self.permit(filter).await?;
        self.slice(&query, 0, limit).await
    }

    /// Returns the newest visible posts whose title, as readers see it, contains some text.
    pub async fn titled_with(
        &self,
        text: &str,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<PostSummary>, StorageError> {
        let engine = self.database.engine();
        let Some(needle) = search::needle(text).filter(|needle| !needle.is_empty()) else { return Ok(Vec::new()) };
        let mut ids = search::READERS.containing(engine, &needle).0;
        ids.column(Column::BlogPostId)
            .and_where(Expr::col(Column::ListedAt).lte(now))
            .and_where(search::READERS.title_contains(engine, &needle))
            .order_by(Column::ListedAt, Order::Desc)
            .limit(limit);
        let _permit = self.database.begin_search().await?;
        self.summaries(of_slice(ids, Column::BlogPostId).order_by_desc(blog_posts::Column::ListedAt)).await
    }

    /// Waits for the permit that a search needs. Other lists are ranges of an index and need none.
    async fn permit(&self, filter: &ListFilter) -> Result<Option<SearchPermit>, StorageError> {
        if filter.search.is_none() {
            return Ok(None);
        }
        self.database.begin_search().await.map(Some)
    }

    async fn slice(&self, query: &ListQuery, offset: u64, limit: u64) -> Result<Vec<PostSummary>, StorageError> {
        let mut posts = of_slice(query.slice(offset, limit), Column::BlogPostId);
        if !query.latest {
            posts = posts.order_by_desc(blog_posts::Column::FeaturedAt.is_not_null());
        }
        self.summaries(posts.order_by_desc(blog_posts::Column::ListedAt).order_by_desc(blog_posts::Column::Id)).await
    }

    /// Returns up to three visible posts that share a tag: trending ones first, then the others, each newest first.
    pub async fn related(&self, post: &PostSummary, now: DateTime<Utc>) -> Result<Vec<PostSummary>, StorageError> {
        let order = [Column::Trending, Column::ListedAt, Column::BlogPostId];
        let first = |mut rows: SelectStatement| {
            rows.order_by_columns(order.map(|column| (column, Order::Desc))).limit(RELATED).to_owned()
        };
        // The first posts of each tag are the first rows of an index.
        let of_tag = |tag: &String| {
            let rows = Entity::find()
                .select_only()
                .columns(order)
                .filter(Column::List.eq(index::category(tag)))
                .filter(Column::Tagged.eq(true))
                .filter(Column::ListedAt.lte(now))
                .filter(Column::BlogPostId.ne(post.id));
            Query::select().columns(order).from_subquery(first(rows.into_query()), "of_tag").to_owned()
        };
        let mut tags = post.tags.iter().map(of_tag);
        let Some(mut all) = tags.next() else { return Ok(Vec::new()) };
        all.unions(tags.map(|of_tag| (UnionType::Distinct, of_tag)));
        let related = first(Query::select().column(Column::BlogPostId).from_subquery(all, "related").to_owned());
        let posts = of_slice(related, Column::BlogPostId)
            .order_by_desc(blog_posts::Column::Trending)
            .order_by_desc(blog_posts::Column::ListedAt)
            .order_by_desc(blog_posts::Column::Id);
        self.summaries(posts).await
    }
}
