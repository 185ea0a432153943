//! Searching text for what somebody typed, the same on both engines: texts are folded before they are stored and
//! before they are searched for.

use sea_orm::sea_query::{Expr, ExprTrait, IntoColumnRef, LikeExpr};
use unicode_normalization::UnicodeNormalization;

/// Stands between the texts of a row, so that a match cannot reach from one into the next.
const SEPARATOR: char = '\u{1f}';

/// How many characters of a search are looked for.
const LONGEST_TERM: usize = 100;

/// Returns a text as search compares it: whatever its capitals, and however its accents are put together.
pub fn fold(text: &str) -> String {
    // A sigma has another form at the end of a word, where a substring need not end.
    text.nfc().collect::<String>().to_lowercase().replace('ς', "σ")
}

/// Returns the texts of a row as they are stored for search.
pub fn search_text<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().map(fold).collect::<Vec<_>>().join(&SEPARATOR.to_string())
}

/// Returns what is looked for when somebody types `text`: trimmed, folded, at most 100 characters of it. Empty when
/// nothing is looked for.
pub fn search_term(text: &str) -> String {
    let cut: String = text.trim().chars().take(LONGEST_TERM).collect();
    fold(cut.trim_end())
}

/// Returns whether a column of [`search_text`] contains what somebody typed. Every row does when that is empty.
pub fn containing(column: impl IntoColumnRef, text: &str) -> Expr {
    let term = search_term(text);
    match term.as_str() {
        "" => Expr::value(true),
        term if can_be_stored(term) => Expr::col(column).like(pattern(term)),
        _ => Expr::value(false),
    }
}

/// Returns the `LIKE` pattern of a literal substring, in lower case.
pub fn pattern(text: &str) -> LikeExpr {
    let escaped: String = text
        .to_lowercase()
        .chars()
        .flat_map(|c| if matches!(c, '%' | '_' | '\\') { vec!['\\', c] } else { vec![c] })
        .collect();
    LikeExpr::new(format!("%{escaped}%")).escape('\\')
}

/// Returns whether a text can be part of a stored one: PostgreSQL refuses the first character and SQLite stops reading
/// at it; the other separates texts.
pub fn can_be_stored(text: &str) -> bool {
    !text.contains(['\0', SEPARATOR])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_word_are_folded_alike() {
        for text in ["Émile", "émile", "E\u{301}MILE"] {
            assert_eq!(fold(text), "émile", "{text}");
        }
        assert_eq!(fold("ΛΌΓΟΣ"), fold("λόγος"));
        assert_eq!(search_text(["A", "B"]), "a\u{1f}b");
    }

    #[test]
    fn a_term_has_a_hundred_characters_at_most() {
        assert_eq!(search_term(&format!("  {}", "Ä".repeat(150))), "ä".repeat(100));
        assert_eq!(search_term(&format!("{} b", "a".repeat(99))), "a".repeat(99));
        assert_eq!(search_term(" \n"), "");
    }
}
