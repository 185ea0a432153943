//! Stores the versions of posts that saves have replaced.

#[cfg(test)]
mod tests;

use std::mem;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, DatabaseTransaction, DbErr, EntityTrait, FromQueryResult, JoinType, PaginatorTrait,
    QueryFilter, QueryOrder, QueryResult, QuerySelect, QueryTrait, Select,
};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{FieldChange, Version, changes};
use crate::{
    authors::domain::name_key,
    posts::domain::{PostInput, category_key, lists::Slice},
    storage::{
        Database, StorageError,
        entities::{
            authors,
            blog_post_revisions::{ActiveModel, Column, Entity},
            former_category_names as former, tags, users,
        },
        json::{from_json, to_json},
    },
};

/// Number of revisions that are kept per post, newest first. For a long article of 100 kB they take 5 MB, and after
/// fifty saves nobody needs earlier ones.
const REVISIONS_KEPT: u64 = 50;

/// A save of a post, and the version that it replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Revision)]
pub struct RevisionSummary {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Version number that was replaced.
    pub version: i64,
    /// Title in the replaced version.
    pub title: String,
    /// Fields that the save changed, in the order of the editor's form.
    pub changes: Vec<FieldChange>,
    /// When the save was made.
    pub created_at: DateTime<Utc>,
    /// Email address of the account that saved. Null if the account no longer exists.
    #[schema(required = true)]
    pub editor: Option<String>,
}

/// A save of a post, with the post as it was before.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = WholeRevision)]
pub struct RevisionRecord {
    /// The save.
    #[serde(flatten)]
    pub summary: RevisionSummary,
    /// The post before the save.
    pub post: PostInput,
}

/// A save: the post, the number of its version before, and both versions.
#[derive(Debug, Clone, Copy)]
pub(in crate::posts) struct Save<'a> {
    pub(in crate::posts) post: Uuid,
    pub(in crate::posts) version: i64,
    pub(in crate::posts) before: Version<'a>,
    pub(in crate::posts) after: Version<'a>,
}

/// Inserts the revision of a save within its transaction, and deletes the oldest. A save that changed nothing leaves no
/// revision: it would only displace another.
pub(in crate::posts) async fn insert(
    transaction: &DatabaseTransaction,
    Save { post: id, version, before, after }: Save<'_>,
    editor: Uuid,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let changes = changes(before, after).map_err(|error| DbErr::Json(error.to_string()))?;
    if changes.is_empty() {
        return Ok(());
    }
    let row = ActiveModel {
        id: Set(Uuid::now_v7()),
        blog_post_id: Set(id),
        version: Set(version),
        editor_id: Set(Some(editor)),
        created_at: Set(now),
        title: Set(before.post.title.clone()),
        changes: Set(to_json(&changes)?),
        post: Set(to_json(before.post)?),
    };
    Entity::insert(row).exec_without_returning(transaction).await?;
    let oldest = of_post(id).select_only().column(Column::Id).offset(REVISIONS_KEPT).limit(REVISIONS_KEPT);
    Entity::delete_many().filter(Column::Id.in_subquery(oldest.into_query())).exec(transaction).await?;
    Ok(())
}

/// Returns the revisions of a post, newest first, with the columns of a summary.
fn of_post(id: Uuid) -> Select<Entity> {
    let editor = Entity::belongs_to(users::Entity).from(Column::EditorId).to(users::Column::Id);
    Entity::find()
        .select_only()
        .columns([Column::Id, Column::Version, Column::Title, Column::Changes, Column::CreatedAt])
        .column_as(users::Column::Email, "editor")
        .join(JoinType::LeftJoin, editor.into())
        .filter(Column::BlogPostId.eq(id))
        .order_by_desc(Column::Version)
}

impl FromQueryResult for RevisionSummary {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        Ok(Self {
            id: row.try_get(prefix, "id")?,
            version: row.try_get(prefix, "version")?,
            title: row.try_get(prefix, "title")?,
            changes: from_json(&row.try_get::<String>(prefix, "changes")?)?,
            created_at: row.try_get(prefix, "created_at")?,
            editor: row.try_get(prefix, "editor")?,
        })
    }
}

impl FromQueryResult for RevisionRecord {
    fn from_query_result(row: &QueryResult, prefix: &str) -> Result<Self, DbErr> {
        let post = from_json(&row.try_get::<String>(prefix, "post")?)?;
        Ok(Self { summary: RevisionSummary::from_query_result(row, prefix)?, post })
    }
}

/// Reads revisions.
#[derive(Debug, Clone)]
pub(in crate::posts) struct RevisionStore {
    database: Database,
}

impl RevisionStore {
    /// Returns a store in `database`.
    pub(in crate::posts) fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns a slice of a post's revisions, newest first.
    pub(in crate::posts) async fn page(
        &self,
        id: Uuid,
        offset: u64,
        limit: u64,
    ) -> Result<Slice<RevisionSummary>, StorageError> {
        let total = of_post(id).count(self.database.reader()).await?;
        let items = of_post(id).offset(offset).limit(limit).into_model().all(self.database.reader()).await?;
        Ok(Slice { items, total })
    }

    /// Returns one revision of a post. Its categories and its author have their current names: a save of the revision
    /// would otherwise bring back those that were renamed or merged.
    pub(in crate::posts) async fn get(&self, id: Uuid, revision: Uuid) -> Result<Option<RevisionRecord>, StorageError> {
        let found = of_post(id).column(Column::Post).filter(Column::Id.eq(revision));
        let mut found: Option<RevisionRecord> = found.into_model().one(self.database.reader()).await?;
        if let Some(RevisionRecord { post, .. }) = &mut found {
            post.tags = self.current_names(mem::take(&mut post.tags)).await?;
            post.author = self.current_author(mem::take(&mut post.author)).await?;
        }
        Ok(found)
    }

    /// Returns categories with each former name replaced by the current one, unless another category has it now.
    async fn current_names(&self, names: Vec<String>) -> Result<Vec<String>, StorageError> {
        let keys: Vec<String> = names.iter().map(|name| category_key(name)).collect();
        let renamed = former::Entity::belongs_to(tags::Entity).from(former::Column::TagId).to(tags::Column::Id);
        let renamed: Vec<(String, String)> = former::Entity::find()
            .select_only()
            .column(former::Column::Key)
            .column(tags::Column::Name)
            .join(JoinType::InnerJoin, renamed.into())
            .filter(former::Column::Key.is_in(&keys))
            .into_tuple()
            .all(self.database.reader())
            .await?;
        let in_use: Vec<String> = tags::Entity::find()
            .select_only()
            .column(tags::Column::Key)
            .filter(tags::Column::Key.is_in(&keys))
            .into_tuple()
            .all(self.database.reader())
            .await?;
        let mut current: Vec<String> = Vec::with_capacity(names.len());
        for (name, key) in names.into_iter().zip(keys) {
            let moved = renamed.iter().find(|(former, _)| *former == key && !in_use.contains(&key));
            let name = moved.map_or(name, |(_, name)| name.clone());
            if !current.contains(&name) {
                current.push(name);
            }
        }
        Ok(current)
    }

    /// Returns the current name of the author who had a name, unless another author has it now.
    async fn current_author(&self, name: String) -> Result<String, StorageError> {
        use authors::{Column, Entity};
        let rows: Vec<(String, String, String)> = Entity::find()
            .select_only()
            .columns([Column::Name, Column::NameKey, Column::FormerNames])
            .into_tuple()
            .all(self.database.reader())
            .await?;
        let key = name_key(&name);
        if rows.iter().any(|(_, present, _)| *present == key) {
            return Ok(name);
        }
        for (present, _, former) in rows {
            if from_json::<Vec<String>>(&former)?.contains(&key) {
                return Ok(present);
            }
        }
        Ok(name)
    }
}
