//! Tests of the categories' store, each on both engines.

use super::*;
use crate::{
    posts::{
        domain::{CATEGORIES, PostInput, lists::ListFilter},
        testing::{Fixture, now, post},
    },
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    missing_categories_are_added_once,
    a_new_name_goes_into_posts_labels_lists_and_search,
    a_merged_category_gives_its_posts_to_the_other_one,
    former_names_lead_to_the_present_one_in_one_step,
    a_former_name_that_is_the_target_of_a_merge_leads_nowhere,
    a_taken_name_and_an_old_version_are_refused,
    a_name_that_no_list_shows_is_free,
    posts_in_the_trash_are_renamed_and_not_counted,
];

fn valid(name: &str) -> ValidCategory {
    ValidCategory { name: name.into(), description: String::new() }
}

/// A published post in categories.
fn tagged(slug: &str, tags: &[&str]) -> PostInput {
    PostInput { tags: tags.iter().map(|tag| (*tag).to_owned()).collect(), ..post(slug) }
}

/// Returns the slugs of the published posts of a category, in alphabetical order.
async fn in_category(posts: &Fixture, name: &str) -> Vec<String> {
    let mut slugs = posts.slugs(ListFilter { tag: Some(name.into()), ..ListFilter::default() }).await;
    slugs.sort();
    slugs
}

/// Posts, and the store of their categories.
async fn stores(database: TestDatabase) -> (Fixture, CategoryStore) {
    let posts = Fixture::new(database).await;
    let store = CategoryStore::new(posts.database.open().await);
    (posts, store)
}

async fn named(store: &CategoryStore, name: &str) -> Category {
    store.by_key(&category_key(name)).await.unwrap().unwrap()
}

async fn missing_categories_are_added_once(database: TestDatabase) {
    let (posts, store) = stores(database).await;
    posts.add(&tagged("one", &["Local SEO"])).await;
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
    let (posts, store) = stores(database).await;
    let one = posts.add(&tagged("one", &["Log files", "Local SEO"])).await;
    let draft = posts.add(&PostInput { published: false, ..tagged("draft", &["Local SEO", "Log files"]) }).await;
    posts.add(&tagged("other", &["Local SEO"])).await;
    let before = named(&store, "log FILES").await;
    let changed = store.update(&before, &valid("Server logs"), now()).await.unwrap();
    assert_eq!((changed.category.id, changed.category.version), (before.id, 2));
    let after = posts.get(one).await;
    assert_eq!(after.post.tags, ["Server logs", "Local SEO"]);
    assert_eq!((after.summary.label.as_str(), after.version), ("Server logs", 2));
    assert_eq!(posts.get(draft).await.post.tags, ["Local SEO", "Server logs"]);
    assert_eq!(in_category(&posts, "Log files").await, [""; 0]);
    assert_eq!(in_category(&posts, "SERVER LOGS").await, ["one"]);
    assert_eq!(in_category(&posts, "Local SEO").await, ["one", "other"]);
    assert_eq!(posts.found("server logs").await, ["one"]);
    assert_eq!(posts.found("log files").await, [""; 0]);
    let counts = posts.store.tag_counts(now()).await.unwrap();
    let count = counts.iter().find(|tag| tag.name == "Server logs").unwrap().count;
    assert_eq!(count, 1);
}

async fn a_merged_category_gives_its_posts_to_the_other_one(database: TestDatabase) {
    let (posts, store) = stores(database).await;
    store.add(&CATEGORIES).await.unwrap();
    let one = posts.add(&tagged("one", &["Logs"])).await;
    let both = posts.add(&tagged("both", &["Logs", "Speed", "Technical SEO"])).await;
    let later = posts.add(&tagged("later", &["Technical SEO", "Speed", "Logs"])).await;
    let (old, into) = (named(&store, "Logs").await, named(&store, "Technical SEO").await);
    let changed = store.merge(&old, into.id, now()).await.unwrap();
    assert_eq!(changed.category, into, "the one that stays is as it was");
    for (post, tags) in
        [(one, &["Technical SEO"][..]), (both, &["Technical SEO", "Speed"]), (later, &["Technical SEO", "Speed"])]
    {
        assert_eq!(posts.get(post).await.post.tags, tags);
    }
    assert_eq!(in_category(&posts, "Technical SEO").await, ["both", "later", "one"]);
    assert_eq!(in_category(&posts, "Logs").await, [""; 0]);
    assert_eq!(store.get(old.id).await.unwrap(), None);
    assert_eq!(store.by_former_key("logs").await.unwrap().unwrap().id, into.id);
}

async fn former_names_lead_to_the_present_one_in_one_step(database: TestDatabase) {
    let (posts, store) = stores(database).await;
    store.add(&CATEGORIES).await.unwrap();
    posts.add(&tagged("one", &["First"])).await;
    let second = store.update(&named(&store, "First").await, &valid("Second"), now()).await.unwrap().category;
    let third = store.update(&second, &valid("Third"), now()).await.unwrap().category;
    for former in ["first", "second"] {
        assert_eq!(store.by_former_key(former).await.unwrap().unwrap().name, "Third", "{former}");
    }
    let again = store.update(&third, &valid("First"), now()).await.unwrap().category;
    assert_eq!(store.by_former_key("first").await.unwrap(), None, "a present name leads nowhere else");
    store.update(&again, &valid("FIRST"), now()).await.unwrap();
    assert_eq!(store.by_former_key("first").await.unwrap(), None, "nor do other capitals");
    store.merge(&named(&store, "first").await, named(&store, "Local SEO").await.id, now()).await.unwrap();
    for former in ["first", "second", "third"] {
        assert_eq!(store.by_former_key(former).await.unwrap().unwrap().name, "Local SEO", "{former}");
    }
}

async fn a_former_name_that_is_the_target_of_a_merge_leads_nowhere(database: TestDatabase) {
    let (posts, store) = stores(database).await;
    posts.add(&tagged("one", &["Logs"])).await;
    let renamed = store.update(&named(&store, "Logs").await, &valid("Server logs"), now()).await.unwrap().category;
    posts.add(&tagged("two", &["Logs"])).await;
    let into = named(&store, "Logs").await;
    store.merge(&renamed, into.id, now()).await.unwrap();
    assert_eq!(in_category(&posts, "Logs").await, ["one", "two"]);
    assert_eq!(store.by_former_key("logs").await.unwrap(), None);
    assert_eq!(store.by_former_key("server logs").await.unwrap().unwrap().id, into.id);
}

async fn a_taken_name_and_an_old_version_are_refused(database: TestDatabase) {
    let (posts, store) = stores(database).await;
    store.add(&CATEGORIES).await.unwrap();
    posts.add(&tagged("one", &["Logs"])).await;
    let before = named(&store, "Logs").await;
    assert!(matches!(store.update(&before, &valid("local seo"), now()).await, Err(WriteError::NameTaken)));
    assert_eq!(named(&store, "Logs").await, before, "nothing was changed");
    let described = ValidCategory { description: "What servers write down.".into(), ..valid("Logs") };
    store.update(&before, &described, now()).await.unwrap();
    assert_eq!(store.described().await.unwrap()[0].description, "What servers write down.");
    assert!(matches!(store.update(&before, &valid("Other"), now()).await, Err(WriteError::EditConflict)));
    let into = named(&store, "Local SEO").await;
    assert!(matches!(store.merge(&before, into.id, now()).await, Err(WriteError::EditConflict)));
    store.merge(&named(&store, "Logs").await, into.id, now()).await.unwrap();
    assert!(matches!(store.update(&before, &valid("Other"), now()).await, Err(WriteError::NotFound)));
}

async fn a_name_that_no_list_shows_is_free(database: TestDatabase) {
    let (posts, store) = stores(database).await;
    store.add(&CATEGORIES).await.unwrap();
    let one = posts.add(&tagged("one", &["Log files"])).await;
    posts.change(one, &tagged("one", &["Server logs"])).await;
    let before = named(&store, "Server logs").await;
    let renamed = store.update(&before, &valid("Log files"), now()).await.unwrap().category;
    assert_eq!((renamed.id, renamed.name.as_str()), (before.id, "Log files"));
    assert_eq!(in_category(&posts, "Log files").await, ["one"]);

    let gone = posts.add(&tagged("gone", &["Logs"])).await;
    posts.store.trash(gone, now()).await.unwrap();
    let renamed = store.update(&renamed, &valid("LOGS"), now()).await.unwrap().category;
    assert_eq!(in_category(&posts, "Logs").await, ["one"]);
    assert_eq!(posts.get(gone).await.post.tags, ["LOGS"]);

    posts.add(&tagged("other", &["Speed"])).await;
    let described = ValidCategory { description: "What was.".into(), ..valid("History") };
    posts.change(one, &tagged("one", &["LOGS", "Past"])).await;
    store.update(&named(&store, "Past").await, &described, now()).await.unwrap();
    posts.change(one, &tagged("one", &["LOGS"])).await;
    for listed in ["local seo", "Speed", "History"] {
        let refused = store.update(&renamed, &valid(listed), now()).await;
        assert!(matches!(refused, Err(WriteError::NameTaken)), "{listed}");
    }
}

async fn posts_in_the_trash_are_renamed_and_not_counted(database: TestDatabase) {
    let (posts, store) = stores(database).await;
    posts.add(&PostInput { published: false, ..tagged("one", &["Logs"]) }).await;
    let gone = posts.add(&tagged("gone", &["Logs"])).await;
    posts.store.trash(gone, now()).await.unwrap();
    let before = named(&store, "Logs").await;
    assert_eq!(store.post_counts().await.unwrap(), HashMap::from([(before.id, 1)]));
    store.update(&before, &valid("Server logs"), now()).await.unwrap();
    assert_eq!(posts.get(gone).await.post.tags, ["Server logs"]);
}
