//! Types of the media library, and the rules of names and sizes.

use chrono::{DateTime, Utc};
use pictures::Kind;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{AppError, Fields},
    text::single_line,
};

/// An uploaded image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// Its id.
    pub id: Uuid,
    /// The name that the file was uploaded with.
    pub file_name: String,
    /// Path in the media store: `images/{timestamp}-{random}.{ext}`.
    pub file_path: String,
    /// Its type, determined by its content.
    pub mime_type: String,
    /// In bytes, as stored.
    pub size: i64,
    /// In pixels, if the file states it.
    pub width: Option<i32>,
    /// In pixels, if the file states it.
    pub height: Option<i32>,
    /// The alt text.
    pub alt_text: String,
    /// Smaller versions of it, smallest first.
    pub variants: Vec<Variant>,
    /// Its folder; empty for none.
    pub folder: String,
    /// The point that stays visible when it is cropped.
    pub focal_point: FocalPoint,
    /// When it was uploaded.
    pub created_at: DateTime<Utc>,
}

/// The point of an image that stays visible when the image is cropped, in percent of its width and height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct FocalPoint {
    /// Percentage of the width from the left, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub x: i16,
    /// Percentage of the height from the top, 0 to 100.
    #[schema(minimum = 0, maximum = 100)]
    pub y: i16,
}

impl FocalPoint {
    /// The middle of an image, which is the default.
    pub const MIDDLE: Self = Self { x: 50, y: 50 };
}

/// A folder in the media library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MediaFolder)]
pub struct Folder {
    /// Name of the folder.
    pub name: String,
    /// Number of images in the folder.
    pub count: u64,
}

/// A page of the library.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaPage {
    /// The images on it, newest first.
    pub media: Vec<Media>,
    /// Number of images on all pages.
    pub total: u64,
    /// Every folder of the library, by name.
    pub folders: Vec<Folder>,
}

/// A change to the properties that staff can edit. None leaves a property as it is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MediaChange {
    /// The alt text.
    pub alt_text: Option<String>,
    /// The folder; empty for none.
    pub folder: Option<String>,
    /// The focal point.
    pub focal_point: Option<FocalPoint>,
}

impl MediaChange {
    /// Returns the change with cleaned text. Fails when the text is too long or cannot be stored, when the focal point
    /// is outside the image, and when nothing would change.
    pub fn checked(self) -> Result<Self, AppError> {
        if self == Self::default() {
            return Err(AppError::invalid("alt_text", "Send alt_text, folder or focal_point"));
        }
        Ok(Self {
            alt_text: self.alt_text.as_deref().map(alt_text).transpose()?,
            folder: self.folder.as_deref().map(folder).transpose()?,
            focal_point: self.focal_point.map(focal_point).transpose()?,
        })
    }
}

fn focal_point(point: FocalPoint) -> Result<FocalPoint, AppError> {
    if [point.x, point.y].iter().all(|share| (0..=100).contains(share)) {
        return Ok(point);
    }
    Err(AppError::invalid("focal_point", "The focal point must be between 0 and 100 per cent"))
}

fn alt_text(text: &str) -> Result<String, AppError> {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if text.chars().count() > TEXT_LENGTH {
        return Err(AppError::invalid("alt_text", format!("Alt text must be at most {TEXT_LENGTH} characters")));
    }
    if text.contains('\0') {
        return Err(AppError::invalid("alt_text", "Alt text contains a character that cannot be stored"));
    }
    Ok(text)
}

/// Returns a folder's name in normal form; empty when it has no visible character. Fails when it is too long or has
/// control characters.
pub fn folder(name: &str) -> Result<String, AppError> {
    let name = name.trim();
    if name.chars().count() > FOLDER_LENGTH {
        return Err(AppError::invalid("folder", format!("Folder must be at most {FOLDER_LENGTH} characters")));
    }
    if name.contains(char::is_control) {
        return Err(AppError::invalid("folder", "Folder contains a character that cannot be stored"));
    }
    Ok(single_line(name).nfc().collect())
}

/// A smaller version of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// In pixels.
    pub width: u32,
    /// `webp`, or `avif` for a version of a variant in the database.
    pub format: String,
    /// Path in the media store.
    pub file_path: String,
}

/// A post that contains an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaUse {
    /// The post's id.
    pub id: Uuid,
    /// The post's title.
    pub title: String,
    /// Whether it is in the trash. If restored, it would lack the image.
    pub in_trash: bool,
}

/// What uses an image.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MediaUses {
    /// The posts that contain it, by title.
    pub posts: Vec<MediaUse>,
    /// The names of the authors whose portrait it is, in order.
    pub authors: Vec<String>,
    /// Number of autosaved drafts that contain it. Only its editor sees a draft, so none is named.
    pub drafts: u64,
    /// Number of preview links to unsaved text that contains it.
    pub previews: u64,
    /// Number of earlier versions of other posts that contain it. They don't prevent its deletion.
    pub versions: u64,
}

impl MediaUses {
    /// Returns the error of a deletion. None when nothing uses the image.
    pub fn conflict(&self) -> Option<AppError> {
        let message = match (self.posts.is_empty(), self.authors.is_empty(), self.drafts, self.previews) {
            (true, true, 0, 0) => return None,
            (true, true, 0, _) => "This image is used in a preview link",
            (true, true, ..) => "This image is used in an unsaved draft",
            (true, false, ..) => "This image is the portrait of an author",
            (false, ..) => "This image is used in a post",
        };
        let posts = self.posts.iter().take(MAX_NAMED).map(|post| {
            let place = if post.in_trash { " (in the trash)" } else { "" };
            format!("“{}”{place}", post.title)
        });
        let more = counted(self.posts.len().saturating_sub(MAX_NAMED) as u64, "another post", "more posts");
        let authors = self.authors.iter().map(|name| format!("the portrait of {name}"));
        let drafts = counted(self.drafts, "an unsaved draft", "unsaved drafts");
        let previews = counted(self.previews, "a preview link", "preview links");
        let used_in = posts.chain(more).chain(authors).chain(drafts).chain(previews).collect::<Vec<_>>().join(", ");
        let fields = Fields::from([("used_in".to_owned(), used_in)]);
        Some(AppError::Conflict { code: "in_use", message, fields })
    }
}

/// Maximum number of posts that an error names.
const MAX_NAMED: usize = 20;

/// Returns a number of things in words; None when there are none.
fn counted(count: u64, one: &str, many: &str) -> Option<String> {
    match count {
        0 => None,
        1 => Some(one.to_owned()),
        count => Some(format!("{count} {many}")),
    }
}

/// Where an image is uploaded. It determines the size limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadContext {
    /// The media gallery.
    Gallery,
    /// The post editor.
    Post,
}

impl UploadContext {
    /// Returns the size limit in bytes.
    pub fn limit(self) -> u64 {
        match self {
            Self::Gallery => 5 << 20,
            Self::Post => 2 << 20,
        }
    }

    /// Returns the message for a larger file.
    pub fn too_large(self) -> &'static str {
        match self {
            Self::Gallery => "File too large (max 5MB)",
            Self::Post => "File size exceeds 2MB limit",
        }
    }
}

/// The `format` of variants for every browser.
pub const WEBP: &str = "webp";
/// The `format` of variants for browsers that accept it.
pub const AVIF: &str = "avif";
/// Maximum number of characters in a file name or alt text.
pub const TEXT_LENGTH: usize = 500;
/// Maximum number of characters in a folder's name.
pub const FOLDER_LENGTH: usize = 60;

/// Returns a cleaned file name: without folders and control characters, never empty.
pub fn file_name(given: &str, kind: Kind) -> String {
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = name.chars().filter(|c| !c.is_control()).take(TEXT_LENGTH).collect();
    let clean = clean.trim();
    if clean.is_empty() { format!("image.{}", kind.extension()) } else { clean.to_owned() }
}

/// Returns the alternative text of a new image: its file name without the extension.
pub fn default_alt_text(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem).trim();
    if stem.is_empty() { file_name.to_owned() } else { stem.to_owned() }
}

/// Returns the public URL of a stored file.
pub fn url(file_path: &str) -> String {
    format!("/media/{file_path}")
}

/// Returns a path without its extension. The paths of its variants begin with it too.
pub fn stem(file_path: &str) -> &str {
    file_path.rsplit_once('.').map_or(file_path, |(stem, _)| stem)
}

/// Returns the possible stems of the file at a path: the path without its extension and, as it may be a variant, also
/// without the width.
pub fn possible_stems(file_path: &str) -> impl Iterator<Item = &str> {
    let whole = stem(file_path);
    let base = whole.rsplit_once('-').filter(|(_, width)| is_number(width)).map(|(base, _)| base);
    std::iter::once(whole).chain(base)
}

/// Returns the path of the AVIF version of a variant. None for the paths of other files.
pub fn avif_path(variant_path: &str) -> Option<String> {
    let whole = variant_path.strip_suffix(".webp")?;
    let (_, width) = whole.rsplit_once('-')?;
    is_number(width).then(|| format!("{whole}.avif"))
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

impl Media {
    /// Returns the paths of its files: the image, then its variants.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.file_path.as_str()).chain(self.variants.iter().map(|variant| variant.file_path.as_str()))
    }

    /// Returns the paths of the AVIF versions of its variants, encoded or not.
    pub fn avif_paths(&self) -> impl Iterator<Item = String> {
        self.variants.iter().filter_map(|variant| avif_path(&variant.file_path))
    }

    /// Returns the paths of its files, and of the AVIF versions of its variants, which may exist before the record lists
    /// them.
    pub fn all_paths(&self) -> Vec<String> {
        self.paths().map(str::to_owned).chain(self.avif_paths()).collect()
    }

    /// Returns the path of the file that replaces a former one: for a variant the smallest that is at least as wide,
    /// else the image itself.
    pub fn successor(&self, former: &str, former_stem: &str) -> &str {
        let width = stem(former).strip_prefix(former_stem).and_then(|rest| rest.strip_prefix('-')?.parse::<u32>().ok());
        let variant = width.and_then(|width| self.variants.iter().find(|variant| variant.width >= width));
        variant.map_or(&self.file_path, |variant| &variant.file_path)
    }

    /// Returns whether its alt text is still the default.
    pub fn is_undescribed(&self) -> bool {
        self.alt_text == default_alt_text(&self.file_name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_no_folders_and_is_never_empty() {
        assert_eq!(file_name("C:\\Users\\me\\photo.jpg", Kind::Jpeg), "photo.jpg");
        assert_eq!(file_name("../../etc/passwd", Kind::Png), "passwd");
        assert_eq!(file_name("a\u{0}b\n.png", Kind::Png), "ab.png");
        assert_eq!(file_name(" / ", Kind::Webp), "image.webp");
    }

    #[test]
    fn an_image_is_described_by_its_name_before_the_dot_until_somebody_does_better() {
        assert_eq!(default_alt_text("team photo.jpg"), "team photo");
        assert_eq!(default_alt_text("no-extension"), "no-extension");
        assert_eq!(default_alt_text(".png"), ".png");
    }

    #[test]
    fn a_conflict_names_a_few_posts() {
        let posts = |count: usize| {
            let post = |n| MediaUse { id: Uuid::nil(), title: format!("Post {n}"), in_trash: false };
            let uses = MediaUses { posts: (1..=count).map(post).collect(), ..MediaUses::default() };
            let Some(AppError::Conflict { fields, .. }) = uses.conflict() else { panic!("no conflict") };
            fields["used_in"].clone()
        };
        assert!(posts(20).ends_with("“Post 19”, “Post 20”"));
        assert!(posts(21).ends_with("“Post 20”, another post"));
        assert!(posts(3_000).ends_with("“Post 20”, 2980 more posts"));
    }

    #[test]
    fn a_folder_is_short_and_has_no_control_characters() {
        assert_eq!(folder("  Team photos ").unwrap(), "Team photos");
        assert_eq!(folder(" ").unwrap(), "");
        assert_eq!(folder("Team  photos\u{200b}").unwrap(), "Team photos");
        assert_eq!(folder("Cafe\u{301}").unwrap(), "Café");
        assert_eq!(folder("\u{200b}").unwrap(), "", "no visible character");
        assert_eq!(folder(&"é".repeat(60)).unwrap().chars().count(), 60);
        for name in ["é".repeat(61), "a\0b".to_owned(), "a\nb".to_owned()] {
            assert!(folder(&name).is_err(), "{name:?}");
        }
    }

    #[test]
    fn a_path_may_be_that_of_a_variant() {
        let stems = |path| possible_stems(path).collect::<Vec<_>>();
        assert_eq!(stems("images/1-a.png"), ["images/1-a"]);
        assert_eq!(stems("images/1-a-320.webp"), ["images/1-a-320", "images/1-a"]);
        // The random part of a name may consist of digits.
        assert_eq!(stems("images/1-22.png"), ["images/1-22", "images/1"]);
        assert_eq!(stems("images/1-.png"), ["images/1-"]);
    }

    #[test]
    fn a_variant_has_an_avif_version_beside_it() {
        for (path, avif) in [
            ("images/1-a-640.webp", Some("images/1-a-640.avif")),
            ("images/1-abc.webp", None),
            ("images/1-a-640.png", None),
            ("images/640.webp", None),
        ] {
            assert_eq!(avif_path(path).as_deref(), avif, "{path}");
        }
    }

    #[test]
    fn limits_are_binary_megabytes() {
        assert_eq!((UploadContext::Gallery.limit(), UploadContext::Post.limit()), (5_242_880, 2_097_152));
    }
}
