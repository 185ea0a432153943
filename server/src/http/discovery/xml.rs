//! Text in XML.

/// Text as it may stand in an element or in double quotes. Characters that XML cannot hold are left out.
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

/// An element that holds nothing but text.
pub(super) fn element(out: &mut String, name: &str, text: &str) {
    for part in ["<", name, ">", &escaped(text), "</", name, ">"] {
        out.push_str(part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_text_can_end_its_element_or_break_the_document() {
        assert_eq!(escaped("a & <b> \"c\" ]]>"), "a &amp; &lt;b&gt; &quot;c&quot; ]]&gt;");
        assert_eq!(escaped("a\u{0}\u{b}\u{1b}\u{fffe}b\nc 🚀"), "ab\nc 🚀");
    }
}
