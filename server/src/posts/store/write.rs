//! Writing posts. Every change is one transaction that also raises the content version.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, ConnectionTrait, DatabaseTransaction, DbErr, EntityTrait, QueryFilter, QuerySelect,
    sea_query::OnConflict,
};
use uuid::Uuid;

use super::{
    PostRecord, PostStore, WriteError, index,
    read::records,
    revisions::{self, Edit},
};
use crate::{
    posts::domain::{ImageUrl, ValidPost, label, plain_fields},
    storage::{
        StorageError, content_version,
        entities::{blog_posts, blog_posts_section_tags, blog_posts_tags, redirects, tags},
    },
};

/// A post to be made: its id and what it says.
#[derive(Debug, Clone)]
pub struct NewPost {
    /// UUIDv7, made by the caller.
    pub id: Uuid,
    /// What it says.
    pub draft: ValidPost,
}

/// What a write leaves behind for the page cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// The content version from this write on.
    pub content_version: i64,
}

impl PostStore {
    /// Makes a post.
    pub async fn create(&self, post: &NewPost, now: DateTime<Utc>) -> Result<Written, WriteError> {
        self.create_all(std::slice::from_ref(post), now).await
    }

    /// Makes posts: all of them or none.
    pub async fn create_all(&self, posts: &[NewPost], now: DateTime<Utc>) -> Result<Written, WriteError> {
        let (transaction, content_version) = self.begin_change().await?;
        let mut known = HashMap::new();
        for post in posts {
            insert(&transaction, post, now, &mut known).await?;
        }
        transaction.commit().await?;
        Ok(Written { content_version })
    }

    /// Replaces what a post says, provided that nobody has changed it since `before` was read; every change raises its
    /// version. A changed slug leaves a redirect, and what it said before is kept as a revision. What it says now.
    pub async fn update(
        &self,
        before: &PostRecord,
        draft: &ValidPost,
        edit: Edit,
    ) -> Result<(PostRecord, Written), WriteError> {
        let (old, id) = (&before.summary, before.summary.id);
        let (transaction, content_version) = self.begin_change().await?;
        let mut row = columns(id, draft, edit.at, old.created_at, old.featured_at)?;
        row.version = Set(before.version + 1);
        let changed = blog_posts::Entity::update_many()
            .set(row)
            .filter(blog_posts::Column::Id.eq(id))
            .filter(blog_posts::Column::Version.eq(before.version))
            .exec(&transaction)
            .await?;
        if changed.rows_affected == 0 {
            drop(transaction);
            self.must_exist(id).await?;
            return Err(WriteError::EditConflict);
        }
        if old.slug != draft.slug.as_str() {
            redirects::Entity::delete_by_id(draft.slug.as_str()).exec(&transaction).await?;
            redirects::Entity::insert(redirects::ActiveModel {
                slug: Set(old.slug.clone()),
                blog_post_id: Set(id),
                created_at: Set(edit.at),
            })
            .on_conflict(
                OnConflict::column(redirects::Column::Slug)
                    .update_columns([redirects::Column::BlogPostId, redirects::Column::CreatedAt])
                    .to_owned(),
            )
            .exec_without_returning(&transaction)
            .await?;
        }
        blog_posts_tags::Entity::delete_many()
            .filter(blog_posts_tags::Column::BlogPostId.eq(id))
            .exec(&transaction)
            .await?;
        blog_posts_section_tags::Entity::delete_many()
            .filter(blog_posts_section_tags::Column::BlogPostId.eq(id))
            .exec(&transaction)
            .await?;
        link_tags(&transaction, id, draft, &mut HashMap::new()).await?;
        index::update(&transaction, id, draft, listed_at(draft, old.created_at)).await?;
        let after = records(&transaction, blog_posts::Entity::find_by_id(id)).await?.pop();
        let after = after.ok_or(WriteError::NotFound)?;
        revisions::keep(&transaction, before, &after, edit).await?;
        transaction.commit().await?;
        Ok((after, Written { content_version }))
    }

    /// Removes a post with its links, redirects, revisions and drafts.
    pub async fn delete(&self, id: Uuid) -> Result<Written, WriteError> {
        let (transaction, content_version) = self.begin_change().await?;
        index::delete(&transaction, id).await?;
        if blog_posts::Entity::delete_by_id(id).exec(&transaction).await?.rows_affected == 0 {
            return Err(WriteError::NotFound);
        }
        transaction.commit().await?;
        Ok(Written { content_version })
    }

    /// Starts a change. Raising the version comes first: its row is the lock that lets one change of content follow
    /// another on PostgreSQL too, so that none waits for another in a circle over tags or slugs.
    async fn begin_change(&self) -> Result<(DatabaseTransaction, i64), DbErr> {
        let transaction = self.database.begin_write().await?;
        let content_version = content_version::raise(&transaction).await?;
        Ok((transaction, content_version))
    }

    /// Those of the slugs that a post has already.
    pub async fn taken_slugs(&self, slugs: &[String]) -> Result<Vec<String>, StorageError> {
        Ok(blog_posts::Entity::find()
            .select_only()
            .column(blog_posts::Column::Slug)
            .filter(blog_posts::Column::Slug.is_in(slugs.iter().map(String::as_str)))
            .into_tuple::<String>()
            .all(self.database.reader())
            .await?)
    }
}

async fn insert(
    connection: &impl ConnectionTrait,
    post: &NewPost,
    now: DateTime<Utc>,
    known: &mut HashMap<String, Uuid>,
) -> Result<(), WriteError> {
    let mut row = columns(post.id, &post.draft, now, now, None)?;
    row.version = Set(1);
    blog_posts::Entity::insert(row).exec_without_returning(connection).await?;
    // A live post's own address comes before the memory of an old one.
    redirects::Entity::delete_by_id(post.draft.slug.as_str()).exec(connection).await?;
    link_tags(connection, post.id, &post.draft, known).await?;
    index::insert(connection, post.id, &post.draft, listed_at(&post.draft, now)).await?;
    Ok(())
}

/// The date that lists go by.
fn listed_at(draft: &ValidPost, created_at: DateTime<Utc>) -> DateTime<Utc> {
    draft.published_date.unwrap_or(created_at)
}

fn columns(
    id: Uuid,
    draft: &ValidPost,
    now: DateTime<Utc>,
    created_at: DateTime<Utc>,
    featured_before: Option<DateTime<Utc>>,
) -> Result<blog_posts::ActiveModel, WriteError> {
    let headings = serde_json::to_string(&draft.headings)
        .map_err(|error| DbErr::Custom(format!("headings do not serialise: {error}")))?;
    let image = |url: &Option<ImageUrl>| url.as_ref().map(|url| url.as_str().to_owned());
    let mut row = blog_posts::ActiveModel {
        id: Set(id),
        slug: Set(draft.slug.as_str().to_owned()),
        headings: Set(headings),
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

async fn link_tags(
    connection: &impl ConnectionTrait,
    id: Uuid,
    draft: &ValidPost,
    known: &mut HashMap<String, Uuid>,
) -> Result<(), DbErr> {
    let mut links = Vec::with_capacity(draft.tags.len());
    for (position, name) in (0_i32..).zip(&draft.tags) {
        links.push(blog_posts_tags::ActiveModel {
            blog_post_id: Set(id),
            tag_id: Set(tag_id(connection, name, known).await?),
            position: Set(position),
        });
    }
    if !links.is_empty() {
        blog_posts_tags::Entity::insert_many(links).exec_without_returning(connection).await?;
    }
    let sections: Vec<_> = (0_i32..)
        .zip(&draft.section_tags)
        .map(|(position, section)| blog_posts_section_tags::ActiveModel {
            blog_post_id: Set(id),
            section_tag: Set(section.as_str().to_owned()),
            position: Set(position),
        })
        .collect();
    if !sections.is_empty() {
        blog_posts_section_tags::Entity::insert_many(sections).exec_without_returning(connection).await?;
    }
    Ok(())
}

/// The id of the tag with this name, made when there is none. `known` spares look-ups in one transaction.
async fn tag_id(
    connection: &impl ConnectionTrait,
    name: &str,
    known: &mut HashMap<String, Uuid>,
) -> Result<Uuid, DbErr> {
    let key = name.to_lowercase();
    if let Some(id) = known.get(&key) {
        return Ok(*id);
    }
    tags::Entity::insert(tags::ActiveModel {
        id: Set(Uuid::now_v7()),
        name: Set(name.to_owned()),
        key: Set(key.clone()),
    })
    .on_conflict(OnConflict::column(tags::Column::Key).do_nothing().to_owned())
    .exec_without_returning(connection)
    .await?;
    let id = tags::Entity::find()
        .select_only()
        .column(tags::Column::Id)
        .filter(tags::Column::Key.eq(key.as_str()))
        .into_tuple::<Uuid>()
        .one(connection)
        .await?
        .ok_or_else(|| DbErr::RecordNotFound(format!("tag {name}")))?;
    known.insert(key, id);
    Ok(id)
}
