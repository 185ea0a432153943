//! Stores the library's records.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, PaginatorTrait,
    QueryFilter, QueryOrder, QuerySelect, sea_query::Expr,
};
use serde_json::{Value, json};
use uuid::Uuid;

use super::domain::{Media, MediaUse, Variant};
use crate::{
    audit::{
        Action, NewEntry, Object, Stamp,
        store::{ContentChange, record},
    },
    storage::{
        Database, StorageError,
        entities::{blog_posts, media},
        json::to_json,
        search::{containing, pattern, search_text},
    },
};

/// Reads and writes records of images.
#[derive(Debug, Clone)]
pub struct MediaStore {
    database: Database,
}

/// Returns the paths of all stored files, including variants.
pub async fn stored_files(connection: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
    // Other columns may be missing in the table of an older version.
    let rows: Vec<(String, String)> = media::Entity::find()
        .select_only()
        .columns([media::Column::FilePath, media::Column::Variants])
        .order_by_asc(media::Column::Id)
        .into_tuple()
        .all(connection)
        .await?;
    let paths = |(path, variants): (String, String)| {
        std::iter::once(path).chain(read_variants(&variants).into_iter().map(|variant| variant.file_path))
    };
    Ok(rows.into_iter().flat_map(paths).collect())
}

impl MediaStore {
    pub fn new(database: Database) -> Self {
        Self { database }
    }

    pub async fn insert(&self, media: &Media, by: impl Into<Stamp>) -> Result<(), StorageError> {
        let variants = to_json(&media.variants)?;
        let row = media::ActiveModel {
            id: Set(media.id),
            file_name: Set(media.file_name.clone()),
            file_path: Set(media.file_path.clone()),
            mime_type: Set(media.mime_type.clone()),
            size: Set(media.size),
            width: Set(media.width),
            height: Set(media.height),
            alt_text: Set(media.alt_text.clone()),
            variants: Set(variants),
            search_text: Set(search_text([media.file_name.as_str(), &media.alt_text])),
            created_at: Set(media.created_at),
        };
        let transaction = self.database.begin_write().await?;
        media::Entity::insert(row).exec_without_returning(&transaction).await?;
        let entry = NewEntry::new(Action::ImageUploaded, Object::thing("image", media.id));
        record(&transaction, &by.into(), &[entry.after(&fields(&media.file_name, &media.alt_text))]).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns a page of the records whose name or text contains `search`, newest first, and the number on all pages.
    pub async fn list(&self, search: &str, page: u64, per_page: u64) -> Result<(Vec<Media>, u64), StorageError> {
        let query = media::Entity::find().filter(containing((media::Entity, media::Column::SearchText), search));
        let total = query.clone().count(self.database.reader()).await?;
        let rows = query
            .order_by_desc(media::Column::CreatedAt)
            .order_by_desc(media::Column::Id)
            .offset(page.saturating_sub(1).saturating_mul(per_page))
            .limit(per_page)
            .all(self.database.reader())
            .await?;
        Ok((rows.into_iter().map(Media::from).collect(), total))
    }

    pub async fn find(&self, id: Uuid) -> Result<Option<Media>, StorageError> {
        Ok(media::Entity::find_by_id(id).one(self.database.reader()).await?.map(Media::from))
    }

    /// Returns the images whose files have these paths.
    pub async fn at(&self, paths: &[&str]) -> Result<Vec<Media>, StorageError> {
        // More than any page shows, and fewer than either engine accepts as parameters.
        let paths = paths.iter().copied().take(1000);
        let found = media::Entity::find().filter(media::Column::FilePath.is_in(paths));
        Ok(found.all(self.database.reader()).await?.into_iter().map(Media::from).collect())
    }

    /// Sets the alternative text of an image, and raises the content version, since pages show it. Returns both; None
    /// when there is no such image.
    pub async fn describe(
        &self,
        id: Uuid,
        alt_text: String,
        by: impl Into<Stamp>,
    ) -> Result<Option<(Media, i64)>, StorageError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let Some(mut row) = media::Entity::find_by_id(id).one(&change.transaction).await? else { return Ok(None) };
        let searched = search_text([row.file_name.as_str(), &alt_text]);
        media::Entity::update_many()
            .col_expr(media::Column::AltText, Expr::value(alt_text.as_str()))
            .col_expr(media::Column::SearchText, Expr::value(searched))
            .filter(media::Column::Id.eq(id))
            .exec(&change.transaction)
            .await?;
        let before = json!({ "alt_text": row.alt_text });
        row.alt_text = alt_text;
        let entry = NewEntry::new(Action::ImageChanged, Object::thing("image", id));
        let entry = entry.changed(&before, &json!({ "alt_text": row.alt_text }));
        let version = change.commit(&[entry]).await?;
        Ok(Some((row.into(), version)))
    }

    /// Returns the posts that contain a file's URL.
    pub async fn uses(&self, stem: &str) -> Result<Vec<MediaUse>, StorageError> {
        let contains = |column: blog_posts::Column| Expr::col(column).like(pattern(stem));
        let rows: Vec<(Uuid, String)> = blog_posts::Entity::find()
            .select_only()
            .columns([blog_posts::Column::Id, blog_posts::Column::Title])
            .filter(
                Condition::any()
                    .add(contains(blog_posts::Column::FeaturedImage))
                    .add(contains(blog_posts::Column::ThumbnailImage))
                    .add(contains(blog_posts::Column::Content)),
            )
            .order_by_asc(blog_posts::Column::Title)
            .order_by_asc(blog_posts::Column::Id)
            .into_tuple()
            .all(self.database.long_reader())
            .await?;
        Ok(rows.into_iter().map(|(id, title)| MediaUse { id, title }).collect())
    }

    /// Deletes a record and raises the content version. Returns the version; None when there was no record.
    pub async fn delete(&self, id: Uuid, by: impl Into<Stamp>) -> Result<Option<i64>, StorageError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let Some(before) = media::Entity::find_by_id(id).one(&change.transaction).await? else { return Ok(None) };
        media::Entity::delete_by_id(id).exec(&change.transaction).await?;
        let entry = NewEntry::new(Action::ImageDeleted, Object::thing("image", id));
        let entry = entry.before(&fields(&before.file_name, &before.alt_text));
        Ok(Some(change.commit(&[entry]).await?))
    }
}

impl From<media::Model> for Media {
    fn from(row: media::Model) -> Self {
        let variants = read_variants(&row.variants);
        let created_at: DateTime<Utc> = row.created_at;
        Self {
            id: row.id,
            file_name: row.file_name,
            file_path: row.file_path,
            mime_type: row.mime_type,
            size: row.size,
            width: row.width,
            height: row.height,
            alt_text: row.alt_text,
            variants,
            created_at,
        }
    }
}

/// Returns the fields of an image that entries of the audit log name.
fn fields(file_name: &str, alt_text: &str) -> Value {
    json!({ "file_name": file_name, "alt_text": alt_text })
}

fn read_variants(text: &str) -> Vec<Variant> {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests;
