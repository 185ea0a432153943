//! The list of posts that staff see: of any state, in an order of their choice.

use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    QueryTrait, Select,
    sea_query::{Expr, ExprTrait, Func, Order, Query},
};

use super::{
    AdminFilter, AdminSort, PostStore, PostSummary, Slice,
    search::{self, STAFF, Source, can_be_stored, folded},
};
use crate::storage::{
    StorageError,
    entities::{blog_posts, blog_posts_staff_search},
};

impl PostStore {
    /// A slice of all posts, for staff.
    pub async fn admin_list(
        &self,
        filter: &AdminFilter,
        offset: u64,
        limit: u64,
    ) -> Result<Slice<PostSummary>, StorageError> {
        let text = filter.search.as_deref().map(str::trim).filter(|text| !text.is_empty());
        if text.is_some_and(|text| !can_be_stored(text)) {
            return Ok(Slice { items: Vec::new(), total: 0 });
        }
        let found = text.map(|text| search::on(self.database.engine()).holding(&STAFF, &folded(text)));
        match found {
            Some(found) if filter.published.is_none() && filter.sort == AdminSort::CreatedAt => {
                self.found_by_creation(filter, &found, offset, limit).await
            }
            found => self.found_in_order(filter, found.as_ref(), offset, limit).await,
        }
    }

    /// Posts that hold a text in the order of their creation, which is the index's own: no more are read than are shown.
    async fn found_by_creation(
        &self,
        filter: &AdminFilter,
        found: &Source,
        offset: u64,
        limit: u64,
    ) -> Result<Slice<PostSummary>, StorageError> {
        let connection = self.database.reader();
        let count = connection.query_one(&found.select(Func::count(found.number()).into())).await?;
        let total = count.map_or(Ok(0), |row| row.try_get_by_index::<i64>(0))?.unsigned_abs();
        let mut shown = found.select(found.number());
        shown.order_by_expr(found.number(), order(filter)).offset(offset).limit(limit);
        let rows = connection.query_all(&shown).await?;
        let numbers = rows.iter().map(|row| row.try_get_by_index(0)).collect::<Result<Vec<i64>, _>>()?;
        let numbered = Expr::col(blog_posts_staff_search::Column::Number).is_in(numbers);
        let items = self.summaries(in_order(blog_posts::Entity::find().filter(with_text(numbered)), filter)).await?;
        Ok(Slice { items, total })
    }

    async fn found_in_order(
        &self,
        filter: &AdminFilter,
        found: Option<&Source>,
        offset: u64,
        limit: u64,
    ) -> Result<Slice<PostSummary>, StorageError> {
        let condition = Condition::all()
            .add_option(filter.published.map(|published| blog_posts::Column::Published.eq(published)))
            .add_option(found.map(|found| {
                let number = Expr::col(blog_posts_staff_search::Column::Number);
                with_text(number.in_subquery(found.select(found.number())))
            }));
        // Asked for their ids alone, the database counts and sorts in its indexes.
        let ids = blog_posts::Entity::find().filter(condition).select_only().column(blog_posts::Column::Id);
        let total = ids.clone().count(self.database.reader()).await?;
        let shown = in_order(ids, filter).offset(offset).limit(limit).into_query();
        let shown = blog_posts::Entity::find().filter(blog_posts::Column::Id.in_subquery(shown));
        Ok(Slice { items: self.summaries(in_order(shown, filter)).await?, total })
    }
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

fn order(filter: &AdminFilter) -> Order {
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
