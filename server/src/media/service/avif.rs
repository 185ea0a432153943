//! AVIF versions of the library's images. They are encoded after the upload, since that takes seconds.

use std::io;

use pictures::ScaledPicture;

use super::{MediaService, unavailable};
use crate::{
    error::AppError,
    media::domain::{self, Media, Variant},
};

/// Largest size of an AVIF version in percent of its WebP. A larger one is not worth its place in the store.
const WORTHWHILE: u64 = 85;

impl MediaService {
    /// Waits until an image has been uploaded or replaced by this process.
    pub async fn uploaded(&self) {
        self.0.uploaded.notified().await;
    }

    /// Encodes the AVIF versions of the newest image that has not been encoded yet. Returns false when there is none.
    ///
    /// Fails when database or media store do not respond: try again later.
    pub async fn encode_next(&self) -> Result<bool, AppError> {
        let Some(image) = self.0.store.next_to_encode().await? else { return Ok(false) };
        let avif = match self.encode(&image).await {
            Err(error @ AppError::Unavailable(_)) => return Err(error),
            Err(error) => {
                tracing::warn!(%error, path = image.file_path, "an image has no AVIF versions");
                Vec::new()
            }
            Ok(avif) => avif,
        };
        if !self.0.store.set_avif(&image, &avif).await? {
            let paths: Vec<&str> = avif.iter().map(|version| version.file_path.as_str()).collect();
            self.remove_files(paths).await;
        }
        Ok(true)
    }

    /// Writes the AVIF versions of an image's variants that are worthwhile.
    async fn encode(&self, image: &Media) -> Result<Vec<Variant>, AppError> {
        if image.variants.is_empty() {
            return Ok(Vec::new());
        }
        let Some(bytes) = self.bytes(&image.file_path).await.map_err(|error| unavailable(&error))? else {
            return Ok(Vec::new());
        };
        let scaled = self.with_pictures(move || pictures::scaled(&bytes)).await?.map_err(AppError::internal)?;
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
        let avif = self.with_pictures(move || picture.avif()).await?.map_err(AppError::internal)?;
        let Some(file_path) = domain::avif_path(&webp.file_path) else { return Ok(None) };
        let files = &self.0.files;
        let written = async {
            let Some(file) = files.open(&webp.file_path).await? else { return Ok(false) };
            if avif.len() as u64 * 100 > file.length * WORTHWHILE {
                return Ok(false);
            }
            // Left when the process ended before it was recorded.
            files.remove(&file_path).await?;
            files.write(&file_path, &avif).await?;
            Ok(true)
        };
        let is_written = written.await.map_err(|error| unavailable(&error))?;
        Ok(is_written.then(|| Variant { width: webp.width, format: domain::AVIF.to_owned(), file_path }))
    }

    async fn bytes(&self, path: &str) -> io::Result<Option<Vec<u8>>> {
        match self.0.files.read(path).await? {
            Some(file) => file.read_all().await.map(Some),
            None => Ok(None),
        }
    }
}
