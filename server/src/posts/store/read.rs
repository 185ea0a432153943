//! Reading posts.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, FromQueryResult, JoinType, Order,
    PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait, Select,
    sea_query::{Alias, Expr},
};
use uuid::Uuid;

use super::{PostLink, PostRecord, PostStore, PostSummary, TagCount, index::category_of};
use crate::storage::{
    StorageError,
    entities::{blog_posts, blog_posts_lists, blog_posts_section_tags, blog_posts_tags, redirects, tags},
};

#[derive(FromQueryResult)]
pub(super) struct SummaryRow {
    id: Uuid,
    title: String,
    slug: String,
    summary: String,
    author: String,
    label: String,
    word_count: i32,
    published: bool,
    trending: bool,
    featured_at: Option<DateTime<Utc>>,
    listed_at: DateTime<Utc>,
    featured_image: Option<String>,
    thumbnail_image: Option<String>,
    created_at: DateTime<Utc>,
    updated_at: DateTime<Utc>,
}

const SUMMARY_COLUMNS: [blog_posts::Column; 15] = [
    blog_posts::Column::Id,
    blog_posts::Column::Title,
    blog_posts::Column::Slug,
    blog_posts::Column::Summary,
    blog_posts::Column::Author,
    blog_posts::Column::Label,
    blog_posts::Column::WordCount,
    blog_posts::Column::Published,
    blog_posts::Column::Trending,
    blog_posts::Column::FeaturedAt,
    blog_posts::Column::ListedAt,
    blog_posts::Column::FeaturedImage,
    blog_posts::Column::ThumbnailImage,
    blog_posts::Column::CreatedAt,
    blog_posts::Column::UpdatedAt,
];

/// Published, and the publish date has come. The bare column matches the partial indexes.
pub(super) fn visible(now: DateTime<Utc>) -> Condition {
    Condition::all().add(Expr::col(blog_posts::Column::Published)).add(blog_posts::Column::ListedAt.lte(now))
}

impl PostStore {
    /// The visible post with this slug.
    pub async fn by_slug(&self, slug: &str, now: DateTime<Utc>) -> Result<Option<PostRecord>, StorageError> {
        let row = blog_posts::Entity::find()
            .filter(blog_posts::Column::Slug.eq(slug))
            .filter(visible(now))
            .one(self.database.reader())
            .await?;
        Ok(record(self.database.reader(), row).await?)
    }

    /// The post with this id, whatever its state.
    pub async fn by_id(&self, id: Uuid) -> Result<Option<PostRecord>, StorageError> {
        Ok(record_of(self.database.reader(), id).await?)
    }

    /// Every post, in the order of creation, from after `after`; at most `limit`.
    pub async fn batch(&self, after: Option<Uuid>, limit: u64) -> Result<Vec<PostRecord>, StorageError> {
        let mut select = blog_posts::Entity::find().order_by_asc(blog_posts::Column::Id).limit(limit);
        if let Some(after) = after {
            select = select.filter(blog_posts::Column::Id.gt(after));
        }
        let rows = select.all(self.database.reader()).await?;
        let mut records = Vec::with_capacity(rows.len());
        for row in rows {
            records.extend(record(self.database.reader(), Some(row)).await?);
        }
        Ok(records)
    }

    /// The present slug of the visible post that once had this one.
    pub async fn renamed_to(&self, slug: &str, now: DateTime<Utc>) -> Result<Option<String>, StorageError> {
        let slug = blog_posts::Entity::find()
            .select_only()
            .column(blog_posts::Column::Slug)
            .join_rev(
                JoinType::InnerJoin,
                redirects::Entity::belongs_to(blog_posts::Entity)
                    .from(redirects::Column::BlogPostId)
                    .to(blog_posts::Column::Id)
                    .into(),
            )
            .filter(redirects::Column::Slug.eq(slug))
            .filter(visible(now))
            .into_tuple::<String>()
            .one(self.database.reader())
            .await?;
        Ok(slug)
    }

    /// The visible posts before and after a post by date: (older, newer).
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
                .select_only()
                .columns([Column::Title, Column::Slug])
                .filter(visible(now))
                .filter(if older { key().lt(own.clone()) } else { key().gt(own.clone()) })
                .order_by(Column::ListedAt, order.clone())
                .order_by(Column::Id, order)
                .into_tuple::<(String, String)>()
        };
        let link = |found: Option<(String, String)>| found.map(|(title, slug)| PostLink { title, slug });
        let older = beside(true).one(self.database.reader()).await?;
        let newer = beside(false).one(self.database.reader()).await?;
        Ok((link(older), link(newer)))
    }

    /// Every tag that a visible post carries, the most used first.
    pub async fn tag_counts(&self, now: DateTime<Utc>) -> Result<Vec<TagCount>, StorageError> {
        let count = Alias::new("uses");
        let list = category_of(Expr::col((tags::Entity, tags::Column::Key)));
        let (entity, of_list) = (blog_posts_lists::Entity, |column| Expr::col((blog_posts_lists::Entity, column)));
        let mut select = tags::Entity::find()
            .select_only()
            .columns([tags::Column::Id, tags::Column::Name])
            .column_as(of_list(blog_posts_lists::Column::BlogPostId).count(), "uses");
        QueryTrait::query(&mut select).inner_join(entity, of_list(blog_posts_lists::Column::List).eq(list));
        let rows = select
            .filter(of_list(blog_posts_lists::Column::Tagged).eq(true))
            .filter(of_list(blog_posts_lists::Column::ListedAt).lte(now))
            .group_by(tags::Column::Id)
            .group_by(tags::Column::Name)
            .order_by(Expr::col(count), Order::Desc)
            .order_by_asc(tags::Column::Name)
            .into_tuple::<(Uuid, String, i64)>()
            .all(self.database.reader())
            .await?;
        Ok(rows.into_iter().map(|(id, name, count)| TagCount { id, name, count: count.unsigned_abs() }).collect())
    }

    /// When the next scheduled post appears, if one is scheduled.
    pub async fn next_publication(&self, now: DateTime<Utc>) -> Result<Option<DateTime<Utc>>, StorageError> {
        let next = blog_posts::Entity::find()
            .select_only()
            .column(blog_posts::Column::ListedAt)
            .filter(Expr::col(blog_posts::Column::Published))
            .filter(blog_posts::Column::ListedAt.gt(now))
            .order_by_asc(blog_posts::Column::ListedAt)
            .into_tuple::<DateTime<Utc>>()
            .one(self.database.reader())
            .await?;
        Ok(next)
    }

    /// How many posts there are, whatever their state.
    pub async fn count(&self) -> Result<u64, StorageError> {
        Ok(blog_posts::Entity::find().count(self.database.reader()).await?)
    }

    /// Runs the query and adds each post's tags.
    pub(super) async fn summaries(&self, select: Select<blog_posts::Entity>) -> Result<Vec<PostSummary>, StorageError> {
        let rows = self.rows(select).await?;
        self.with_tags(rows).await
    }

    /// What lists show of the posts that a query names.
    pub(super) async fn rows(&self, select: Select<blog_posts::Entity>) -> Result<Vec<SummaryRow>, StorageError> {
        let select = select.select_only().columns(SUMMARY_COLUMNS);
        Ok(select.into_model::<SummaryRow>().all(self.database.reader()).await?)
    }

    /// Adds each post's tags, in two queries for the whole list.
    pub(super) async fn with_tags(&self, rows: Vec<SummaryRow>) -> Result<Vec<PostSummary>, StorageError> {
        let ids: Vec<Uuid> = rows.iter().map(|row| row.id).collect();
        let (mut tags, mut sections) = tags_of(self.database.reader(), &ids).await?;
        Ok(rows
            .into_iter()
            .map(|row| {
                let (tags, sections) = (tags.remove(&row.id), sections.remove(&row.id));
                row.with_tags(tags.unwrap_or_default(), sections.unwrap_or_default())
            })
            .collect())
    }
}

/// The post with this id, as `connection` sees it.
pub(super) async fn record_of(connection: &impl ConnectionTrait, id: Uuid) -> Result<Option<PostRecord>, DbErr> {
    let row = blog_posts::Entity::find_by_id(id).one(connection).await?;
    record(connection, row).await
}

async fn record(
    connection: &impl ConnectionTrait,
    row: Option<blog_posts::Model>,
) -> Result<Option<PostRecord>, DbErr> {
    let Some(row) = row else { return Ok(None) };
    let (mut tags, mut sections) = tags_of(connection, &[row.id]).await?;
    let (tags, sections) = (tags.remove(&row.id), sections.remove(&row.id));
    // The headings are written by `write.rs` alone; a list that does not parse costs the contents list only.
    let headings = serde_json::from_str(&row.headings).unwrap_or_default();
    Ok(Some(PostRecord {
        content: row.content,
        headings,
        author_bio: row.author_bio,
        crawl_log: row.crawl_log,
        inside_the_index: row.inside_the_index,
        published_date: row.published_date,
        meta_title: row.meta_title,
        meta_description: row.meta_description,
        canonical_url: row.canonical_url,
        schema: row.schema_markup,
        version: row.version,
        summary: PostSummary {
            id: row.id,
            title: row.title,
            slug: row.slug,
            summary: row.summary,
            author: row.author,
            label: row.label,
            word_count: row.word_count.unsigned_abs(),
            published: row.published,
            trending: row.trending,
            featured_at: row.featured_at,
            listed_at: row.listed_at,
            featured_image: row.featured_image,
            thumbnail_image: row.thumbnail_image,
            created_at: row.created_at,
            updated_at: row.updated_at,
            tags: tags.unwrap_or_default(),
            section_tags: sections.unwrap_or_default(),
        },
    }))
}

async fn tags_of(connection: &impl ConnectionTrait, posts: &[Uuid]) -> Result<(NamesByPost, NamesByPost), DbErr> {
    if posts.is_empty() {
        return Ok((HashMap::new(), HashMap::new()));
    }
    let tags = blog_posts_tags::Entity::find()
        .select_only()
        .column(blog_posts_tags::Column::BlogPostId)
        .column(tags::Column::Name)
        .join(
            JoinType::InnerJoin,
            blog_posts_tags::Entity::belongs_to(tags::Entity)
                .from(blog_posts_tags::Column::TagId)
                .to(tags::Column::Id)
                .into(),
        )
        .filter(blog_posts_tags::Column::BlogPostId.is_in(posts.iter().copied()))
        .order_by_asc(blog_posts_tags::Column::Position)
        .into_tuple::<(Uuid, String)>()
        .all(connection)
        .await?;
    let sections = blog_posts_section_tags::Entity::find()
        .select_only()
        .columns([blog_posts_section_tags::Column::BlogPostId, blog_posts_section_tags::Column::SectionTag])
        .filter(blog_posts_section_tags::Column::BlogPostId.is_in(posts.iter().copied()))
        .order_by_asc(blog_posts_section_tags::Column::Position)
        .into_tuple::<(Uuid, String)>()
        .all(connection)
        .await?;
    Ok((by_post(tags), by_post(sections)))
}

type NamesByPost = HashMap<Uuid, Vec<String>>;

fn by_post(pairs: Vec<(Uuid, String)>) -> NamesByPost {
    let mut names = NamesByPost::new();
    for (post, name) in pairs {
        names.entry(post).or_default().push(name);
    }
    names
}

impl SummaryRow {
    fn with_tags(self, tags: Vec<String>, section_tags: Vec<String>) -> PostSummary {
        PostSummary {
            id: self.id,
            title: self.title,
            slug: self.slug,
            summary: self.summary,
            author: self.author,
            label: self.label,
            word_count: self.word_count.unsigned_abs(),
            published: self.published,
            trending: self.trending,
            featured_at: self.featured_at,
            listed_at: self.listed_at,
            featured_image: self.featured_image,
            thumbnail_image: self.thumbnail_image,
            created_at: self.created_at,
            updated_at: self.updated_at,
            tags,
            section_tags,
        }
    }
}
