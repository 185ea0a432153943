//! Text in XML.

/// Escapes text for elements and double-quoted attributes. Characters that XML cannot represent are removed.
pub(super) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' => out.push(c),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
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
