//! Writes posts. Every change is one transaction that also raises the content version.

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set,
    ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, SelectExt,
    sea_query::{Expr, ExprTrait, OnConflict},
};
use serde_json::json;
use uuid::Uuid;

use super::{
    PostRecord, PostStore, WriteError, index,
    read::{only, records},
    trashed::in_trash,
};
use crate::{
    audit::{Action, NewEntry, Object, Stamp, store::ContentChange},
    posts::{
        domain::{ImageUrl, PostState, ValidPost, category_key, label, plain_fields},
        history::store::{Save, insert as insert_revision},
    },
    redirects::addresses,
    storage::{
        StorageError,
        entities::{blog_posts, blog_posts_section_tags, blog_posts_tags, tags},
        json::to_json,
    },
};

/// A new post.
#[derive(Debug, Clone)]
pub struct NewPost {
    /// UUIDv7, made by the caller.
    pub id: Uuid,
    /// Its fields.
    pub draft: ValidPost,
}

/// Each write returns the new content version.
impl PostStore {
    /// Inserts posts, all of them or none.
    pub async fn create(&self, posts: &[NewPost], by: impl Into<Stamp>) -> Result<i64, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let (transaction, now) = (&change.transaction, change.now());
        for post in posts {
            let row = columns(post.id, &post.draft, None, now)?;
            blog_posts::Entity::insert(row).exec_without_returning(transaction).await?;
            write_dependents(transaction, post.id, &post.draft, (listed_at(&post.draft, now), now)).await?;
        }
        let entries: Vec<NewEntry> = posts.iter().map(created).collect();
        Ok(change.commit(&entries).await?)
    }

    /// Replaces the fields of a post and returns the new version. Stores the old one as a revision, and leaves a
    /// redirect at a changed slug. Fails with `EditConflict` when the post was changed since `before` was read, and
    /// with `NotFound` when it is gone or in the trash.
    pub async fn update(
        &self,
        before: &PostRecord,
        draft: &ValidPost,
        editor: Uuid,
        by: impl Into<Stamp>,
    ) -> Result<(PostRecord, i64), WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let (after, entry) = update(&change.transaction, before, draft, editor, change.now()).await?;
        Ok((after, change.commit(&[entry]).await?))
    }

    /// Deletes a post, in the trash or not, with its links, redirects, revisions and drafts.
    pub async fn delete(&self, id: Uuid, by: impl Into<Stamp>) -> Result<i64, WriteError> {
        let change = ContentChange::begin(&self.database, by).await?;
        let entry = delete(&change.transaction, id, change.now()).await?;
        Ok(change.commit(&[entry]).await?)
    }

    /// Returns the slugs among these that are taken.
    pub async fn taken_slugs(&self, slugs: &[String]) -> Result<Vec<String>, StorageError> {
        let taken = only(blog_posts::Column::Slug).filter(blog_posts::Column::Slug.is_in(slugs));
        Ok(taken.into_tuple().all(self.database.reader()).await?)
    }
}

/// Replaces the fields of a post within a transaction. Returns the new version, and the entry of the audit log.
pub(in crate::posts) async fn update(
    transaction: &DatabaseTransaction,
    before: &PostRecord,
    draft: &ValidPost,
    editor: Uuid,
    now: DateTime<Utc>,
) -> Result<(PostRecord, NewEntry), WriteError> {
    let (old, id) = (&before.summary, before.summary.id);
    let changed = blog_posts::Entity::update_many()
        .set(columns(id, draft, Some(before), now)?)
        .filter(blog_posts::Column::Id.eq(id))
        .filter(blog_posts::Column::Version.eq(before.version))
        // It may have been moved to the trash since it was read, which does not change its version.
        .filter(in_trash().not())
        .exec(transaction)
        .await?;
    if changed.rows_affected == 0 {
        let exists = blog_posts::Entity::find_by_id(id).filter(in_trash().not()).exists(transaction).await?;
        return Err(if exists { WriteError::EditConflict } else { WriteError::NotFound });
    }
    if old.state(now) == PostState::Live {
        // Redirects at its address ended when the post appeared there.
        addresses::hold(transaction, id, &old.slug, true).await?;
    }
    write_dependents(transaction, id, draft, (listed_at(draft, old.created_at), now)).await?;
    if old.slug != draft.slug.as_str() {
        addresses::rename(transaction, id, (&old.slug, draft.slug.as_str()), now).await?;
    }
    let after = records(transaction, blog_posts::Entity::find_by_id(id)).await?.pop();
    let mut after = after.ok_or(WriteError::NotFound)?;
    if after.post == before.post {
        // Readers and search engines are told when an article changed.
        let unchanged = blog_posts::Entity::update_many().filter(blog_posts::Column::Id.eq(id));
        unchanged.col_expr(blog_posts::Column::UpdatedAt, Expr::value(old.updated_at)).exec(transaction).await?;
        after.summary.updated_at = old.updated_at;
    }
    let save = Save { post: id, version: before.version, before: before.as_version(), after: after.as_version() };
    insert_revision(transaction, save, editor, now).await?;
    let entry = NewEntry::new(Action::PostChanged, Object::thing("post", id));
    let entry = entry.changed(&json!(before.post), &json!(after.post));
    Ok((after, entry))
}

/// Deletes a post within a transaction. Returns the entry of the audit log.
pub(in crate::posts) async fn delete(
    transaction: &DatabaseTransaction,
    id: Uuid,
    now: DateTime<Utc>,
) -> Result<NewEntry, WriteError> {
    let before = records(transaction, blog_posts::Entity::find_by_id(id)).await?.pop();
    let before = before.ok_or(WriteError::NotFound)?;
    if before.summary.trashed_at.is_none() && before.summary.state(now) == PostState::Live {
        // Redirects at its address ended when the post appeared there.
        addresses::hold(transaction, id, &before.summary.slug, true).await?;
    }
    if blog_posts::Entity::delete_by_id(id).exec(transaction).await?.rows_affected == 0 {
        return Err(WriteError::NotFound);
    }
    Ok(NewEntry::new(Action::PostDeleted, Object::thing("post", id)).before(&outline(&before)))
}

/// Returns the fields of a created, deleted or restored post that entries of the audit log name.
pub(in crate::posts) fn outline(post: &PostRecord) -> serde_json::Value {
    json!({ "title": post.post.title, "slug": post.post.slug, "published": post.post.published })
}

fn created(post: &NewPost) -> NewEntry {
    let ValidPost { title, slug, published, .. } = &post.draft;
    NewEntry::new(Action::PostCreated, Object::thing("post", post.id))
        .after(&json!({ "title": title, "slug": slug.as_str(), "published": published }))
}

/// Writes the tags, list rows and search rows of a new or changed post. Removes redirects from the address of a live
/// one.
async fn write_dependents(
    connection: &impl ConnectionTrait,
    id: Uuid,
    draft: &ValidPost,
    (listed_at, now): (DateTime<Utc>, DateTime<Utc>),
) -> Result<(), DbErr> {
    addresses::hold(connection, id, draft.slug.as_str(), draft.published && listed_at <= now).await?;
    let tags = write_tags(connection, id, draft).await?;
    if tags != draft.tags {
        // The label may be the first tag, whose spelling was not known when the row was written.
        let label = Expr::value(label(&draft.meta_title, &draft.title, &tags));
        let spelt = blog_posts::Entity::update_many().col_expr(blog_posts::Column::Label, label);
        spelt.filter(blog_posts::Column::Id.eq(id)).exec(connection).await?;
    }
    write_section_tags(connection, id, draft).await?;
    index::write(connection, id, draft, listed_at).await
}

/// Returns the date that lists are sorted by.
pub(in crate::posts) fn listed_at(draft: &ValidPost, created_at: DateTime<Utc>) -> DateTime<Utc> {
    draft.published_date.unwrap_or(created_at)
}

fn columns(
    id: Uuid,
    draft: &ValidPost,
    before: Option<&PostRecord>,
    now: DateTime<Utc>,
) -> Result<blog_posts::ActiveModel, DbErr> {
    let created_at = before.map_or(now, |before| before.summary.created_at);
    let featured_before = before.and_then(|before| before.summary.featured_at);
    let image = |url: &Option<ImageUrl>| url.as_ref().map(|url| url.as_str().to_owned());
    let mut row = blog_posts::ActiveModel {
        id: Set(id),
        slug: Set(draft.slug.as_str().to_owned()),
        headings: Set(to_json(&draft.headings)?),
        page_count: Set(i32::try_from(rich_text::page_count(&draft.content)).unwrap_or(i32::MAX)),
        word_count: Set(i32::try_from(draft.word_count).unwrap_or(i32::MAX)),
        label: Set(label(&draft.meta_title, &draft.title, &draft.tags)),
        featured_at: Set(draft.featured.then(|| featured_before.unwrap_or(now))),
        published_date: Set(draft.published_date),
        listed_at: Set(listed_at(draft, created_at)),
        featured_image: Set(image(&draft.featured_image)),
        thumbnail_image: Set(image(&draft.thumbnail_image)),
        canonical_url: Set(draft.canonical_url.as_ref().map(|url| url.as_str().to_owned())),
        schema_markup: Set(draft.schema.clone()),
        version: Set(before.map_or(1, |before| before.version + 1)),
        created_at: Set(created_at),
        updated_at: Set(now),
        ..Default::default()
    };
    macro_rules! set {
        ($($field:ident),*) => { $(row.$field = Set(draft.$field.clone());)* };
    }
    plain_fields!(set);
    Ok(row)
}

/// Replaces the tags of a post, and inserts new ones. Returns their names, of which those that existed keep their
/// spelling.
async fn write_tags(connection: &impl ConnectionTrait, id: Uuid, draft: &ValidPost) -> Result<Vec<String>, DbErr> {
    use blog_posts_tags::{ActiveModel, Column, Entity};
    Entity::delete_many().filter(Column::BlogPostId.eq(id)).exec(connection).await?;
    let keys: Vec<String> = draft.tags.iter().map(|name| category_key(name)).collect();
    let new = keys.iter().zip(&draft.tags).map(|(key, name)| tags::ActiveModel {
        id: Set(Uuid::now_v7()),
        name: Set(name.clone()),
        key: Set(key.clone()),
        ..Default::default()
    });
    let mut skip = OnConflict::column(tags::Column::Key);
    tags::Entity::insert_many(new).on_conflict(skip.do_nothing().to_owned()).exec_without_returning(connection).await?;
    let known = tags::Entity::find().filter(tags::Column::Key.is_in(&keys)).all(connection).await?;
    let with_key = |key: &String| {
        let tag = known.iter().find(|tag| tag.key == *key);
        tag.ok_or_else(|| DbErr::RecordNotFound(format!("tag {key}")))
    };
    let tags = keys.iter().map(with_key).collect::<Result<Vec<_>, _>>()?;
    let links = (0_i32..).zip(&tags).map(|(position, tag)| ActiveModel {
        blog_post_id: Set(id),
        tag_id: Set(tag.id),
        position: Set(position),
    });
    Entity::insert_many(links).exec_without_returning(connection).await?;
    Ok(tags.into_iter().map(|tag| tag.name.clone()).collect())
}

async fn write_section_tags(connection: &impl ConnectionTrait, id: Uuid, draft: &ValidPost) -> Result<(), DbErr> {
    use blog_posts_section_tags::{ActiveModel, Column, Entity};
    Entity::delete_many().filter(Column::BlogPostId.eq(id)).exec(connection).await?;
    let links = (0_i32..).zip(&draft.section_tags).map(|(position, section)| ActiveModel {
        blog_post_id: Set(id),
        section_tag: Set(section.as_str().to_owned()),
        position: Set(position),
    });
    Entity::insert_many(links).exec_without_returning(connection).await?;
    Ok(())
}
