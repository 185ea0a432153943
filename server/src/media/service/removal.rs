//! Removes the files of deleted and replaced images. Their paths are recorded with the change of the image, and those
//! that cannot be removed at once are tried again.

use super::MediaService;
use crate::{error::AppError, media::domain::Media, storage::StorageError};

impl MediaService {
    /// Removes the recorded files of an image that was deleted, or whose file was replaced. One that cannot be removed
    /// stays recorded.
    pub(super) async fn remove_image(&self, image: &Media) {
        let mut removed = Vec::new();
        for path in image.paths() {
            match self.0.files.remove(path).await {
                Ok(()) => removed.push(path),
                Err(error) => {
                    tracing::warn!(%error, path, "could not remove a file of the media library; trying again later");
                }
            }
        }
        // An encoding that has begun may write these again, so they stay recorded and are removed once more.
        self.remove_avif(image, &[]).await;
        if let Err(error) = self.0.store.set_removed(&removed).await {
            tracing::warn!(%error, "could not record that files of the media library were removed");
        }
    }

    /// Removes recorded files whose next attempt is due, one after another. Fails when the database or the media store
    /// does not respond. The file in question is left for later, so that the next call begins with another.
    pub async fn remove_left_files(&self) -> Result<(), AppError> {
        let store = &self.0.store;
        while let Some(path) = store.next_to_remove(self.0.clock.now()).await? {
            // The images of a restored backup have their former paths.
            if !store.is_listed(&path).await?
                && let Err(error) = self.0.files.remove(&path).await
            {
                store.postpone_removal(&path, self.0.clock.now()).await?;
                return Err(AppError::unavailable(format!("media store: {path}: {error}")));
            }
            store.set_removed(&[path.as_str()]).await?;
        }
        Ok(())
    }

    /// Keeps recorded files while a backup is restored, as they may be files of its images. The restored database has no
    /// such records.
    pub async fn postpone_removals(&self) -> Result<(), StorageError> {
        self.0.store.postpone_removals(self.0.clock.now()).await
    }
}
