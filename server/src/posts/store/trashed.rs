//! Distinguishes posts in the trash from the others.

use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    sea_query::{Expr, ExprTrait, Query},
};
use uuid::Uuid;

use super::{PostStore, PostSummary};
use crate::storage::{
    StorageError,
    entities::{
        blog_posts,
        trashed_posts::{Column, Entity, Model},
    },
};

impl PostStore {
    /// Returns how many posts are in the trash.
    pub(super) async fn trashed(&self) -> Result<u64, StorageError> {
        Ok(Entity::find().count(self.database.reader()).await?)
    }
}

/// Returns the condition that a post is in the trash.
pub(in crate::posts) fn in_trash() -> Expr {
    let own = Expr::col((Entity, Column::BlogPostId)).equals((blog_posts::Entity, blog_posts::Column::Id));
    Expr::exists(Query::select().expr(Expr::val(1)).from(Entity).and_where(own).to_owned())
}

/// Adds slug and state that posts had before they were moved to the trash.
pub(in crate::posts) async fn add_trashed(
    connection: &impl ConnectionTrait,
    posts: impl Iterator<Item = &mut PostSummary>,
) -> Result<(), DbErr> {
    // Only posts in the trash have such a slug: no address can have a colon.
    let posts: Vec<&mut PostSummary> = posts.filter(|post| post.slug == placeholder(post.id)).collect();
    if posts.is_empty() {
        return Ok(());
    }
    let ids = posts.iter().map(|post| post.id);
    let rows = Entity::find().filter(Column::BlogPostId.is_in(ids)).all(connection).await?;
    for post in posts {
        if let Some(Model { slug, published, trashed_at, .. }) = rows.iter().find(|row| row.blog_post_id == post.id) {
            post.slug.clone_from(slug);
            post.published = *published;
            post.trashed_at = Some(*trashed_at);
        }
    }
    Ok(())
}

/// Returns the slug of a post in the trash, which no address can have.
pub(in crate::posts) fn placeholder(id: Uuid) -> String {
    format!(":{id}")
}
