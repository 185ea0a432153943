//! The posts of a category: their tags, and the copies of its name in labels, lists and search texts.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait, ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter,
    QuerySelect, sea_query::Expr,
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

/// Number of posts that are loaded into memory at once.
const POSTS: usize = 200;

/// Returns the posts that carry a category, those in the trash too.
pub(super) async fn of(connection: &impl ConnectionTrait, tag: Uuid) -> Result<Vec<Uuid>, DbErr> {
    let posts = Entity::find().select_only().column(Column::BlogPostId).filter(Column::TagId.eq(tag));
    posts.into_tuple().all(connection).await
}

/// Replaces a category of posts with another in the same position. A post that carries both keeps the earlier position.
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

/// Rewrites the labels, lists and search texts of posts whose categories were renamed. Their versions increase, so that
/// an editor who has one open does not write an old name back.
pub(super) async fn write_names(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    use blog_posts::{Column, Entity};
    for ids in ids.chunks(POSTS) {
        let categories = reader_search::categories_of(connection, ids).await?;
        Entity::update_many()
            .col_expr(Column::Version, Expr::col(Column::Version).add(1))
            .col_expr(Column::UpdatedAt, Expr::value(now))
            .filter(Column::Id.is_in(ids.iter().copied()))
            .exec(connection)
            .await?;
        let labels = write_labels(connection, ids, &categories).await?;
        write_lists(connection, ids, &categories, &labels).await?;
        reader_search::write(connection, ids).await?;
    }
    Ok(())
}

/// Writes the labels of posts that have changed. Returns every label.
async fn write_labels(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    categories: &HashMap<Uuid, Vec<String>>,
) -> Result<HashMap<Uuid, String>, DbErr> {
    use blog_posts::{Column, Entity};
    let posts: Vec<(Uuid, String, String, String)> = Entity::find()
        .select_only()
        .columns([Column::Id, Column::MetaTitle, Column::Title, Column::Label])
        .filter(Column::Id.is_in(ids.iter().copied()))
        .into_tuple()
        .all(connection)
        .await?;
    let mut labels = HashMap::new();
    for (id, meta_title, title, before) in posts {
        let label = label(&meta_title, &title, names(categories, id));
        if label != before {
            let changed = Entity::update_many().col_expr(Column::Label, Expr::value(&label));
            changed.filter(Column::Id.eq(id)).exec(connection).await?;
        }
        labels.insert(id, label);
    }
    Ok(labels)
}

/// Replaces the rows that posts have in the lists of categories.
async fn write_lists(
    connection: &impl ConnectionTrait,
    ids: &[Uuid],
    categories: &HashMap<Uuid, Vec<String>>,
    labels: &HashMap<Uuid, String>,
) -> Result<(), DbErr> {
    use lists::{ActiveModel, Column, Entity};
    let of_posts = Column::BlogPostId.is_in(ids.iter().copied());
    let of_categories = Entity::delete_many().filter(of_posts.clone()).filter(Column::List.starts_with(CATEGORY));
    of_categories.exec(connection).await?;
    let published = Entity::find().filter(of_posts).filter(Column::List.eq(ALL)).all(connection).await?;
    let rows_of = |row: &lists::Model| {
        let label = labels.get(&row.blog_post_id).map_or("", String::as_str);
        let lists = category_lists(names(categories, row.blog_post_id), label).into_iter();
        let row = ActiveModel::from(row.clone()).reset_all();
        lists.map(move |(list, tagged)| ActiveModel { list: Set(list), tagged: Set(tagged), ..row.clone() })
    };
    let renewed: Vec<ActiveModel> = published.iter().flat_map(rows_of).collect();
    for rows in renewed.chunks(POSTS) {
        Entity::insert_many(rows.iter().cloned()).exec_without_returning(connection).await?;
    }
    Ok(())
}

fn names(categories: &HashMap<Uuid, Vec<String>>, post: Uuid) -> &[String] {
    categories.get(&post).map(Vec::as_slice).unwrap_or_default()
}
