//! `/api/admin/media`: the media library.

use std::sync::Arc;

use std::{
    fs::File,
    io::{Seek, Write},
};

use axum::{
    Json,
    extract::{
        Multipart, State,
        multipart::{Field, MultipartError, MultipartRejection},
    },
};
use chrono::{DateTime, Utc};
use http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use uuid::Uuid;

use crate::{
    config::Config,
    error::AppError,
    http::{
        errors::HttpError,
        extract::{Admin, PathText, ValidJson, ValidQuery, not_stored, page_number, path_id, unnamed_file},
        paging::Paging,
    },
    media::{
        self, FocalPoint, Folder, Media, MediaPage, MediaService, MediaUse, MediaUses, PER_PAGE, Upload, UploadContext,
        Variant, file_url,
    },
};

const MISSING: &str = "There is no such image";

/// An image in the media library.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Media)]
pub struct MediaView {
    /// Unique identifier.
    pub id: Uuid,
    /// Original name of the uploaded file.
    pub file_name: String,
    /// Path of the file in the media store: `images/{timestamp}-{random}.{ext}`.
    pub file_path: String,
    /// Root-relative URL of the file.
    pub url: String,
    /// Media type, determined from the file's content.
    pub mime_type: String,
    /// Size of the stored file, in bytes.
    pub size: i64,
    /// Width in pixels. Null if the file does not state it.
    pub width: Option<i32>,
    /// Height in pixels. Null if the file does not state it.
    pub height: Option<i32>,
    /// Alternative text. Defaults to the file name without its extension.
    pub alt_text: String,
    /// Smaller versions of the image, smallest first.
    pub variants: Vec<MediaVariant>,
    /// Name of the folder. Empty if the image is in none.
    pub folder: String,
    /// The point that stays visible when the image is cropped.
    pub focal_point: FocalPoint,
    /// When the image was uploaded.
    pub created_at: DateTime<Utc>,
}

/// A smaller version of an image.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MediaVariant {
    /// Width in pixels.
    pub width: u32,
    /// File format. Always `webp`.
    pub format: String,
    /// Root-relative URL of the file.
    pub url: String,
}

impl From<Media> for MediaView {
    fn from(media: Media) -> Self {
        let variant = |variant: Variant| MediaVariant {
            url: file_url(&variant.file_path),
            width: variant.width,
            format: variant.format,
        };
        Self {
            id: media.id,
            url: file_url(&media.file_path),
            file_name: media.file_name,
            file_path: media.file_path,
            mime_type: media.mime_type,
            size: media.size,
            width: media.width,
            height: media.height,
            alt_text: media.alt_text,
            variants: media.variants.into_iter().map(variant).collect(),
            folder: media.folder,
            focal_point: media.focal_point,
            created_at: media.created_at,
        }
    }
}

/// Filters and paging of the media library.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct MediaListQuery {
    /// Case-insensitive substring of the file name or alternative text.
    pub search: String,
    /// Only images in this folder. If empty, images in all folders.
    pub folder: String,
    /// Page number, from 1. Defaults to 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
}

/// A page of the media library.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MediaList {
    /// The images on this page, newest first.
    pub media: Vec<MediaView>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
    /// All folders that contain images, sorted by name, whatever the filters.
    pub folders: Vec<Folder>,
}

impl MediaList {
    /// Returns page number `page` with the images that were found.
    pub fn new(MediaPage { media, total, folders }: MediaPage, page: u64) -> Self {
        let media = media.into_iter().map(MediaView::from).collect();
        Self { media, paging: Paging::new(page, PER_PAGE, total), folders }
    }
}

/// Multipart form of an upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its fields are read one by one")]
pub struct MediaUpload {
    /// The image: JPG, PNG, GIF, WEBP, SVG or AVIF.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Where the image is uploaded, which sets the size limit: `gallery` (5 MiB, the default) or `post` (2 MiB).
    context: Option<String>,
    /// Folder to put the image in. If empty, none.
    #[schema(max_length = 60)]
    folder: Option<String>,
}

/// Multipart form of a replacement.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its fields are read one by one")]
pub struct MediaReplacement {
    /// The new image: JPG, PNG, GIF, WEBP, SVG or AVIF.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// Where the image is uploaded, which sets the size limit: `gallery` (5 MiB, the default) or `post` (2 MiB).
    context: Option<String>,
}

/// Changes to an image. Omitted or null fields stay unchanged; at least one is required.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MediaChange {
    /// Alternative text. Empty for a decorative image.
    #[schema(max_length = 500)]
    pub alt_text: Option<String>,
    /// Folder to move the image to. Empty for none.
    #[schema(max_length = 60)]
    pub folder: Option<String>,
    /// The point that stays visible when the image is cropped.
    pub focal_point: Option<FocalPoint>,
}

/// Where an image is used.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MediaUses)]
pub struct MediaUsesView {
    /// Posts that contain the image, sorted by title.
    pub posts: Vec<MediaUseView>,
    /// Names of the authors who have the image as their portrait.
    pub authors: Vec<String>,
    /// Number of unsaved drafts that contain the image, of any editor.
    pub drafts: u64,
    /// Number of preview links to unsaved text that contains the image.
    pub previews: u64,
    /// Number of earlier versions of other posts that contain the image.
    pub versions: u64,
}

/// A post that contains an image.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MediaUse)]
pub struct MediaUseView {
    /// Id of the post.
    pub id: Uuid,
    /// Title of the post.
    pub title: String,
    /// Whether the post is in the trash.
    pub in_trash: bool,
}

/// Options of a deletion.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    /// Whether to delete the image even if it is in use. Defaults to false.
    pub force: bool,
}

/// Returns the images in the media library, newest first.
#[utoipa::path(get, path = "/api/admin/media", tag = "admin", params(MediaListQuery),
    responses((status = 200, body = MediaList)))]
pub async fn list(
    _admin: Admin,
    State(media): State<MediaService>,
    ValidQuery(query): ValidQuery<MediaListQuery>,
) -> Result<Json<MediaList>, HttpError> {
    let page = page_number(query.page)?;
    let found = media.list(&query.search, &query.folder, page).await?;
    Ok(Json(MediaList::new(found, page)))
}

/// Uploads an image to the media library.
#[utoipa::path(post, path = "/api/admin/media", tag = "admin",
    request_body(content = inline(MediaUpload), content_type = "multipart/form-data"),
    responses((status = 201, body = MediaView)))]
pub async fn create(
    Admin { actor, .. }: Admin,
    State(config): State<Arc<Config>>,
    State(media): State<MediaService>,
    form: Result<Multipart, MultipartRejection>,
) -> Result<(StatusCode, Json<MediaView>), HttpError> {
    let form = form.map_err(|_| HttpError::UnsupportedMediaType("multipart/form-data"))?;
    let upload = receive(form, &config.data_dir).await?;
    let media = media.add(upload, &actor).await?;
    Ok((StatusCode::CREATED, Json(media.into())))
}

/// Replaces an image's file.
///
/// The id, alternative text and folder stay the same. All pages that use the image show the new file, and URLs of the
/// old file redirect to it.
#[utoipa::path(put, path = "/api/admin/media/{id}/file", tag = "admin",
    params(("id" = Uuid, Path, description = "The image's id")),
    request_body(content = inline(MediaReplacement), content_type = "multipart/form-data"),
    responses((status = 200, body = MediaView)))]
pub async fn replace(
    Admin { actor, .. }: Admin,
    State(config): State<Arc<Config>>,
    State(media): State<MediaService>,
    PathText(id): PathText,
    form: Result<Multipart, MultipartRejection>,
) -> Result<Json<MediaView>, HttpError> {
    let form = form.map_err(|_| HttpError::UnsupportedMediaType("multipart/form-data"))?;
    let upload = receive(form, &config.data_dir).await?;
    Ok(Json(media.replace(path_id(&id, MISSING)?, upload, &actor).await?.into()))
}

/// Updates an image's alternative text, folder or focal point.
#[utoipa::path(patch, path = "/api/admin/media/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The image's id")),
    request_body = MediaChange, responses((status = 200, body = MediaView)))]
pub async fn update(
    Admin { actor, .. }: Admin,
    State(media): State<MediaService>,
    PathText(id): PathText,
    ValidJson(MediaChange { alt_text, folder, focal_point }): ValidJson<MediaChange>,
) -> Result<Json<MediaView>, HttpError> {
    let wanted = media::MediaChange { alt_text, folder, focal_point };
    Ok(Json(media.change(path_id(&id, MISSING)?, wanted, &actor).await?.into()))
}

/// Returns the posts, author portraits, unsaved drafts, preview links and earlier versions that use an image.
#[utoipa::path(get, path = "/api/admin/media/{id}/uses", tag = "admin",
    params(("id" = Uuid, Path, description = "The image's id")),
    responses((status = 200, body = MediaUsesView)))]
pub async fn uses(
    _admin: Admin,
    State(media): State<MediaService>,
    PathText(id): PathText,
) -> Result<Json<MediaUsesView>, HttpError> {
    let MediaUses { posts, authors, drafts, previews, versions } = media.uses(path_id(&id, MISSING)?).await?;
    let posts =
        posts.into_iter().map(|MediaUse { id, title, in_trash }| MediaUseView { id, title, in_trash }).collect();
    Ok(Json(MediaUsesView { posts, authors, drafts, previews, versions }))
}

/// Deletes an image.
///
/// Fails with `in_use` if posts, author portraits, unsaved drafts or preview links use the image, unless `force` is set.
/// `fields.used_in` then names them.
#[utoipa::path(delete, path = "/api/admin/media/{id}", tag = "admin",
    params(("id" = Uuid, Path, description = "The image's id"), DeleteQuery),
    responses((status = 204), (status = 409, description = "`in_use`")))]
pub async fn delete(
    Admin { actor, .. }: Admin,
    State(media): State<MediaService>,
    PathText(id): PathText,
    ValidQuery(query): ValidQuery<DeleteQuery>,
) -> Result<StatusCode, HttpError> {
    media.delete(path_id(&id, MISSING)?, query.force, &actor).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Reads the form. A file that is too large is read to its end: a browser shows no response to an aborted upload.
async fn receive(mut form: Multipart, data_dir: &std::path::Path) -> Result<Upload, HttpError> {
    let mut context = UploadContext::Gallery;
    let mut folder = String::new();
    let mut received: Option<(File, String, u64)> = None;
    while let Some(field) = form.next_field().await.map_err(|error| broken(&error, context))? {
        match field.name() {
            Some("context") => {
                context = match short_text(field, context).await?.as_str() {
                    "gallery" | "" => UploadContext::Gallery,
                    "post" => UploadContext::Post,
                    _ => return Err(HttpError::invalid("context", "context is either gallery or post")),
                };
            }
            Some("folder") => folder = short_text(field, context).await?,
            Some("file") if received.is_some() => {
                return Err(HttpError::invalid("file", "Please upload one file at a time"));
            }
            Some("file") => {
                let name = field.file_name().unwrap_or_default().to_owned();
                let (file, length) = receive_file(field, context, data_dir).await?;
                received = Some((file, name, length));
            }
            _ => {}
        }
    }
    match received {
        Some((_, name, 0)) if name.is_empty() => Err(HttpError::invalid("file", "No file selected")),
        Some((_, _, length)) if length > context.limit() => Err(AppError::FileTooLarge(context.too_large()).into()),
        Some((file, file_name, _)) => Ok(Upload { file, file_name, context, folder }),
        None => Err(HttpError::invalid("file", "No file selected")),
    }
}

/// Maximum number of bytes of a text field: more than any valid one has.
const SHORT_TEXT: usize = 1024;

/// Reads a text field. What is longer is cut, and refused by the field's rule.
async fn short_text(mut field: Field<'_>, context: UploadContext) -> Result<String, HttpError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = field.chunk().await.map_err(|error| broken(&error, context))? {
        bytes.extend(chunk.iter().take(SHORT_TEXT.saturating_sub(bytes.len())));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes a field to an unnamed file, up to the largest limit, and counts further bytes.
async fn receive_file(
    mut field: Field<'_>,
    context: UploadContext,
    data_dir: &std::path::Path,
) -> Result<(File, u64), HttpError> {
    let mut file = unnamed_file(data_dir)?;
    let mut length = 0;
    while let Some(chunk) = field.chunk().await.map_err(|error| broken(&error, context))? {
        length += chunk.len() as u64;
        if length <= UploadContext::Gallery.limit() {
            // A few kilobytes go to the page cache, which is not worth a blocking thread.
            file.write_all(&chunk).map_err(|error| not_stored(&error))?;
        }
    }
    file.rewind().map_err(|error| not_stored(&error))?;
    Ok((file, length))
}

fn broken(error: &MultipartError, context: UploadContext) -> HttpError {
    if error.status() == StatusCode::PAYLOAD_TOO_LARGE {
        AppError::FileTooLarge(context.too_large()).into()
    } else {
        HttpError::BadRequest {
            code: "malformed_form",
            message: format!("The form cannot be read: {}", error.body_text()),
        }
    }
}
