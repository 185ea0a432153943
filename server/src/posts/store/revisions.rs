//! What posts said before each save.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder,
    QuerySelect, QueryTrait, Select,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{PostRecord, PostStore, Slice};
use crate::{
    posts::{
        domain::PostInput,
        history::{self, FieldChange, Version},
    },
    storage::{
        StorageError,
        entities::{blog_post_revisions, users},
    },
};

/// How many revisions of a post are kept, the newest ones. A long article of 100 kB costs 5 MB with them; who has
/// saved fifty times since does not look for what was there before.
pub(super) const REVISIONS_KEPT: u64 = 50;

/// A save of a post, and the version that it replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Revision)]
pub struct RevisionSummary {
    /// UUIDv7.
    pub id: Uuid,
    /// The version that was replaced.
    pub version: i64,
    /// The title that it had.
    pub title: String,
    /// What the save changed, in the order of the form.
    pub changes: Vec<FieldChange>,
    /// When it was saved.
    pub created_at: DateTime<Utc>,
    /// Address of the account that saved; null when there is no such account any more.
    #[schema(required = true)]
    pub editor: Option<String>,
}

/// The same with all that the post said before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WholeRevision)]
pub struct RevisionRecord {
    /// The save.
    #[serde(flatten)]
    pub summary: RevisionSummary,
    /// The post before it.
    pub post: PostInput,
}

/// Who saves, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Edit {
    /// The account.
    pub editor: Uuid,
    /// The moment.
    pub at: DateTime<Utc>,
}

/// Keeps what a post said before a save, within that save, and lets go of the oldest. A save that changed nothing
/// leaves nothing: it would only push out what was different.
pub(super) async fn keep<'a>(
    transaction: &DatabaseTransaction,
    before: &'a PostRecord,
    after: &'a PostRecord,
    edit: Edit,
) -> Result<(), DbErr> {
    let version = |record: &'a PostRecord| Version {
        post: &record.post,
        content_words: record.summary.word_count.unsigned_abs(),
    };
    let changes = history::changes(version(before), version(after)).map_err(unwritable)?;
    if changes.is_empty() {
        return Ok(());
    }
    blog_post_revisions::Entity::insert(blog_post_revisions::ActiveModel {
        id: Set(Uuid::now_v7()),
        blog_post_id: Set(before.summary.id),
        version: Set(before.version),
        editor_id: Set(Some(edit.editor)),
        created_at: Set(edit.at),
        title: Set(before.post.title.clone()),
        changes: Set(to_json(&changes)?),
        post: Set(to_json(&before.post)?),
    })
    .exec_without_returning(transaction)
    .await?;
    let oldest = of_post(before.summary.id)
        .select_only()
        .column(blog_post_revisions::Column::Id)
        .order_by_desc(blog_post_revisions::Column::Version)
        .offset(REVISIONS_KEPT)
        .limit(REVISIONS_KEPT);
    blog_post_revisions::Entity::delete_many()
        .filter(blog_post_revisions::Column::Id.in_subquery(oldest.into_query()))
        .exec(transaction)
        .await?;
    Ok(())
}

fn of_post(id: Uuid) -> Select<blog_post_revisions::Entity> {
    blog_post_revisions::Entity::find().filter(blog_post_revisions::Column::BlogPostId.eq(id))
}

pub(super) fn to_json(value: &(impl serde::Serialize + ?Sized)) -> Result<String, DbErr> {
    serde_json::to_string(value).map_err(unwritable)
}

#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn unwritable(error: serde_json::Error) -> DbErr {
    DbErr::Custom(format!("a post does not serialise: {error}"))
}

pub(super) fn from_json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StorageError> {
    serde_json::from_str(text).map_err(StorageError::other)
}

type SummaryRow = (Uuid, i64, String, String, DateTime<Utc>, Option<Uuid>);

impl PostStore {
    /// A slice of a post's revisions, newest first.
    pub async fn revisions(&self, id: Uuid, offset: u64, limit: u64) -> Result<Slice<RevisionSummary>, StorageError> {
        use blog_post_revisions::Column;
        let total = of_post(id).count(self.database.reader()).await?;
        let rows: Vec<SummaryRow> = of_post(id)
            .select_only()
            .columns([Column::Id, Column::Version, Column::Title, Column::Changes, Column::CreatedAt, Column::EditorId])
            .order_by_desc(Column::Version)
            .offset(offset)
            .limit(limit)
            .into_tuple()
            .all(self.database.reader())
            .await?;
        let editors = self.addresses(rows.iter().filter_map(|row| row.5)).await?;
        let items = rows.into_iter().map(|row| summary(row, &editors)).collect::<Result<_, _>>()?;
        Ok(Slice { items, total })
    }

    /// One revision of a post.
    pub async fn revision(&self, id: Uuid, revision: Uuid) -> Result<Option<RevisionRecord>, StorageError> {
        let found = blog_post_revisions::Entity::find_by_id(revision)
            .filter(blog_post_revisions::Column::BlogPostId.eq(id))
            .one(self.database.reader())
            .await?;
        let Some(row) = found else { return Ok(None) };
        let editors = self.addresses(row.editor_id).await?;
        let post = from_json(&row.post)?;
        let row = (row.id, row.version, row.title, row.changes, row.created_at, row.editor_id);
        Ok(Some(RevisionRecord { summary: summary(row, &editors)?, post }))
    }

    async fn addresses(&self, ids: impl IntoIterator<Item = Uuid>) -> Result<HashMap<Uuid, String>, StorageError> {
        let rows: Vec<(Uuid, String)> = users::Entity::find()
            .select_only()
            .columns([users::Column::Id, users::Column::Email])
            .filter(users::Column::Id.is_in(ids))
            .into_tuple()
            .all(self.database.reader())
            .await?;
        Ok(rows.into_iter().collect())
    }
}

fn summary(row: SummaryRow, editors: &HashMap<Uuid, String>) -> Result<RevisionSummary, StorageError> {
    let (id, version, title, changes, created_at, editor) = row;
    let editor = editor.and_then(|editor| editors.get(&editor).cloned());
    Ok(RevisionSummary { id, version, title, changes: from_json(&changes)?, created_at, editor })
}
