//! Finding what staff search: the numbers of the posts that hold a literal text. The two engines find the same posts,
//! each in its own way.
//!
//! PostgreSQL has an index of the trigrams of whole texts. On SQLite that would be slow for a word whose trigrams every
//! other post has somewhere. There the trigrams are those of words, and the words are those of posts. Between two words
//! stands one space: a post holds a text without a space when one of its words does, and any other text when it has a
//! word that ends with the first piece, then words that are the pieces between, then one that begins with the last.

use std::num::ParseIntError;

use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, Statement, Value,
    sea_query::{Alias, Expr, ExprTrait, Query},
};

use super::{
    AdminFilter, PostStore,
    search::{self, Source, TRIGRAM, phrase},
    staff_list::order,
};
use crate::storage::{
    Engine, StorageError,
    entities::{blog_posts, blog_posts_staff_search},
};

/// How many words are looked for one by one. A piece that more of them have is in so many posts that the newest with it
/// are found sooner by reading.
const WORDS: usize = 2_048;
/// How many phrases are looked for one by one, which takes longer than single words.
const PHRASES: usize = 64;
/// So many characters of a piece are looked up, the last ones, and the words that have them read: each would take memory
/// for as many places as it has in a word, which may be all of a text.
const LOOKED_UP: usize = 64;
/// FTS5 knows words by their first bytes, as many as these.
const TOKEN: usize = 32_768;

/// What a piece of a text is of a word.
#[derive(Debug, Clone, Copy)]
enum Piece<'a> {
    Any(&'a str),
    End(&'a str),
    Beginning(&'a str),
}

impl Piece<'_> {
    /// A query of the words with it: ids without their limit, and what it asks for.
    fn ids(self) -> (&'static str, Vec<Value>) {
        let marked = match self {
            Self::Any(piece) => piece.to_owned(),
            Self::End(piece) => format!("{piece}  "),
            // No byte of a text is the one that ends a range.
            Self::Beginning(piece) => {
                let range = "SELECT id FROM blog_posts_staff_words WHERE word >= ? AND word < ? || x'ff'";
                return (range, vec![piece.into(), piece.into()]);
            }
        };
        if marked.chars().count() < TRIGRAM {
            let range = "SELECT DISTINCT doc FROM blog_posts_staff_trigrams WHERE term >= ? AND term < ? || x'ff'";
            return (range, vec![marked.as_str().into(), marked.into()]);
        }
        let tail = marked.char_indices().rev().take(LOOKED_UP).last().map_or(0, |(start, _)| start);
        let tail = phrase(marked.get(tail..).unwrap_or_default());
        (
            "SELECT rowid FROM blog_posts_staff_pieces WHERE blog_posts_staff_pieces MATCH ? AND instr(marked, ?) > 0",
            vec![tail.into(), marked.into()],
        )
    }
}

/// What the index of words says of a text.
enum Found {
    /// No post holds it.
    Nowhere,
    /// Posts that match this hold it.
    Here(String),
    /// Posts that match this may hold it.
    Among(String),
    /// Any post may.
    Anywhere,
}

impl Found {
    /// One of each group of words in a row: up to `most` such phrases are looked for one by one.
    fn by(groups: &[Vec<String>], most: usize) -> Self {
        if groups.iter().any(Vec::is_empty) {
            return Self::Nowhere;
        }
        let count = groups.iter().fold(1, |count: usize, words| count.saturating_mul(words.len()));
        let whole = groups.iter().flatten().flat_map(|words| words.split(' ')).all(|word| word.len() < TOKEN);
        if count <= most && whole {
            let phrases = groups.iter().fold(vec![String::new()], |phrases, words| {
                phrases.iter().flat_map(|phrase| words.iter().map(move |word| format!("{phrase} {word}"))).collect()
            });
            return Self::Here(any_of(&phrases));
        }
        let few = groups.iter().filter(|words| words.len() <= WORDS);
        let few: Vec<String> = few.map(|words| format!("({})", any_of(words))).collect();
        if few.is_empty() { Self::Anywhere } else { Self::Among(few.join(" AND ")) }
    }
}

/// What matches posts with any of these phrases.
fn any_of(phrases: &[String]) -> String {
    phrases.iter().map(|words| phrase(words)).collect::<Vec<_>>().join(" OR ")
}

/// Rows of the texts themselves.
fn texts(condition: Expr) -> Source {
    Source::new("blog_posts_staff_search", "number", condition)
}

/// Rows of the index of words.
fn indexed(condition: Expr) -> Source {
    Source::new("blog_posts_staff_index", "rowid", condition)
}

fn matching(expression: String) -> Expr {
    Expr::cust_with_values("blog_posts_staff_index MATCH ?", [expression])
}

impl PostStore {
    /// The numbers of the first posts that hold a text, by their creation, which is the index's own order: no more of
    /// it is read.
    pub(super) async fn numbers(&self, filter: &AdminFilter, text: &str, limit: u64) -> Result<Vec<i64>, StorageError> {
        let Some(found) = self.rows_with(text).await? else { return Ok(Vec::new()) };
        let mut first = found.rows();
        first.expr_as(found.number(), "number").order_by_expr(found.number(), order(filter)).limit(limit);
        if let Some(published) = filter.published {
            let made = Alias::new("made");
            let in_state = Query::select()
                .expr(Expr::val(1))
                .from_as(blog_posts_staff_search::Entity, made.clone())
                .inner_join(
                    blog_posts::Entity,
                    Expr::col((blog_posts::Entity, blog_posts::Column::Id))
                        .equals((made.clone(), blog_posts_staff_search::Column::BlogPostId)),
                )
                .and_where(Expr::col((made, blog_posts_staff_search::Column::Number)).eq(found.number()))
                .and_where(blog_posts::Column::Published.eq(published))
                .to_owned();
            first.and_where(Expr::exists(in_state));
        }
        // As one row: it takes longer to hand over two hundred than to find them.
        let mut list = Query::select();
        list.expr(Expr::cust("string_agg(CAST(number AS text), ' ')")).from_subquery(first, "first");
        let row = self.database.reader().query_one(&list).await?;
        let list: Option<String> = row.map(|row| row.try_get_by_index(0)).transpose()?.flatten();
        let mut numbers = (list.iter().flat_map(|list| list.split(' ')))
            .map(|number| number.parse().map_err(|error: ParseIntError| StorageError::other(error)))
            .collect::<Result<Vec<i64>, _>>()?;
        // Neither engine promises the order of what it joins.
        numbers.sort_unstable_by(|a, b| if filter.ascending { a.cmp(b) } else { b.cmp(a) });
        Ok(numbers)
    }

    /// The rows that hold a text; None when no post does.
    async fn rows_with(&self, text: &str) -> Result<Option<Source>, DbErr> {
        let engine = self.database.engine();
        let holds = search::on(engine).holds(text);
        if engine == Engine::Postgres {
            return Ok(Some(texts(holds)));
        }
        Ok(match self.look_up(text).await? {
            Found::Nowhere => None,
            Found::Here(expression) => Some(indexed(matching(expression))),
            Found::Among(expression) => {
                let number = Expr::cust("blog_posts_staff_index.rowid");
                let read = Query::select()
                    .expr(Expr::val(1))
                    .from(blog_posts_staff_search::Entity)
                    .and_where(Expr::col(blog_posts_staff_search::Column::Number).eq(number))
                    .and_where(holds)
                    .to_owned();
                Some(indexed(matching(expression).and(Expr::exists(read))))
            }
            Found::Anywhere => Some(texts(holds)),
        })
    }

    /// What the index of words says of a text.
    async fn look_up(&self, text: &str) -> Result<Found, DbErr> {
        let Some((first, rest)) = text.split_once(' ') else {
            return Ok(Found::by(&self.words(&[Piece::Any(text)]).await?, WORDS));
        };
        let (between, last) = rest.rsplit_once(' ').map_or((None, rest), |(between, last)| (Some(between), last));
        let mut groups = self.words(&[Piece::End(first), Piece::Beginning(last)]).await?;
        if let Some(between) = between {
            groups.insert(1, vec![between.to_owned()]);
        }
        Ok(Found::by(&groups, PHRASES))
    }

    /// Up to one more than [`WORDS`] words with each piece.
    async fn words(&self, pieces: &[Piece<'_>]) -> Result<Vec<Vec<String>>, DbErr> {
        let (ids, values): (Vec<_>, Vec<_>) = pieces.iter().map(|piece| piece.ids()).unzip();
        let lists = ids.iter().map(|ids| {
            let most = WORDS + 1;
            format!("(SELECT string_agg(word, ' ') FROM blog_posts_staff_words WHERE id IN ({ids} LIMIT {most}))")
        });
        let query = format!("SELECT {}", lists.collect::<Vec<_>>().join(", "));
        let reader = self.database.reader();
        let query = Statement::from_sql_and_values(reader.get_database_backend(), query, values.into_iter().flatten());
        let Some(row) = reader.query_one_raw(query).await? else { return Ok(vec![Vec::new(); pieces.len()]) };
        let list = |index| {
            let words: Option<String> = row.try_get_by_index(index)?;
            Ok(words.iter().flat_map(|words| words.split(' ')).map(str::to_owned).collect())
        };
        (0..pieces.len()).map(list).collect()
    }
}
