//! Stores authors. Renaming an author renames them in their posts too, in one transaction.

mod rename;
#[cfg(test)]
mod tests;

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, ExprTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::{Expr, OnConflict, Query},
};
use serde_json::json;
use uuid::Uuid;

use super::domain::{Author, ValidAuthor, name_key};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::ContentChange},
    redirects::addresses,
    storage::{
        Database, StorageError, UniqueConstraint,
        entities::{
            authors::{ActiveModel, Column, Entity, Model},
            blog_posts, imported_authors, trashed_posts,
        },
        json::{from_json, to_json},
    },
    values::Slug,
};

/// Reads and writes authors.
#[derive(Debug, Clone)]
pub struct AuthorStore {
    database: Database,
}

/// Why an author was not written.
#[derive(Debug, thiserror::Error)]
pub enum WriteError {
    /// Another author has the slug.
    #[error("the slug is taken")]
    SlugTaken,
    /// Another author has the name.
    #[error("the name is taken")]
    NameTaken,
    /// No author has the id.
    #[error("no such author")]
    NotFound,
    /// The author was changed since the version that the change was made from.
    #[error("the author was changed in the meantime")]
    EditConflict,
    /// The database failed.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<DbErr> for WriteError {
    fn from(error: DbErr) -> Self {
        let error = StorageError::from(error);
        if error.violates(UniqueConstraint::AuthorSlug) {
            Self::SlugTaken
        } else if error.violates(UniqueConstraint::AuthorName) {
            Self::NameTaken
        } else {
            Self::Storage(error)
        }
    }
}

/// Each write returns the new content version.
impl AuthorStore {
    /// Returns a store in `database`.
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    /// Returns every author, by name.
    pub async fn all(&self) -> Result<Vec<Author>, StorageError> {
        let rows = Entity::find().order_by_asc(Column::NameKey).all(self.database.reader()).await?;
        Ok(authors(rows)?)
    }

    /// Returns the authors of these folded names.
    pub async fn by_keys(&self, keys: &[String]) -> Result<Vec<Author>, StorageError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let rows = Entity::find().filter(Column::NameKey.is_in(keys)).all(self.database.reader()).await?;
        Ok(authors(rows)?)
    }

    /// Returns the author with a slug.
    pub async fn by_slug(&self, slug: &str) -> Result<Option<Author>, StorageError> {
        let row = Entity::find().filter(Column::Slug.eq(slug)).one(self.database.reader()).await?;
        Ok(row.map(author).transpose()?)
    }

    /// Returns the author with an id.
    pub async fn get(&self, id: Uuid) -> Result<Option<Author>, StorageError> {
        Ok(Entity::find_by_id(id).one(self.database.reader()).await?.map(author).transpose()?)
    }

    /// Returns how many posts outside the trash carry each folded name.
    pub async fn post_counts(&self) -> Result<HashMap<String, u64>, StorageError> {
        let trashed = Query::select().column(trashed_posts::Column::BlogPostId).from(trashed_posts::Entity).to_owned();
        let rows: Vec<(String, i64)> = blog_posts::Entity::find()
            .select_only()
            .column(blog_posts::Column::Author)
            .column_as(blog_posts::Column::Id.count(), "posts")
            .filter(Expr::col(blog_posts::Column::Id).in_subquery(trashed).not())
            .group_by(blog_posts::Column::Author)
            .into_tuple()
            .all(self.database.long_reader())
            .await?;
        let mut counts = HashMap::new();
        for (name, posts) in rows {
            *counts.entry(name_key(&name)).or_default() += posts.unsigned_abs();
        }
        Ok(counts)
    }

    /// Adds an author.
    pub async fn create(&self, new: &ValidAuthor, by: impl Into<Stamp>) -> Result<(Author, i64), WriteError> {
        let id = Uuid::now_v7();
        let change = ContentChange::begin(&self.database, by).await?;
        let row = ActiveModel { created_at: Set(change.now()), ..columns(id, new, 1, change.now())? };
        Entity::insert(row).exec_without_returning(&change.transaction).await?;
        addresses::take_author(&change.transaction, new.slug.as_str()).await?;
        let made = read(&change.transaction, id).await?;
        Ok((made, change.commit(&[created(id, new)]).await?))
    }

    /// Replaces an author's details, provided that nobody has changed them since `before` was read. A new name is
    /// written into the posts that carry the old one, and a changed slug leaves a redirect.
    pub async fn update(
        &self,
        before: &Author,
        author: &ValidAuthor,
        by: impl Into<Stamp>,
    ) -> Result<(Author, i64), WriteError> {
        let id = before.id;
        let change = ContentChange::begin(&self.database, by).await?;
        let transaction = &change.transaction;
        let changed = Entity::update_many()
            .set(columns(id, author, before.version + 1, change.now())?)
            .filter(Column::Id.eq(id))
            .filter(Column::Version.eq(before.version))
            .exec(transaction)
            .await?;
        if changed.rows_affected == 0 {
            let exists = Entity::find_by_id(id).count(transaction).await? > 0;
            return Err(if exists { WriteError::EditConflict } else { WriteError::NotFound });
        }
        if before.slug != author.slug.as_str() {
            addresses::take_author(transaction, author.slug.as_str()).await?;
            addresses::rename_author(transaction, (&before.slug, author.slug.as_str()), change.now()).await?;
        }
        let mut said = json!(author);
        if before.name != author.name {
            rename::remember(transaction, id, &before.name).await?;
            let renamed = rename::posts(transaction, &before.name, &author.name, change.now()).await?;
            if let Some(fields) = said.as_object_mut() {
                fields.insert("renamed_posts".to_owned(), renamed.into());
            }
        }
        let after = read(transaction, id).await?;
        let entry = NewEntry::new(Action::AuthorChanged, Object::thing("author", id));
        Ok((after, change.commit(&[entry.changed(&outline(before), &said)]).await?))
    }

    /// Deletes an author. The posts keep the name.
    pub async fn delete(&self, id: Uuid, by: impl Into<Stamp>) -> Result<i64, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let before = Entity::find_by_id(id).one(&change.transaction).await?.ok_or(WriteError::NotFound)?;
        Entity::delete_by_id(id).exec(&change.transaction).await?;
        let entry =
            NewEntry::new(Action::AuthorDeleted, Object::thing("author", id)).before(&outline(&author(before)?));
        Ok(change.commit(&[entry]).await?)
    }

    /// Adds the given authors whose names were never imported before and do not exist yet. Returns the content version
    /// when any was new.
    pub async fn import(&self, given: &[ValidAuthor], by: impl Into<Stamp>) -> Result<Option<i64>, WriteError> {
        let known: Vec<String> = imported_authors::Entity::find()
            .select_only()
            .column(imported_authors::Column::NameKey)
            .into_tuple()
            .all(self.database.reader())
            .await?;
        if given.iter().all(|author| known.contains(&name_key(&author.name))) {
            return Ok(None);
        }
        // Replicas that start together import one after another.
        let change = ContentChange::begin(&self.database, by).await?;
        let (transaction, now) = (&change.transaction, change.now());
        let mut entries = Vec::new();
        for author in given {
            let key = name_key(&author.name);
            let mark = imported_authors::ActiveModel { name_key: Set(key.clone()), imported_at: Set(now) };
            let mut skip = OnConflict::column(imported_authors::Column::NameKey);
            let marked = imported_authors::Entity::insert(mark)
                .on_conflict(skip.do_nothing().to_owned())
                .exec_without_returning(transaction)
                .await?;
            let is_there = Entity::find().filter(Column::NameKey.eq(key)).count(transaction).await? > 0;
            if marked == 0 || is_there {
                continue;
            }
            let id = Uuid::now_v7();
            let same_slug = Entity::find().filter(Column::Slug.eq(author.slug.as_str())).count(transaction).await?;
            let mut author = author.clone();
            if same_slug > 0
                && let Ok(free) = Slug::parse(&id.to_string())
            {
                author.slug = free;
            }
            let row = ActiveModel { created_at: Set(now), ..columns(id, &author, 1, now)? };
            Entity::insert(row).exec_without_returning(transaction).await?;
            addresses::take_author(transaction, author.slug.as_str()).await?;
            entries.push(created(id, &author));
        }
        Ok(Some(change.commit(&entries).await?))
    }
}

fn columns(id: Uuid, author: &ValidAuthor, version: i64, now: DateTime<Utc>) -> Result<ActiveModel, DbErr> {
    Ok(ActiveModel {
        id: Set(id),
        slug: Set(author.slug.as_str().to_owned()),
        name: Set(author.name.clone()),
        name_key: Set(name_key(&author.name)),
        job_title: Set(author.job_title.clone()),
        bio: Set(author.bio.clone()),
        portrait: Set(author.portrait.clone().map(String::from)),
        links: Set(to_json(&author.links)?),
        years_of_experience: Set(author.years_of_experience.map(i32::from)),
        version: Set(version),
        updated_at: Set(now),
        ..Default::default()
    })
}

async fn read(connection: &impl ConnectionTrait, id: Uuid) -> Result<Author, WriteError> {
    let row = Entity::find_by_id(id).one(connection).await?.ok_or(WriteError::NotFound)?;
    Ok(author(row)?)
}

fn author(row: Model) -> Result<Author, DbErr> {
    Ok(Author {
        id: row.id,
        slug: row.slug,
        name: row.name,
        job_title: row.job_title,
        bio: row.bio,
        portrait: row.portrait,
        links: from_json(&row.links)?,
        years_of_experience: row.years_of_experience.and_then(|years| u16::try_from(years).ok()),
        version: row.version,
        created_at: row.created_at,
        updated_at: row.updated_at,
    })
}

fn authors(rows: Vec<Model>) -> Result<Vec<Author>, DbErr> {
    rows.into_iter().map(author).collect()
}

/// Returns the fields of an author that entries of the audit log name.
fn outline(author: &Author) -> serde_json::Value {
    json!({
        "name": author.name, "slug": author.slug, "job_title": author.job_title, "bio": author.bio,
        "portrait": author.portrait, "links": author.links, "years_of_experience": author.years_of_experience,
    })
}

fn created(id: Uuid, author: &ValidAuthor) -> NewEntry {
    NewEntry::new(Action::AuthorCreated, Object::thing("author", id)).after(&json!(author))
}
