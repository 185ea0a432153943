//! AVIF versions of the library's images. They are encoded after the upload, since that takes seconds.

use std::{io, time::Duration};

use pictures::ScaledPicture;
use tokio::time::timeout;
use uuid::Uuid;

use super::{MediaService, unavailable};
use crate::{
    error::AppError,
    media::domain::{self, Media, Variant},
};

/// Largest size of an AVIF version in percent of its WebP. A larger one is not worth its place in the store.
const WORTHWHILE: u64 = 85;
/// How long nothing has been uploaded before images are encoded: an upload would wait for the step that has begun.
const QUIET: Duration = Duration::from_secs(3);

impl MediaService {
    /// Waits until this process has received an image and then none for some seconds.
    pub async fn uploaded(&self) {
        self.0.uploaded.notified().await;
        while timeout(QUIET, self.0.uploaded.notified()).await.is_ok() {}
    }

    /// Encodes the AVIF versions of the newest image that has not been encoded yet. Returns false when there is none.
    ///
    /// Fails when database or media store do not respond. The image is then added to `failed`, whose images are left
    /// for later: what is wrong may concern one file.
    pub async fn encode_next(&self, failed: &mut Vec<Uuid>) -> Result<bool, AppError> {
        let Some(image) = self.0.store.next_to_encode(failed).await? else { return Ok(false) };
        let mut avif = match self.encode(&image).await {
            Err(error @ AppError::Unavailable(_)) => {
                failed.push(image.id);
                return Err(error);
            }
            Err(error) => {
                tracing::warn!(%error, path = image.file_path, "an image has no AVIF versions");
                Vec::new()
            }
            Ok(avif) => avif,
        };
        if !self.0.store.set_avif(&image, &avif).await? {
            avif.clear();
        }
        // Those of an earlier attempt, and of an image that is gone.
        self.remove_avif(&image, &avif).await;
        Ok(true)
    }

    /// Writes the AVIF versions of an image's variants that are worthwhile.
    async fn encode(&self, image: &Media) -> Result<Vec<Variant>, AppError> {
        if image.variants.is_empty() {
            return Ok(Vec::new());
        }
        let Some(bytes) = self.read_whole(&image.file_path).await? else {
            return Ok(Vec::new());
        };
        let scaled = self.process(move || pictures::scaled(&bytes)).await?.map_err(AppError::internal)?;
        let mut versions = Vec::new();
        for picture in scaled {
            let variant = image.variants.iter().find(|variant| variant.width == picture.width());
            if let Some(variant) = variant
                && let Some(version) = self.encode_variant(variant, picture).await?
            {
                versions.push(version);
            }
        }
        Ok(versions)
    }

    async fn encode_variant(&self, webp: &Variant, picture: ScaledPicture) -> Result<Option<Variant>, AppError> {
        let avif = self.process(move || picture.avif()).await?.map_err(AppError::internal)?;
        let Some(file_path) = domain::avif_path(&webp.file_path) else { return Ok(None) };
        let files = &self.0.files;
        let written = async {
            let length = files.open(&webp.file_path).await?.map_or(0, |file| file.length);
            let is_worthwhile = avif.len() as u64 * 100 <= length * WORTHWHILE;
            if is_worthwhile {
                files.replace(&file_path, &avif).await?;
            }
            Ok(is_worthwhile)
        };
        let is_written = written.await.map_err(|error: io::Error| unavailable(&error))?;
        Ok(is_written.then(|| Variant { width: webp.width, format: domain::AVIF.to_owned(), file_path }))
    }
}
