//! Finding a literal substring: what the two engines do not do alike. Whatever the way, the same posts are found.

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Query, SelectStatement};

pub(super) use crate::storage::search::{can_be_stored, fold as folded, search_text};
use crate::storage::{Engine, search::pattern};

/// Shorter texts have no trigram.
pub(super) const TRIGRAM: usize = 3;

/// Some numbers in an index, which has them in their order.
pub(super) struct Source {
    /// The table or its index.
    table: &'static str,
    number: &'static str,
    /// Which of the rows.
    condition: Expr,
}

impl Source {
    /// Those rows of a table that meet a condition.
    pub(super) fn new(table: &'static str, number: &'static str, condition: Expr) -> Self {
        Self { table, number, condition }
    }

    /// The number of a row.
    pub(super) fn number(&self) -> Expr {
        Expr::col((Alias::new(self.table), Alias::new(self.number)))
    }

    /// What `show` makes of each row.
    pub(super) fn select(&self, show: Expr) -> SelectStatement {
        self.rows().expr(show).to_owned()
    }

    /// The rows, with nothing of them yet.
    pub(super) fn rows(&self) -> SelectStatement {
        Query::select().from(Alias::new(self.table)).and_where(self.condition.clone()).to_owned()
    }
}

/// Those rows of what readers search that meet a condition.
fn readers(condition: Expr) -> Source {
    Source::new("blog_posts_search", "standing", condition)
}

/// A text as FTS5 takes it literally.
pub(super) fn phrase(text: &str) -> String {
    format!("\"{}\"", text.replace('"', "\"\""))
}

/// A way of finding posts by a text.
pub(super) trait TextSearch {
    /// The rows of what readers search that hold a folded text.
    fn holding(&self, text: &str) -> Source;

    /// Whether a row of a table of texts holds a folded text.
    fn holds(&self, text: &str) -> Expr;
}

/// The way of an engine.
pub(super) fn on(engine: Engine) -> &'static dyn TextSearch {
    match engine {
        Engine::Sqlite => &Fts5,
        Engine::Postgres => &PgTrgm,
    }
}

/// FTS5's index of trigrams, in which a phrase is a substring. It knows rows by their numbers, and finds them in this
/// order. It cannot be asked for less than three characters: these are looked for in the table.
struct Fts5;

impl TextSearch for Fts5 {
    fn holding(&self, text: &str) -> Source {
        if text.chars().count() < TRIGRAM {
            return readers(self.holds(text));
        }
        let matching = Expr::cust_with_values("blog_posts_trigrams MATCH ?", [phrase(text)]);
        Source::new("blog_posts_trigrams", "rowid", matching)
    }

    fn holds(&self, text: &str) -> Expr {
        Expr::cust_with_values("instr(text, ?) > 0", [text])
    }
}

/// `LIKE`, which an index of `pg_trgm` speeds up from three characters on.
struct PgTrgm;

impl TextSearch for PgTrgm {
    fn holding(&self, text: &str) -> Source {
        readers(self.holds(text))
    }

    fn holds(&self, text: &str) -> Expr {
        Expr::col(Alias::new("text")).like(pattern(text))
    }
}
