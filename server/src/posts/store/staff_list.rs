//! The list of posts that staff see: of any state, in an order of their choice.

use sea_orm::{
    ColumnTrait, Condition, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Expr, ExprTrait, Func, Order, Query},
};

use super::{
    AdminFilter, AdminSlice, AdminSort, PostStore, PostSummary, Slice,
    search::{self, can_be_stored, folded},
};
use crate::{
    posts::domain::single_line,
    storage::{
        StorageError,
        entities::{blog_posts, blog_posts_staff_search},
    },
};

/// What a search finds is counted in steps of so many posts, one step beyond the page at most: to count all of it would
/// take a search of a hundred thousand posts many times what it takes to show a page.
pub(super) const COUNTED: u64 = 200;

impl PostStore {
    /// A slice of all posts, for staff.
    pub async fn admin_list(&self, filter: &AdminFilter, offset: u64, limit: u64) -> Result<AdminSlice, StorageError> {
        let searched = filter.search.as_deref().unwrap_or_default();
        if !can_be_stored(searched) {
            return Ok(AdminSlice { posts: Slice { items: Vec::new(), total: 0 }, more: false });
        }
        let text = folded(&single_line(searched));
        if text.is_empty() {
            return Ok(AdminSlice { posts: self.in_state(filter, offset, limit).await?, more: false });
        }
        self.holding(filter, &text, offset, limit).await
    }

    /// Posts whatever they say.
    async fn in_state(
        &self,
        filter: &AdminFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Slice<PostSummary>, StorageError> {
        let published = filter.published.map(|published| blog_posts::Column::Published.eq(published));
        // Asked for their ids alone, the database counts and sorts in its indexes.
        let ids = ids().filter(Condition::all().add_option(published));
        let total = ids.clone().count(self.database.reader()).await?;
        Ok(Slice { items: self.these(slice(ids, filter, offset, limit), filter).await?, total })
    }

    /// Posts that hold a folded text.
    async fn holding(
        &self,
        filter: &AdminFilter,
        text: &str,
        offset: u64,
        limit: u64,
    ) -> Result<AdminSlice, StorageError> {
        let counted = (offset.saturating_add(limit) / COUNTED + 1).saturating_mul(COUNTED);
        let mut numbers = self.numbers(filter, text, counted.saturating_add(1)).await?;
        let more = numbers.len() as u64 > counted;
        numbers.truncate(size(counted));
        let total = numbers.len() as u64;
        // A page beyond the last one needs no look.
        if offset >= total {
            return Ok(AdminSlice { posts: Slice { items: Vec::new(), total }, more });
        }
        let shown = if filter.sort == AdminSort::CreatedAt {
            // They are in this order already.
            with_text(number().is_in(numbers.into_iter().skip(size(offset)).take(size(limit))))
        } else if total >= COUNTED {
            slice(self.each_holding(filter, text), filter, offset, limit)
        } else {
            slice(ids().filter(with_text(number().is_in(numbers))), filter, offset, limit)
        };
        Ok(AdminSlice { posts: Slice { items: self.these(shown, filter).await?, total }, more })
    }

    /// Posts that hold a text that many hold: read through in their order, some are found soon. The index would find
    /// them all first, and sort them.
    fn each_holding(&self, filter: &AdminFilter, text: &str) -> Select<blog_posts::Entity> {
        let holding = Query::select()
            .expr(Expr::val(1))
            .from(blog_posts_staff_search::Entity)
            .and_where(
                Expr::col((blog_posts_staff_search::Entity, blog_posts_staff_search::Column::BlogPostId))
                    .equals((blog_posts::Entity, blog_posts::Column::Id)),
            )
            .and_where(search::on(self.database.engine()).holds(text))
            .to_owned();
        // As an expression it keeps SQLite from the index by state, after which it would have to sort.
        let state = Expr::expr(Func::coalesce([Expr::col(blog_posts::Column::Published), Expr::val(false)]));
        let published = filter.published.map(|published| state.eq(published));
        ids().filter(Condition::all().add_option(published).add(Expr::exists(holding)))
    }

    /// Posts that meet a condition, in the order of the list.
    async fn these(&self, condition: Expr, filter: &AdminFilter) -> Result<Vec<PostSummary>, StorageError> {
        self.summaries(in_order(blog_posts::Entity::find().filter(condition), filter)).await
    }
}

fn ids() -> Select<blog_posts::Entity> {
    blog_posts::Entity::find().select_only().column(blog_posts::Column::Id)
}

/// The posts of a slice of these.
fn slice(ids: Select<blog_posts::Entity>, filter: &AdminFilter, offset: u64, limit: u64) -> Expr {
    blog_posts::Column::Id.in_subquery(in_order(ids, filter).offset(offset).limit(limit).into_query())
}

fn size(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}

fn number() -> Expr {
    Expr::col(blog_posts_staff_search::Column::Number)
}

/// Posts whose row of searched text meets a condition.
fn with_text(condition: Expr) -> Expr {
    let posts = Query::select()
        .column(blog_posts_staff_search::Column::BlogPostId)
        .from(blog_posts_staff_search::Entity)
        .and_where(condition)
        .to_owned();
    Expr::col((blog_posts::Entity, blog_posts::Column::Id)).in_subquery(posts)
}

pub(super) fn order(filter: &AdminFilter) -> Order {
    if filter.ascending { Order::Asc } else { Order::Desc }
}

/// Posts in the order that was chosen. The indexes have the same expressions.
fn in_order(select: Select<blog_posts::Entity>, filter: &AdminFilter) -> Select<blog_posts::Entity> {
    let lower = |column| Expr::expr(Func::lower(Expr::col((blog_posts::Entity, column))));
    let select = match filter.sort {
        AdminSort::Title => select.order_by(lower(blog_posts::Column::Title), order(filter)),
        AdminSort::Author => select.order_by(lower(blog_posts::Column::Author), order(filter)),
        AdminSort::Status => select.order_by(blog_posts::Column::Published, order(filter)),
        AdminSort::CreatedAt => select.order_by(blog_posts::Column::CreatedAt, order(filter)),
    };
    select.order_by(blog_posts::Column::Id, order(filter))
}
