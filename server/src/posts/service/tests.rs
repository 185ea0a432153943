//! Tests of the post service.

use chrono::TimeZone;
use sea_orm::ConnectionTrait;

use super::*;
use crate::storage::content_state::Versions;
use crate::{clock::ManualClock, storage::testing::TestDatabase};

#[tokio::test]
async fn a_committed_change_succeeds_even_when_the_schedule_cannot_be_read() {
    let file = TestDatabase::sqlite().await;
    let database = file.open().await;
    let clock = Arc::new(ManualClock::new(Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()));
    let content = ContentState::new(Versions::default());
    let posts = PostService::new(database.clone(), clock, content.clone(), Tz::UTC, String::new());
    let input = |slug: &str| PostInput {
        title: format!("Title of {slug}"),
        slug: slug.into(),
        published: true,
        ..PostInput::default()
    };
    posts.create(input("scheduled"), &Actor::command_line()).await.unwrap();
    let unreadable = "UPDATE blog_posts SET listed_at = '9999-no-date'";
    database.writer().execute_unprepared(unreadable).await.unwrap();
    posts.refresh_schedule().await.unwrap_err();
    let before = content.version();
    posts.create(input("another"), &Actor::command_line()).await.unwrap();
    assert!(content.version() > before, "cached pages are still invalidated");
}

/// Returns the service of a site at `https://own.test`.
async fn on_own_host(file: &TestDatabase) -> PostService {
    let clock = Arc::new(ManualClock::new(Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()));
    let content = ContentState::new(Versions::default());
    PostService::new(file.open().await, clock, content, Tz::UTC, "https://own.test".into())
}

#[tokio::test]
async fn an_own_address_from_an_import_for_another_host_follows_the_slug() {
    let file = TestDatabase::sqlite().await;
    let posts = on_own_host(&file).await;
    let input = |slug: &str| PostInput {
        title: "Log files".into(),
        slug: slug.into(),
        canonical_url: Some("https://own.test/blog/first".into()),
        ..PostInput::default()
    };
    let canonical = async |before: &str| {
        let draft = posts.validate_one(input("second")).await.unwrap();
        posts.settled(draft, Some(&input(before))).canonical_url
    };
    assert!(canonical("first").await.is_none());
    assert!(canonical("another").await.is_some(), "it was elsewhere");
}

#[tokio::test]
async fn an_image_of_this_site_is_stored_by_its_path() {
    let file = TestDatabase::sqlite().await;
    let posts = on_own_host(&file).await;
    let stored = async |address: &str| {
        let image = Some(address.to_owned());
        let post = PostInput {
            title: "Log files".into(),
            slug: "log-files".into(),
            featured_image: image.clone(),
            thumbnail_image: image,
            ..PostInput::default()
        };
        let draft = posts.settled(posts.validate_one(post).await.unwrap(), None);
        assert_eq!(draft.featured_image, draft.thumbnail_image);
        draft.featured_image.unwrap().as_str().to_owned()
    };
    assert_eq!(stored("https://own.test/media/images/1-a.webp").await, "/media/images/1-a.webp");
    for kept in ["/media/images/1-a.webp", "https://own.test.example/a.webp", "https://elsewhere.test/media/a.webp"] {
        assert_eq!(stored(kept).await, kept);
    }
}
