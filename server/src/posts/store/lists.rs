//! Lists of the posts that readers see.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, Func, Order, Query, SelectStatement, UnionType},
};

use super::{
    ListFilter, PostStore, PostSummary, Slice,
    search::{self, Source, can_be_stored, folded},
    standing::{self, Part, last_place},
};
use crate::storage::{
    Engine, StorageError,
    entities::{blog_posts, blog_posts_lists},
};

/// How many related posts an article names at most.
const RELATED: u64 = 3;

/// The standings of a list.
fn list(name: String) -> Source {
    Source::new("blog_posts_lists", "standing", Expr::col(blog_posts_lists::Column::List).eq(name))
}

/// The posts of a filter: those of a source that all the others have too.
pub(super) struct Found {
    source: Source,
    others: Vec<Source>,
    parts: &'static [Part],
}

impl Found {
    /// None when no post can meet the filter.
    pub(super) fn by(filter: &ListFilter, engine: Engine) -> Option<Self> {
        let texts = [&filter.tag, &filter.section, &filter.search];
        if !texts.into_iter().flatten().all(|text| can_be_stored(text)) {
            return None;
        }
        let lists = [
            filter.tag.as_deref().map(standing::category),
            filter.section.as_deref().map(standing::section),
            filter.trending.then(|| standing::TRENDING.to_owned()),
        ];
        let text = filter.search.as_deref().map(str::trim).filter(|text| !text.is_empty());
        let found = text.map(|text| search::on(engine).holding(&folded(text)));
        let mut sources = lists.into_iter().flatten().map(list).chain(found);
        let source = sources.next().unwrap_or_else(|| list(standing::ALL.to_owned()));
        let parts: &[Part] = if filter.featured { &[Part::Featured] } else { &[Part::Featured, Part::Others] };
        Some(Self { source, others: sources.collect(), parts })
    }

    /// The rows of a part, of each what `show` makes of its standing.
    fn select(&self, part: Part, now: DateTime<Utc>, show: impl FnOnce(Expr) -> Expr) -> SelectStatement {
        let standing = self.source.number();
        let mut select = self.source.select(show(standing.clone()));
        select.and_where(part.holds(standing.clone(), now));
        for other in &self.others {
            select.and_where(standing.clone().in_subquery(other.select(other.number())));
        }
        select
    }

    /// How many there are in each part.
    async fn counts(&self, connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<Vec<u64>, DbErr> {
        let mut counts = Query::select();
        for part in self.parts {
            counts.expr(Expr::from(self.select(*part, now, |standing| Func::count(standing).into())));
        }
        let Some(row) = connection.query_one(&counts).await? else { return Ok(Vec::new()) };
        (0..self.parts.len()).map(|index| Ok(row.try_get_by_index::<i64>(index)?.unsigned_abs())).collect()
    }

    /// Places of a part in their order, the newest first.
    async fn places(
        &self,
        connection: &impl ConnectionTrait,
        (part, now): (Part, DateTime<Utc>),
        offset: u64,
        limit: u64,
    ) -> Result<Vec<i64>, DbErr> {
        let mut select = self.select(part, now, |standing| standing);
        select.order_by_expr(self.source.number(), Order::Desc).offset(offset).limit(limit);
        let rows = connection.query_all(&select).await?;
        rows.iter().map(|row| Ok(row.try_get_by_index::<i64>(0)? - part.lead())).collect()
    }

    /// Places in the order of the list: part after part, or by date alone.
    async fn slice(
        &self,
        connection: &impl ConnectionTrait,
        now: DateTime<Utc>,
        latest: bool,
        (offset, limit): (u64, u64),
        counts: Option<&[u64]>,
    ) -> Result<Vec<i64>, DbErr> {
        let mut places = Vec::new();
        if latest {
            for part in self.parts {
                places.extend(self.places(connection, (*part, now), 0, offset.saturating_add(limit)).await?);
            }
            places.sort_unstable_by(|a, b| b.cmp(a));
            let skipped = usize::try_from(offset).unwrap_or(usize::MAX).min(places.len());
            places.drain(..skipped);
            places.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
            return Ok(places);
        }
        let mut skip = offset;
        for (index, part) in self.parts.iter().enumerate() {
            let missing = limit.saturating_sub(places.len() as u64);
            let count = counts.and_then(|counts| counts.get(index)).copied().unwrap_or(u64::MAX);
            if missing > 0 && skip < count {
                places.extend(self.places(connection, (*part, now), skip, missing).await?);
            }
            skip = skip.saturating_sub(count);
        }
        Ok(places)
    }

    /// The rows of `blog_posts` that are in a part.
    pub(super) fn rows(&self, part: Part, now: DateTime<Utc>) -> Expr {
        let places = self.select(part, now, |standing| standing.sub(part.lead()));
        Expr::col(blog_posts::Column::Place).in_subquery(places)
    }

    /// Its parts, in their order.
    pub(super) fn parts(&self) -> &'static [Part] {
        self.parts
    }
}

impl PostStore {
    /// A slice of the visible posts.
    pub async fn list(
        &self,
        filter: &ListFilter,
        now: DateTime<Utc>,
        offset: u64,
        limit: u64,
    ) -> Result<Slice<PostSummary>, StorageError> {
        let nothing = Slice { items: Vec::new(), total: 0 };
        let Some(found) = Found::by(filter, self.database.engine()) else { return Ok(nothing) };
        let connection = self.database.reader();
        let counts = found.counts(connection, now).await?;
        let total = counts.iter().sum();
        // A page beyond the last one needs no look.
        if offset >= total {
            return Ok(Slice { total, ..nothing });
        }
        let places = found.slice(connection, now, filter.latest, (offset, limit), Some(&counts)).await?;
        Ok(Slice { items: self.at(&places).await?, total })
    }

    /// The first `limit` visible posts of a filter, uncounted.
    pub async fn first(
        &self,
        filter: &ListFilter,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<PostSummary>, StorageError> {
        let Some(found) = Found::by(filter, self.database.engine()) else { return Ok(Vec::new()) };
        let places = found.slice(self.database.reader(), now, filter.latest, (0, limit), None).await?;
        self.at(&places).await
    }

    /// Up to three visible posts that share a tag: trending ones first, then the others, each newest first.
    pub async fn related(&self, post: &PostSummary, now: DateTime<Utc>) -> Result<Vec<PostSummary>, StorageError> {
        let mut related: Vec<PostSummary> = Vec::new();
        for trending in [true, false] {
            let missing = RELATED.saturating_sub(related.len() as u64);
            if missing > 0 {
                related.extend(self.newest_sharing(post, trending, now, missing).await?);
            }
        }
        Ok(related)
    }

    /// Up to `limit` visible posts that share a tag, the newest first: the newest of each tag's newest.
    async fn newest_sharing(
        &self,
        post: &PostSummary,
        trending: bool,
        now: DateTime<Utc>,
        limit: u64,
    ) -> Result<Vec<PostSummary>, StorageError> {
        let newest = |tag: &String| {
            let of_tag = blog_posts_lists::Entity::find()
                .select_only()
                .column(blog_posts_lists::Column::Place)
                .filter(blog_posts_lists::Column::List.eq(standing::category(tag)))
                .filter(blog_posts_lists::Column::Tagged.eq(true))
                .filter(blog_posts_lists::Column::Trending.eq(trending))
                .filter(blog_posts_lists::Column::Place.lte(last_place(now)))
                .filter(blog_posts_lists::Column::BlogPostId.ne(post.id));
            let mut of_tag = of_tag.into_query();
            of_tag.order_by(blog_posts_lists::Column::Place, Order::Desc).limit(limit);
            Query::select().column(blog_posts_lists::Column::Place).from_subquery(of_tag, "newest").to_owned()
        };
        let mut tags = post.tags.iter().map(newest);
        let Some(mut all) = tags.next() else { return Ok(Vec::new()) };
        all.unions(tags.map(|of_tag| (UnionType::Distinct, of_tag)));
        let rows = self.database.reader().query_all(&all).await?;
        let mut places = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<i64>, _>>()?;
        places.sort_unstable_by(|a, b| b.cmp(a));
        places.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
        self.at(&places).await
    }

    /// The posts at these places, in this order.
    async fn at(&self, places: &[i64]) -> Result<Vec<PostSummary>, StorageError> {
        let mut rows =
            self.rows(blog_posts::Entity::find().filter(blog_posts::Column::Place.is_in(places.to_vec()))).await?;
        let order: HashMap<i64, usize> = places.iter().copied().zip(0..).collect();
        rows.sort_by_key(|row| order.get(&row.place).copied());
        self.with_tags(rows).await
    }
}
