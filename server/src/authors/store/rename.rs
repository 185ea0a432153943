//! Puts an author's new name into posts, with what lists and search hold of it.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter, QueryOrder,
    QuerySelect, sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    authors::domain::name_key,
    storage::{
        entities::{blog_posts, blog_posts_lists, blog_posts_search, blog_posts_tags, tags},
        search::{author_list, reader_text},
    },
};

/// Number of posts in memory at once.
const POSTS: usize = 200;

/// Renames the author in every post, those in the trash too. Returns how many there were. Their versions grow, so that an
/// editor who has one open does not write the old name back.
pub(super) async fn posts(
    connection: &impl ConnectionTrait,
    old: &str,
    new: &str,
    now: DateTime<Utc>,
) -> Result<u64, DbErr> {
    use blog_posts::{Column, Entity};
    let old_key = name_key(old);
    let mut spellings: Vec<String> =
        Entity::find().select_only().column(Column::Author).distinct().into_tuple().all(connection).await?;
    spellings.retain(|name| name_key(name) == old_key && name != new);
    let ids: Vec<Uuid> = Entity::find()
        .select_only()
        .column(Column::Id)
        .filter(Column::Author.is_in(spellings))
        .into_tuple()
        .all(connection)
        .await?;
    for ids in ids.chunks(POSTS) {
        Entity::update_many()
            .col_expr(Column::Author, Expr::value(new))
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .col_expr(Column::UpdatedAt, Expr::value(now))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .exec(connection)
            .await?;
        write_search(connection, ids).await?;
    }
    blog_posts_lists::Entity::update_many()
        .col_expr(blog_posts_lists::Column::List, Expr::value(author_list(&name_key(new))))
        .filter(blog_posts_lists::Column::List.eq(author_list(&old_key)))
        .exec(connection)
        .await?;
    Ok(u64::try_from(ids.len()).unwrap_or(u64::MAX))
}

/// Writes the search rows of published posts again. They are replaced, as their index follows no change.
async fn write_search(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<(), DbErr> {
    use blog_posts_search::{Column, Entity};
    let rows = Entity::find().filter(Column::BlogPostId.is_in(ids.iter().copied())).all(connection).await?;
    if rows.is_empty() {
        return Ok(());
    }
    let posts: Vec<(Uuid, String, String, String)> = blog_posts::Entity::find()
        .select_only()
        .columns([
            blog_posts::Column::Id,
            blog_posts::Column::Title,
            blog_posts::Column::Summary,
            blog_posts::Column::Author,
        ])
        .filter(blog_posts::Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    let links = blog_posts_tags::Entity::find()
        .filter(blog_posts_tags::Column::BlogPostId.is_in(ids.iter().copied()))
        .order_by_asc(blog_posts_tags::Column::Position)
        .all(connection)
        .await?;
    let used = links.iter().map(|link| link.tag_id);
    let names = tags::Entity::find().filter(tags::Column::Id.is_in(used)).all(connection).await?;
    let names: HashMap<Uuid, String> = names.into_iter().map(|tag| (tag.id, tag.name)).collect();
    let texts: HashMap<Uuid, String> = posts
        .into_iter()
        .map(|(id, title, summary, author)| {
            let own = links.iter().filter(|link| link.blog_post_id == id);
            let tags: Vec<String> = own.filter_map(|link| names.get(&link.tag_id).cloned()).collect();
            (id, reader_text(&title, &summary, &author, &tags))
        })
        .collect();
    let renewed: Vec<blog_posts_search::ActiveModel> = rows
        .into_iter()
        .filter_map(|row| {
            Some(blog_posts_search::ActiveModel {
                id: Set(row.id),
                blog_post_id: Set(row.blog_post_id),
                featured: Set(row.featured),
                listed_at: Set(row.listed_at),
                text: Set(texts.get(&row.blog_post_id)?.clone()),
            })
        })
        .collect();
    Entity::delete_many().filter(Column::BlogPostId.is_in(ids.iter().copied())).exec(connection).await?;
    Entity::insert_many(renewed).exec_without_returning(connection).await?;
    Ok(())
}
