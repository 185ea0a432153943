//! Records the files of deleted and replaced images until they are removed.

use chrono::{DateTime, TimeDelta, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, ExprTrait, QueryFilter, QueryOrder, SelectExt,
    sea_query::{Expr, OnConflict},
};

use super::MediaStore;
use crate::storage::{
    StorageError,
    entities::{
        media,
        removed_files::{ActiveModel, Column, Entity},
    },
    search::pattern,
};

/// How long after an attempt a file is tried again. The first attempt is made when the file is recorded. Longer than the
/// AVIF versions of an image take to encode.
const PAUSE: TimeDelta = TimeDelta::minutes(10);
/// Longer than a backup takes to restore.
const LONGEST_RESTORE: TimeDelta = TimeDelta::days(1);

/// Records files to be removed, in the transaction after which no image has them.
pub(super) async fn record_removed(
    connection: &impl ConnectionTrait,
    paths: Vec<String>,
    now: DateTime<Utc>,
) -> Result<(), DbErr> {
    let rows = paths.into_iter().map(|path| ActiveModel { path: Set(path), next_attempt_at: Set(now + PAUSE) });
    let mut skip = OnConflict::column(Column::Path);
    Entity::insert_many(rows).on_conflict(skip.do_nothing().to_owned()).exec_without_returning(connection).await?;
    Ok(())
}

impl MediaStore {
    /// Returns a file that is still to be removed, and whose next attempt is due.
    pub async fn next_to_remove(&self, now: DateTime<Utc>) -> Result<Option<String>, StorageError> {
        let next = Entity::find()
            .filter(Column::NextAttemptAt.lte(now))
            .order_by_asc(Column::NextAttemptAt)
            .order_by_asc(Column::Path)
            .one(self.database.reader())
            .await?;
        Ok(next.map(|row| row.path))
    }

    /// Returns whether an image has a file with this path, as after the restore of a backup.
    pub async fn is_listed(&self, path: &str) -> Result<bool, StorageError> {
        let has_file = Condition::any()
            .add(media::Column::FilePath.eq(path))
            .add(Expr::col(media::Column::Variants).like(pattern(path)));
        Ok(media::Entity::find().filter(has_file).exists(self.database.reader()).await?)
    }

    /// Records that files are removed.
    pub async fn set_removed(&self, paths: &[&str]) -> Result<(), StorageError> {
        if !paths.is_empty() {
            let removed = Entity::delete_many().filter(Column::Path.is_in(paths.iter().copied()));
            removed.exec(self.database.writer()).await?;
        }
        Ok(())
    }

    /// Records that a file could not be removed.
    pub async fn postpone_removal(&self, path: &str, now: DateTime<Utc>) -> Result<(), StorageError> {
        let failed = Entity::update_many().col_expr(Column::NextAttemptAt, Expr::value(now + PAUSE));
        failed.filter(Column::Path.eq(path)).exec(self.database.writer()).await?;
        Ok(())
    }

    /// Keeps all recorded files for as long as a backup is being restored.
    pub async fn postpone_removals(&self, now: DateTime<Utc>) -> Result<(), StorageError> {
        let all = Entity::update_many().col_expr(Column::NextAttemptAt, Expr::value(now + LONGEST_RESTORE));
        all.exec(self.database.writer()).await?;
        Ok(())
    }
}
