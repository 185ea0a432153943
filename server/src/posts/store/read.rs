//! Reading posts.

use std::collections::HashMap;

use chrono::{DateTime, SecondsFormat, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, FromQueryResult, JoinType, Order,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select, SelectExt,
    sea_query::{Alias, Expr, IntoIden, SelectStatement},
};
use uuid::Uuid;

use super::{
    PostLink, PostRecord, PostStore, PostSummary, TagCount,
    index::category_of,
    trashed::{add_trashed, in_trash},
};
use crate::{
    posts::domain::{PostInput, plain_fields},
    storage::{
        StorageError,
        entities::{blog_posts, blog_posts_lists, blog_posts_section_tags, blog_posts_tags, redirects, tags},
        json::from_json,
        search::can_be_stored,
    },
};

/// A whole row of `blog_posts`. The columns of a summary are read into both fields.
#[derive(FromQueryResult)]
struct Row {
    #[sea_orm(nested)]
    summary: PostSummary,
    #[sea_orm(nested)]
    columns: blog_posts::Model,
}

/// Returns the condition that a post is published and its publish date has passed. The bare column matches the partial
/// indexes.
pub(in crate::posts) fn visible(now: DateTime<Utc>) -> Condition {
    Condition::all().add(Expr::col(blog_posts::Column::Published)).add(blog_posts::Column::ListedAt.lte(now))
}

/// Returns one column of all posts.
pub(in crate::posts) fn only(column: blog_posts::Column) -> Select<blog_posts::Entity> {
    blog_posts::Entity::find().select_only().column(column)
}

/// Returns the posts of a slice of ids, which has them in `column`. It is a join because SQLite may read the whole
/// table for `IN` when its statistics date from a time with few posts.
pub(in crate::posts) fn of_slice(slice: SelectStatement, column: impl IntoIden) -> Select<blog_posts::Entity> {
    let mut posts = blog_posts::Entity::find();
    let id = Expr::col((Alias::new("slice"), column.into_iden()));
    let same = id.equals((blog_posts::Entity, blog_posts::Column::Id));
    QueryTrait::query(&mut posts).join_subquery(JoinType::InnerJoin, slice, "slice", same);
    posts
}

impl PostStore {
    /// Returns the ids of the posts with these slugs, by slug.
    pub async fn ids_of(&self, slugs: &[String]) -> Result<HashMap<String, Uuid>, StorageError> {
        let slugs = slugs.iter().filter(|slug| can_be_stored(slug)).map(String::as_str);
        let found = only(blog_posts::Column::Slug).column(blog_posts::Column::Id);
        let found = found.filter(blog_posts::Column::Slug.is_in(slugs));
        let rows: Vec<(String, Uuid)> = found.into_tuple().all(self.database.reader()).await?;
        Ok(rows.into_iter().collect())
    }

    /// Returns the visible post with this slug.
    pub async fn by_slug(&self, slug: &str, now: DateTime<Utc>) -> Result<Option<PostRecord>, StorageError> {
        let select = blog_posts::Entity::find().filter(blog_posts::Column::Slug.eq(slug)).filter(visible(now));
        Ok(records(self.database.reader(), select).await?.pop())
    }

    /// Returns the post with this id, whatever its state.
    pub async fn by_id(&self, id: Uuid) -> Result<Option<PostRecord>, StorageError> {
        Ok(records(self.database.reader(), blog_posts::Entity::find_by_id(id)).await?.pop())
    }

    /// Returns at most `limit` posts outside the trash after the one with id `after`, in the order of creation.
    pub async fn batch(&self, after: Option<Uuid>, limit: u64) -> Result<Vec<PostRecord>, StorageError> {
        let select = blog_posts::Entity::find()
            .filter(blog_posts::Column::Id.gt(after.unwrap_or_default()))
            .filter(in_trash().not())
            .order_by_asc(blog_posts::Column::Id)
            .limit(limit);
        Ok(records(self.database.long_reader(), select).await?)
    }

    /// Returns the current slug of the visible post that once had this one.
    pub async fn renamed_to(&self, slug: &str, now: DateTime<Utc>) -> Result<Option<String>, StorageError> {
        let own = Expr::col((redirects::Entity, redirects::Column::BlogPostId));
        let mut renamed = only(blog_posts::Column::Slug).filter(redirects::Column::Slug.eq(slug)).filter(visible(now));
        QueryTrait::query(&mut renamed)
            .inner_join(redirects::Entity, own.equals((blog_posts::Entity, blog_posts::Column::Id)));
        Ok(renamed.into_tuple::<String>().one(self.database.reader()).await?)
    }

    /// Returns the visible posts before and after a post by date: (older, newer).
    pub async fn neighbours(
        &self,
        post: &PostSummary,
        now: DateTime<Utc>,
    ) -> Result<(Option<PostLink>, Option<PostLink>), StorageError> {
        use blog_posts::Column;
        let key = || Expr::tuple([Expr::col(Column::ListedAt), Expr::col(Column::Id)]);
        let own = Expr::tuple([Expr::value(post.listed_at), Expr::value(post.id)]);
        let beside = |older: bool| {
            let order = if older { Order::Desc } else { Order::Asc };
            blog_posts::Entity::find()
                .filter(visible(now))
                .filter(if older { key().lt(own.clone()) } else { key().gt(own.clone()) })
                .order_by(Column::ListedAt, order.clone())
                .order_by(Column::Id, order)
                .into_partial_model::<PostLink>()
        };
        let connection = self.database.reader();
        Ok((beside(true).one(connection).await?, beside(false).one(connection).await?))
    }

    /// Returns every tag that a visible post carries, the most used first.
    pub async fn tag_counts(&self, now: DateTime<Utc>) -> Result<Vec<TagCount>, StorageError> {
        use blog_posts_lists::{Column, Entity};
        let uses = Column::BlogPostId.count();
        let mut select = Entity::find()
            .select_only()
            .columns([tags::Column::Id, tags::Column::Name])
            .column_as(uses.clone(), "uses")
            .filter(Column::Tagged.eq(true))
            .filter(Column::ListedAt.lte(now))
            .group_by(tags::Column::Id)
            .group_by(tags::Column::Name)
            .order_by_desc(uses)
            .order_by_asc(tags::Column::Name);
        let list = category_of(Expr::col((tags::Entity, tags::Column::Key)));
        QueryTrait::query(&mut select).inner_join(tags::Entity, Expr::col((Entity, Column::List)).eq(list));
        let rows = select.into_tuple::<(Uuid, String, i64)>().all(self.database.reader()).await?;
        Ok(rows.into_iter().map(|(id, name, count)| TagCount { id, name, count: count.unsigned_abs() }).collect())
    }

    /// Returns when the next scheduled post appears, if one is scheduled.
    pub async fn next_publication(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StorageError> {
        let scheduled = only(blog_posts::Column::ListedAt)
            .filter(Expr::col(blog_posts::Column::Published))
            .filter(blog_posts::Column::ListedAt.gt(now))
            .order_by_asc(blog_posts::Column::ListedAt);
        Ok(scheduled.into_tuple().one(self.database.reader()).await?)
    }

    /// Returns whether there is such a post, whatever its state.
    pub async fn exists(&self, id: Uuid) -> Result<bool, StorageError> {
        Ok(blog_posts::Entity::find_by_id(id).exists(self.database.reader()).await?)
    }

    /// Returns how many posts there are, whatever their state.
    pub async fn count(&self) -> Result<u64, StorageError> {
        Ok(blog_posts::Entity::find().count(self.database.reader()).await?)
    }

    /// Returns the summaries of the posts that a query names.
    pub(in crate::posts) async fn summaries(
        &self,
        select: Select<blog_posts::Entity>,
    ) -> Result<Vec<PostSummary>, StorageError> {
        let connection = self.database.reader();
        let mut posts = select.into_partial_model::<PostSummary>().all(connection).await?;
        add_trashed(connection, posts.iter_mut()).await?;
        add_tags(connection, posts.iter_mut()).await?;
        Ok(posts)
    }
}

/// Returns the posts that a query names, as `connection` sees them.
pub(in crate::posts) async fn records(
    connection: &impl ConnectionTrait,
    select: Select<blog_posts::Entity>,
) -> Result<Vec<PostRecord>, DbErr> {
    let mut rows = select.into_model::<Row>().all(connection).await?;
    add_trashed(connection, rows.iter_mut().map(|row| &mut row.summary)).await?;
    add_tags(connection, rows.iter_mut().map(|row| &mut row.summary)).await?;
    Ok(rows.into_iter().map(record).collect())
}

fn record(Row { summary, columns }: Row) -> PostRecord {
    let mut post = PostInput {
        slug: summary.slug.clone(),
        tags: summary.tags.clone(),
        section_tags: summary.section_tags.clone(),
        featured: columns.featured_at.is_some(),
        published_date: columns.published_date.map(|at| at.to_rfc3339_opts(SecondsFormat::AutoSi, true)),
        featured_image: columns.featured_image,
        thumbnail_image: columns.thumbnail_image,
        canonical_url: columns.canonical_url,
        schema: columns.schema_markup,
        ..PostInput::default()
    };
    macro_rules! copy {
        ($($field:ident),*) => { $(post.$field = columns.$field;)* };
    }
    plain_fields!(copy);
    post.published = summary.published;
    // Only `write.rs` writes the headings. If they do not parse, only the table of contents is missing.
    let headings = from_json(&columns.headings).unwrap_or_default();
    PostRecord { summary, post, headings, version: columns.version }
}

/// Adds each post's tags, in two queries for all of them.
async fn add_tags(
    connection: &impl ConnectionTrait,
    posts: impl Iterator<Item = &mut PostSummary>,
) -> Result<(), DbErr> {
    use blog_posts_section_tags as sections;
    let mut posts: HashMap<Uuid, &mut PostSummary> = posts.map(|post| (post.id, post)).collect();
    if posts.is_empty() {
        return Ok(());
    }
    let tag = blog_posts_tags::Entity::belongs_to(tags::Entity);
    let tags = blog_posts_tags::Entity::find()
        .select_only()
        .column(blog_posts_tags::Column::BlogPostId)
        .column(tags::Column::Name)
        .join(JoinType::InnerJoin, tag.from(blog_posts_tags::Column::TagId).to(tags::Column::Id).into())
        .filter(blog_posts_tags::Column::BlogPostId.is_in(posts.keys().copied()))
        .order_by_asc(blog_posts_tags::Column::Position)
        .into_tuple::<(Uuid, String)>()
        .all(connection)
        .await?;
    let sections = sections::Entity::find()
        .select_only()
        .columns([sections::Column::BlogPostId, sections::Column::SectionTag])
        .filter(sections::Column::BlogPostId.is_in(posts.keys().copied()))
        .order_by_asc(sections::Column::Position)
        .into_tuple::<(Uuid, String)>()
        .all(connection)
        .await?;
    for (post, name) in tags {
        if let Some(post) = posts.get_mut(&post) {
            post.tags.push(name);
        }
    }
    for (post, name) in sections {
        if let Some(post) = posts.get_mut(&post) {
            post.section_tags.push(name);
        }
    }
    Ok(())
}
