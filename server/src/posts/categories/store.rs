//! Stores categories. Renaming or merging one changes its posts too, in one transaction.

mod posts;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, ExprTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, SelectExt,
    sea_query::{Expr, OnConflict, Query},
};
use serde_json::json;
use uuid::Uuid;

use super::domain::{Category, ValidCategory};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::ContentChange},
    posts::domain::category_key,
    storage::{
        Database, StorageError, UniqueConstraint,
        entities::{
            blog_posts_tags, former_category_names as former,
            tags::{ActiveModel, Column, Entity, Model},
            trashed_posts,
        },
    },
};

/// Reads and writes categories.
#[derive(Debug, Clone)]
pub struct CategoryStore {
    database: Database,
}

/// A category after a change.
#[derive(Debug)]
pub struct Changed {
    /// The category.
    pub category: Category,
    /// The new content version.
    pub content_version: i64,
}

/// Why a category was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another category has the name.
    #[error("the name is taken")]
    NameTaken,
    /// No category has the id.
    #[error("no such category")]
    NotFound,
    /// The category was changed since the version that the change was made from.
    #[error("the category was changed in the meantime")]
    EditConflict,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<DbErr> for WriteError {
    fn from(error: DbErr) -> Self {
        let error = StorageError::from(error);
        if error.violates(UniqueConstraint::CategoryName) { Self::NameTaken } else { Self::Storage(error) }
    }
}

impl CategoryStore {
    /// Returns a store in `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns every category, by name.
    pub async fn all(&self) -> Result<Vec<Category>, StorageError> {
        let rows = Entity::find().order_by_asc(Column::Key).all(self.database.reader()).await?;
        Ok(rows.into_iter().map(category).collect())
    }

    /// Adds the categories that do not exist yet. The content version stays, since pages do not show a category without
    /// posts or description.
    pub async fn add(&self, names: &[&str]) -> Result<(), StorageError> {
        let keys = names.iter().map(|name| category_key(name));
        let known = Entity::find().filter(Column::Key.is_in(keys)).count(self.database.reader()).await?;
        if known == names.len() as u64 {
            return Ok(());
        }
        let rows = names.iter().map(|name| ActiveModel {
            id: Set(Uuid::now_v7()),
            name: Set((*name).to_owned()),
            key: Set(category_key(name)),
            ..Default::default()
        });
        let transaction = self.database.begin_write().await?;
        let mut skip = OnConflict::column(Column::Key);
        Entity::insert_many(rows)
            .on_conflict(skip.do_nothing().to_owned())
            .exec_without_returning(&transaction)
            .await?;
        Ok(transaction.commit().await?)
    }

    /// Returns every category with a description, by name.
    pub async fn described(&self) -> Result<Vec<Category>, StorageError> {
        let described = Entity::find().filter(Column::Description.ne("")).order_by_asc(Column::Key);
        Ok(described.all(self.database.reader()).await?.into_iter().map(category).collect())
    }

    /// Returns the category with an id.
    pub async fn get(&self, id: Uuid) -> Result<Option<Category>, StorageError> {
        Ok(Entity::find_by_id(id).one(self.database.reader()).await?.map(category))
    }

    /// Returns the category with a name in lower case.
    pub async fn by_key(&self, key: &str) -> Result<Option<Category>, StorageError> {
        Ok(Entity::find().filter(Column::Key.eq(key)).one(self.database.reader()).await?.map(category))
    }

    /// Returns the category that had a name in lower case before.
    pub async fn by_former_key(&self, key: &str) -> Result<Option<Category>, StorageError> {
        let had = former::Entity::find_by_id(key).one(self.database.reader()).await?;
        match had {
            Some(had) => self.get(had.tag_id).await,
            None => Ok(None),
        }
    }

    /// Returns how many posts outside the trash carry each category.
    pub async fn post_counts(&self) -> Result<HashMap<Uuid, u64>, StorageError> {
        use blog_posts_tags::{Column, Entity};
        let rows: Vec<(Uuid, i64)> = Entity::find()
            .select_only()
            .column(Column::TagId)
            .column_as(Column::BlogPostId.count(), "posts")
            .filter(outside_trash())
            .group_by(Column::TagId)
            .into_tuple()
            .all(self.database.long_reader())
            .await?;
        Ok(rows.into_iter().map(|(id, posts)| (id, posts.unsigned_abs())).collect())
    }

    /// Changes name and description, provided that nobody has changed the category since `before` was read. A new name
    /// is written into the posts, and the old one redirects to it. The new name may be that of a category that no list
    /// shows.
    pub async fn update(
        &self,
        before: &Category,
        category: &ValidCategory,
        by: impl Into<Stamp>,
    ) -> Result<Changed, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let (transaction, now) = (&change.transaction, change.now());
        let (old_key, key) = (category_key(&before.name), category_key(&category.name));
        if old_key != key {
            absorb_unlisted(transaction, &key, before.id).await?;
        }
        let updated = Entity::update_many()
            .col_expr(Column::Name, Expr::value(&category.name))
            .col_expr(Column::Key, Expr::value(&key))
            .col_expr(Column::Description, Expr::value(&category.description))
            .col_expr(Column::Version, Expr::value(before.version + 1))
            .filter(unchanged(before))
            .exec(transaction)
            .await?;
        if updated.rows_affected == 0 {
            return Err(missing_or_changed(transaction, before.id).await?);
        }
        let mut after = json!(category);
        if before.name != category.name {
            if old_key != key {
                former::Entity::delete_by_id(&*key).exec(transaction).await?;
                lead(transaction, old_key, before.id, now).await?;
            }
            let ids = posts::of(transaction, before.id).await?;
            posts::write_names(transaction, &ids, now).await?;
            if let Some(fields) = after.as_object_mut() {
                fields.insert("renamed_posts".to_owned(), ids.len().into());
            }
        }
        let category = read(transaction, before.id).await?;
        let entry = NewEntry::new(Action::CategoryChanged, Object::thing("category", before.id));
        let content_version = change.commit(&[entry.changed(&outline(before), &after)]).await?;
        Ok(Changed { category, content_version })
    }

    /// Moves the posts of a category into another and removes it, provided that nobody has changed it since `before`
    /// was read. Its name and its former names redirect to the other category.
    pub async fn merge(&self, before: &Category, into: Uuid, by: impl Into<Stamp>) -> Result<Changed, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let (transaction, now) = (&change.transaction, change.now());
        let category = read(transaction, into).await?;
        let ids = posts::of(transaction, before.id).await?;
        move_all(transaction, before.id, into).await?;
        // The removed category may once have had the name of the other, which would redirect to itself.
        former::Entity::delete_by_id(category_key(&category.name)).exec(transaction).await?;
        if Entity::delete_many().filter(unchanged(before)).exec(transaction).await?.rows_affected == 0 {
            return Err(missing_or_changed(transaction, before.id).await?);
        }
        lead(transaction, category_key(&before.name), into, now).await?;
        posts::write_names(transaction, &ids, now).await?;
        let entry = NewEntry::new(Action::CategoryMerged, Object::thing("category", before.id));
        let after = json!({ "into": category.name, "posts": ids.len() });
        let content_version = change.commit(&[entry.before(&outline(before)).after(&after)]).await?;
        Ok(Changed { category, content_version })
    }
}

/// Moves the posts and the former names of a category to another.
async fn move_all(transaction: &DatabaseTransaction, old: Uuid, into: Uuid) -> Result<(), DbErr> {
    posts::move_links(transaction, old, into).await?;
    former::Entity::update_many()
        .col_expr(former::Column::TagId, Expr::value(into))
        .filter(former::Column::TagId.eq(old))
        .exec(transaction)
        .await?;
    Ok(())
}

/// Frees a name, given in lower case, when the category that has it is in no list, so that nobody could merge it. Its
/// posts, which are all in the trash, and its former names move to `into`.
async fn absorb_unlisted(transaction: &DatabaseTransaction, key: &str, into: Uuid) -> Result<(), DbErr> {
    let found = Entity::find().filter(Column::Key.eq(key)).one(transaction).await?.map(category);
    let Some(found) = found.filter(|found| !found.is_fixed() && found.description.is_empty()) else { return Ok(()) };
    let posts = blog_posts_tags::Entity::find().filter(blog_posts_tags::Column::TagId.eq(found.id));
    if posts.filter(outside_trash()).exists(transaction).await? {
        return Ok(());
    }
    move_all(transaction, found.id, into).await?;
    Entity::delete_by_id(found.id).exec(transaction).await?;
    Ok(())
}

/// Returns the condition that the post that carries a category is not in the trash.
fn outside_trash() -> Expr {
    let trashed = Query::select().column(trashed_posts::Column::BlogPostId).from(trashed_posts::Entity).to_owned();
    Expr::col(blog_posts_tags::Column::BlogPostId).in_subquery(trashed).not()
}

/// Returns the condition that a row is this category, unchanged since it was read.
fn unchanged(before: &Category) -> Condition {
    Condition::all().add(Column::Id.eq(before.id)).add(Column::Version.eq(before.version))
}

/// Returns why no unchanged row was found.
async fn missing_or_changed(connection: &impl ConnectionTrait, id: Uuid) -> Result<WriteError, DbErr> {
    let exists = Entity::find_by_id(id).exists(connection).await?;
    Ok(if exists { WriteError::EditConflict } else { WriteError::NotFound })
}

/// Redirects a name in lower case to a category.
async fn lead(transaction: &DatabaseTransaction, key: String, tag_id: Uuid, now: DateTime<Utc>) -> Result<(), DbErr> {
    let row = former::ActiveModel { key: Set(key), tag_id: Set(tag_id), created_at: Set(now) };
    let mut replace = OnConflict::column(former::Column::Key);
    replace.update_columns([former::Column::TagId, former::Column::CreatedAt]);
    former::Entity::insert(row).on_conflict(replace).exec_without_returning(transaction).await?;
    Ok(())
}

async fn read(connection: &impl ConnectionTrait, id: Uuid) -> Result<Category, WriteError> {
    Entity::find_by_id(id).one(connection).await?.map(category).ok_or(WriteError::NotFound)
}

fn category(row: Model) -> Category {
    Category { id: row.id, name: row.name, description: row.description, version: row.version }
}

/// Returns the fields of a category that entries of the audit log name.
fn outline(category: &Category) -> serde_json::Value {
    json!({ "name": category.name, "description": category.description })
}
