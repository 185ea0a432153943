//! Stores redirects and counts. No redirect leads to the source of another, so that none takes two hops.

pub mod addresses;
mod missed_addresses;
#[cfg(test)]
mod tests;

use std::collections::HashSet;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
    sea_query::{BinOper, Expr, OnConflict},
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::{
    counts::Batch,
    domain::{MISSED_LIMIT, RedirectId, RedirectKind, RedirectRecord, Target},
};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::ContentChange},
    storage::{
        Database, StorageError, content_version,
        entities::{authors, blog_posts, manual_redirects as manual, missed_addresses as missed, redirects as renamed},
        search::{containing, contains, search_text},
    },
};

/// Prefix of the addresses of posts.
const POSTS: &str = "/blog/";

/// Prefix of the addresses of authors.
const AUTHORS: &str = "/authors/";

/// Number of paths per query: databases limit the number of parameters.
const BATCH: usize = 500;

/// Reads and writes redirects.
#[derive(Debug, Clone)]
pub struct RedirectStore {
    database: Database,
}

/// Why a redirect was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// The redirect does not exist.
    #[error("no such redirect")]
    NotFound,
    /// The source is a page.
    #[error("the source is a page")]
    Page,
    /// Another redirect has the source.
    #[error("the source is taken")]
    Taken,
    /// It would redirect to its own source.
    #[error("a circle")]
    Circle,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<DbErr> for WriteError {
    fn from(error: DbErr) -> Self {
        Self::Storage(error.into())
    }
}

impl RedirectStore {
    /// Returns a store on `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns the redirect of staff from a normalised path.
    pub async fn find(&self, path: &str) -> Result<Option<(RedirectId, String)>, StorageError> {
        let found = manual::Entity::find().filter(manual::Column::Source.eq(path)).one(self.database.reader()).await?;
        Ok(found.map(|row| (RedirectId::ByHand(row.id), row.target)))
    }

    /// Returns the normalised paths among these that staff have redirected.
    pub async fn sources_among(&self, paths: &[String]) -> Result<HashSet<String>, StorageError> {
        let mut found = HashSet::new();
        for batch in paths.chunks(BATCH) {
            let rows = manual::Entity::find().select_only().column(manual::Column::Source);
            let rows = rows.filter(manual::Column::Source.is_in(batch)).into_tuple::<String>();
            found.extend(rows.all(self.database.reader()).await?);
        }
        Ok(found)
    }

    /// Returns the target of a redirect at the address of a post that no longer exists there.
    pub async fn target_of_post(&self, slug: &str) -> Result<Option<String>, StorageError> {
        if let Some((_, target)) = self.find(&format!("{POSTS}{slug}")).await? {
            return Ok(Some(target));
        }
        Ok(address_of_former(self.database.reader(), slug).await?)
    }

    /// Creates or changes a redirect of staff. A target that is itself redirected is replaced by its target, and
    /// redirects to the new source are pointed at the new target.
    pub async fn write(
        &self,
        id: Uuid,
        is_new: bool,
        source: &str,
        target: Target,
        by: &Stamp,
    ) -> Result<RedirectRecord, WriteError> {
        let change = ContentChange::begin(&self.database, by.clone()).await?;
        let transaction = &change.transaction;
        let before = manual::Entity::find_by_id(id).one(transaction).await?;
        if before.is_none() && !is_new {
            return Err(WriteError::NotFound);
        }
        must_be_free(transaction, id, source, by.at).await?;
        let target = resolve(transaction, id, target).await?;
        if target.path == source {
            return Err(WriteError::Circle);
        }
        let mut row = new_row(id, source, (target.address, target.path), by.at);
        let (action, before) = match before {
            Some(before) => {
                (row.hits, row.last_hit_at, row.created_at) = (before.hits, before.last_hit_at, before.created_at);
                manual::Entity::delete_by_id(id).exec(transaction).await?;
                (Action::RedirectChanged, Some(before))
            }
            None => (Action::RedirectCreated, None),
        };
        manual::Entity::insert(manual::ActiveModel::from(row.clone()).reset_all())
            .exec_without_returning(transaction)
            .await?;
        lead(transaction, source, (&row.target, &row.target_path)).await?;
        // A renamed post with this former slug is not live, or the source would be taken. Its redirect is removed, so
        // that the new one stays when the post is published again.
        if let Some(slug) = source.strip_prefix(POSTS) {
            renamed::Entity::delete_by_id(slug).exec(transaction).await?;
        }
        missed::Entity::delete_many().filter(missed::Column::Path.eq(source)).exec(transaction).await?;
        let entry = NewEntry::new(action, Object::thing("redirect", id));
        let entry = match before {
            Some(before) => entry.changed(&fields(&before.source, &before.target), &fields(source, &row.target)),
            None => entry.after(&fields(source, &row.target)),
        };
        change.commit(&[entry]).await?;
        Ok(row.into())
    }

    /// Deletes a redirect. Returns false when there is none.
    pub async fn delete(&self, id: &RedirectId, by: &Stamp) -> Result<bool, StorageError> {
        let change = ContentChange::begin(&self.database, by.clone()).await?;
        let transaction = &change.transaction;
        let (object, source, target) = match id {
            RedirectId::ByHand(id) => {
                let Some(row) = manual::Entity::find_by_id(*id).one(transaction).await? else { return Ok(false) };
                manual::Entity::delete_by_id(*id).exec(transaction).await?;
                (Object::thing("redirect", *id), row.source, row.target)
            }
            RedirectId::RenamedPost(slug) => {
                let Some(target) = address_of_former(transaction, slug).await? else { return Ok(false) };
                renamed::Entity::delete_by_id(slug.as_str()).exec(transaction).await?;
                (Object::named("redirect", slug), format!("{POSTS}{slug}"), target)
            }
        };
        let entry = NewEntry::new(Action::RedirectDeleted, object).before(&fields(&source, &target));
        change.commit(&[entry]).await?;
        Ok(true)
    }

    /// Removes redirects whose addresses live posts have.
    pub async fn end_hidden(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        let transaction = self.database.begin_write().await?;
        content_version::lock(&transaction).await?;
        addresses::end_hidden(&transaction, now).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns a page of the redirects that lead somewhere at `now`, and the number on all pages.
    pub async fn list(
        &self,
        search: &str,
        now: DateTime<Utc>,
        page: u64,
        per_page: u64,
    ) -> Result<(Vec<RedirectRecord>, u64), StorageError> {
        let reader = self.database.reader();
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        let by_hand = manual::Entity::find().filter(containing((manual::Entity, manual::Column::SearchText), search));
        let of_posts = renamed_posts(search, now);
        let (made, left) = (by_hand.clone().count(reader).await?, of_posts.clone().count(reader).await?);
        let rows = by_hand.order_by_desc(manual::Column::CreatedAt).order_by_desc(manual::Column::Id);
        let rows = rows.offset(offset).limit(per_page).all(reader).await?;
        let mut records: Vec<RedirectRecord> = rows.into_iter().map(RedirectRecord::from).collect();
        let shown = u64::try_from(records.len()).unwrap_or(per_page);
        if shown < per_page {
            let rows: Vec<(String, String, i64, Option<DateTime<Utc>>)> = of_posts
                .select_only()
                .column(renamed::Column::Slug)
                .column_as(Expr::col((blog_posts::Entity, blog_posts::Column::Slug)), "current")
                .columns([renamed::Column::Hits, renamed::Column::LastHitAt])
                .order_by_desc(renamed::Column::CreatedAt)
                .order_by_asc(renamed::Column::Slug)
                .offset(offset.saturating_sub(made))
                .limit(per_page - shown)
                .into_tuple()
                .all(reader)
                .await?;
            records.extend(rows.into_iter().map(|(slug, current, hits, last_hit_at)| RedirectRecord {
                id: format!("post:{slug}"),
                kind: RedirectKind::RenamedPost,
                source: format!("{POSTS}{slug}"),
                target: format!("{POSTS}{current}"),
                hits,
                last_hit_at,
            }));
        }
        Ok((records, made + left))
    }

    /// Adds counts in one transaction. Deletes missed addresses that nobody has requested since `oldest`, then the
    /// least requested ones, down to [`MISSED_LIMIT`].
    pub async fn add_counts(&self, batch: &Batch, oldest: DateTime<Utc>) -> Result<(), StorageError> {
        let transaction = self.database.begin_write().await?;
        content_version::lock(&transaction).await?;
        for (id, count) in &batch.hits {
            match id {
                RedirectId::ByHand(id) => {
                    let more = Expr::col(manual::Column::Hits).add(count.times);
                    manual::Entity::update_many()
                        .col_expr(manual::Column::Hits, more)
                        .col_expr(manual::Column::LastHitAt, Expr::value(count.last))
                        .filter(manual::Column::Id.eq(*id))
                        .exec(&transaction)
                        .await?;
                }
                RedirectId::RenamedPost(slug) => {
                    let more = Expr::col(renamed::Column::Hits).add(count.times);
                    renamed::Entity::update_many()
                        .col_expr(renamed::Column::Hits, more)
                        .col_expr(renamed::Column::LastHitAt, Expr::value(count.last))
                        .filter(renamed::Column::Slug.eq(slug.as_str()))
                        .exec(&transaction)
                        .await?;
                }
            }
        }
        for (path, count) in &batch.misses {
            let row = missed::ActiveModel {
                id: Set(Uuid::now_v7()),
                path: Set(path.clone()),
                misses: Set(count.times),
                last_seen_at: Set(count.last),
            };
            let mut add = OnConflict::column(missed::Column::Path);
            add.update_column(missed::Column::LastSeenAt);
            add.value(missed::Column::Misses, Expr::col((missed::Entity, missed::Column::Misses)).add(count.times));
            missed::Entity::insert(row).on_conflict(add).exec_without_returning(&transaction).await?;
        }
        missed::Entity::delete_many().filter(missed::Column::LastSeenAt.lt(oldest)).exec(&transaction).await?;
        let least = missed_addresses::most_missed(missed::Entity::find().select_only().column(missed::Column::Id))
            .offset(MISSED_LIMIT);
        // SQLite takes an offset only after a limit.
        let least: Vec<Uuid> = least.limit(2 * MISSED_LIMIT).into_tuple().all(&transaction).await?;
        if !least.is_empty() {
            missed::Entity::delete_many().filter(missed::Column::Id.is_in(least)).exec(&transaction).await?;
        }
        transaction.commit().await?;
        Ok(())
    }
}

/// Returns the row of a new redirect. `target` is its address and normalised path.
fn new_row(id: Uuid, source: &str, target: (String, String), created_at: DateTime<Utc>) -> manual::Model {
    let (target, target_path) = target;
    let search_text = search_text([source, target.as_str()]);
    manual::Model {
        id,
        source: source.to_owned(),
        search_text,
        target,
        target_path,
        hits: 0,
        last_hit_at: None,
        created_at,
    }
}

/// Returns the redirects of renamed posts whose former or current address contains `search`. Drafts and posts in the
/// trash are left out, since their redirects lead nowhere.
fn renamed_posts(search: &str, now: DateTime<Utc>) -> Select<renamed::Entity> {
    let own = Expr::col((renamed::Entity, renamed::Column::BlogPostId));
    let mut query = renamed::Entity::find();
    QueryTrait::query(&mut query)
        .inner_join(blog_posts::Entity, own.equals((blog_posts::Entity, blog_posts::Column::Id)));
    let address = |slug: Expr| Expr::val(POSTS).binary(BinOper::Custom("||"), slug);
    let has = |slug: Expr| contains(address(slug), search);
    query.filter(addresses::is_live(now)).filter(
        Condition::any()
            .add(has(Expr::col((renamed::Entity, renamed::Column::Slug))))
            .add(has(Expr::col((blog_posts::Entity, blog_posts::Column::Slug)))),
    )
}

/// Checks that no live post and no author has this address, and that no other redirect starts there.
async fn must_be_free(
    connection: &impl ConnectionTrait,
    id: Uuid,
    source: &str,
    now: DateTime<Utc>,
) -> Result<(), WriteError> {
    if let Some(slug) = source.strip_prefix(POSTS) {
        let posts = blog_posts::Entity::find().filter(blog_posts::Column::Slug.eq(slug));
        if posts.filter(addresses::is_live(now)).count(connection).await? > 0 {
            return Err(WriteError::Page);
        }
        if renamed_posts("", now).filter(renamed::Column::Slug.eq(slug)).count(connection).await? > 0 {
            return Err(WriteError::Taken);
        }
    }
    if let Some(slug) = source.strip_prefix(AUTHORS)
        && authors::Entity::find().filter(authors::Column::Slug.eq(slug)).count(connection).await? > 0
    {
        return Err(WriteError::Page);
    }
    let others = manual::Entity::find().filter(manual::Column::Source.eq(source)).filter(manual::Column::Id.ne(id));
    if others.count(connection).await? > 0 { Err(WriteError::Taken) } else { Ok(()) }
}

/// Returns the final target: that of the redirect at the target's address, if there is one other than `id`.
async fn resolve(connection: &impl ConnectionTrait, id: Uuid, target: Target) -> Result<Target, DbErr> {
    if target.path.is_empty() {
        return Ok(target);
    }
    let next = manual::Entity::find()
        .filter(manual::Column::Source.eq(target.path.as_str()))
        .filter(manual::Column::Id.ne(id))
        .one(connection)
        .await?;
    if let Some(next) = next {
        return Ok(Target { address: with_rest(&next.target, &target.address), path: next.target_path });
    }
    let former = match target.path.strip_prefix(POSTS) {
        Some(slug) => address_of_former(connection, slug).await?,
        None => None,
    };
    Ok(match former {
        Some(path) => Target { address: with_rest(&path, &target.address), path },
        None => target,
    })
}

/// Returns an address with the query and fragment of one that redirects to it, unless it has its own.
fn with_rest(address: &str, led: &str) -> String {
    if address.contains(['?', '#']) {
        return address.to_owned();
    }
    let rest = led.find(['?', '#']).and_then(|at| led.get(at..)).unwrap_or_default();
    format!("{address}{rest}")
}

/// Returns the current address of the post that once had a slug.
async fn address_of_former(connection: &impl ConnectionTrait, slug: &str) -> Result<Option<String>, DbErr> {
    let Some(former) = renamed::Entity::find_by_id(slug).one(connection).await? else { return Ok(None) };
    let post = blog_posts::Entity::find_by_id(former.blog_post_id).select_only().column(blog_posts::Column::Slug);
    let slug: Option<String> = post.into_tuple().one(connection).await?;
    // Posts in the trash have a placeholder as slug, which begins with a colon.
    Ok(slug.filter(|slug| !slug.starts_with(':')).map(|slug| format!("{POSTS}{slug}")))
}

impl From<manual::Model> for RedirectRecord {
    fn from(row: manual::Model) -> Self {
        Self {
            id: row.id.to_string(),
            kind: RedirectKind::ByHand,
            source: row.source,
            target: row.target,
            hits: row.hits,
            last_hit_at: row.last_hit_at,
        }
    }
}

/// Returns the fields of a redirect that entries of the audit log name.
fn fields(source: &str, target: &str) -> Value {
    json!({ "source": source, "target": target })
}

/// Points the redirects of staff with the target `to` at another target, given as its address and path. They keep their
/// query and fragment. One from that path itself stays as it is: the draft that is there may never be published.
async fn lead(connection: &impl ConnectionTrait, to: &str, (address, path): (&str, &str)) -> Result<(), DbErr> {
    use manual::{Column, Entity};
    let leading = Entity::find().select_only().columns([Column::Id, Column::Source, Column::Target]);
    let leading = leading.filter(Column::TargetPath.eq(to)).filter(Column::Source.ne(path));
    let leading: Vec<(Uuid, String, String)> = leading.into_tuple().all(connection).await?;
    for (id, source, target) in leading {
        let target = with_rest(address, &target);
        Entity::update_many()
            .col_expr(Column::Target, Expr::value(target.as_str()))
            .col_expr(Column::TargetPath, Expr::value(path))
            .col_expr(Column::SearchText, Expr::value(search_text([source.as_str(), target.as_str()])))
            .filter(Column::Id.eq(id))
            .exec(connection)
            .await?;
    }
    Ok(())
}
