//! Substring search that is the same on both engines: text is folded before it is stored, and search terms before they
//! are used.

use sea_orm::sea_query::{Expr, ExprTrait, IntoColumnRef, LikeExpr};
use unicode_normalization::UnicodeNormalization;

use crate::text::plain_title;

/// Separates the texts of a row, so that no match spans two of them.
pub const SEPARATOR: char = '\u{1f}';

/// Maximum number of characters in a search term.
const LONGEST_TERM: usize = 100;

/// Returns text in normal form and lower case, so that case and composition of accents do not matter.
pub fn fold(text: &str) -> String {
    // A sigma at the end of a word has a different form, and a substring may end anywhere.
    text.nfc().collect::<String>().to_lowercase().replace('ς', "σ")
}

/// Returns the texts of a row as stored for search, each on one line.
pub fn search_text<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().map(|text| fold(&spaced(text))).collect::<Vec<_>>().join(&SEPARATOR.to_string())
}

/// Returns the text in which readers search a published post, with its title as they see it.
pub fn reader_text(title: &str, summary: &str, author: &str, tags: &[String]) -> String {
    search_text([&plain_title(title), summary, author].into_iter().chain(tags.iter().map(String::as_str)))
}

/// Returns the name of the list of an author's posts. `key` is the folded name.
pub fn author_list(key: &str) -> String {
    format!("author:{key}")
}

/// Returns the part of typed text that is searched for: trimmed, at most 100 characters.
pub fn cut(text: &str) -> &str {
    let text = text.trim();
    let end = text.char_indices().nth(LONGEST_TERM).map_or(text.len(), |(end, _)| end);
    text.get(..end).unwrap_or(text).trim_end()
}

/// Returns text with every run of white space replaced by one space, and none at the ends.
fn spaced(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the search term for typed text: cut, folded and with single spaces. Empty matches everything.
pub fn search_term(text: &str) -> String {
    fold(&spaced(cut(text)))
}

/// Returns the condition that a column of [`search_text`] contains typed text. Always true when that is empty.
pub fn containing(column: impl IntoColumnRef, text: &str) -> Expr {
    contains(Expr::col(column), text)
}

/// Returns the same condition for an expression in lower case.
pub fn contains(stored: Expr, text: &str) -> Expr {
    let term = search_term(text);
    match term.as_str() {
        "" => Expr::value(true),
        term if can_be_stored(term) => stored.like(pattern(term)),
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

/// Returns whether text can occur in stored text. PostgreSQL refuses NUL, SQLite stops reading at it, and the separator
/// never occurs.
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
