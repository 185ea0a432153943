//! Redirects follow the addresses of posts, so that none takes two hops or hides a page.

use chrono::{DateTime, Utc};
use sea_orm::{ActiveValue::Set, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, sea_query::OnConflict};
use uuid::Uuid;

use super::{POSTS, lead};
use crate::storage::entities::{manual_redirects as manual, redirects as renamed};

/// Removes the redirects from the address that a post takes.
pub async fn take(connection: &impl ConnectionTrait, slug: &str) -> Result<(), DbErr> {
    renamed::Entity::delete_by_id(slug).exec(connection).await?;
    let from_here = manual::Column::Source.eq(format!("{POSTS}{slug}"));
    manual::Entity::delete_many().filter(from_here).exec(connection).await?;
    Ok(())
}

/// Leaves a redirect at the address that a post had, and leads those to it to the new one.
pub async fn rename(
    connection: &impl ConnectionTrait,
    post: Uuid,
    (old, new): (&str, &str),
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let redirect = renamed::ActiveModel {
        slug: Set(old.to_owned()),
        blog_post_id: Set(post),
        created_at: Set(now),
        hits: Set(0),
        last_hit_at: Set(None),
    };
    let mut replace = OnConflict::column(renamed::Column::Slug);
    replace.update_columns([renamed::Column::BlogPostId, renamed::Column::CreatedAt]);
    renamed::Entity::insert(redirect).on_conflict(replace).exec_without_returning(connection).await?;
    follow(connection, old, new).await
}

/// Gives a post its address back: redirects to its former ones, which may be newer, lead to it.
pub async fn restore(connection: &impl ConnectionTrait, post: Uuid, slug: &str) -> Result<(), DbErr> {
    take(connection, slug).await?;
    for former in renamed::Entity::find().filter(renamed::Column::BlogPostId.eq(post)).all(connection).await? {
        follow(connection, &former.slug, slug).await?;
    }
    Ok(())
}

async fn follow(connection: &impl ConnectionTrait, old: &str, new: &str) -> Result<(), DbErr> {
    let new = format!("{POSTS}{new}");
    lead(connection, &format!("{POSTS}{old}"), (&new, &new)).await
}
