//! Where a post stands among the others. Lists, categories and search each have an index of these numbers, so that
//! counting a list or showing some of it reads no more posts than are shown.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{BinOper, Expr, ExprTrait},
};
use uuid::Uuid;

use super::{PostStore, search::search_text};
use crate::{
    posts::domain::{PostDraft, label, single_line},
    storage::{
        Engine, StorageError,
        entities::{blog_posts, blog_posts_lists, blog_posts_search, blog_posts_staff_search},
    },
};

/// Places that each microsecond has, for posts of one moment.
const PLACES: i64 = 64;
/// Dates of the years 1404 to 2535 have places; those before and after share the outermost ones.
const LIMIT: i64 = 1 << 60;
/// How far posts of one moment may reach beyond it: a million of them.
const OVERFLOW: i64 = 1 << 20;
/// What the standing of a featured post has more than its place.
const FEATURED: i64 = 1 << 62;

/// The name of the list of all posts.
pub(super) const ALL: &str = "all";
/// The name of the list of trending posts.
pub(super) const TRENDING: &str = "trending";

/// How the names of categories' lists begin.
const CATEGORY: &str = "tag:";

/// The name of a category's list.
pub(super) fn category(name: &str) -> String {
    format!("{CATEGORY}{}", name.to_lowercase())
}

/// The same of a category in lower case that the database knows.
pub(super) fn category_of(key: Expr) -> Expr {
    Expr::val(CATEGORY).binary(BinOper::Custom("||"), key)
}

/// The name of a section's list.
pub(super) fn section(name: &str) -> String {
    format!("section:{name}")
}

/// The first place of a moment.
fn first_place(at: DateTime<Utc>) -> i64 {
    at.timestamp_micros().saturating_mul(PLACES).clamp(-LIMIT, LIMIT)
}

/// The last place of a moment: whoever stands beyond it is still to come.
pub(super) fn last_place(at: DateTime<Utc>) -> i64 {
    first_place(at).saturating_add(PLACES - 1)
}

/// One of the two parts of a list: the featured posts stand before the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    Featured,
    Others,
}

impl Part {
    /// Whether a standing is one of a post of this part that readers see at `now`.
    pub(super) fn holds(self, standing: Expr, now: DateTime<Utc>) -> Expr {
        let last = last_place(now);
        match self {
            Self::Featured => standing.between(FEATURED - LIMIT, FEATURED + last),
            Self::Others => standing.lte(last),
        }
    }

    /// What a standing in this part has more than the place.
    pub(super) fn lead(self) -> i64 {
        match self {
            Self::Featured => FEATURED,
            Self::Others => 0,
        }
    }
}

impl PostStore {
    /// Makes one piece of each index of search. On SQLite each write adds a piece, of which some are joined now and then;
    /// after thousands of them a search would look through several.
    pub async fn settle_search(&self) -> Result<(), StorageError> {
        if self.database.engine() == Engine::Sqlite {
            let transaction = self.database.begin_write().await?;
            for index in ["blog_posts_trigrams", "blog_posts_staff_index", "blog_posts_staff_pieces"] {
                let settle = format!("INSERT INTO {index} ({index}) VALUES ('optimize')");
                transaction.execute_unprepared(&settle).await?;
            }
            transaction.commit().await?;
        }
        Ok(())
    }
}

/// The place of a post that is listed at a moment.
pub(super) async fn place(connection: &impl ConnectionTrait, listed_at: DateTime<Utc>) -> Result<i64, DbErr> {
    first_free::<blog_posts::Entity>(connection, blog_posts::Column::Place, listed_at).await
}

/// The first number of a moment that is free, behind those of the same moment that are there already.
async fn first_free<E: EntityTrait>(
    connection: &impl ConnectionTrait,
    number: E::Column,
    at: DateTime<Utc>,
) -> Result<i64, DbErr> {
    let first = first_place(at);
    for end in [first + PLACES, first + OVERFLOW] {
        let taken = E::find()
            .select_only()
            .column_as(number.max(), "last")
            .filter(number.gte(first))
            .filter(number.lt(end))
            .into_tuple::<Option<i64>>()
            .one(connection)
            .await?
            .flatten();
        let free = taken.map_or(first, |last| last + 1);
        if free < end {
            return Ok(free);
        }
    }
    Err(DbErr::Custom(format!("more than a million posts are of {at}")))
}

/// The place that a post has.
pub(super) async fn present_place(connection: &impl ConnectionTrait, id: Uuid) -> Result<i64, DbErr> {
    blog_posts::Entity::find_by_id(id)
        .select_only()
        .column(blog_posts::Column::Place)
        .into_tuple::<i64>()
        .one(connection)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound(format!("post {id}")))
}

/// Stores where a post stands, and what readers search of it. Only what is published stands anywhere.
pub(super) async fn index(
    connection: &impl ConnectionTrait,
    id: Uuid,
    draft: &PostDraft,
    place: i64,
) -> Result<(), DbErr> {
    if !draft.published {
        return Ok(());
    }
    let part = if draft.featured { Part::Featured } else { Part::Others };
    let standing = place + part.lead();
    blog_posts_lists::Entity::insert_many(lists(draft).into_iter().map(|(list, tagged)| {
        blog_posts_lists::ActiveModel {
            list: Set(list),
            standing: Set(standing),
            blog_post_id: Set(id),
            place: Set(place),
            trending: Set(draft.trending),
            tagged: Set(tagged),
        }
    }))
    .exec_without_returning(connection)
    .await?;
    let fields = [&draft.title, &draft.summary, &draft.author];
    let texts = fields.into_iter().chain(&draft.tags).map(String::as_str);
    let row = blog_posts_search::ActiveModel {
        standing: Set(standing),
        blog_post_id: Set(id),
        text: Set(search_text(texts)),
    };
    blog_posts_search::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

/// Stores what staff search of a new post.
pub(super) async fn index_for_staff(
    connection: &impl ConnectionTrait,
    id: Uuid,
    draft: &PostDraft,
    created_at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let number = blog_posts_staff_search::Column::Number;
    let row = blog_posts_staff_search::ActiveModel {
        number: Set(first_free::<blog_posts_staff_search::Entity>(connection, number, created_at).await?),
        blog_post_id: Set(id),
        text: Set(staff_text(draft)),
    };
    blog_posts_staff_search::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

/// The same of one that has changed. A text that has not is left alone, with its words.
pub(super) async fn index_for_staff_again(
    connection: &impl ConnectionTrait,
    id: Uuid,
    draft: &PostDraft,
) -> Result<(), DbErr> {
    let text = staff_text(draft);
    blog_posts_staff_search::Entity::update_many()
        .filter(blog_posts_staff_search::Column::BlogPostId.eq(id))
        .filter(blog_posts_staff_search::Column::Text.ne(text.as_str()))
        .col_expr(blog_posts_staff_search::Column::Text, Expr::value(text))
        .exec(connection)
        .await?;
    Ok(())
}

fn staff_text(draft: &PostDraft) -> String {
    let texts = [&draft.title, &draft.summary, &draft.text].map(|text| single_line(text));
    search_text(texts.iter().map(String::as_str))
}

/// Takes a post out of every list and of search.
pub(super) async fn remove(connection: &impl ConnectionTrait, id: Uuid) -> Result<(), DbErr> {
    let (of_lists, of_search) = (blog_posts_lists::Column::BlogPostId, blog_posts_search::Column::BlogPostId);
    blog_posts_lists::Entity::delete_many().filter(of_lists.eq(id)).exec(connection).await?;
    blog_posts_search::Entity::delete_many().filter(of_search.eq(id)).exec(connection).await?;
    Ok(())
}

/// The lists that a post stands in, and whether one of its tags is why.
fn lists(draft: &PostDraft) -> Vec<(String, bool)> {
    let mut lists = vec![(ALL.to_owned(), false)];
    if draft.trending {
        lists.push((TRENDING.to_owned(), false));
    }
    lists.extend(draft.section_tags.iter().map(|tag| (section(tag.as_str()), false)));
    lists.extend(draft.tags.iter().map(|tag| (category(tag), true)));
    let label = category(&label(&draft.meta_title, &draft.title, &draft.tags));
    if lists.iter().all(|(list, _)| *list != label) {
        lists.push((label, false));
    }
    lists
}

#[cfg(test)]
mod tests {
    use chrono::TimeZone;

    use super::*;

    #[test]
    fn places_follow_dates_as_far_as_these_reach() {
        let at = |year| Utc.with_ymd_and_hms(year, 1, 1, 0, 0, 0).unwrap();
        let years = [1_404, 1_969, 1_970, 2_026, 2_534];
        assert!(years.is_sorted_by(|a, b| last_place(at(*a)) < first_place(at(*b))));
        for endless in [DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC] {
            let place = first_place(endless);
            assert!(place == LIMIT || place == -LIMIT);
            // Even then no post without a star has the standing of one with it.
            assert!(LIMIT + OVERFLOW < FEATURED - LIMIT && place.checked_add(FEATURED + OVERFLOW).is_some());
        }
    }
}
