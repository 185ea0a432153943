//! Writes an author's new name into their posts, and into the tables that lists and search read, and remembers the old
//! one.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter, QuerySelect, sea_query::Expr};
use uuid::Uuid;

use crate::{
    authors::domain::name_key,
    storage::{
        entities::{authors, blog_posts, blog_posts_lists},
        json::{from_json, to_json},
        reader_search,
        search::author_list,
    },
};

/// Number of posts that are loaded into memory at once.
const POSTS: usize = 200;

/// Adds a name to the author's former names, which earlier versions of posts have.
pub(super) async fn remember(connection: &impl ConnectionTrait, id: Uuid, name: &str) -> Result<(), DbErr> {
    use authors::{Column, Entity};
    let stored = Entity::find_by_id(id).select_only().column(Column::FormerNames).into_tuple::<String>();
    let stored = stored.one(connection).await?.unwrap_or_else(|| "[]".to_owned());
    let (mut names, key) = (from_json::<Vec<String>>(&stored)?, name_key(name));
    if !names.contains(&key) {
        names.push(key);
        let row = Entity::update_many().col_expr(Column::FormerNames, Expr::value(to_json(&names)?));
        row.filter(Column::Id.eq(id)).exec(connection).await?;
    }
    Ok(())
}

/// Renames the author in every post, those in the trash too. Returns how many there were. Their versions grow, so that
/// an editor who has one open does not write the old name back.
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
        reader_search::write(connection, ids).await?;
    }
    blog_posts_lists::Entity::update_many()
        .col_expr(blog_posts_lists::Column::List, Expr::value(author_list(&name_key(new))))
        .filter(blog_posts_lists::Column::List.eq(author_list(&old_key)))
        .exec(connection)
        .await?;
    Ok(u64::try_from(ids.len()).unwrap_or(u64::MAX))
}
