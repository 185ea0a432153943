//! The rules of the library: what is taken, that file and record come and go together, who may remove what.

use std::{fmt::Write as _, fs::File, io, io::Read, sync::Arc};

use ::pictures::{Error, Picture};
use tokio::sync::Semaphore;
use uuid::Uuid;

use super::{
    domain::{self, Media, MediaUse, TEXT_LENGTH, UploadContext, Variant},
    files::{Files, Kept, Reading},
    pictures::{self, Pictures},
    store::MediaStore,
};
use crate::{
    clock::{Clock, Random},
    config::media::MediaUrl,
    error::{AppError, Fields},
    storage::{Database, StorageError, content_state::ContentState},
};

/// How many images a page of the library has.
pub const PER_PAGE: u64 = 24;

/// Reads and changes the library.
#[derive(Clone)]
pub struct MediaService(Arc<Inner>);

struct Inner {
    store: MediaStore,
    files: Files,
    clock: Arc<dyn Clock>,
    random: Arc<dyn Random>,
    content: ContentState,
    /// One picture is opened at a time: the largest takes 250 MB.
    opening: Arc<Semaphore>,
}

/// A received file.
#[derive(Debug)]
pub struct Upload {
    /// Its bytes, in a file without a name that goes with the handle.
    pub file: File,
    /// What it was called where it came from.
    pub file_name: String,
    /// From where it is uploaded.
    pub context: UploadContext,
}

impl MediaService {
    /// The library whose records are in `database` and whose files are at `place`.
    pub fn new(
        database: Database,
        place: &MediaUrl,
        clock: Arc<dyn Clock>,
        random: Arc<dyn Random>,
        content: ContentState,
    ) -> Self {
        let store = MediaStore::new(database);
        let opening = Arc::new(Semaphore::new(1));
        Self(Arc::new(Inner { store, files: Files::new(place), clock, random, content, opening }))
    }

    /// Whether files can be written, read and removed.
    pub async fn check(&self) -> io::Result<()> {
        self.0.files.check().await
    }

    /// Whether what keeps the files answers.
    pub async fn ready(&self) -> Result<(), AppError> {
        self.0.files.ready().await.map_err(|error| unavailable(&error))
    }

    /// A page of images, the newest first, and how many there are on all pages.
    pub async fn list(&self, search: &str, page: u64) -> Result<(Vec<Media>, u64), StorageError> {
        let search: String = search.chars().take(TEXT_LENGTH).collect();
        self.0.store.list(&search, page, PER_PAGE).await
    }

    /// Takes a file into the library. The work goes on when the caller goes away.
    pub async fn add(&self, upload: Upload) -> Result<Media, AppError> {
        let service = self.clone();
        let work = tokio::spawn(async move { service.add_whole(upload).await });
        work.await.map_err(|error| AppError::internal(format!("an upload ended early: {error}")))?
    }

    async fn add_whole(&self, upload: Upload) -> Result<Media, AppError> {
        let Upload { file, file_name, context } = upload;
        let picture = self.open(file, context).await?;
        let media = self.record(&file_name, &picture)?;
        let mut paths = vec![media.file_path.as_str()];
        paths.extend(media.variants.iter().map(|variant| variant.file_path.as_str()));
        let contents = std::iter::once(&picture.bytes).chain(picture.variants.iter().map(|variant| &variant.bytes));
        let mut result = Ok(());
        for (path, bytes) in paths.iter().zip(contents) {
            result = self.0.files.write(path, bytes).await.map_err(|error| unavailable(&error));
            if result.is_err() {
                break;
            }
        }
        if result.is_ok() {
            result = self.0.store.insert(&media).await.map_err(AppError::from);
        }
        if let Err(error) = result {
            self.remove_files(&paths).await;
            return Err(error);
        }
        Ok(media)
    }

    async fn open(&self, mut file: File, context: UploadContext) -> Result<Picture, AppError> {
        let closed = |_| AppError::internal("pictures are no longer opened".to_owned());
        let permit = self.0.opening.clone().acquire_owned().await.map_err(closed)?;
        let work = tokio::task::spawn_blocking(move || {
            let _permit = permit;
            let mut bytes = Vec::new();
            file.read_to_end(&mut bytes).map_err(|error| unavailable(&error))?;
            if bytes.is_empty() {
                return Err(AppError::invalid("file", "This file is empty"));
            }
            if bytes.len() as u64 > context.limit() {
                return Err(AppError::FileTooLarge(context.too_large()));
            }
            ::pictures::prepare(&bytes).map_err(refused)
        });
        work.await.map_err(|error| AppError::internal(format!("a picture could not be opened: {error}")))?
    }

    fn record(&self, given_name: &str, picture: &Picture) -> Result<Media, AppError> {
        let now = self.0.clock.now();
        let mut random = [0; 8];
        self.0.random.fill(&mut random).map_err(|error| AppError::internal(error.to_string()))?;
        let mut stem = format!("images/{}-", now.timestamp_millis());
        for byte in random {
            let _ = write!(stem, "{byte:02x}");
        }
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
                    format: "webp".to_owned(),
                    file_path: format!("{stem}-{}.webp", variant.width),
                })
                .collect(),
            created_at: now,
            file_name,
        })
    }

    /// Gives an image another alternative text.
    pub async fn describe(&self, id: Uuid, alt_text: &str) -> Result<Media, AppError> {
        let text = alt_text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.chars().count() > TEXT_LENGTH {
            return Err(AppError::invalid("alt_text", format!("Alt text must be at most {TEXT_LENGTH} characters")));
        }
        if text.contains('\0') {
            return Err(AppError::invalid("alt_text", "Alt text contains a character that cannot be kept"));
        }
        let (media, version) = self.0.store.describe(id, text).await?.ok_or(NO_SUCH_IMAGE)?;
        self.0.content.advance(version);
        Ok(media)
    }

    /// The posts that show an image.
    pub async fn uses(&self, id: Uuid) -> Result<Vec<MediaUse>, AppError> {
        let media = self.0.store.find(id).await?.ok_or(NO_SUCH_IMAGE)?;
        Ok(self.0.store.uses(domain::stem(&media.file_path)).await?)
    }

    /// Removes an image, unless a post shows it; `force` removes it all the same.
    pub async fn delete(&self, id: Uuid, force: bool) -> Result<(), AppError> {
        let media = self.0.store.find(id).await?.ok_or(NO_SUCH_IMAGE)?;
        let uses = if force { Vec::new() } else { self.0.store.uses(domain::stem(&media.file_path)).await? };
        if !uses.is_empty() {
            let titles: Vec<String> = uses.into_iter().map(|post| format!("“{}”", post.title)).collect();
            return Err(AppError::Conflict {
                code: "in_use",
                message: "This image is used in a post",
                fields: Fields::from([("used_in".to_owned(), titles.join(", "))]),
            });
        }
        let version = self.0.store.delete(id).await?.ok_or(NO_SUCH_IMAGE)?;
        self.0.content.advance(version);
        let mut paths = vec![media.file_path.as_str()];
        paths.extend(media.variants.iter().map(|variant| variant.file_path.as_str()));
        self.remove_files(&paths).await;
        Ok(())
    }

    /// What is known of the images at these addresses: one question to the database, none where no image is the library's.
    pub async fn pictures<'a>(&self, addresses: impl IntoIterator<Item = &'a str>) -> Result<Pictures, StorageError> {
        let paths = pictures::paths(addresses);
        if paths.is_empty() {
            return Ok(Pictures::default());
        }
        Ok(self.0.store.at(&paths).await?.into_iter().collect())
    }

    /// All of a kept file, as it comes; None when there is none.
    pub async fn read(&self, path: &str) -> Result<Option<Reading>, AppError> {
        self.0.files.read(path).await.map_err(|error| unavailable(&error))
    }

    /// A kept file, to be read in part; None when there is none.
    pub async fn file(&self, path: &str) -> Result<Option<Kept>, AppError> {
        self.0.files.open(path).await.map_err(|error| unavailable(&error))
    }

    /// Puts a file of a backup where it was. Whether there was none of its name before.
    pub async fn put_back(&self, path: &str, bytes: &[u8]) -> Result<bool, AppError> {
        let files = &self.0.files;
        let put = async {
            let before = files.open(path).await?;
            let is_new = before.is_none();
            if let Some(kept) = before {
                let length = kept.length;
                if length == bytes.len() as u64 && kept.read(0, length).await?.whole().await? == bytes {
                    return Ok(false);
                }
                // What is not what it was is worth nothing.
                files.remove(path).await?;
            }
            files.write(path, bytes).await?;
            Ok(is_new)
        };
        put.await.map_err(|error| unavailable(&error))
    }

    /// Takes a file away again that no record names.
    pub async fn take_out(&self, path: &str) {
        self.remove_files(&[path]).await;
    }

    /// Without a record nobody finds these files: one that stays wastes space and does no other harm.
    async fn remove_files(&self, paths: &[&str]) {
        for path in paths {
            if let Err(error) = self.0.files.remove(path).await {
                tracing::warn!(%error, path, "a file of the media library was not removed");
            }
        }
    }
}

const NO_SUCH_IMAGE: AppError = AppError::NotFound("There is no such image");

/// Tells the uploader why a file is refused.
fn refused(error: Error) -> AppError {
    let message = match error {
        Error::UnsupportedKind => {
            let message = "File type not supported. Please upload JPG, PNG, GIF, WEBP, or SVG";
            return AppError::FileType(message.to_owned());
        }
        Error::Encoding => return AppError::internal(error),
        Error::Damaged => "This image is damaged or incomplete",
        Error::TooManyPixels => {
            "This image has too many pixels. Please upload one of at most 50 megapixels, or 20 with transparency"
        }
        Error::Metadata => "This AVIF image carries camera metadata. Please save it without, or as a JPG",
    };
    AppError::invalid("file", message)
}

/// Something that keeps files does not answer.
fn unavailable(error: &io::Error) -> AppError {
    AppError::unavailable(format!("media store: {error}"))
}
