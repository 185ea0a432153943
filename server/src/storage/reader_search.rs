//! The text in which readers search published posts. It is rewritten when a name in it has changed.

use std::collections::HashMap;

use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QuerySelect,
};
use uuid::Uuid;

use super::{
    entities::{blog_posts, blog_posts_search, blog_posts_tags, tags},
    search::reader_text,
};

/// Returns the names of the categories of posts, in the order of each post.
pub async fn categories_of(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
) -> Result<HashMap<Uuid, Vec<String>>, DbErr> {
    let links = blog_posts_tags::Entity::find()
        .filter(blog_posts_tags::Column::BlogPostId.is_in(ids.iter().copied()))
        .order_by_asc(blog_posts_tags::Column::Position)
        .all(connection)
        .await?;
    let used = links.iter().map(|link| link.tag_id);
    let names = tags::Entity::find().filter(tags::Column::Id.is_in(used)).all(connection).await?;
    let names: HashMap<Uuid, String> = names.into_iter().map(|tag| (tag.id, tag.name)).collect();
    let mut categories: HashMap<Uuid, Vec<String>> = HashMap::new();
    for link in &links {
        categories.entry(link.blog_post_id).or_default().extend(names.get(&link.tag_id).cloned());
    }
    Ok(categories)
}

/// Rewrites the search rows of published posts. They are deleted and inserted, since the index does not follow updates.
pub async fn write(connection: &impl ConnectionTrait, ids: &[Uuid]) -> Result<(), DbErr> {
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
    let categories = categories_of(connection, ids).await?;
    let texts: HashMap<Uuid, String> = posts
        .into_iter()
        .map(|(id, title, summary, author)| {
            let tags = categories.get(&id).map(Vec::as_slice).unwrap_or_default();
            (id, reader_text(&title, &summary, &author, tags))
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
