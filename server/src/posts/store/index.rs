//! Writes what lists and search read of a post: its rows in the list index and in the search tables.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect,
    sea_query::{BinOper, Expr, ExprTrait},
};
use uuid::Uuid;

use super::{PostStore, search::search_text};
use crate::{
    posts::domain::{ValidPost, label, single_line},
    storage::{
        Engine, StorageError,
        entities::{blog_posts_lists, blog_posts_search, blog_posts_staff_search},
    },
};

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

/// The same for a category in lower case that the database knows.
pub(super) fn category_of(key: Expr) -> Expr {
    Expr::val(CATEGORY).binary(BinOper::Custom("||"), key)
}

/// The name of a section's list.
pub(super) fn section(name: &str) -> String {
    format!("section:{name}")
}

impl PostStore {
    /// Merges the segments of the FTS5 indexes. Each write on SQLite adds one; after an import, a search would read
    /// hundreds.
    pub async fn settle_search(&self) -> Result<(), StorageError> {
        if self.database.engine() == Engine::Sqlite {
            let transaction = self.database.begin_write().await?;
            for index in ["blog_posts_trigrams", "blog_posts_staff_trigrams"] {
                let optimize = format!("INSERT INTO {index} ({index}) VALUES ('optimize')");
                transaction.execute_unprepared(&optimize).await?;
            }
            transaction.commit().await?;
        }
        Ok(())
    }
}

/// Adds a new post.
pub(super) async fn insert(
    connection: &impl ConnectionTrait,
    id: Uuid,
    draft: &ValidPost,
    listed_at: DateTime<Utc>,
) -> Result<(), DbErr> {
    use blog_posts_staff_search::{ActiveModel, Column, Entity};
    let query = Entity::find().select_only().column_as(Column::Id.max(), "last");
    let last: Option<Option<i64>> = query.into_tuple().one(connection).await?;
    // Writes are one after another, so that the next number is free.
    let search_id = last.flatten().unwrap_or(0) + 1;
    let row = ActiveModel { id: Set(search_id), blog_post_id: Set(id), text: Set(staff_text(draft)) };
    Entity::insert(row).exec_without_returning(connection).await?;
    insert_published(connection, (id, search_id), draft, listed_at).await
}

/// Replaces what was written of a post. A text that has not changed stays, since indexing it again is slow.
pub(super) async fn update(
    connection: &impl ConnectionTrait,
    id: Uuid,
    draft: &ValidPost,
    listed_at: DateTime<Utc>,
) -> Result<(), DbErr> {
    use blog_posts_staff_search::{Column, Entity};
    let text = staff_text(draft);
    Entity::update_many()
        .filter(Column::BlogPostId.eq(id))
        .filter(Column::Text.ne(text.as_str()))
        .col_expr(Column::Text, Expr::value(text))
        .exec(connection)
        .await?;
    let query = Entity::find().select_only().column(Column::Id).filter(Column::BlogPostId.eq(id));
    let search_id: Option<i64> = query.into_tuple().one(connection).await?;
    let search_id = search_id.ok_or_else(|| DbErr::RecordNotFound(format!("search row of post {id}")))?;
    delete_published(connection, id).await?;
    insert_published(connection, (id, search_id), draft, listed_at).await
}

/// Removes a post from every list and from search.
pub(super) async fn delete(connection: &impl ConnectionTrait, id: Uuid) -> Result<(), DbErr> {
    use blog_posts_staff_search::{Column, Entity};
    Entity::delete_many().filter(Column::BlogPostId.eq(id)).exec(connection).await?;
    delete_published(connection, id).await
}

/// Adds what readers list and search, which is published posts only.
async fn insert_published(
    connection: &impl ConnectionTrait,
    (id, search_id): (Uuid, i64),
    draft: &ValidPost,
    listed_at: DateTime<Utc>,
) -> Result<(), DbErr> {
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
    let fields = [&draft.title, &draft.summary, &draft.author];
    let texts = fields.into_iter().chain(&draft.tags).map(String::as_str);
    let row = blog_posts_search::ActiveModel {
        id: Set(search_id),
        blog_post_id: Set(id),
        featured: Set(draft.featured),
        listed_at: Set(listed_at),
        text: Set(search_text(texts)),
    };
    blog_posts_search::Entity::insert(row).exec_without_returning(connection).await?;
    Ok(())
}

async fn delete_published(connection: &impl ConnectionTrait, id: Uuid) -> Result<(), DbErr> {
    let (of_lists, of_search) = (blog_posts_lists::Column::BlogPostId, blog_posts_search::Column::BlogPostId);
    blog_posts_lists::Entity::delete_many().filter(of_lists.eq(id)).exec(connection).await?;
    blog_posts_search::Entity::delete_many().filter(of_search.eq(id)).exec(connection).await?;
    Ok(())
}

fn staff_text(draft: &ValidPost) -> String {
    let texts = [&draft.title, &draft.summary, &draft.text].map(|text| single_line(text));
    search_text(texts.iter().map(String::as_str))
}

/// Returns the lists that a post belongs to, and whether one of its tags is why.
fn lists(draft: &ValidPost) -> Vec<(String, bool)> {
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
