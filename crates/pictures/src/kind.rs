//! The kind of a picture, by its content: a file's name or a request's header may say anything.

/// A supported kind of picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// JPEG.
    Jpeg,
    /// PNG, animated ones too.
    Png,
    /// GIF, animated ones too.
    Gif,
    /// WebP, animated ones too.
    Webp,
    /// AVIF.
    Avif,
    /// SVG.
    Svg,
}

impl Kind {
    /// Returns the kind that the content of a file shows, or `None` if it is not supported. Reads signatures only: a
    /// file may still be damaged.
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(&[0xff, 0xd8, 0xff]) {
            return Some(Self::Jpeg);
        }
        if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            return Some(Self::Png);
        }
        if bytes.starts_with(b"GIF87a") || bytes.starts_with(b"GIF89a") {
            return Some(Self::Gif);
        }
        if bytes.starts_with(b"RIFF") && bytes.get(8..12) == Some(b"WEBP") {
            return Some(Self::Webp);
        }
        if bytes.get(4..8) == Some(b"ftyp") {
            return matches!(bytes.get(8..12), Some(b"avif" | b"avis")).then_some(Self::Avif);
        }
        is_svg(bytes).then_some(Self::Svg)
    }

    /// Returns the extension of its files, without the dot.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Jpeg => "jpg",
            Self::Png => "png",
            Self::Gif => "gif",
            Self::Webp => "webp",
            Self::Avif => "avif",
            Self::Svg => "svg",
        }
    }

    /// Returns its media type, as in `Content-Type`.
    pub fn mime_type(self) -> &'static str {
        match self {
            Self::Jpeg => "image/jpeg",
            Self::Png => "image/png",
            Self::Gif => "image/gif",
            Self::Webp => "image/webp",
            Self::Avif => "image/avif",
            Self::Svg => "image/svg+xml",
        }
    }

    /// Returns the kind whose [`extension`](Self::extension) a path has. Only for paths that were named by the result
    /// of [`of`](Self::of).
    pub fn of_path(path: &str) -> Option<Self> {
        let extension = path.rsplit_once('.')?.1;
        [Self::Jpeg, Self::Png, Self::Gif, Self::Webp, Self::Avif, Self::Svg]
            .into_iter()
            .find(|kind| kind.extension() == extension)
    }
}

/// Returns whether the first element of some text is `svg`. A declaration or long comments may precede it.
fn is_svg(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if !text.starts_with('<') {
        return false;
    }
    let mut reader = quick_xml::Reader::from_str(text);
    loop {
        match reader.read_event() {
            Ok(quick_xml::events::Event::Start(element) | quick_xml::events::Event::Empty(element)) => {
                return element.local_name().as_ref() == "svg";
            }
            Ok(quick_xml::events::Event::Eof) | Err(_) => return false,
            Ok(_) => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_tells_the_kind() {
        assert_eq!(Kind::of(&[0xff, 0xd8, 0xff, 0xe0]), Some(Kind::Jpeg));
        assert_eq!(Kind::of(b"RIFF\0\0\0\0WEBPVP8 "), Some(Kind::Webp));
        assert_eq!(Kind::of(b"\0\0\0\x1cftypavif"), Some(Kind::Avif));
        assert_eq!(Kind::of(b"\0\0\0\x1cftypheic"), None);
        assert_eq!(Kind::of(b"<?xml version=\"1.0\"?><!-- a --><svg/>"), Some(Kind::Svg));
        assert_eq!(Kind::of(b"\xef\xbb\xbf \n<svg xmlns=\"http://www.w3.org/2000/svg\"/>"), Some(Kind::Svg));
        assert_eq!(Kind::of(b"<html><svg/></html>"), None);
        assert_eq!(Kind::of(b"%PDF-1.7"), None);
        assert_eq!(Kind::of(b"alert(1)"), None);
        assert_eq!(Kind::of(b""), None);
    }

    #[test]
    fn a_path_tells_the_kind_by_its_extension() {
        assert_eq!(Kind::of_path("images/1-2.webp"), Some(Kind::Webp));
        assert_eq!(Kind::of_path("images/1-2.html"), None);
    }
}
