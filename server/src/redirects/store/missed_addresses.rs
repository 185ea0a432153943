//! The addresses that readers missed.

use chrono::{DateTime, Utc};
use sea_orm::{
    Condition, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect, Select,
    sea_query::{Expr, Query},
};
use serde_json::json;
use uuid::Uuid;

use super::{AUTHORS, POSTS, RedirectStore, addresses};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::record},
    redirects::domain::MissedAddress,
    storage::{
        StorageError,
        entities::{authors, blog_posts, manual_redirects as manual, missed_addresses as missed, redirects as renamed},
    },
};

impl RedirectStore {
    /// Returns the addresses that were missed most often, and the total number. Addresses that lead readers to a page
    /// at `now` are left out.
    pub async fn missed(&self, limit: u64, now: DateTime<Utc>) -> Result<(Vec<MissedAddress>, u64), StorageError> {
        let all = missed::Entity::find().filter(leads_somewhere(now).not());
        let total = all.clone().count(self.database.reader()).await?;
        let rows = most_missed(all).limit(limit).all(self.database.reader()).await?;
        let address = |row: missed::Model| MissedAddress {
            id: row.id,
            path: row.path,
            misses: row.misses,
            last_seen_at: row.last_seen_at,
        };
        Ok((rows.into_iter().map(address).collect(), total))
    }

    /// Deletes a missed address. Returns false when there is none.
    pub async fn forget(&self, id: Uuid, by: &Stamp) -> Result<bool, StorageError> {
        let transaction = self.database.begin_write().await?;
        let Some(row) = missed::Entity::find_by_id(id).one(&transaction).await? else { return Ok(false) };
        missed::Entity::delete_by_id(id).exec(&transaction).await?;
        let entry = NewEntry::new(Action::MissedAddressForgotten, Object::thing("missed address", id));
        record(&transaction, by, &[entry.before(&json!({ "path": row.path }))]).await?;
        transaction.commit().await?;
        Ok(true)
    }
}

/// Returns the condition that a missed address is that of a live post or an author, that such a post had it, or that
/// staff have redirected it. Readers still miss the address of a draft or a scheduled post.
fn leads_somewhere(now: DateTime<Utc>) -> Condition {
    let (posts, authors) = (blog_posts::Entity, authors::Entity);
    let below = |root: &str| Expr::col((missed::Entity, missed::Column::Path)).like(format!("{root}%"));
    let slug = |root: &str| addresses::slug_of((missed::Entity, missed::Column::Path), root);
    let mut of_posts = Query::select();
    of_posts.expr(Expr::val(1)).from(posts).cond_where(addresses::is_live(now));
    let mut of_former = of_posts.clone();
    of_posts.and_where(Expr::col((posts, blog_posts::Column::Slug)).eq(slug(POSTS)));
    let own = Expr::col((renamed::Entity, renamed::Column::BlogPostId)).equals((posts, blog_posts::Column::Id));
    of_former.inner_join(renamed::Entity, own);
    of_former.and_where(Expr::col((renamed::Entity, renamed::Column::Slug)).eq(slug(POSTS)));
    let mut of_authors = Query::select();
    of_authors.expr(Expr::val(1)).from(authors);
    of_authors.and_where(Expr::col((authors, authors::Column::Slug)).eq(slug(AUTHORS)));
    let path = (missed::Entity, missed::Column::Path);
    let mut by_hand = Query::select();
    by_hand.expr(Expr::val(1)).from(manual::Entity);
    by_hand.and_where(Expr::col((manual::Entity, manual::Column::Source)).equals(path));
    let is_post = Condition::any().add(Expr::exists(of_posts)).add(Expr::exists(of_former));
    Condition::any()
        .add(Condition::all().add(below(POSTS)).add(is_post))
        .add(Condition::all().add(below(AUTHORS)).add(Expr::exists(of_authors)))
        .add(Expr::exists(by_hand))
}

/// Sorts missed addresses, the most often missed first.
pub(super) fn most_missed(query: Select<missed::Entity>) -> Select<missed::Entity> {
    query
        .order_by_desc(missed::Column::Misses)
        .order_by_desc(missed::Column::LastSeenAt)
        .order_by_desc(missed::Column::Id)
}
