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
        admin::list,
        errors::HttpError,
        extract::{Admin, PathText, ValidJson, ValidQuery, not_stored, page_number, path_id, unnamed_file},
    },
    media::{
        self, FocalPoint, Folder, Media, MediaPage, MediaService, MediaUse, MediaUses, PER_PAGE, Upload, UploadContext,
        Variant, file_url,
    },
};

const MISSING: &str = "There is no such image";

/// An image of the library.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Media)]
pub struct MediaView {
    /// Its id.
    pub id: Uuid,
    /// The name that the file was uploaded with.
    pub file_name: String,
    /// `images/{timestamp}-{random}.{ext}`
    pub file_path: String,
    /// Its path on this site.
    pub url: String,
    /// Its type, determined by its content.
    pub mime_type: String,
    /// In bytes, as stored.
    pub size: i64,
    /// In pixels, if the file says.
    pub width: Option<i32>,
    /// In pixels, if the file says.
    pub height: Option<i32>,
    /// The alternative text; the file name without extension until it is set.
    pub alt_text: String,
    /// Smaller forms, smallest first.
    pub variants: Vec<MediaVariant>,
    /// The folder that staff keep it in; empty for none.
    pub folder: String,
    /// What stays in sight where the image is cut to a shape.
    pub focal_point: FocalPoint,
    /// When it was uploaded.
    pub created_at: DateTime<Utc>,
}

/// A smaller form of an image.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MediaVariant {
    /// In pixels.
    pub width: u32,
    /// `webp`
    pub format: String,
    /// Its path on this site.
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

/// Query of the library's list.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct MediaListQuery {
    /// A substring of file name or alternative text, in any case.
    pub search: String,
    /// A folder; empty shows the images of all.
    pub folder: String,
    /// From 1.
    #[param(minimum = 1, maximum = 4_294_967_295_u32, format = Int64)]
    pub page: Option<u32>,
}

/// A page of the library.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MediaList {
    /// The images on this page, newest first.
    pub media: Vec<MediaView>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of images on a full page: 24.
    pub per_page: u64,
    /// Number of images on all pages.
    pub total: u64,
    /// Number of pages.
    pub pages: u64,
    /// Every folder of the library, by name, whatever is shown.
    pub folders: Vec<MediaFolder>,
}

/// A folder of the library.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct MediaFolder {
    /// Its name.
    pub name: String,
    /// Number of images in it.
    pub count: u64,
}

impl MediaList {
    /// Returns page number `page` with the images that were found.
    pub fn new(MediaPage { media, total, folders }: MediaPage, page: u64) -> Self {
        let media = media.into_iter().map(MediaView::from).collect();
        let folders = folders.into_iter().map(|Folder { name, count }| MediaFolder { name, count }).collect();
        Self { media, page, per_page: PER_PAGE, total, pages: list::pages(total, PER_PAGE), folders }
    }
}

/// The form of an upload.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its fields are read one by one")]
pub struct MediaUpload {
    /// JPG, PNG, GIF, WEBP, SVG or AVIF.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// `gallery` (5 MiB) or `post` (2 MiB).
    context: Option<String>,
    /// The folder that a new image goes into.
    #[schema(max_length = 60)]
    folder: Option<String>,
}

/// The form of a replacement.
#[derive(ToSchema)]
#[expect(dead_code, reason = "describes the form; its fields are read one by one")]
pub struct MediaReplacement {
    /// JPG, PNG, GIF, WEBP, SVG or AVIF.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
    /// `gallery` (5 MiB) or `post` (2 MiB).
    context: Option<String>,
}

/// The changeable properties of an image. What is absent stays as it is.
#[derive(Debug, Deserialize, ToSchema)]
pub struct MediaChange {
    /// The alternative text; empty for a decorative image.
    #[schema(max_length = 500)]
    pub alt_text: Option<String>,
    /// The folder that it is kept in; empty for none.
    #[schema(max_length = 60)]
    pub folder: Option<String>,
    /// What stays in sight where the image is cut to a shape.
    pub focal_point: Option<FocalPoint>,
}

/// Where an image is used.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MediaUses)]
pub struct MediaUsesView {
    /// The posts, by title.
    pub posts: Vec<MediaUseView>,
    /// The names of the authors whose portrait it is.
    pub authors: Vec<String>,
}

/// A post that contains an image.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MediaUse)]
pub struct MediaUseView {
    /// The post's id.
    pub id: Uuid,
    /// The post's title.
    pub title: String,
    /// Whether it is in the trash, where nobody edits it.
    pub in_trash: bool,
}

/// Query of a deletion.
#[derive(Debug, Clone, Default, Deserialize, IntoParams)]
#[serde(default)]
#[into_params(parameter_in = Query)]
pub struct DeleteQuery {
    /// Deletes the image although it is shown.
    pub force: bool,
}

/// Lists images, newest first, a page at a time.
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

/// Uploads an image to the library.
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

/// Replaces an image's file. Its id and alternative text stay; all that shows the image shows the new file, and the
/// addresses of the former one redirect to it.
#[utoipa::path(put, path = "/api/admin/media/{id}/file", tag = "admin", params(("id" = Uuid, Path)),
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

/// Changes an image's alternative text, folder or focal point.
#[utoipa::path(patch, path = "/api/admin/media/{id}", tag = "admin", params(("id" = Uuid, Path)),
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

/// Returns the posts that contain an image, and the authors whose portrait it is.
#[utoipa::path(get, path = "/api/admin/media/{id}/uses", tag = "admin", params(("id" = Uuid, Path)),
    responses((status = 200, body = MediaUsesView)))]
pub async fn uses(
    _admin: Admin,
    State(media): State<MediaService>,
    PathText(id): PathText,
) -> Result<Json<MediaUsesView>, HttpError> {
    let MediaUses { posts, authors } = media.uses(path_id(&id, MISSING)?).await?;
    let posts =
        posts.into_iter().map(|MediaUse { id, title, in_trash }| MediaUseView { id, title, in_trash }).collect();
    Ok(Json(MediaUsesView { posts, authors }))
}

/// Deletes an image. `fields.used_in` of a conflict names the posts and portraits that show it.
#[utoipa::path(delete, path = "/api/admin/media/{id}", tag = "admin", params(("id" = Uuid, Path), DeleteQuery),
    responses((status = 204), (status = 409, description = "in_use")))]
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
                context = match field.text().await.map_err(|error| broken(&error, context))?.as_str() {
                    "gallery" | "" => UploadContext::Gallery,
                    "post" => UploadContext::Post,
                    _ => return Err(HttpError::invalid("context", "context is either gallery or post")),
                };
            }
            Some("folder") => folder = field.text().await.map_err(|error| broken(&error, context))?,
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
