//! The posts of a category: their links, and what label, lists and search hold of its name.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter, QuerySelect,
    sea_query::Expr,
};
use uuid::Uuid;

use crate::{
    posts::{
        domain::label,
        store::index::{ALL, CATEGORY, category_lists},
    },
    storage::{
        entities::{
            blog_posts, blog_posts_lists as lists,
            blog_posts_tags::{Column, Entity},
        },
        reader_search,
    },
};

/// Number of posts in memory at once.
const POSTS: usize = 200;

/// Returns the posts that carry a category, those in the trash too.
pub(super) async fn of(connection: &impl ConnectionTrait, tag: Uuid) -> Result<Vec<Uuid>, DbErr> {
    let posts = Entity::find().select_only().column(Column::BlogPostId).filter(Column::TagId.eq(tag));
    posts.into_tuple().all(connection).await
}

/// Gives the posts of a category another one in its position. A post that carries both keeps the earlier position.
pub(super) async fn move_links(connection: &impl ConnectionTrait, old: Uuid, new: Uuid) -> Result<(), DbErr> {
    let already: HashMap<Uuid, i32> = Entity::find()
        .select_only()
        .columns([Column::BlogPostId, Column::Position])
        .filter(Column::TagId.eq(new))
        .into_tuple::<(Uuid, i32)>()
        .all(connection)
        .await?
        .into_iter()
        .collect();
    for link in Entity::find().filter(Column::TagId.eq(old)).all(connection).await? {
        let Some(position) = already.get(&link.blog_post_id) else { continue };
        Entity::delete_by_id((link.blog_post_id, old)).exec(connection).await?;
        if link.position < *position {
            Entity::update_many()
                .col_expr(Column::Position, Expr::value(link.position))
                .filter(Column::BlogPostId.eq(link.blog_post_id))
                .filter(Column::TagId.eq(new))
                .exec(connection)
                .await?;
        }
    }
    Entity::update_many()
        .col_expr(Column::TagId, Expr::value(new))
        .filter(Column::TagId.eq(old))
        .exec(connection)
        .await?;
    Ok(())
}

/// Writes labels, lists and search texts of posts again, whose categories have other names now. Their versions grow, so
/// that an editor who has one open does not write an old name back.
pub(super) async fn write_names(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    use blog_posts::{Column, Entity};
    for ids in ids.chunks(POSTS) {
        let categories = reader_search::categories_of(connection, ids).await?;
        let of = |id: &Uuid| categories.get(id).map(Vec::as_slice).unwrap_or_default();
        Entity::update_many()
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .col_expr(Column::UpdatedAt, Expr::value(now))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .exec(connection)
            .await?;
        let posts: Vec<(Uuid, String, String, String)> = Entity::find()
            .select_only()
            .columns([Column::Id, Column::MetaTitle, Column::Title, Column::Label])
            .filter(Column::Id.is_in(ids.iter().copied()))
            .into_tuple()
            .all(connection)
            .await?;
        let mut labels = HashMap::new();
        for (id, meta_title, title, before) in posts {
            let label = label(&meta_title, &title, of(&id));
            if label != before {
                Entity::update_many()
                    .col_expr(Column::Label, Expr::value(&label))
                    .filter(Column::Id.eq(id))
                    .exec(connection)
                    .await?;
            }
            labels.insert(id, label);
        }
        let in_lists = lists::Column::BlogPostId.is_in(ids.iter().copied());
        lists::Entity::delete_many()
            .filter(in_lists.clone())
            .filter(lists::Column::List.starts_with(CATEGORY))
            .exec(connection)
            .await?;
        let published =
            lists::Entity::find().filter(in_lists).filter(lists::Column::List.eq(ALL)).all(connection).await?;
        let renewed: Vec<lists::ActiveModel> = published
            .iter()
            .flat_map(|row| {
                let label = labels.get(&row.blog_post_id).map_or("", String::as_str);
                category_lists(of(&row.blog_post_id), label).into_iter().map(|(list, tagged)| lists::ActiveModel {
                    list: Set(list),
                    featured: Set(row.featured),
                    listed_at: Set(row.listed_at),
                    blog_post_id: Set(row.blog_post_id),
                    trending: Set(row.trending),
                    tagged: Set(tagged),
                })
            })
            .collect();
        for rows in renewed.chunks(POSTS) {
            lists::Entity::insert_many(rows.iter().cloned()).exec_without_returning(connection).await?;
        }
        reader_search::write(connection, ids).await?;
    }
    Ok(())
}
