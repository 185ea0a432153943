//! Types of the media library, and the rules of names and sizes.

use chrono::{DateTime, Utc};
use pictures::Kind;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

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
    /// In pixels, if the file says.
    pub width: Option<i32>,
    /// In pixels, if the file says.
    pub height: Option<i32>,
    /// The alternative text.
    pub alt_text: String,
    /// Smaller forms of it, smallest first.
    pub variants: Vec<Variant>,
    /// When it was uploaded.
    pub created_at: DateTime<Utc>,
}

/// A smaller form of an image.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Variant {
    /// In pixels.
    pub width: u32,
    /// `webp`.
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
}

/// Where an image is uploaded, which decides the size limit.
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

/// Most characters of a file name and of an alternative text.
pub const TEXT_LENGTH: usize = 500;

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

/// Returns a path without its extension, which the paths of its variants begin with too.
pub fn stem(file_path: &str) -> &str {
    file_path.rsplit_once('.').map_or(file_path, |(stem, _)| stem)
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
    fn limits_are_binary_megabytes() {
        assert_eq!((UploadContext::Gallery.limit(), UploadContext::Post.limit()), (5_242_880, 2_097_152));
    }
}
