//! Posts and a store for tests.

use std::slice;

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use sea_orm::{ActiveValue::Set, EntityTrait};
use uuid::Uuid;

use super::{
    domain::{PostInput, ValidPost, lists::ListFilter},
    store::{NewPost, PostRecord, PostStore, PostSummary, WriteError},
};
use crate::storage::{content_version, entities::users, testing::TestDatabase};

/// Returns the time at which most of these tests take place.
pub(super) fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

/// The account that saves in tests that need any account.
pub(super) const EDITOR: Uuid = Uuid::from_u128(7);

pub(super) fn days(number: i64) -> TimeDelta {
    TimeDelta::days(number)
}

/// Returns a published post with this slug, and otherwise defaults.
pub(super) fn post(slug: &str) -> PostInput {
    PostInput { title: format!("Title of {slug}"), slug: slug.into(), published: true, ..PostInput::default() }
}

/// Returns the same with a publish date `age` days ago.
pub(super) fn aged(slug: &str, age: i64) -> PostInput {
    PostInput { published_date: Some((now() - days(age)).to_rfc3339()), ..post(slug) }
}

pub(super) fn draft(input: &PostInput) -> ValidPost {
    ValidPost::from_input(input.clone(), Tz::UTC).unwrap().0
}

pub(super) fn new(input: &PostInput) -> NewPost {
    NewPost { id: Uuid::now_v7(), draft: draft(input) }
}

/// A store with shortcuts for tests.
pub(super) struct Fixture {
    pub(super) store: PostStore,
    /// Keeps the database's file.
    pub(super) database: TestDatabase,
}

impl Fixture {
    pub(super) async fn new(database: TestDatabase) -> Self {
        let fixture = Self { store: PostStore::new(database.open().await), database };
        fixture.sign_up(EDITOR, "editor@example.org").await;
        fixture
    }

    pub(super) async fn with(database: TestDatabase, posts: &[PostInput]) -> Self {
        let fixture = Self::new(database).await;
        for input in posts {
            fixture.add(input).await;
        }
        fixture
    }

    pub(super) async fn add(&self, input: &PostInput) -> Uuid {
        let post = new(input);
        self.store.create(slice::from_ref(&post), now()).await.unwrap();
        post.id
    }

    /// Changes a post whatever version it is at.
    pub(super) async fn change(&self, id: Uuid, input: &PostInput) {
        let version = self.get(id).await.version;
        self.update(id, version, input, now()).await.unwrap();
    }

    /// Changes a post like somebody who read it at `version`.
    pub(super) async fn update(
        &self,
        id: Uuid,
        version: i64,
        input: &PostInput,
        at: DateTime<Utc>,
    ) -> Result<(PostRecord, i64), WriteError> {
        self.update_by(EDITOR, id, version, input, at).await
    }

    pub(super) async fn update_by(
        &self,
        editor: Uuid,
        id: Uuid,
        version: i64,
        input: &PostInput,
        at: DateTime<Utc>,
    ) -> Result<(PostRecord, i64), WriteError> {
        let before = PostRecord { version, ..self.get(id).await };
        self.store.update(&before, &draft(input), editor, at).await
    }

    pub(super) async fn get(&self, id: Uuid) -> PostRecord {
        self.store.by_id(id).await.unwrap().unwrap()
    }

    pub(super) async fn by_slug(&self, slug: &str) -> PostRecord {
        self.store.by_slug(slug, now()).await.unwrap().unwrap()
    }

    pub(super) async fn slugs(&self, filter: ListFilter) -> Vec<String> {
        slugs(self.store.list(&filter, now(), 0, 100).await.unwrap().items)
    }

    pub(super) async fn found(&self, text: &str) -> Vec<String> {
        let mut found = self.slugs(ListFilter { search: Some(text.into()), ..ListFilter::default() }).await;
        found.sort();
        found
    }

    /// Creates an account.
    pub(super) async fn account(&self, email: &str) -> Uuid {
        let id = Uuid::now_v7();
        self.sign_up(id, email).await;
        id
    }

    pub(super) async fn sign_up(&self, id: Uuid, email: &str) {
        users::Entity::insert(users::ActiveModel {
            id: Set(id),
            email: Set(email.into()),
            email_key: Set(email.into()),
            password_hash: Set(String::new()),
            is_admin: Set(true),
            created_at: Set(now()),
            updated_at: Set(now()),
            // The tables of earlier migrations have no roles.
            ..Default::default()
        })
        .exec_without_returning(self.store.database.writer())
        .await
        .unwrap();
    }

    pub(super) async fn remove_account(&self, id: Uuid) {
        users::Entity::delete_by_id(id).exec(self.store.database.writer()).await.unwrap();
    }

    pub(super) async fn content_version(&self) -> i64 {
        content_version::read(self.store.database.reader()).await.unwrap()
    }
}

pub(super) fn slugs(posts: Vec<PostSummary>) -> Vec<String> {
    posts.into_iter().map(|post| post.slug).collect()
}
