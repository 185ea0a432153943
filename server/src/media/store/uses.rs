//! Finds what contains an image of the library.

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, Condition, ConnectionTrait, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect,
    sea_query::{Expr, Query},
};
use uuid::Uuid;

use crate::{
    media::domain::{Media, MediaUse, MediaUses, stem},
    storage::{
        StorageError,
        entities::{
            authors, blog_post_drafts, blog_post_revisions, blog_posts, former_media_files as former, post_previews,
            trashed_posts,
        },
        search::pattern,
    },
    text::plain_title,
};

/// A post's JSON-LD. JSON may have a backslash before a slash, and some programs write it.
const SCHEMA: &str = "replace(schema_markup, '\\/', '/')";
/// The condition that a post contains a former stem. Stems have no wildcard characters of `LIKE`.
const CONTAINS_FORMER: &str = "content LIKE '%' || stem || '%' OR featured_image LIKE '%' || stem || '%' \
    OR thumbnail_image LIKE '%' || stem || '%' OR replace(schema_markup, '\\/', '/') LIKE '%' || stem || '%'";
/// The condition that an author's portrait is a file with a former stem.
const SHOWS_FORMER: &str = "portrait LIKE '%' || stem || '%'";
/// Unsaved work as JSON. The backslashes of its JSON-LD, which is text there, are doubled.
const UNSAVED: &str = "replace(post, '\\\\/', '/')";
/// The condition that unsaved work contains a former stem.
const UNSAVED_CONTAINS_FORMER: &str = "replace(post, '\\\\/', '/') LIKE '%' || stem || '%'";

/// Returns the posts, authors, drafts, preview links and earlier versions that contain an image at `now`. With `since`,
/// only posts and drafts that were saved from then on, and no versions.
pub(super) async fn find_uses(
    connection: &impl ConnectionTrait,
    image: &Media,
    now: DateTime<Utc>,
    since: Option<DateTime<Utc>>,
) -> Result<MediaUses, StorageError> {
    let contains_now = || pattern(stem(&image.file_path));
    let former = |condition: &'static str| {
        Query::select()
            .expr(Expr::value(1))
            .from(former::Entity)
            .and_where(former::Column::MediaId.eq(image.id))
            .and_where(Expr::cust(condition))
            .to_owned()
    };
    let contains = |column: blog_posts::Column| Expr::col(column).like(contains_now());
    let shown = || {
        Condition::any()
            .add(contains(blog_posts::Column::FeaturedImage))
            .add(contains(blog_posts::Column::ThumbnailImage))
            .add(contains(blog_posts::Column::Content))
            .add(Expr::cust(SCHEMA).like(contains_now()))
            .add(Expr::exists(former(CONTAINS_FORMER)))
    };
    let rows: Vec<(Uuid, String)> = blog_posts::Entity::find()
        .select_only()
        .columns([blog_posts::Column::Id, blog_posts::Column::Title])
        .filter(shown())
        .filter(since.map_or_else(|| Expr::value(true), |since| blog_posts::Column::UpdatedAt.gte(since)))
        .order_by_asc(blog_posts::Column::Title)
        .order_by_asc(blog_posts::Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    let portrait = Condition::any()
        .add(Expr::col(authors::Column::Portrait).like(contains_now()))
        .add(Expr::exists(former(SHOWS_FORMER)));
    let authors = authors::Entity::find()
        .select_only()
        .column(authors::Column::Name)
        .filter(portrait)
        .order_by_asc(authors::Column::NameKey)
        .into_tuple()
        .all(connection)
        .await?;
    let unsaved = || {
        Condition::any()
            .add(Expr::cust(UNSAVED).like(contains_now()))
            .add(Expr::exists(former(UNSAVED_CONTAINS_FORMER)))
    };
    let drafts = blog_post_drafts::Entity::find()
        .filter(unsaved())
        .filter(since.map_or_else(|| Expr::value(true), |since| blog_post_drafts::Column::UpdatedAt.gte(since)))
        .count(connection)
        .await?;
    // A link without typed text shows the post as saved, which is found above.
    let previews = post_previews::Entity::find()
        .filter(post_previews::Column::ExpiresAt.gt(now))
        .filter(unsaved())
        .count(connection)
        .await?;
    let versions = if since.is_some() {
        0
    } else {
        let mut posts = Query::select();
        posts.column(blog_posts::Column::Id).from(blog_posts::Entity).cond_where(shown());
        blog_post_revisions::Entity::find()
            .filter(unsaved())
            .filter(blog_post_revisions::Column::BlogPostId.not_in_subquery(posts))
            .count(connection)
            .await?
    };
    // The whole trash, which is small: a much used image may be in more posts than a statement can list.
    let trashed: HashSet<Uuid> = trashed_posts::Entity::find()
        .select_only()
        .column(trashed_posts::Column::BlogPostId)
        .into_tuple()
        .all(connection)
        .await?
        .into_iter()
        .collect();
    let posts = rows
        .into_iter()
        .map(|(id, title)| MediaUse { in_trash: trashed.contains(&id), id, title: plain_title(&title) })
        .collect();
    Ok(MediaUses { posts, authors, drafts, previews, versions })
}
