//! Keeps redirects up to date with the addresses of posts and authors, so that none takes two hops or hides a page.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter, SelectExt,
    sea_query::{Expr, Func, IntoColumnRef, OnConflict, Query},
};
use uuid::Uuid;

use super::{AUTHORS, POSTS, lead, new_row};
use crate::storage::entities::{blog_posts, manual_redirects as manual, redirects as renamed};

/// Removes the redirects at the address of a live post. Those at the address of a draft or a scheduled post stay, since
/// readers would find nothing there.
pub async fn hold(connection: &impl ConnectionTrait, post: Uuid, slug: &str, is_live: bool) -> Result<(), DbErr> {
    let at = renamed::Entity::delete_by_id(slug);
    if !is_live {
        // The post is back at its former address.
        at.filter(renamed::Column::BlogPostId.eq(post)).exec(connection).await?;
        return Ok(());
    }
    at.exec(connection).await?;
    delete_manual(connection, &format!("{POSTS}{slug}")).await
}

/// Returns the expression for what follows `root` in a column of paths.
pub(super) fn slug_of(path: impl IntoColumnRef, root: &str) -> Expr {
    let start = i32::try_from(root.len()).unwrap_or_default() + 1;
    Func::cust("SUBSTR").arg(Expr::col(path)).arg(start).into()
}

/// Returns the condition that readers see a post.
pub(super) fn is_live(now: DateTime<Utc>) -> Condition {
    Condition::all().add(blog_posts::Column::Published.eq(true)).add(blog_posts::Column::ListedAt.lte(now))
}

/// Removes the redirects at the addresses of scheduled posts that have appeared since.
pub async fn end_hidden(connection: &impl ConnectionTrait, now: DateTime<Utc>) -> Result<(), DbErr> {
    let is_at = |slug: Expr| {
        let mut live = Query::select();
        live.expr(Expr::val(1)).from(blog_posts::Entity).cond_where(is_live(now));
        Expr::exists(live.and_where(Expr::col((blog_posts::Entity, blog_posts::Column::Slug)).eq(slug)).take())
    };
    let of_renamed = is_at(Expr::col((renamed::Entity, renamed::Column::Slug)));
    renamed::Entity::delete_many().filter(of_renamed).exec(connection).await?;
    let source = (manual::Entity, manual::Column::Source);
    let by_hand = manual::Entity::delete_many().filter(manual::Column::Source.starts_with(POSTS));
    by_hand.filter(is_at(slug_of(source, POSTS))).exec(connection).await?;
    Ok(())
}

/// Removes the redirect at an address that an author takes.
pub async fn take_author(connection: &impl ConnectionTrait, slug: &str) -> Result<(), DbErr> {
    delete_manual(connection, &format!("{AUTHORS}{slug}")).await
}

/// Redirects a post's former address to its new one, and points redirects to the former address at the new one. An
/// existing redirect of staff at the former address stays: it is older than the post, which was never live there.
pub async fn rename(
    connection: &impl ConnectionTrait,
    post: Uuid,
    (old, new): (&str, &str),
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let by_hand = manual::Entity::find().filter(manual::Column::Source.eq(format!("{POSTS}{old}")));
    if by_hand.exists(connection).await? {
        return Ok(());
    }
    let redirect = renamed::ActiveModel {
        slug: Set(old.to_owned()),
        blog_post_id: Set(post),
        created_at: Set(now),
        hits: Set(0),
        last_hit_at: Set(None),
    };
    let mut skip = OnConflict::column(renamed::Column::Slug);
    renamed::Entity::insert(redirect)
        .on_conflict(skip.do_nothing().to_owned())
        .exec_without_returning(connection)
        .await?;
    follow(connection, old, new).await
}

/// Gives a post its address back. Redirects to its former addresses, which may be newer, are pointed at it.
pub async fn restore(connection: &impl ConnectionTrait, post: Uuid, slug: &str, is_live: bool) -> Result<(), DbErr> {
    hold(connection, post, slug, is_live).await?;
    for former in renamed::Entity::find().filter(renamed::Column::BlogPostId.eq(post)).all(connection).await? {
        follow(connection, &former.slug, slug).await?;
    }
    Ok(())
}

/// Redirects an author's former address to the new one, which the author has taken already, and points redirects to the
/// former address at the new one. The redirect counts as created by staff, who may change it.
pub async fn rename_author(
    connection: &impl ConnectionTrait,
    (old, new): (&str, &str),
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let (source, target) = (format!("{AUTHORS}{old}"), format!("{AUTHORS}{new}"));
    delete_manual(connection, &source).await?;
    let row = new_row(Uuid::now_v7(), &source, (target.clone(), target.clone()), now);
    let row = manual::ActiveModel::from(row).reset_all();
    manual::Entity::insert(row).exec_without_returning(connection).await?;
    lead(connection, &source, (&target, &target)).await
}

/// Removes the redirect of staff at a path.
async fn delete_manual(connection: &impl ConnectionTrait, path: &str) -> Result<(), DbErr> {
    manual::Entity::delete_many().filter(manual::Column::Source.eq(path)).exec(connection).await?;
    Ok(())
}

async fn follow(connection: &impl ConnectionTrait, old: &str, new: &str) -> Result<(), DbErr> {
    let new = format!("{POSTS}{new}");
    lead(connection, &format!("{POSTS}{old}"), (&new, &new)).await
}
