//! Finding a literal substring in the search tables. Both engines find the same posts.

use sea_orm::sea_query::{Alias, Condition, Expr, ExprTrait, Func, JoinType, Query, SelectStatement};

use crate::storage::{
    Engine,
    search::{SEPARATOR, can_be_stored, pattern, search_term},
};

/// Shorter text has no trigram.
const TRIGRAM: usize = 3;

/// Returns the folded text to search for. `None` when no stored text can contain it.
pub fn needle(text: &str) -> Option<String> {
    let term = search_term(text);
    can_be_stored(&term).then_some(term)
}

/// A table of searchable text with its FTS5 index on SQLite.
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

impl SearchTable {
    /// Returns the rows that contain folded text, without columns, and the column in whose order the engine finds them.
    pub(super) fn containing(self, engine: Engine, needle: &str) -> (SelectStatement, Expr) {
        let mut rows = Query::select();
        let own_id = Expr::col((Alias::new(self.name), Alias::new("id")));
        if let (Engine::Sqlite, Some(query)) = (engine, trigrams(needle)) {
            // The index has no positions, so each row that it finds is checked. The cross join keeps SQLite from
            // reading the table first.
            let id = Expr::cust(format!("{}.rowid", self.trigrams));
            rows.from(Alias::new(self.trigrams))
                .join(JoinType::CrossJoin, Alias::new(self.name), Condition::all())
                .and_where(own_id.eq(id.clone()))
                .and_where(Expr::cust_with_values(format!("{} MATCH ?", self.trigrams), [query]))
                .and_where(self.contains(needle));
            return (rows, id);
        }
        rows.from(Alias::new(self.name)).and_where(self.contains(needle));
        (rows, own_id)
    }

    /// Returns the condition that folded text in a row is in the row's first part, the title.
    pub(super) fn title_contains(self, engine: Engine, needle: &str) -> Expr {
        let position = match engine {
            Engine::Sqlite => "instr",
            Engine::Postgres => "strpos",
        };
        let first = |text: String| {
            Expr::from(Func::cust(position).arg(Expr::col((Alias::new(self.name), Alias::new("text")))).arg(text))
        };
        first(needle.to_owned()).lt(first(SEPARATOR.to_string()))
    }

    /// Returns the condition that a row contains folded text. On SQLite too, `LIKE` reads long text in half the time of
    /// `instr`.
    pub(super) fn contains(self, needle: &str) -> Expr {
        Expr::col((Alias::new(self.name), Alias::new("text"))).like(pattern(needle))
    }
}

/// Returns the FTS5 query for all trigrams of text; `None` when it is too short to have one.
fn trigrams(text: &str) -> Option<String> {
    let chars: Vec<char> = text.chars().collect();
    let quoted = |trigram: &[char]| format!("\"{}\"", trigram.iter().collect::<String>().replace('"', "\"\""));
    let terms: Vec<String> = chars.windows(TRIGRAM).map(quoted).collect();
    (!terms.is_empty()).then(|| terms.join(" AND "))
}
