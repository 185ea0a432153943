//! Finding a literal substring in the search tables. Both engines find the same posts.

use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, JoinType, Query, SelectStatement};
use unicode_normalization::UnicodeNormalization;

use crate::storage::{Engine, search::pattern};

/// Stands between the texts of a post, so that a match cannot reach from one into the next.
const SEPARATOR: char = '\u{1f}';

/// Shorter texts have no trigram.
const TRIGRAM: usize = 3;

/// Characters of a text that are searched for; the rest is ignored.
const MAX_CHARS: usize = 100;

/// Folds a text for comparison: lower case, composed accents.
fn folded(text: &str) -> String {
    // A sigma has another form at the end of a word, where a substring need not end.
    text.nfc().collect::<String>().to_lowercase().replace('ς', "σ")
}

/// Returns the texts of a post as the search tables store them.
pub(super) fn search_text<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    texts.into_iter().map(folded).collect::<Vec<_>>().join(&SEPARATOR.to_string())
}

/// Returns the folded text to search for: trimmed, and cut at 100 characters. `None` when no stored text can contain
/// it: PostgreSQL refuses NUL, SQLite stops reading at it, and no field holds the separator.
pub fn needle(text: &str) -> Option<String> {
    let text: String = text.trim().chars().take(MAX_CHARS).collect();
    (!text.contains(['\0', SEPARATOR])).then(|| folded(&text))
}

/// A table of searched texts with its FTS5 index on SQLite.
#[derive(Debug, Clone, Copy)]
pub(super) struct SearchTable {
    name: &'static str,
    trigrams: &'static str,
}

/// Title, summary, author and tags of published posts.
pub(super) const READERS: SearchTable = SearchTable { name: "blog_posts_search", trigrams: "blog_posts_trigrams" };

/// Title, summary and content of all posts.
pub(super) const STAFF: SearchTable =
    SearchTable { name: "blog_posts_staff_search", trigrams: "blog_posts_staff_trigrams" };

/// The rows of a search table that contain a text.
pub(super) struct Matches {
    /// The rows, with no column selected yet.
    pub(super) rows: SelectStatement,
    /// Their ids: the column in whose order the engine finds them.
    pub(super) id: Expr,
}

impl SearchTable {
    /// Returns the rows that contain a folded text.
    pub(super) fn containing(self, engine: Engine, needle: &str) -> Matches {
        let mut rows = Query::select();
        let own_id = Expr::col((Alias::new(self.name), Alias::new("id")));
        match (engine, trigrams(needle)) {
            // The index has no positions, so that each row it finds is checked. The cross join keeps SQLite from
            // reading the table first.
            (Engine::Sqlite, Some(query)) => {
                let id = Expr::cust(format!("{}.rowid", self.trigrams));
                rows.from(Alias::new(self.trigrams))
                    .join(JoinType::CrossJoin, Alias::new(self.name), Condition::all())
                    .and_where(own_id.eq(id.clone()))
                    .and_where(Expr::cust_with_values(format!("{} MATCH ?", self.trigrams), [query]))
                    .and_where(self.contains(engine, needle));
                Matches { rows, id }
            }
            _ => {
                rows.from(Alias::new(self.name)).and_where(self.contains(engine, needle));
                Matches { rows, id: own_id }
            }
        }
    }

    /// Returns the condition that a row contains a folded text.
    pub(super) fn contains(self, engine: Engine, needle: &str) -> Expr {
        match engine {
            Engine::Sqlite => Expr::cust_with_values(format!("instr({}.text, ?) > 0", self.name), [needle]),
            Engine::Postgres => Expr::col((Alias::new(self.name), Alias::new("text"))).like(pattern(needle)),
        }
    }
}

/// Returns the FTS5 query for all trigrams of a text; `None` when it is too short to have one.
fn trigrams(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let quoted = |trigram: &[char]| format!("\"{}\"", trigram.iter().collect::<String>().replace('"', "\"\""));
    let terms: Vec<String> = chars.windows(TRIGRAM).map(quoted).collect();
    (!terms.is_empty()).then(|| terms.join(" AND "))
}
