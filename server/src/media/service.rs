//! The rules of the library: which files are accepted, and that file and record are created and deleted together.

mod avif;
mod removal;

use std::{fs::File, io, io::Read, sync::Arc};

use ::pictures::{Error, PreparedPicture};
use chrono::TimeDelta;
use tokio::sync::{Notify, Semaphore};
use uuid::Uuid;

use super::{
    domain::{self, FocalPoint, Media, MediaChange, MediaPage, MediaUses, UploadContext, Variant},
    files::{FileStream, Files, StoredFile},
    pictures::{self, Pictures},
    store::MediaStore,
};
use crate::{
    audit::Actor,
    clock::Clock,
    config::media::MediaUrl,
    detached::to_the_end,
    error::AppError,
    storage::{Database, StorageError, content_state::ContentState},
    text::hex,
    token::random,
};

/// Longer than a post takes from its timestamp to its commit, including differences between the clocks of replicas.
const LONGEST_SAVE: TimeDelta = TimeDelta::minutes(5);
/// Number of images per page of the library.
pub const PER_PAGE: u64 = 24;

/// Reads and changes the library.
#[derive(Clone)]
pub struct MediaService(Arc<Inner>);

struct Inner {
    store: MediaStore,
    files: Files,
    clock: Arc<dyn Clock>,
    content: ContentState,
    /// Decodes or encodes one image at a time: the largest takes 250 MB. One whose AVIF versions are being encoded has
    /// up to 40 MB of scaled pixels meanwhile.
    processing: Arc<Semaphore>,
    /// Notified of each new file.
    uploaded: Notify,
}

/// A received file.
#[derive(Debug)]
pub struct Upload {
    /// Its content, in an unnamed temporary file.
    pub file: File,
    /// The name that it was uploaded with.
    pub file_name: String,
    /// Where it is uploaded.
    pub context: UploadContext,
    /// The folder for a new image; empty for none. A replacement stays in the image's folder.
    pub folder: String,
}

impl MediaService {
    /// Returns the library with records in `database` and files at `place`.
    pub fn new(database: Database, place: &MediaUrl, clock: Arc<dyn Clock>, content: ContentState) -> Self {
        let store = MediaStore::new(database);
        let (processing, uploaded) = (Arc::new(Semaphore::new(1)), Notify::new());
        Self(Arc::new(Inner { store, files: Files::new(place), clock, content, processing, uploaded }))
    }

    /// Checks that files can be written, read and deleted.
    pub async fn check(&self) -> io::Result<()> {
        self.0.files.check().await
    }

    /// Checks that the media store responds.
    pub async fn ready(&self) -> Result<(), AppError> {
        self.0.files.ready().await.map_err(|error| unavailable(&error))
    }

    /// Returns a page of images, newest first: of a folder, or of all when `folder` is empty.
    pub async fn list(&self, search: &str, folder: &str, page: u64) -> Result<MediaPage, StorageError> {
        self.0.store.list(search, folder.trim(), page, PER_PAGE).await
    }

    /// Adds a file to the library. The work continues when the caller disconnects.
    pub async fn add(&self, upload: Upload, by: &Actor) -> Result<Media, AppError> {
        let (service, by) = (self.clone(), by.clone());
        to_the_end(async move { service.add_whole(upload, &by).await }).await
    }

    async fn add_whole(&self, upload: Upload, by: &Actor) -> Result<Media, AppError> {
        let folder = domain::folder(&upload.folder)?;
        let media = Media { folder, ..self.write_files(upload).await? };
        if let Err(error) = self.0.store.insert(&media, by.at(media.created_at)).await {
            self.remove_unless_kept(&media).await;
            return Err(error.into());
        }
        self.0.uploaded.notify_one();
        Ok(media)
    }

    /// Replaces an image's file with another under new paths. Pages show the new file, and the addresses of the former
    /// one redirect to it. The work continues when the caller disconnects.
    pub async fn replace(&self, id: Uuid, upload: Upload, by: &Actor) -> Result<Media, AppError> {
        let (service, by) = (self.clone(), by.clone());
        to_the_end(async move { service.replace_whole(id, upload, &by).await }).await
    }

    async fn replace_whole(&self, id: Uuid, upload: Upload, by: &Actor) -> Result<Media, AppError> {
        // Checked before the image is decoded, which takes long.
        self.0.store.find(id).await?.ok_or(NO_SUCH_IMAGE)?;
        let file = Media { id, ..self.write_files(upload).await? };
        let replaced = self.0.store.replace(id, &file, by.at(file.created_at)).await.map_err(AppError::from);
        match replaced.and_then(|found| found.ok_or(NO_SUCH_IMAGE)) {
            Ok((before, after, version)) => {
                self.0.content.advance(version);
                self.0.uploaded.notify_one();
                self.remove_image(&before).await;
                Ok(after)
            }
            Err(error) => {
                self.remove_unless_kept(&file).await;
                Err(error)
            }
        }
    }

    /// Writes an upload's files and returns the record of a new image with them. On an error, no files are left.
    async fn write_files(&self, Upload { file, file_name, context, .. }: Upload) -> Result<Media, AppError> {
        let picture = self.open(file, context).await?;
        let media = self.record(&file_name, &picture)?;
        let contents = std::iter::once(&picture.bytes).chain(picture.variants.iter().map(|variant| &variant.bytes));
        for (path, bytes) in media.paths().zip(contents) {
            if let Err(error) = self.0.files.write(path, bytes).await {
                self.remove_files(media.paths()).await;
                return Err(unavailable(&error));
            }
        }
        Ok(media)
    }

    async fn open(&self, mut file: File, context: UploadContext) -> Result<PreparedPicture, AppError> {
        let work = move || {
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(|error| unavailable(&error))?;
            if bytes.is_empty() {
                return Err(AppError::invalid("file", "This file is empty"));
            }
            if bytes.len() as u64 > context.limit() {
                return Err(AppError::FileTooLarge(context.too_large()));
            }
            ::pictures::prepare(&bytes).map_err(refused)
        };
        self.process(work).await?
    }

    /// Decodes or encodes an image off the runtime's threads. Fails if `work` panics.
    async fn process<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, AppError> {
        let closed = |_| AppError::internal("no more images can be processed".to_owned());
        let permit = self.0.processing.clone().acquire_owned().await.map_err(closed)?;
        let work = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            work()
        });
        work.await.map_err(|error| AppError::internal(format!("an image could not be processed: {error}")))
    }

    fn record(&self, given_name: &str, picture: &PreparedPicture) -> Result<Media, AppError> {
        let now = self.0.clock.now();
        let stem = format!("images/{}-{}", now.timestamp_millis(), hex(&random::<8>()?));
        let file_name = domain::file_name(given_name, picture.kind);
        let side = |pixels: u32| i32::try_from(pixels).ok();
        Ok(Media {
            id: Uuid::now_v7(),
            file_path: format!("{stem}.{}", picture.kind.extension()),
            mime_type: picture.kind.mime_type().to_owned(),
            size: i64::try_from(picture.bytes.len()).unwrap_or(i64::MAX),
            width: picture.size.and_then(|(width, _)| side(width)),
            height: picture.size.and_then(|(_, height)| side(height)),
            alt_text: domain::default_alt_text(&file_name),
            variants: picture
                .variants
                .iter()
                .map(|variant| Variant {
                    width: variant.width,
                    format: domain::WEBP.to_owned(),
                    file_path: format!("{stem}-{}.webp", variant.width),
                })
                .collect(),
            folder: String::new(),
            focal_point: FocalPoint::MIDDLE,
            created_at: now,
            file_name,
        })
    }

    /// Changes the properties of an image that staff can edit.
    pub async fn change(&self, id: Uuid, wanted: MediaChange, by: &Actor) -> Result<Media, AppError> {
        let wanted = wanted.checked()?;
        let changed = self.0.store.change(id, wanted, by.at(self.0.clock.now())).await?;
        let (media, version) = changed.ok_or(NO_SUCH_IMAGE)?;
        self.0.content.advance(version);
        Ok(media)
    }

    /// Returns what uses an image.
    pub async fn uses(&self, id: Uuid) -> Result<MediaUses, AppError> {
        let media = self.0.store.find(id).await?.ok_or(NO_SUCH_IMAGE)?;
        Ok(self.0.store.uses(&media, self.0.clock.now()).await?)
    }

    /// Deletes an image. Fails when something uses it, unless `force` is set. The work continues when the
    /// caller disconnects.
    pub async fn delete(&self, id: Uuid, force: bool, by: &Actor) -> Result<(), AppError> {
        let (service, by) = (self.clone(), by.clone());
        to_the_end(async move { service.delete_whole(id, force, &by).await }).await
    }

    async fn delete_whole(&self, id: Uuid, force: bool, by: &Actor) -> Result<(), AppError> {
        let Inner { store, clock, .. } = &*self.0;
        let media = store.find(id).await?.ok_or(NO_SUCH_IMAGE)?;
        let deleted = if force {
            store.delete(id, by.at(clock.now())).await?
        } else {
            let since = clock.now() - LONGEST_SAVE;
            if let Some(conflict) = store.uses(&media, clock.now()).await?.conflict() {
                return Err(conflict);
            }
            store.delete_unless_used(id, since, by.at(clock.now())).await?
        };
        // The file may have been replaced meanwhile, so the files of the deleted record are removed.
        let (media, version) = deleted.ok_or(NO_SUCH_IMAGE)?;
        self.0.content.advance(version);
        self.remove_image(&media).await;
        Ok(())
    }

    /// Returns the library's images at these URLs, current or former. Makes no query when none is a URL of the library,
    /// and only one when all are current.
    pub async fn pictures<'a>(&self, addresses: impl IntoIterator<Item = &'a str>) -> Result<Pictures, StorageError> {
        let paths = pictures::paths(addresses);
        if paths.is_empty() {
            return Ok(Pictures::default());
        }
        let found = self.0.store.at(&paths).await?;
        let unknown = |path: &&str| !found.iter().any(|media| media.paths().any(|own| own == *path));
        let unknown: Vec<&str> = paths.iter().copied().filter(unknown).collect();
        let pictures: Pictures = found.into_iter().collect();
        if unknown.is_empty() {
            return Ok(pictures);
        }
        Ok(pictures.with_former(self.0.store.at_former(&unknown).await?))
    }

    /// Returns the path of the file that has replaced the one at a path. None when no file there was replaced.
    pub async fn successor(&self, path: &str) -> Result<Option<String>, StorageError> {
        let found = self.0.store.at_former(&[path]).await?;
        Ok(found.into_iter().next().map(|(path, stem, media)| media.successor(path, &stem).to_owned()))
    }

    /// Streams a whole file; None when it does not exist.
    pub async fn read(&self, path: &str) -> Result<Option<FileStream>, AppError> {
        self.0.files.read(path).await.map_err(|error| unavailable(&error))
    }

    /// Reads a whole file at once; None when it does not exist. For commands that read one file at a time.
    pub async fn read_whole(&self, path: &str) -> Result<Option<Vec<u8>>, AppError> {
        self.0.files.read_whole(path).await.map_err(|error| unavailable(&io::Error::other(format!("{path}: {error}"))))
    }

    /// Opens a file to read a range of it; None when it does not exist.
    pub async fn file(&self, path: &str) -> Result<Option<StoredFile>, AppError> {
        self.0.files.open(path).await.map_err(|error| unavailable(&error))
    }

    /// Writes a file of a backup to its original path. Readers get the whole file before or the whole file after. Returns
    /// whether it did not exist before.
    pub async fn restore_file(&self, path: &str, bytes: &[u8]) -> Result<bool, AppError> {
        let files = &self.0.files;
        let put = async {
            let before = files.open(path).await?.map(|kept| kept.length);
            if before == Some(bytes.len() as u64) && files.read_whole(path).await?.as_deref() == Some(bytes) {
                return Ok(false);
            }
            files.replace(path, bytes).await?;
            Ok(before.is_none())
        };
        put.await.map_err(|error| unavailable(&error))
    }

    /// Deletes a file that no record refers to.
    pub async fn discard_file(&self, path: &str) {
        self.remove_files([path]).await;
    }

    /// Removes the files of a record whose transaction failed, unless the record exists: the commit may have succeeded
    /// even though its response was lost.
    async fn remove_unless_kept(&self, file: &Media) {
        match self.0.store.find(file.id).await {
            Ok(found) if found.as_ref().is_none_or(|kept| kept.file_path != file.file_path) => {
                self.remove_files(file.paths()).await;
            }
            Ok(_) => {}
            Err(error) => {
                tracing::warn!(%error, path = file.file_path, "kept a file that may not be in the media library");
            }
        }
    }

    /// Removes the AVIF versions of an image except those that are kept.
    async fn remove_avif(&self, image: &Media, kept: &[Variant]) {
        let is_kept = |path: &String| kept.iter().any(|version| version.file_path == *path);
        let paths: Vec<String> = image.avif_paths().filter(|path| !is_kept(path)).collect();
        self.remove_files(paths.iter().map(String::as_str)).await;
    }

    /// Removes files that no record lists. One that cannot be removed is only logged.
    async fn remove_files<'a>(&self, paths: impl IntoIterator<Item = &'a str>) {
        for path in paths {
            if let Err(error) = self.0.files.remove(path).await {
                tracing::warn!(%error, path, "could not remove a file of the media library");
            }
        }
    }
}

const NO_SUCH_IMAGE: AppError = AppError::NotFound("There is no such image");

/// Returns the error that tells the uploader why an image is not accepted.
fn refused(error: Error) -> AppError {
    let message = match error {
        Error::UnsupportedKind => {
            let message = "File type not supported. Please upload JPG, PNG, GIF, WEBP, or SVG";
            return AppError::FileType(message.to_owned());
        }
        Error::Encoding => return AppError::internal(error),
        Error::Damaged => "This image is damaged or incomplete",
        Error::TooManyPixels => {
            "This image has too many pixels. Please upload one of at most 50 megapixels: 26 as a progressive JPG, 20 with \
             transparency"
        }
        Error::Metadata => "This AVIF image contains camera metadata. Please save it without metadata, or as a JPG",
    };
    AppError::invalid("file", message)
}

/// Returns the error for a media store that does not respond.
fn unavailable(error: &io::Error) -> AppError {
    AppError::unavailable(format!("media store: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        clock::SystemClock,
        storage::{content_state::Versions, testing::TestDatabase},
    };

    #[tokio::test]
    async fn files_of_a_record_that_was_kept_after_all_stay() {
        let (file, directory) = (TestDatabase::sqlite().await, tempfile::tempdir().unwrap());
        let place = MediaUrl::Directory(directory.path().to_owned());
        let content = ContentState::new(Versions::default());
        let database = file.open().await;
        let service = MediaService::new(database, &place, Arc::new(SystemClock), content);
        let media = Media {
            id: Uuid::now_v7(),
            file_name: "a.png".to_owned(),
            file_path: "images/1-abc.png".to_owned(),
            mime_type: "image/png".to_owned(),
            size: 3,
            width: None,
            height: None,
            alt_text: String::new(),
            variants: Vec::new(),
            folder: String::new(),
            focal_point: FocalPoint::MIDDLE,
            created_at: SystemClock.now(),
        };
        service.0.files.write(&media.file_path, b"png").await.unwrap();
        service.0.store.insert(&media, media.created_at).await.unwrap();
        service.remove_unless_kept(&media).await;
        assert!(service.0.files.open(&media.file_path).await.unwrap().is_some());
        let other = Media { file_path: "images/2-abc.png".to_owned(), ..media };
        service.0.files.write(&other.file_path, b"png").await.unwrap();
        service.remove_unless_kept(&other).await;
        assert!(service.0.files.open(&other.file_path).await.unwrap().is_none());
    }
}
