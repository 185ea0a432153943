//! What the library holds, and the rules of names and sizes.

use chrono::{DateTime, Utc};
use pictures::Kind;
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// An uploaded image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Media {
    /// Its id.
    pub id: Uuid,
    /// What the file was called where it came from.
    pub file_name: String,
    /// Where the file is kept: `images/{timestamp}-{random}.{ext}`.
    pub file_path: String,
    /// Its type, by its content.
    pub mime_type: String,
    /// In bytes, as kept.
    pub size: i64,
    /// In pixels, where the file says so.
    pub width: Option<i32>,
    /// In pixels, where the file says so.
    pub height: Option<i32>,
    /// What it shows, in words.
    pub alt_text: String,
    /// Smaller forms of it, the smallest first.
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
    /// Where the file is kept.
    pub file_path: String,
}

/// A post that shows an image.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MediaUse {
    /// The post's id.
    pub id: Uuid,
    /// The post's title.
    pub title: String,
}

/// From where an image is uploaded: the two places have limits of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UploadContext {
    /// The media gallery.
    Gallery,
    /// The form of a post.
    Post,
}

impl UploadContext {
    /// Most bytes of a file.
    pub fn limit(self) -> u64 {
        match self {
            Self::Gallery => 5 << 20,
            Self::Post => 2 << 20,
        }
    }

    /// What is said of a file with more.
    pub fn too_large(self) -> &'static str {
        match self {
            Self::Gallery => "File too large (max 5MB)",
            Self::Post => "File size exceeds 2MB limit",
        }
    }
}

/// Most characters of a file's name and of an alternative text.
pub const TEXT_LENGTH: usize = 500;

/// A file's name as the library shows it: without folders and control characters, and never empty.
pub fn file_name(given: &str, kind: Kind) -> String {
    let name = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let clean: String = name.chars().filter(|c| !c.is_control()).take(TEXT_LENGTH).collect();
    let clean = clean.trim();
    if clean.is_empty() { format!("image.{}", kind.extension()) } else { clean.to_owned() }
}

/// The alternative text of an image that nobody has described yet: its name before the dot.
pub fn default_alt_text(file_name: &str) -> String {
    let stem = file_name.rsplit_once('.').map_or(file_name, |(stem, _)| stem).trim();
    if stem.is_empty() { file_name.to_owned() } else { stem.to_owned() }
}

/// The public address of a kept file.
pub fn url(file_path: &str) -> String {
    format!("/media/{file_path}")
}

/// A path without its extension, which the paths of its variants begin with too.
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
