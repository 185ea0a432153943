//! Stores the library's records.

mod removed_files;
mod uses;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveModelTrait,
    ActiveValue::{NotSet, Set},
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryOrder, QuerySelect,
    sea_query::Expr,
};
use serde_json::{Value, json};
use uuid::Uuid;

use self::{removed_files::record_removed, uses::find_uses};
use super::domain::{
    AVIF, FocalPoint, Folder, Media, MediaChange, MediaPage, MediaUses, Variant, possible_stems, stem,
};
use crate::{
    audit::{
        Action, NewEntry, Object, Stamp,
        store::{ContentChange, record},
    },
    error::AppError,
    storage::{
        Database, StorageError,
        entities::{former_media_files as former, media},
        json::to_json,
        search::{can_be_stored, containing, fold, search_text},
    },
};

/// Reads and writes records of images.
#[derive(Debug, Clone)]
pub struct MediaStore {
    database: Database,
}

/// Returns the paths of all stored files, including variants.
pub async fn stored_files(connection: &impl ConnectionTrait) -> Result<Vec<String>, DbErr> {
    // The table of an older version may lack other columns.
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
        let row = media::ActiveModel::from(model(media)?).reset_all();
        let transaction = self.database.begin_write().await?;
        media::Entity::insert(row).exec_without_returning(&transaction).await?;
        let entry = NewEntry::new(Action::ImageUploaded, Object::thing("image", media.id));
        record(&transaction, &by.into(), &[entry.after(&fields(&media.file_name, &media.alt_text))]).await?;
        transaction.commit().await?;
        Ok(())
    }

    /// Returns a page of the records whose name or text contains `search`, newest first: of a folder, or of all when
    /// `folder` is empty.
    pub async fn list(&self, search: &str, folder: &str, page: u64, per_page: u64) -> Result<MediaPage, StorageError> {
        let in_folder = match folder {
            "" => Expr::value(true),
            folder if can_be_stored(folder) => media::Column::Folder.eq(folder),
            _ => Expr::value(false),
        };
        let query = media::Entity::find()
            .filter(containing((media::Entity, media::Column::SearchText), search))
            .filter(in_folder);
        let total = query.clone().count(self.database.reader()).await?;
        let rows = query
            .order_by_desc(media::Column::CreatedAt)
            .order_by_desc(media::Column::Id)
            .offset(page.saturating_sub(1).saturating_mul(per_page))
            .limit(per_page)
            .all(self.database.reader())
            .await?;
        let media = rows.into_iter().map(Media::from).collect();
        Ok(MediaPage { media, total, folders: self.folders().await? })
    }

    /// Returns every folder with its number of images, by name.
    async fn folders(&self) -> Result<Vec<Folder>, StorageError> {
        let rows: Vec<(String, i64)> = media::Entity::find()
            .select_only()
            .column(media::Column::Folder)
            .column_as(media::Column::Id.count(), "count")
            .filter(media::Column::Folder.ne(""))
            .group_by(media::Column::Folder)
            .into_tuple()
            .all(self.database.reader())
            .await?;
        let mut folders: Vec<Folder> =
            rows.into_iter().map(|(name, count)| Folder { name, count: count.unsigned_abs() }).collect();
        // Sorted here, since the engines compare text differently.
        folders.sort_by_cached_key(|folder| (fold(&folder.name), folder.name.clone()));
        Ok(folders)
    }

    pub async fn find(&self, id: Uuid) -> Result<Option<Media>, StorageError> {
        Ok(media::Entity::find_by_id(id).one(self.database.reader()).await?.map(Media::from))
    }

    /// Returns the images whose files have these paths.
    pub async fn at(&self, paths: &[&str]) -> Result<Vec<Media>, StorageError> {
        // More than any page shows, and fewer than either engine accepts as parameters.
        let paths = paths.iter().copied().filter(|path| can_be_stored(path)).take(1000);
        let found = media::Entity::find().filter(media::Column::FilePath.is_in(paths));
        Ok(found.all(self.database.reader()).await?.into_iter().map(Media::from).collect())
    }

    /// Returns the images whose files once had these paths, each with the path and its stem.
    pub async fn at_former<'a>(&self, paths: &[&'a str]) -> Result<Vec<(&'a str, String, Media)>, StorageError> {
        // Half as many as in `at`, since a path has up to two stems.
        let paths = paths.get(..500).unwrap_or(paths);
        let stems = paths.iter().copied().filter(|path| can_be_stored(path)).flat_map(possible_stems);
        let stems =
            former::Entity::find().filter(former::Column::Stem.is_in(stems)).all(self.database.reader()).await?;
        if stems.is_empty() {
            return Ok(Vec::new());
        }
        let ids = stems.iter().map(|row| row.media_id);
        let images = media::Entity::find().filter(media::Column::Id.is_in(ids)).all(self.database.reader()).await?;
        let image = |path: &'a str| {
            let row = stems.iter().find(|row| possible_stems(path).any(|stem| stem == row.stem))?;
            let image = images.iter().find(|image| image.id == row.media_id)?;
            Some((path, row.stem.clone(), image.clone().into()))
        };
        Ok(paths.iter().copied().filter_map(image).collect())
    }

    /// Replaces an image's file, records the former files to be removed, and raises the content version. The image keeps
    /// its id, alt text and folder. If its alt text is the default, it follows the new file's name. The focal point is
    /// that of the new file. Returns the image before and after, and the version; None when there is no such image.
    pub async fn replace(
        &self,
        id: Uuid,
        file: &Media,
        by: impl Into<Stamp>,
    ) -> Result<Option<(Media, Media, i64)>, StorageError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let Some(row) = media::Entity::find_by_id(id).one(&change.transaction).await? else { return Ok(None) };
        let before = Media::from(row);
        let alt_text = if before.is_undescribed() { &file.alt_text } else { &before.alt_text };
        let after = Media {
            id,
            alt_text: alt_text.clone(),
            folder: before.folder.clone(),
            created_at: before.created_at,
            ..file.clone()
        };
        save(&change.transaction, model(&after)?).await?;
        let former = former::ActiveModel {
            stem: Set(stem(&before.file_path).to_owned()),
            media_id: Set(id),
            replaced_at: Set(change.now()),
        };
        former::Entity::insert(former).exec_without_returning(&change.transaction).await?;
        record_removed(&change.transaction, before.all_paths(), change.now()).await?;
        let entry = NewEntry::new(Action::ImageReplaced, Object::thing("image", id));
        let version = change.commit(&[entry.changed(&file_fields(&before), &file_fields(&after))]).await?;
        Ok(Some((before, after, version)))
    }

    /// Returns the newest image whose variants have not been encoded as AVIF, and which is not one of `except`.
    pub async fn next_to_encode(&self, except: &[Uuid]) -> Result<Option<Media>, StorageError> {
        let newest = media::Entity::find()
            .filter(media::Column::AvifEncoded.eq(false))
            .filter(media::Column::Id.is_not_in(except.iter().copied()))
            .order_by_desc(media::Column::CreatedAt)
            .one(self.database.reader())
            .await?;
        Ok(newest.map(Media::from))
    }

    /// Records the AVIF versions of an image's variants. Returns false when the image was deleted or its file replaced
    /// meanwhile.
    pub async fn set_avif(&self, image: &Media, avif: &[Variant]) -> Result<bool, StorageError> {
        let transaction = self.database.begin_write().await?;
        let set = media::Entity::update_many()
            .col_expr(media::Column::Variants, Expr::value(to_json(&[&image.variants, avif].concat())?))
            .col_expr(media::Column::AvifEncoded, Expr::value(true))
            .filter(media::Column::Id.eq(image.id))
            .filter(media::Column::FilePath.eq(&image.file_path))
            .exec(&transaction)
            .await?;
        transaction.commit().await?;
        Ok(set.rows_affected > 0)
    }

    /// Changes the properties of an image that staff can edit, and raises the content version, since pages show them.
    /// Returns the image and the version; None when there is no such image.
    pub async fn change(
        &self,
        id: Uuid,
        wanted: MediaChange,
        by: impl Into<Stamp>,
    ) -> Result<Option<(Media, i64)>, StorageError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let Some(before) = media::Entity::find_by_id(id).one(&change.transaction).await? else { return Ok(None) };
        let after = media::Model {
            alt_text: wanted.alt_text.unwrap_or_else(|| before.alt_text.clone()),
            folder: wanted.folder.unwrap_or_else(|| before.folder.clone()),
            focus_x: wanted.focal_point.map_or(before.focus_x, |point| point.x),
            focus_y: wanted.focal_point.map_or(before.focus_y, |point| point.y),
            ..before.clone()
        };
        let searched = searched(&after.file_name, &after.alt_text);
        let after = media::Model { search_text: searched, ..after };
        save(&change.transaction, after.clone()).await?;
        let said = |row: &media::Model| json!({ "alt_text": row.alt_text, "folder": row.folder, "focus_x": row.focus_x, "focus_y": row.focus_y });
        let entry = NewEntry::new(Action::ImageChanged, Object::thing("image", id));
        let version = change.commit(&[entry.changed(&said(&before), &said(&after))]).await?;
        Ok(Some((after.into(), version)))
    }

    /// Returns what contains an image at `now`: posts, authors with it as their portrait, and unsaved work. It is found
    /// by the current and former URLs of its file.
    pub async fn uses(&self, image: &Media, now: DateTime<Utc>) -> Result<MediaUses, StorageError> {
        find_uses(self.database.long_reader(), image, now, None).await
    }

    /// Deletes a record with its former stems, records its files to be removed, and raises the content version. Returns
    /// the record and the version; None when there was no record.
    pub async fn delete(&self, id: Uuid, by: impl Into<Stamp>) -> Result<Option<(Media, i64)>, StorageError> {
        let change = ContentChange::begin(&self.database, by).await?;
        delete(change, id).await
    }

    /// Deletes a record like [`Self::delete`], but fails when an author, a preview link, or a post or draft that was
    /// saved from `since` on, shows the image. This is checked within the transaction, because a save may commit after
    /// an earlier check. Reading every post here would block other writers for seconds.
    pub async fn delete_unless_used(
        &self,
        id: Uuid,
        since: DateTime<Utc>,
        by: impl Into<Stamp>,
    ) -> Result<Option<(Media, i64)>, AppError> {
        let change = ContentChange::begin(&self.database, by).await.map_err(StorageError::from)?;
        let found = media::Entity::find_by_id(id).one(&change.transaction).await.map_err(StorageError::from)?;
        let Some(image) = found.map(Media::from) else { return Ok(None) };
        match find_uses(&change.transaction, &image, change.now(), Some(since)).await?.conflict() {
            Some(conflict) => Err(conflict),
            None => Ok(delete(change, id).await?),
        }
    }
}

/// Returns the row of an image.
fn model(media: &Media) -> Result<media::Model, DbErr> {
    let Media { id, file_name, file_path, mime_type, size, width, height, alt_text, folder, created_at, .. } =
        media.clone();
    Ok(media::Model {
        id,
        variants: to_json(&media.variants)?,
        // Without variants there is nothing to encode.
        avif_encoded: media.variants.is_empty(),
        search_text: searched(&file_name, &alt_text),
        file_name,
        file_path,
        mime_type,
        size,
        width,
        height,
        alt_text,
        folder,
        focus_x: media.focal_point.x,
        focus_y: media.focal_point.y,
        created_at,
    })
}

fn searched(file_name: &str, alt_text: &str) -> String {
    search_text([file_name, alt_text])
}

/// Replaces a row.
async fn save(connection: &impl ConnectionTrait, row: media::Model) -> Result<(), DbErr> {
    let id = row.id;
    let row = media::ActiveModel { id: NotSet, ..media::ActiveModel::from(row).reset_all() };
    media::Entity::update_many().set(row).filter(media::Column::Id.eq(id)).exec(connection).await?;
    Ok(())
}

/// Deletes a record and commits.
async fn delete(change: ContentChange, id: Uuid) -> Result<Option<(Media, i64)>, StorageError> {
    let Some(before) = media::Entity::find_by_id(id).one(&change.transaction).await? else { return Ok(None) };
    media::Entity::delete_by_id(id).exec(&change.transaction).await?;
    let entry = NewEntry::new(Action::ImageDeleted, Object::thing("image", id));
    let before = Media::from(before);
    let entry = entry.before(&fields(&before.file_name, &before.alt_text));
    record_removed(&change.transaction, before.all_paths(), change.now()).await?;
    let version = change.commit(&[entry]).await?;
    Ok(Some((before, version)))
}

impl From<media::Model> for Media {
    fn from(row: media::Model) -> Self {
        let mut variants = read_variants(&row.variants);
        variants.retain(|variant| variant.format != AVIF);
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
            folder: row.folder,
            focal_point: FocalPoint { x: row.focus_x, y: row.focus_y },
            created_at,
        }
    }
}

/// Returns the fields of an image that entries of the audit log name.
fn fields(file_name: &str, alt_text: &str) -> Value {
    json!({ "file_name": file_name, "alt_text": alt_text })
}

/// Returns the fields of an image's file that entries of the audit log name.
fn file_fields(media: &Media) -> Value {
    json!({
        "file_name": media.file_name, "file_path": media.file_path, "mime_type": media.mime_type, "size": media.size,
        "width": media.width, "height": media.height, "alt_text": media.alt_text,
    })
}

fn read_variants(text: &str) -> Vec<Variant> {
    serde_json::from_str(text).unwrap_or_default()
}

#[cfg(test)]
mod tests;
