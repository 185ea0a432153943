//! Writes what lists and search read: a post's rows in the list index and in the search tables.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbBackend, DbErr, EntityTrait, QueryFilter, QuerySelect, Statement,
    sea_query::{Alias, BinOper, Expr, ExprTrait, OnConflict},
};
use uuid::Uuid;

use super::PostStore;
use crate::{
    authors::domain::name_key,
    posts::domain::{ValidPost, category_key, label},
    storage::{
        Engine, StorageError,
        entities::{blog_posts_lists, blog_posts_search, blog_posts_staff_search},
        search::{author_list, reader_text, search_text},
    },
    text::{plain_title, single_line},
};

/// The name of the list of all posts.
pub(in crate::posts) const ALL: &str = "all";
/// The name of the list of trending posts.
pub(in crate::posts) const TRENDING: &str = "trending";

/// The prefix of the names of categories' lists.
pub(in crate::posts) const CATEGORY: &str = "tag:";

/// Number of pages of a search index, of about 4 kB each, that one step of a merge writes: a fraction of a second.
const MERGED_PAGES: i32 = 1000;

/// Returns the name of a category's list.
pub(in crate::posts) fn category(name: &str) -> String {
    format!("{CATEGORY}{}", category_key(name))
}

/// Returns the same as an SQL expression, for the key of a category in a query.
pub(in crate::posts) fn category_of(key: Expr) -> Expr {
    Expr::val(CATEGORY).binary(BinOper::Custom("||"), key)
}

/// Returns the name of a section's list.
pub(in crate::posts) fn section(name: &str) -> String {
    format!("section:{name}")
}

/// Returns the name of the list of an author's posts.
pub(in crate::posts) fn author(name: &str) -> String {
    author_list(&name_key(name))
}

impl PostStore {
    /// Merges the segments of the FTS5 indexes. Each write on SQLite adds one; after an import, a search would read
    /// hundreds. In steps, between which a site that runs beside the import can write.
    pub async fn settle_search(&self) -> Result<(), StorageError> {
        if self.database.engine() != Engine::Sqlite {
            return Ok(());
        }
        for index in ["blog_posts_trigrams", "blog_posts_staff_trigrams"] {
            // A negative number of pages begins a merge of all segments, which positive ones continue.
            let mut pages = -MERGED_PAGES;
            loop {
                let before = self.total_changes().await?;
                let merge = format!("INSERT INTO {index} ({index}, rank) VALUES ('merge', {pages})");
                self.database.writer().execute_unprepared(&merge).await?;
                // The statement itself counts as one change.
                if self.total_changes().await? - before < 2 {
                    break;
                }
                pages = MERGED_PAGES;
            }
        }
        Ok(())
    }

    /// Returns the number of rows that the writing connection of SQLite has changed.
    async fn total_changes(&self) -> Result<i64, StorageError> {
        let count = Statement::from_string(DbBackend::Sqlite, "SELECT total_changes() AS changes");
        let row = self.database.writer().query_one_raw(count).await?;
        Ok(row.map_or(Ok(0), |row| row.try_get("", "changes"))?)
    }
}

/// Writes the rows of a new or changed post.
pub(in crate::posts) async fn write(
    connection: &impl ConnectionTrait,
    id: Uuid,
    draft: &ValidPost,
    listed_at: DateTime<Utc>,
) -> Result<(), DbErr> {
    let search_id = write_staff_text(connection, id, draft).await?;
    delete(connection, id).await?;
    if !draft.published {
        return Ok(());
    }
    blog_posts_lists::Entity::insert_many(lists(draft).into_iter().map(|(list, tagged)| {
        blog_posts_lists::ActiveModel {
            list: Set(list),
            featured: Set(draft.featured),
            listed_at: Set(listed_at),
            blog_post_id: Set(id),
            trending: Set(draft.trending),
            tagged: Set(tagged),
        }
    }))
    .exec_without_returning(connection)
    .await?;
    let row = blog_posts_search::ActiveModel {
        id: Set(search_id),
        blog_post_id: Set(id),
        featured: Set(draft.featured),
        listed_at: Set(listed_at),
        text: Set(reader_text(&draft.title, &draft.summary, &draft.author, &draft.tags)),
    };
    blog_posts_search::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

/// Deletes the rows that readers' lists and search have of a post.
pub(in crate::posts) async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<(), DbErr> {
    let (of_lists, of_search) = (blog_posts_lists::Column::BlogPostId, blog_posts_search::Column::BlogPostId);
    blog_posts_lists::Entity::delete_many().filter(of_lists.eq(id)).exec(connection).await?;
    blog_posts_search::Entity::delete_many().filter(of_search.eq(id)).exec(connection).await?;
    Ok(())
}

/// Writes the text of a post that staff search, and returns its id in the search tables.
async fn write_staff_text(connection: &impl ConnectionTrait, id: Uuid, draft: &ValidPost) -> Result<i64, DbErr> {
    use blog_posts_staff_search::{ActiveModel, Column, Entity};
    let texts = [&plain_title(&draft.title), &draft.summary, &draft.text].map(|text| single_line(text));
    let text = search_text(texts.iter().map(String::as_str));
    let last = Entity::find().select_only().column_as(Column::Id.max(), "last");
    let last: Option<Option<i64>> = last.into_tuple().one(connection).await?;
    // Writes are serialised, so the next number is free.
    let row = ActiveModel { id: Set(last.flatten().unwrap_or(0) + 1), blog_post_id: Set(id), text: Set(text) };
    // Text that has not changed stays, since indexing it again is slow.
    let changed = Expr::col((Entity, Column::Text)).ne(Expr::col((Alias::new("excluded"), Column::Text)));
    let mut replace = OnConflict::column(Column::BlogPostId);
    replace.update_column(Column::Text).action_and_where(changed);
    Entity::insert(row).on_conflict(replace).exec_without_returning(connection).await?;
    let own = Entity::find().select_only().column(Column::Id).filter(Column::BlogPostId.eq(id));
    own.into_tuple().one(connection).await?.ok_or_else(|| DbErr::RecordNotFound(format!("search row of post {id}")))
}

/// Returns the lists that a post belongs to, each with whether it does because of a tag.
fn lists(draft: &ValidPost) -> Vec<(String, bool)> {
    let mut lists = vec![(ALL.to_owned(), false)];
    if draft.trending {
        lists.push((TRENDING.to_owned(), false));
    }
    lists.push((author(&draft.author), false));
    lists.extend(draft.section_tags.iter().map(|tag| (section(tag.as_str()), false)));
    lists.extend(category_lists(&draft.tags, &label(&draft.meta_title, &draft.title, &draft.tags)));
    lists
}

/// Returns the lists of categories that a post belongs to, each with whether it does because of a tag.
pub(in crate::posts) fn category_lists(tags: &[String], label: &str) -> Vec<(String, bool)> {
    let mut lists: Vec<_> = tags.iter().map(|tag| (category(tag), true)).collect();
    let label = category(label);
    if lists.iter().all(|(list, _)| *list != label) {
        lists.push((label, false));
    }
    lists
}
