//! Tests of the authors' store, each on both engines.

use std::sync::Arc;

use chrono::{DateTime, TimeZone, Utc};
use chrono_tz::Tz;

use super::*;
use crate::{
    audit::Actor,
    authors::domain::AuthorInput,
    clock::ManualClock,
    posts::{
        PostService,
        domain::PostInput,
        service::{ListFilter, PostRecord},
    },
    storage::{
        content_state::{ContentState, Versions},
        entities::audit_entries,
        testing::{TestDatabase, on_both_engines},
    },
};

on_both_engines![
    an_author_is_read_as_it_was_written,
    names_and_slugs_are_taken_once,
    a_change_of_an_old_version_is_a_conflict,
    a_new_name_goes_into_posts_lists_and_search,
    a_deleted_author_leaves_the_name_in_posts,
    authors_of_the_site_file_come_once,
    the_audit_log_names_the_slug_that_an_author_got,
    posts_are_counted_whatever_the_spelling,
];

fn now() -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()
}

fn valid(name: &str) -> ValidAuthor {
    let input = AuthorInput {
        name: name.into(),
        job_title: "Editor".into(),
        portrait: Some("/images/a.svg".into()),
        years_of_experience: Some(7),
        ..AuthorInput::default()
    };
    ValidAuthor::from_input(&input).unwrap()
}

fn posts(database: &Database) -> PostService {
    let content = ContentState::new(Versions::default());
    let clock = Arc::new(ManualClock::new(now()));
    PostService::new(database.clone(), clock, content, Tz::UTC, String::new())
}

/// Creates a post by an author.
async fn write(posts: &PostService, slug: &str, author: &str, published: bool) -> PostRecord {
    let input = PostInput {
        title: format!("Title of {slug}"),
        slug: slug.into(),
        author: author.into(),
        tags: vec!["Local SEO".into()],
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

fn of(author: &str) -> ListFilter {
    ListFilter { author: Some(author.into()), ..ListFilter::default() }
}

fn about(text: &str) -> ListFilter {
    ListFilter { search: Some(text.into()), ..ListFilter::default() }
}

async fn an_author_is_read_as_it_was_written(database: TestDatabase) {
    let store = AuthorStore::new(database.open().await);
    let (made, _) = store.create(&valid("Zoë Hale"), now()).await.unwrap();
    assert_eq!((made.slug.as_str(), made.version, made.created_at), ("zoe-hale", 1, now()));
    assert_eq!(store.get(made.id).await.unwrap().as_ref(), Some(&made));
    assert_eq!(store.by_slug("zoe-hale").await.unwrap().as_ref(), Some(&made));
    assert_eq!(store.by_keys(&[name_key("ZOË HALE ")]).await.unwrap(), std::slice::from_ref(&made));
    assert_eq!(store.all().await.unwrap(), [made]);
}

async fn names_and_slugs_are_taken_once(database: TestDatabase) {
    let store = AuthorStore::new(database.open().await);
    store.create(&valid("Zoë Hale"), now()).await.unwrap();
    let same_name = ValidAuthor { slug: valid("Other").slug, ..valid("ZOË hale") };
    assert!(matches!(store.create(&same_name, now()).await, Err(WriteError::NameTaken)));
    let same_slug = ValidAuthor { slug: valid("Zoë Hale").slug, ..valid("Other") };
    assert!(matches!(store.create(&same_slug, now()).await, Err(WriteError::SlugTaken)));
}

async fn a_change_of_an_old_version_is_a_conflict(database: TestDatabase) {
    let store = AuthorStore::new(database.open().await);
    let (made, first) = store.create(&valid("Zoë Hale"), now()).await.unwrap();
    let (after, second) = store.update(&made, &valid("Zoë Hale"), now()).await.unwrap();
    assert_eq!((after.version, second), (2, first + 1));
    assert!(matches!(store.update(&made, &valid("Other"), now()).await, Err(WriteError::EditConflict)));
    store.delete(made.id, now()).await.unwrap();
    assert!(matches!(store.update(&after, &valid("Other"), now()).await, Err(WriteError::NotFound)));
    assert!(matches!(store.delete(made.id, now()).await, Err(WriteError::NotFound)));
}

async fn a_new_name_goes_into_posts_lists_and_search(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (AuthorStore::new(database.clone()), posts(&database));
    let (made, _) = store.create(&valid("Zoë Hale"), now()).await.unwrap();
    let one = write(&posts, "one", "zoë hale", true).await;
    let draft = write(&posts, "draft", "Zoë Hale", false).await;
    write(&posts, "guest", "Somebody Else", true).await;
    let (_, _) = store.update(&made, &valid("Zoë Lloyd"), now()).await.unwrap();
    for post in [&one, &draft] {
        let after = posts.get(post.summary.id).await.unwrap();
        assert_eq!((after.post.author.as_str(), after.version), ("Zoë Lloyd", post.version + 1));
    }
    assert_eq!(slugs(&posts, of("Zoë Hale")).await, [""; 0]);
    assert_eq!(slugs(&posts, of("ZOË LLOYD")).await, ["one"]);
    assert_eq!(slugs(&posts, about("lloyd")).await, ["one"]);
    assert_eq!(slugs(&posts, about("zoë hale")).await, [""; 0]);
    assert_eq!(slugs(&posts, about("local seo")).await, ["guest", "one"], "the rest of the search text stays");
}

async fn a_deleted_author_leaves_the_name_in_posts(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (AuthorStore::new(database.clone()), posts(&database));
    let (made, _) = store.create(&valid("Zoë Hale"), now()).await.unwrap();
    let one = write(&posts, "one", "Zoë Hale", true).await;
    store.delete(made.id, now()).await.unwrap();
    assert_eq!(store.all().await.unwrap(), []);
    assert_eq!(posts.get(one.summary.id).await.unwrap().post.author, "Zoë Hale");
}

async fn authors_of_the_site_file_come_once(database: TestDatabase) {
    let store = AuthorStore::new(database.open().await);
    let (own, _) = store.create(&valid("Zoë Hale"), now()).await.unwrap();
    let given = [valid("ZOË HALE"), valid("Samir Desai"), valid("Imogen Firth")];
    assert!(store.import(&given, now()).await.unwrap().is_some());
    let names = async || store.all().await.unwrap().into_iter().map(|author| author.name).collect::<Vec<_>>();
    assert_eq!(names().await, ["Imogen Firth", "Samir Desai", "Zoë Hale"], "a name that is there stays as it is");
    let all = store.all().await.unwrap();
    store.delete(all[0].id, now()).await.unwrap();
    store.update(&all[1], &valid("Samir D."), now()).await.unwrap();
    store.delete(own.id, now()).await.unwrap();
    assert_eq!(store.import(&given, now()).await.unwrap(), None);
    assert_eq!(names().await, ["Samir D."], "then the database decides");
    assert!(store.import(&[valid("Catrin Lloyd")], now()).await.unwrap().is_some());
    assert_eq!(names().await, ["Catrin Lloyd", "Samir D."]);
}

async fn the_audit_log_names_the_slug_that_an_author_got(database: TestDatabase) {
    let database = database.open().await;
    let store = AuthorStore::new(database.clone());
    let taken = ValidAuthor { slug: valid("Samir Desai").slug, ..valid("Zoë Hale") };
    store.create(&taken, now()).await.unwrap();
    store.import(&[valid("Samir Desai")], now()).await.unwrap();
    let author = store.by_keys(&[name_key("Samir Desai")]).await.unwrap().pop().unwrap();
    assert_eq!(author.slug, author.id.to_string());
    let entries = audit_entries::Entity::find().order_by_desc(audit_entries::Column::Number);
    let entry = entries.one(database.reader()).await.unwrap().unwrap();
    let said: serde_json::Value = serde_json::from_str(&entry.new_values.unwrap()).unwrap();
    assert_eq!(said["slug"], author.slug);
}

async fn posts_are_counted_whatever_the_spelling(database: TestDatabase) {
    let database = database.open().await;
    let (store, posts) = (AuthorStore::new(database.clone()), posts(&database));
    write(&posts, "one", "Zoë Hale", true).await;
    write(&posts, "two", "ZOË HALE", false).await;
    let gone = write(&posts, "gone", "Zoë Hale", true).await;
    posts.trash(gone.summary.id, &Actor::command_line()).await.unwrap();
    assert_eq!(store.post_counts().await.unwrap(), HashMap::from([(name_key("Zoë Hale"), 2)]));
}
