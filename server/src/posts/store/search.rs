//! Finding a literal substring: what the two engines do not do alike. Whatever the way, the same posts are found.

use sea_orm::sea_query::{Expr, ExprTrait, LikeExpr};
use unicode_normalization::UnicodeNormalization;

use super::lists::Source;
use crate::storage::{Engine, entities::blog_posts_search::Column};

/// Stands between the texts of a post, so that a match cannot reach from one into the next.
const SEPARATOR: char = '\u{1f}';

/// Shorter texts have no trigram.
const TRIGRAM: usize = 3;

/// A text as search compares it: whatever its capitals, and however its accents are put together.
pub(super) fn folded(text: &str) -> String {
    // A sigma has another form at the end of a word, where a substring need not end.
    text.nfc().collect::<String>().to_lowercase().replace('ς', "σ")
}

/// The texts of a post as they are stored for search.
pub(super) fn search_text<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().map(folded).collect::<Vec<_>>().join(&SEPARATOR.to_string())
}

/// Whether a text can be part of a stored one: PostgreSQL refuses the first character, SQLite stops reading at it, and
/// no title, summary, author or tag holds the other.
pub(super) fn can_be_stored(text: &str) -> bool {
    !text.contains(['\0', SEPARATOR])
}

/// `LIKE` pattern of a folded literal substring.
pub(super) fn pattern(folded: &str) -> LikeExpr {
    let escaped: String =
        folded.chars().flat_map(|c| if matches!(c, '%' | '_' | '\\') { vec!['\\', c] } else { vec![c] }).collect();
    LikeExpr::new(format!("%{escaped}%")).escape('\\')
}

/// A way of finding posts by a text.
pub(super) trait TextSearch {
    /// The posts that hold a folded text.
    fn holding(&self, text: &str) -> Source;
}

/// The way of an engine.
pub(super) fn on(engine: Engine) -> &'static dyn TextSearch {
    match engine {
        Engine::Sqlite => &Fts5,
        Engine::Postgres => &PgTrgm,
    }
}

/// FTS5's index of trigrams, in which a phrase is a substring. It knows posts by their standing, and finds them in the
/// order of a list. It cannot be asked for less than three characters: these are looked for in the table, whose rows
/// hold nothing else.
struct Fts5;

impl TextSearch for Fts5 {
    fn holding(&self, text: &str) -> Source {
        if text.chars().count() < TRIGRAM {
            return in_table(Expr::cust_with_values("instr(text, ?) > 0", [text]));
        }
        let phrase = format!("\"{}\"", text.replace('"', "\"\""));
        Source {
            table: "blog_posts_trigrams",
            standing: "rowid",
            condition: Expr::cust_with_values("blog_posts_trigrams MATCH ?", [phrase]),
        }
    }
}

/// `LIKE`, which an index of `pg_trgm` speeds up from three characters on.
struct PgTrgm;

impl TextSearch for PgTrgm {
    fn holding(&self, text: &str) -> Source {
        in_table(Expr::col(Column::Text).like(pattern(text)))
    }
}

fn in_table(condition: Expr) -> Source {
    Source { table: "blog_posts_search", standing: "standing", condition }
}
