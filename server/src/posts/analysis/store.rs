//! Runs the queries about other posts for the analysis of a draft.

#[cfg(test)]
mod tests;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sea_orm::{
    ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait,
    sea_query::{Expr, ExprTrait, Func},
};
use uuid::Uuid;

use crate::{
    posts::store::{
        PostLink, PostStore,
        read::{only, visible},
        trashed::in_trash,
    },
    storage::{
        StorageError,
        entities::{blog_posts, redirects},
    },
};

/// Number of slugs per query: databases limit the number of parameters.
const BATCH: usize = 500;

impl PostStore {
    /// Returns the first post outside the trash that has one of these titles as its heading or page title, ignoring case
    /// and the `==` of marks. Its id is not `but`.
    pub async fn with_title(&self, titles: &[&str], but: Option<Uuid>) -> Result<Option<PostLink>, StorageError> {
        let plain = |title: Expr| {
            let [mark, nothing] = [Expr::val("=="), Expr::val("")];
            Expr::from(Func::cust("REPLACE").args([Expr::from(Func::lower(title)), mark, nothing]))
        };
        let own = |column: blog_posts::Column| {
            plain(Expr::col(column)).is_in(titles.iter().map(|title| plain(Expr::val(*title))))
        };
        self.first_other(own(blog_posts::Column::Title).or(own(blog_posts::Column::MetaTitle)), but).await
    }

    /// Returns the post outside the trash with this slug, unless its id is `but`.
    pub async fn with_slug(&self, slug: &str, but: Option<Uuid>) -> Result<Option<PostLink>, StorageError> {
        self.first_other(blog_posts::Column::Slug.eq(slug), but).await
    }

    async fn first_other(&self, same: Expr, but: Option<Uuid>) -> Result<Option<PostLink>, StorageError> {
        let posts = blog_posts::Entity::find()
            .filter(same)
            .filter(blog_posts::Column::Id.ne(but.unwrap_or_default()))
            .filter(in_trash().not())
            .order_by_asc(blog_posts::Column::Id);
        Ok(posts.into_partial_model::<PostLink>().one(self.database.reader()).await?)
    }

    /// Returns the slugs among these that lead readers to a post, directly or by a redirect.
    pub async fn reachable_slugs(&self, slugs: &[String], now: DateTime<Utc>) -> Result<HashSet<String>, StorageError> {
        let own = Expr::col((redirects::Entity, redirects::Column::BlogPostId));
        let mut found = HashSet::new();
        for batch in slugs.chunks(BATCH) {
            let present = only(blog_posts::Column::Slug).filter(blog_posts::Column::Slug.is_in(batch));
            let mut former = redirects::Entity::find()
                .select_only()
                .column(redirects::Column::Slug)
                .filter(redirects::Column::Slug.is_in(batch))
                .filter(visible(now));
            QueryTrait::query(&mut former)
                .inner_join(blog_posts::Entity, own.clone().equals((blog_posts::Entity, blog_posts::Column::Id)));
            let connection = self.database.reader();
            found.extend(present.filter(visible(now)).into_tuple::<String>().all(connection).await?);
            found.extend(former.into_tuple::<String>().all(connection).await?);
        }
        Ok(found)
    }
}
