//! Size, variants and focal point of the library's images on a page: sizes avoid layout shifts, variants go into
//! `srcset`.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::domain::{self, FocalPoint, Media};

/// Start of the public URL of a library image.
const ADDRESS: &str = "/media/images/";
/// Images at least this wide are offered as variants only: no page shows them wider.
const LARGEST: u32 = 1600;

/// Dimensions, `srcset` and focal point of an image in the media library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Picture {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// Value of the `srcset` attribute. Omitted if there is only one version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub srcset: Option<String>,
    /// The point that stays visible when the image is cropped. Omitted for the centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focal_point: Option<FocalPoint>,
}

/// An image with its alt text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LibraryPicture {
    /// Size, variants and focal point.
    pub picture: Picture,
    /// The alt text; empty if it is still the default.
    pub alt_text: String,
    /// URL of the smallest version.
    pub smallest: String,
}

/// Images by their public URL, current or from before their file was replaced.
#[derive(Debug, Clone, Default)]
pub struct Pictures {
    known: HashMap<String, LibraryPicture>,
    /// The current URLs by the former ones.
    replaced: HashMap<String, String>,
}

impl Pictures {
    /// Returns the image at a URL.
    pub fn get(&self, address: &str) -> Option<&LibraryPicture> {
        self.known.get(self.current(address))
    }

    /// Returns size, variants and focal point of the image at a URL, if known.
    pub fn picture(&self, address: Option<&str>) -> Option<Picture> {
        Some(self.get(address?)?.picture.clone())
    }

    /// Returns the current URL of a file that was replaced. None when the file at this URL was not replaced.
    pub fn replaced_by(&self, address: &str) -> Option<&str> {
        self.replaced.get(address).map(String::as_str)
    }

    /// Returns the current URL of the file at a URL.
    pub fn current<'a>(&'a self, address: &'a str) -> &'a str {
        self.replaced_by(address).unwrap_or(address)
    }

    /// Returns the URL of the smallest version of the image at a URL, or that URL when the library has no other.
    pub fn smallest<'a>(&'a self, address: &'a str) -> &'a str {
        self.get(address).map_or(self.current(address), |known| &known.smallest)
    }

    /// Replaces a stored URL with the current one.
    #[must_use]
    pub fn updated(&self, address: Option<String>) -> Option<String> {
        address.map(|address| self.replaced_by(&address).map_or(address.clone(), str::to_owned))
    }

    /// Adds images by former paths of their files. Each comes with the path and its stem.
    #[must_use]
    pub(super) fn with_former<'a>(mut self, found: impl IntoIterator<Item = (&'a str, String, Media)>) -> Self {
        for (path, stem, media) in found {
            let successor = domain::url(media.successor(path, &stem));
            self.replaced.insert(domain::url(path), successor);
            self.known.extend(known(media));
        }
        self
    }
}

impl FromIterator<Media> for Pictures {
    fn from_iter<T: IntoIterator<Item = Media>>(media: T) -> Self {
        Self { known: media.into_iter().filter_map(known).collect(), replaced: HashMap::new() }
    }
}

/// Returns the paths of the library's files among URLs, each once.
pub(super) fn paths<'a>(addresses: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let path = |address: &'a str| address.starts_with(ADDRESS).then(|| address.strip_prefix("/media/")).flatten();
    let mut paths: Vec<&str> = addresses.into_iter().filter_map(path).collect();
    paths.sort_unstable();
    paths.dedup();
    paths
}

/// Returns None when the image's size is unknown.
fn known(media: Media) -> Option<(String, LibraryPicture)> {
    let side = |pixels: Option<i32>| u32::try_from(pixels?).ok().filter(|pixels| *pixels > 0);
    let (width, height) = (side(media.width)?, side(media.height)?);
    let address = domain::url(&media.file_path);
    let mut forms: Vec<String> =
        media.variants.iter().map(|form| format!("{} {}w", domain::url(&form.file_path), form.width)).collect();
    // An image slightly wider than its largest variant is offered too.
    if media.variants.last().is_some_and(|form| form.width < width.min(LARGEST)) {
        forms.push(format!("{address} {width}w"));
    }
    let srcset = Some(forms.join(", ")).filter(|forms| !forms.is_empty());
    let focal_point = Some(media.focal_point).filter(|point| *point != FocalPoint::MIDDLE);
    let smallest = media.variants.first().map_or_else(|| address.clone(), |form| domain::url(&form.file_path));
    let alt_text = if media.is_undescribed() { String::new() } else { media.alt_text };
    Some((address, LibraryPicture { picture: Picture { width, height, srcset, focal_point }, alt_text, smallest }))
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use crate::media::Variant;

    fn media(width: i32, forms: &[u32]) -> Media {
        let variant = |width: &u32| Variant {
            width: *width,
            format: "webp".to_owned(),
            file_path: format!("images/1-a-{width}.webp"),
        };
        Media {
            id: Uuid::now_v7(),
            file_name: "IMG 1.jpg".to_owned(),
            file_path: "images/1-a.jpg".to_owned(),
            mime_type: "image/jpeg".to_owned(),
            size: 1,
            width: Some(width),
            height: Some(width / 2),
            alt_text: "IMG 1".to_owned(),
            variants: forms.iter().map(variant).collect(),
            folder: String::new(),
            focal_point: FocalPoint::MIDDLE,
            created_at: DateTime::UNIX_EPOCH,
        }
    }

    #[test]
    fn the_file_itself_is_offered_only_where_it_is_the_largest_form_worth_having() {
        for (width, forms, expected) in [
            (400, &[][..], None),
            (480, &[480], Some("480w")),
            (500, &[480], Some("480w, itself 500w")),
            (1200, &[480, 960], Some("480w, 960w, itself 1200w")),
            (1600, &[480, 960, 1600], Some("480w, 960w, 1600w")),
            (4000, &[480, 960, 1600], Some("480w, 960w, 1600w")),
        ] {
            let pictures: Pictures = [media(width, forms)].into_iter().collect();
            let picture = pictures.picture(Some("/media/images/1-a.jpg")).unwrap();
            assert_eq!((picture.width, picture.height), (width.unsigned_abs(), width.unsigned_abs() / 2));
            let short = |forms: String| {
                let forms = forms.replace("/media/images/1-a.jpg", "itself").replace(".webp ", " ");
                forms
                    .split(", ")
                    .map(|form| {
                        form.split_once("1-a-").map_or(form, |(_, rest)| rest.split_once(' ').unwrap().1).to_owned()
                    })
                    .collect::<Vec<_>>()
                    .join(", ")
            };
            assert_eq!(picture.srcset.map(short).as_deref(), expected, "{width}");
        }
    }

    #[test]
    fn a_file_that_does_not_say_how_large_it_is_is_not_known() {
        let pictures: Pictures = [Media { height: None, ..media(480, &[480]) }].into_iter().collect();
        assert!(pictures.get("/media/images/1-a.jpg").is_none());
    }

    #[test]
    fn the_smallest_form_stands_for_the_image_where_it_is_shown_small() {
        let pictures: Pictures = [media(960, &[480, 960])].into_iter().collect();
        assert_eq!(pictures.smallest("/media/images/1-a.jpg"), "/media/images/1-a-480.webp");
        let pictures: Pictures = [media(400, &[])].into_iter().collect();
        assert_eq!(pictures.smallest("/media/images/1-a.jpg"), "/media/images/1-a.jpg");
        assert_eq!(pictures.smallest("/x.png"), "/x.png");
    }

    #[test]
    fn a_focal_point_is_named_unless_it_is_the_middle() {
        for (x, y, is_named) in [(50, 50, false), (50, 0, true), (100, 50, true)] {
            let focal_point = FocalPoint { x, y };
            let pictures: Pictures = [Media { focal_point, ..media(480, &[]) }].into_iter().collect();
            let picture = pictures.picture(Some("/media/images/1-a.jpg")).unwrap();
            assert_eq!(picture.focal_point, is_named.then_some(focal_point));
        }
    }

    #[test]
    fn a_files_name_is_no_description() {
        let said = Media { alt_text: "A chart".to_owned(), ..media(480, &[]) };
        for (media, text) in [(media(480, &[]), ""), (said, "A chart")] {
            let pictures: Pictures = [media].into_iter().collect();
            assert_eq!(pictures.get("/media/images/1-a.jpg").unwrap().alt_text, text);
        }
    }

    #[test]
    fn a_former_address_leads_to_the_present_file_and_its_size() {
        let unknown = Media { height: None, ..media(480, &[]) };
        for (former, image, current, height) in [
            ("images/0-b.png", media(960, &[480, 960]), "/media/images/1-a.jpg", Some(480)),
            ("images/0-b-480.webp", media(960, &[480, 960]), "/media/images/1-a-480.webp", None),
            ("images/0-b-640.webp", media(960, &[480, 960]), "/media/images/1-a-960.webp", None),
            ("images/0-b-960.webp", media(500, &[480]), "/media/images/1-a.jpg", Some(250)),
            ("images/0-b.svg", unknown, "/media/images/1-a.jpg", None),
        ] {
            let pictures = Pictures::default().with_former([(former, "images/0-b".to_owned(), image)]);
            let address = domain::url(former);
            assert_eq!(pictures.current(&address), current, "{former}");
            assert_eq!(pictures.updated(Some(address.clone())).as_deref(), Some(current), "{former}");
            assert_eq!(pictures.picture(Some(&address)).map(|picture| picture.height), height, "{former}");
        }
        let pictures = Pictures::default();
        assert_eq!((pictures.current("/x.png"), pictures.updated(None)), ("/x.png", None));
        assert_eq!(pictures.updated(Some("/x.png".to_owned())).as_deref(), Some("/x.png"));
    }

    #[test]
    fn only_addresses_of_the_library_are_looked_up_and_each_once() {
        let addresses = [
            "/media/images/b.png",
            "https://x.test/media/images/a.png",
            "/images/c.png",
            "/media/images/a.png",
            "/media/images/b.png",
        ];
        assert_eq!(paths(addresses), ["images/a.png", "images/b.png"]);
    }
}
