//! Text in XML.

use crate::text::Escaped;

/// Escapes text for elements and double-quoted attributes. Characters that XML cannot represent are removed.
pub(super) fn escaped(text: &str) -> String {
    let in_xml = |c: &char| matches!(c, '\t' | '\n' | '\u{20}'..'\u{fffe}' | '\u{10000}'..);
    Escaped(&text.chars().filter(in_xml).collect::<String>()).to_string()
}

/// Writes an element that contains only text.
pub(super) fn element(out: &mut String, name: &str, text: &str) {
    for part in ["<", name, ">", &escaped(text), "</", name, ">"] {
        out.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_end_its_element_or_break_the_document() {
        assert_eq!(escaped("a & <b> \"c\" ]]>"), "a &amp; &lt;b&gt; &quot;c&quot; ]]&gt;");
        assert_eq!(escaped("a\u{0}\u{b}\u{1b}\u{fffe}b\nc 🚀"), "ab\nc 🚀");
    }
}
