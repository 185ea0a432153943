//! Helpers for bytes and text that several modules share.

use std::fmt::{self, Display, Write as _};

/// Returns bytes in lower-case hexadecimal.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(bytes.len() * 2), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns text on one line: runs of white space and control characters become one space, and none remain at the ends.
/// Words without a visible character are left out, and so are invisible characters at the ends, except for joiners
/// after a letter, whose shape they change.
pub fn single_line(text: &str) -> String {
    let words =
        text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.chars().all(is_invisible));
    let line = words.collect::<Vec<_>>().join(" ");
    let line = line.trim_start_matches(is_invisible);
    line.trim_end_matches(|c| is_invisible(c) && !matches!(c, '\u{200c}' | '\u{200d}')).to_owned()
}

/// Returns whether text has no visible character.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|c| c.is_whitespace() || c.is_control() || is_invisible(c))
}

/// Returns whether a character has neither ink nor width: soft hyphens, zero-width spaces and joiners, marks of
/// direction and of byte order.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{2064}' | '\u{feff}')
}

/// Returns a title without the `==` around the words that its cover highlights.
pub fn plain_title(title: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(title.len()), title);
    while let Some((before, after)) = rest.split_once("==") {
        // The marked text has at least one character.
        let first = after.chars().next().map_or(0, char::len_utf8);
        let Some(length) = after.get(first..).and_then(|text| text.find("==")).filter(|_| first > 0) else { break };
        let (marked, behind) = after.split_at(first + length);
        out.push_str(before);
        out.push_str(marked);
        rest = behind.get(2..).unwrap_or_default();
    }
    out.push_str(rest);
    out
}

/// Escapes text for the content of elements and for double-quoted attributes, in HTML and XML.
pub struct Escaped<'a>(pub &'a str);

impl Display for Escaped<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for c in self.0.chars() {
            match c {
                '&' => f.write_str("&amp;")?,
                '<' => f.write_str("&lt;")?,
                '>' => f.write_str("&gt;")?,
                '"' => f.write_str("&quot;")?,
                c => f.write_char(c)?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_two_digits_each() {
        assert_eq!(hex(&[0, 9, 0xab, 0xff]), "0009abff");
    }

    #[test]
    fn a_line_has_no_breaks_and_no_spare_spaces() {
        assert_eq!(single_line(" one\r\n\ttwo\u{0}\u{85}three  "), "one two three");
    }

    #[test]
    fn a_title_is_read_without_the_signs_of_its_mark() {
        for (title, plain) in [
            ("What ==log files== know", "What log files know"),
            ("==a== and ==b==", "a and b"),
            ("a == b", "a == b"),
            ("====", "===="),
            ("==é==", "é"),
            ("===x==", "=x"),
        ] {
            assert_eq!(plain_title(title), plain, "{title}");
        }
    }

    #[test]
    fn a_line_neither_begins_nor_ends_with_invisible_characters() {
        for nothing in ["", "\u{200b}", " \u{feff} \u{ad}\n\u{2060}", "\u{200d}", "\u{180e}\u{200e}"] {
            assert_eq!(single_line(nothing), "", "{nothing:?}");
        }
        assert_eq!(single_line("\u{feff}\u{200b} SEO\u{200b} \u{2060} guide\u{ad}\u{200f} "), "SEO\u{200b} guide");
        for whole in ["می\u{200c}خواهم", "\u{1f469}\u{200d}\u{1f4bb} at work", "ന\u{d4d}\u{200d}", "❤\u{fe0f}"]
        {
            assert_eq!(single_line(whole), whole);
        }
    }

    #[test]
    fn a_text_cannot_end_its_element_or_attribute() {
        assert_eq!(Escaped("a & <b> \"c\"").to_string(), "a &amp; &lt;b&gt; &quot;c&quot;");
    }
}
