//! The colours of the front end's design tokens, for what the server draws itself: cards, icons and emails.

/// The style sheet that holds every colour of the site.
const TOKENS: &str = include_str!("../../web/src/styles/tokens.css");

/// Text on light backgrounds.
pub const INK_900: &str = constant("ink-900");
/// The highlighter.
pub const MARK_500: &str = constant("mark-500");
/// The page's paper.
pub const PAPER_50: &str = constant("paper-50");
/// An inset panel.
pub const PAPER_100: &str = constant("paper-100");
/// A hairline.
pub const PAPER_200: &str = constant("paper-200");
/// Light green.
pub const GREEN_200: &str = constant("green-200");
/// Muted text on green.
pub const GREEN_300: &str = constant("green-300");
/// Links on paper.
pub const GREEN_600: &str = constant("green-600");
/// The brand's background.
pub const GREEN_900: &str = constant("green-900");
/// The darkest background.
pub const GREEN_950: &str = constant("green-950");

/// Returns the colour that a name has in the palette. The build fails when there is none.
const fn constant(name: &str) -> &'static str {
    match find(TOKENS, name) {
        Some(colour) => colour,
        None => panic!("the palette of tokens.css has no such colour"),
    }
}

/// Replaces each `var(--name)` with the colour of that name. Names that are not in the palette stay as they are.
pub fn paint(text: &str) -> String {
    paint_with(TOKENS, text)
}

fn paint_with(tokens: &str, text: &str) -> String {
    let mut parts = text.split("var(--");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        match part.split_once(')').and_then(|(name, after)| Some((find(tokens, name)?, after))) {
            Some((colour, after)) => out.extend([colour, after]),
            None => out.extend(["var(--", part]),
        }
    }
    out
}

/// Returns the value of `--name: value;` in a style sheet.
const fn find<'a>(css: &'a str, name: &str) -> Option<&'a str> {
    let mut rest = css.as_bytes();
    while let [_, next @ ..] = rest {
        if let Some(after) = strip(rest, b"--")
            && let Some(after) = strip(after, name.as_bytes())
            && let Some(value) = strip(after, b": ")
        {
            let mut length = 0;
            let mut tail = value;
            while let [byte, next @ ..] = tail
                && *byte != b';'
            {
                length += 1;
                tail = next;
            }
            return match str::from_utf8(value.split_at(length).0) {
                Ok(value) => Some(value),
                Err(_) => None,
            };
        }
        rest = next;
    }
    None
}

/// Returns what follows a prefix.
const fn strip<'a>(mut text: &'a [u8], mut prefix: &[u8]) -> Option<&'a [u8]> {
    while let [wanted, later @ ..] = prefix {
        match text {
            [byte, next @ ..] if *byte == *wanted => (text, prefix) = (next, later),
            _ => return None,
        }
    }
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_file() {
        let css = "@theme reference inline {\n  --green-95: #111;\n  --green-950: #06150f; /* deep */\n}\n";
        assert_eq!(find(css, "green-950"), Some("#06150f"));
        assert_eq!(find(css, "green-9"), None);
        assert_eq!(find(TOKENS, "green-900"), Some(GREEN_900));
        assert!(GREEN_900.starts_with('#') && GREEN_900.len() == 7, "{GREEN_900}");
    }

    #[test]
    fn a_text_is_painted_in_the_colours_of_the_file() {
        let css = ":root { --ink-900: #0c1512; }";
        assert_eq!(
            paint_with(css, "a{color:var(--ink-900)}b{color:var(--text)}"),
            "a{color:#0c1512}b{color:var(--text)}"
        );
        assert_eq!(paint_with("--ink-900: #1a2b3c;", "var(--ink-900)"), "#1a2b3c");
        assert_eq!(paint("no colour"), "no colour");
    }
}
