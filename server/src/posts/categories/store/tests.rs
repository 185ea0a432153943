//! Tests of the categories' store, each on both engines.

use std::sync::Arc;

use chrono::{DateTime, TimeZone, Utc};
use chrono_tz::Tz;

use super::*;
use crate::{
    audit::Actor,
    clock::ManualClock,
    posts::{
        PostService,
        domain::{CATEGORIES, PostInput},
        service::{ListFilter, PostRecord},
    },
    storage::{
        content_state::{ContentState, Versions},
        testing::{TestDatabase, on_both_engines},
    },
};

on_both_engines![
    missing_categories_are_added_once,
    a_new_name_goes_into_posts_labels_lists_and_search,
    a_merged_category_gives_its_posts_to_the_other_one,
    former_names_lead_to_the_present_one_in_one_step,
    a_taken_name_and_an_old_version_are_refused,
    posts_in_the_trash_are_renamed_and_not_counted,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn valid(name: &str) -> ValidCategory {
    ValidCategory { name: name.into(), description: String::new() }
}

fn posts(database: &Database) -> PostService {
    let content = ContentState::new(Versions::default());
    let clock = Arc::new(ManualClock::new(now()));
    PostService::new(database.clone(), clock, content, Tz::UTC, String::new())
}

async fn write(posts: &PostService, slug: &str, tags: &[&str], published: bool) -> PostRecord {
    let input = PostInput {
        title: format!("Title of {slug}"),
        slug: slug.into(),
        tags: tags.iter().map(|tag| (*tag).to_owned()).collect(),
        published,
        ..PostInput::default()
    };
    posts.create(input, &Actor::command_line()).await.unwrap()
}

/// Returns the slugs of the published posts that a filter finds.
async fn slugs(posts: &PostService, filter: ListFilter) -> Vec<String> {
    let mut slugs: Vec<String> = posts.first(&filter, 50).await.unwrap().into_iter().map(|post| post.slug).collect();
    slugs.sort();
    slugs
}

fn in_category(name: &str) -> ListFilter {
    ListFilter { tag: Some(name.into()), ..ListFilter::default() }
}

fn about(text: &str) -> ListFilter {
    ListFilter { search: Some(text.into()), ..ListFilter::default() }
}

async fn named(store: &CategoryStore, name: &str) -> Category {
    store.by_key(&category_key(name)).await.unwrap().unwrap()
}

async fn missing_categories_are_added_once(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (CategoryStore::new(database.clone()), posts(&database));
    write(&posts, "one", &["Local SEO"], true).await;
    let before = named(&store, "Local SEO").await;
    for _ in 0..2 {
        store.add(&CATEGORIES).await.unwrap();
    }
    assert_eq!(named(&store, "Local SEO").await, before, "one that posts carry stays");
    let mut names: Vec<String> = store.all().await.unwrap().into_iter().map(|category| category.name).collect();
    names.sort();
    let mut expected = CATEGORIES;
    expected.sort_unstable();
    assert_eq!(names, expected);
}

async fn a_new_name_goes_into_posts_labels_lists_and_search(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (CategoryStore::new(database.clone()), posts(&database));
    let one = write(&posts, "one", &["Log files", "Local SEO"], true).await;
    let draft = write(&posts, "draft", &["Local SEO", "Log files"], false).await;
    write(&posts, "other", &["Local SEO"], true).await;
    let before = named(&store, "log FILES").await;
    let changed = store.update(&before, &valid("Server logs"), now()).await.unwrap();
    assert_eq!((changed.category.id, changed.category.version), (before.id, 2));
    let after = posts.get(one.summary.id).await.unwrap();
    assert_eq!(after.post.tags, ["Server logs", "Local SEO"]);
    assert_eq!((after.summary.label.as_str(), after.version), ("Server logs", one.version + 1));
    assert_eq!(posts.get(draft.summary.id).await.unwrap().post.tags, ["Local SEO", "Server logs"]);
    assert_eq!(slugs(&posts, in_category("Log files")).await, [""; 0]);
    assert_eq!(slugs(&posts, in_category("SERVER LOGS")).await, ["one"]);
    assert_eq!(slugs(&posts, in_category("Local SEO")).await, ["one", "other"]);
    assert_eq!(slugs(&posts, about("server logs")).await, ["one"]);
    assert_eq!(slugs(&posts, about("log files")).await, [""; 0]);
    let counts = posts.tags().await.unwrap();
    let count = counts.iter().find(|tag| tag.name == "Server logs").unwrap().count;
    assert_eq!(count, 1);
}

async fn a_merged_category_gives_its_posts_to_the_other_one(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (CategoryStore::new(database.clone()), posts(&database));
    store.add(&CATEGORIES).await.unwrap();
    let one = write(&posts, "one", &["Logs"], true).await;
    let both = write(&posts, "both", &["Logs", "Speed", "Technical SEO"], true).await;
    let later = write(&posts, "later", &["Technical SEO", "Speed", "Logs"], true).await;
    let (old, into) = (named(&store, "Logs").await, named(&store, "Technical SEO").await);
    let changed = store.merge(&old, &into, now()).await.unwrap();
    assert_eq!(changed.category, into, "the one that stays is as it was");
    for (post, tags) in
        [(one, &["Technical SEO"][..]), (both, &["Technical SEO", "Speed"]), (later, &["Technical SEO", "Speed"])]
    {
        assert_eq!(posts.get(post.summary.id).await.unwrap().post.tags, tags);
    }
    assert_eq!(slugs(&posts, in_category("Technical SEO")).await, ["both", "later", "one"]);
    assert_eq!(slugs(&posts, in_category("Logs")).await, [""; 0]);
    assert_eq!(store.get(old.id).await.unwrap(), None);
    assert_eq!(store.by_former_key("logs").await.unwrap().unwrap().id, into.id);
}

async fn former_names_lead_to_the_present_one_in_one_step(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (CategoryStore::new(database.clone()), posts(&database));
    store.add(&CATEGORIES).await.unwrap();
    write(&posts, "one", &["First"], true).await;
    let second = store.update(&named(&store, "First").await, &valid("Second"), now()).await.unwrap().category;
    let third = store.update(&second, &valid("Third"), now()).await.unwrap().category;
    for former in ["first", "second"] {
        assert_eq!(store.by_former_key(former).await.unwrap().unwrap().name, "Third", "{former}");
    }
    let again = store.update(&third, &valid("First"), now()).await.unwrap().category;
    assert_eq!(store.by_former_key("first").await.unwrap(), None, "a present name leads nowhere else");
    store.update(&again, &valid("FIRST"), now()).await.unwrap();
    assert_eq!(store.by_former_key("first").await.unwrap(), None, "nor do other capitals");
    store.merge(&named(&store, "first").await, &named(&store, "Local SEO").await, now()).await.unwrap();
    for former in ["first", "second", "third"] {
        assert_eq!(store.by_former_key(former).await.unwrap().unwrap().name, "Local SEO", "{former}");
    }
}

async fn a_taken_name_and_an_old_version_are_refused(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (CategoryStore::new(database.clone()), posts(&database));
    store.add(&CATEGORIES).await.unwrap();
    write(&posts, "one", &["Logs"], true).await;
    let before = named(&store, "Logs").await;
    assert!(matches!(store.update(&before, &valid("local seo"), now()).await, Err(WriteError::NameTaken)));
    assert_eq!(named(&store, "Logs").await, before, "nothing was changed");
    let described = ValidCategory { description: "What servers write down.".into(), ..valid("Logs") };
    store.update(&before, &described, now()).await.unwrap();
    assert_eq!(store.described().await.unwrap()[0].description, "What servers write down.");
    assert!(matches!(store.update(&before, &valid("Other"), now()).await, Err(WriteError::EditConflict)));
    let into = named(&store, "Local SEO").await;
    assert!(matches!(store.merge(&before, &into, now()).await, Err(WriteError::EditConflict)));
    store.merge(&named(&store, "Logs").await, &into, now()).await.unwrap();
    assert!(matches!(store.update(&before, &valid("Other"), now()).await, Err(WriteError::NotFound)));
}

async fn posts_in_the_trash_are_renamed_and_not_counted(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (CategoryStore::new(database.clone()), posts(&database));
    write(&posts, "one", &["Logs"], false).await;
    let gone = write(&posts, "gone", &["Logs"], true).await;
    posts.trash(gone.summary.id, &Actor::command_line()).await.unwrap();
    let before = named(&store, "Logs").await;
    assert_eq!(store.post_counts().await.unwrap(), HashMap::from([(before.id, 1)]));
    store.update(&before, &valid("Server logs"), now()).await.unwrap();
    assert_eq!(posts.get(gone.summary.id).await.unwrap().post.tags, ["Server logs"]);
}
