//! The admin list: posts in any state, in the chosen order.

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, Func, IntoCondition, JoinType, Order, Query},
};
use uuid::Uuid;

use super::{
    AdminFilter, AdminSlice, PostStore, PostSummary, Slice, SortKey, StateCounts, StatusFilter,
    read::{of_slice, only},
    search,
    trashed::in_trash,
};
use crate::{
    storage::{
        StorageError,
        entities::{blog_posts, blog_posts_staff_search},
    },
    text::single_line,
};

/// A search counts its matches in steps of this many posts, at most one step beyond the page: counting all of them
/// among a hundred thousand posts would take many times longer than finding those of a page.
pub(super) const COUNTED: u64 = 200;

impl PostStore {
    /// Returns a slice of the posts in the states of a filter, for staff.
    pub async fn admin_list(
        &self,
        filter: &AdminFilter,
        now: DateTime<Utc>,
        offset: u64,
        limit: u64,
    ) -> Result<AdminSlice, StorageError> {
        let nothing = AdminSlice { posts: Slice { items: Vec::new(), total: 0 }, more: false };
        let Some(needle) = search::needle(filter.search.as_deref().unwrap_or_default()) else { return Ok(nothing) };
        let needle = single_line(&needle);
        if needle.is_empty() {
            let total = self.count_in(filter.status, now).await?;
            let ids = only(blog_posts::Column::Id).filter(in_state(filter.status, now, published()));
            let items = self.sorted(ids, filter, offset, limit).await?;
            return Ok(AdminSlice { posts: Slice { items, total }, more: false });
        }
        let counted = (offset.saturating_add(limit) / COUNTED + 1).saturating_mul(COUNTED);
        let mut found = self.first_containing(filter, now, &needle, counted.saturating_add(1)).await?;
        let more = found.len() as u64 > counted;
        if more {
            found.pop();
        }
        let total = found.len() as u64;
        if offset >= total {
            return Ok(AdminSlice { posts: Slice { total, ..nothing.posts }, more });
        }
        let (matching, offset) = if filter.sort == SortKey::CreatedAt {
            let page = found.into_iter().skip(size(offset)).take(size(limit));
            (blog_posts::Column::Id.is_in(page).into_condition(), 0)
        } else if total < COUNTED {
            (blog_posts::Column::Id.is_in(found).into_condition(), offset)
        } else {
            // With many matches, reading posts in the chosen order soon finds a page of them.
            (containing(filter, now, &needle), offset)
        };
        let items = self.sorted(only(blog_posts::Column::Id).filter(matching), filter, offset, limit).await?;
        Ok(AdminSlice { posts: Slice { items, total }, more })
    }

    /// Returns the ids of the first posts that contain folded text, in the order of creation.
    async fn first_containing(
        &self,
        filter: &AdminFilter,
        now: DateTime<Utc>,
        needle: &str,
        limit: u64,
    ) -> Result<Vec<Uuid>, StorageError> {
        let (mut rows, found_by) = search::STAFF.containing(self.database.engine(), needle);
        // The cross join keeps SQLite from reading the posts first.
        rows.join(JoinType::CrossJoin, blog_posts::Entity, Condition::all())
            .and_where(of_search_row())
            .cond_where(in_state(filter.status, now, published()));
        rows.column((blog_posts_staff_search::Entity, blog_posts_staff_search::Column::BlogPostId))
            .order_by_expr(found_by, order(filter))
            .limit(limit);
        // Text that is too short for the index is searched for in every row, which takes seconds after a start.
        let rows = self.database.long_reader().query_all(&rows).await?;
        Ok(rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<_, _>>()?)
    }

    /// Returns how many posts are in each state.
    pub async fn state_counts(&self, now: DateTime<Utc>) -> Result<StateCounts, StorageError> {
        Ok(StateCounts {
            draft: self.count_in(StatusFilter::Draft, now).await?,
            scheduled: self.count_in(StatusFilter::Scheduled, now).await?,
            live: self.count_in(StatusFilter::Live, now).await?,
            trash: self.trashed().await?,
        })
    }

    /// Counts posts in indexes alone. These include the trash, whose posts are all unpublished, so its number is
    /// subtracted.
    async fn count_in(&self, status: StatusFilter, now: DateTime<Utc>) -> Result<u64, StorageError> {
        let connection = self.database.reader();
        let count = |condition| only(blog_posts::Column::Id).filter(condition).count(connection);
        match status {
            StatusFilter::All => Ok(count(Condition::all()).await?.saturating_sub(self.trashed().await?)),
            StatusFilter::Draft => {
                let unpublished = published().eq(false).into_condition();
                Ok(count(unpublished).await?.saturating_sub(self.trashed().await?))
            }
            StatusFilter::Trash => self.trashed().await,
            _ => Ok(count(in_state(status, now, published())).await?),
        }
    }

    /// Returns a slice of these posts in the order of the list.
    async fn sorted(
        &self,
        ids: Select<blog_posts::Entity>,
        filter: &AdminFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Vec<PostSummary>, StorageError> {
        let slice = in_order(ids, filter).offset(offset).limit(limit).into_query();
        self.summaries(in_order(of_slice(slice, blog_posts::Column::Id), filter)).await
    }
}

/// Returns the condition that a post contains folded text and has the state of the filter.
fn containing(filter: &AdminFilter, now: DateTime<Utc>, needle: &str) -> Condition {
    let row = Query::select()
        .expr(Expr::val(1))
        .from(blog_posts_staff_search::Entity)
        .and_where(of_search_row())
        .and_where(search::STAFF.contains(needle))
        .to_owned();
    // As an expression, since SQLite would otherwise use the index by state and then have to sort.
    let published = Expr::expr(Func::coalesce([published(), Expr::val(false)]));
    Condition::all().add(Expr::exists(row)).add(in_state(filter.status, now, published))
}

fn published() -> Expr {
    Expr::col((blog_posts::Entity, blog_posts::Column::Published))
}

/// Returns the condition that a post is in the states of a filter. `published` is the expression of that column.
fn in_state(status: StatusFilter, now: DateTime<Utc>, published: Expr) -> Condition {
    let listed_at = Expr::col((blog_posts::Entity, blog_posts::Column::ListedAt));
    let condition = Condition::all();
    match status {
        StatusFilter::All => condition.add(in_trash().not()),
        StatusFilter::Published => condition.add(published.eq(true)),
        StatusFilter::Draft => condition.add(published.eq(false)).add(in_trash().not()),
        StatusFilter::Scheduled => condition.add(published.eq(true)).add(listed_at.gt(now)),
        StatusFilter::Live => condition.add(published.eq(true)).add(listed_at.lte(now)),
        StatusFilter::Trash => condition.add(in_trash()),
    }
}

fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Returns the condition that joins a post and its search row.
fn of_search_row() -> Expr {
    Expr::col((blog_posts_staff_search::Entity, blog_posts_staff_search::Column::BlogPostId))
        .equals((blog_posts::Entity, blog_posts::Column::Id))
}

fn order(filter: &AdminFilter) -> Order {
    if filter.ascending { Order::Asc } else { Order::Desc }
}

/// Sorts posts in the chosen order. The indexes have the same expressions.
fn in_order(select: Select<blog_posts::Entity>, filter: &AdminFilter) -> Select<blog_posts::Entity> {
    let listed_at = Expr::col((blog_posts::Entity, blog_posts::Column::ListedAt));
    let key = match filter.sort {
        // Without the signs of marked words, which staff do not see.
        SortKey::Title => Expr::cust(r#"replace(lower("blog_posts"."title"), '==', '')"#),
        SortKey::Author => Expr::expr(Func::lower(Expr::col((blog_posts::Entity, blog_posts::Column::Author)))),
        SortKey::Status => Expr::col((blog_posts::Entity, blog_posts::Column::Published)),
        SortKey::PublishedDate => listed_at.clone(),
        SortKey::UpdatedAt => Expr::col((blog_posts::Entity, blog_posts::Column::UpdatedAt)),
        SortKey::CreatedAt => Expr::col((blog_posts::Entity, blog_posts::Column::CreatedAt)),
    };
    let mut select = select.order_by(key, order(filter));
    if filter.sort == SortKey::Status {
        // Scheduled posts have later dates than live ones, so the posts of a state stay together.
        select = select.order_by(listed_at, order(filter));
    }
    select.order_by(blog_posts::Column::Id, order(filter))
}
