//! Tests of the versions that saves have replaced.

use uuid::Uuid;

use super::{FieldChange, REVISIONS_KEPT, RevisionStore};
use crate::{
    posts::{domain::PostInput, testing::*},
    storage::testing::{TestDatabase, on_both_engines},
};

impl Fixture {
    fn revisions(&self) -> RevisionStore {
        RevisionStore::new(self.store.database.clone())
    }
}

on_both_engines![
    a_save_keeps_what_the_post_said_before,
    each_save_says_what_it_changed,
    a_save_that_fails_keeps_nothing,
    a_save_without_a_change_keeps_nothing,
    only_the_newest_are_kept,
    revisions_go_with_their_post,
    a_save_outlives_the_account_that_made_it,
    a_revision_belongs_to_its_post,
];

fn titled(title: &str) -> PostInput {
    PostInput { title: title.into(), ..post("a") }
}

async fn a_save_keeps_what_the_post_said_before(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let editor = fixture.account("ann@example.org").await;
    let first = PostInput {
        content: "<h2>Before</h2><p>Text</p>".into(),
        tags: vec!["b".into(), "a".into()],
        section_tags: vec!["SEO".into()],
        published_date: Some("2026-11-20T08:15:30.123456Z".into()),
        schema: r#"{"@type":"Article"}"#.into(),
        ..post("a")
    };
    let id = fixture.add(&first).await;
    let before = fixture.get(id).await.post;
    fixture.update_by(editor, id, 1, &titled("After"), now() + days(1)).await.unwrap();
    let list = fixture.revisions().page(id, 0, 10).await.unwrap();
    assert_eq!(list.total, 1);
    let [kept] = &list.items[..] else { panic!("{list:?}") };
    assert_eq!((kept.version, kept.title.as_str(), kept.created_at), (1, "Title of a", now() + days(1)));
    assert_eq!(kept.editor.as_deref(), Some("ann@example.org"));
    let whole = fixture.revisions().get(id, kept.id).await.unwrap().unwrap();
    assert_eq!((&whole.summary, &whole.post), (kept, &before));
    assert_eq!(whole.post.tags, ["b", "a"]);
}

async fn each_save_says_what_it_changed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&PostInput { content: "<p>one two</p>".into(), ..titled("One") }).await;
    let longer = PostInput { content: "<p>one two three</p>".into(), trending: true, ..titled("One") };
    fixture.change(id, &longer).await;
    fixture.change(id, &titled("One")).await;
    let list = fixture.revisions().page(id, 0, 10).await.unwrap();
    let versions: Vec<i64> = list.items.iter().map(|one| one.version).collect();
    assert_eq!(versions, [2, 1], "the newest first");
    let expected = [
        FieldChange { field: "content".into(), words_before: Some(2), words_after: Some(3) },
        FieldChange { field: "trending".into(), words_before: None, words_after: None },
    ];
    assert_eq!(list.items[1].changes, expected);
}

async fn a_save_that_fails_keeps_nothing(database: TestDatabase) {
    let fixture = Fixture::with(database, &[post("taken")]).await;
    let id = fixture.add(&post("a")).await;
    fixture.update(id, 7, &titled("Stale"), now()).await.unwrap_err();
    fixture.update(id, 1, &post("taken"), now()).await.unwrap_err();
    assert_eq!(fixture.revisions().page(id, 0, 10).await.unwrap().total, 0);
}

async fn a_save_without_a_change_keeps_nothing(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let full = PostInput {
        content: "<h2>A</h2><p>Text</p>".into(),
        tags: vec!["b".into(), "a".into()],
        section_tags: vec!["SEO".into()],
        published_date: Some("2026-11-20T08:15:30.123456Z".into()),
        featured: true,
        ..post("a")
    };
    let id = fixture.add(&full).await;
    fixture.change(id, &full).await;
    assert_eq!(fixture.get(id).await.version, 2, "it was still saved");
    assert_eq!(fixture.revisions().page(id, 0, 10).await.unwrap().total, 0);
}

async fn only_the_newest_are_kept(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&post("a")).await;
    let other = fixture.add(&post("b")).await;
    fixture.change(other, &PostInput { slug: "b".into(), ..titled("Other") }).await;
    for number in 1..=REVISIONS_KEPT + 2 {
        fixture.change(id, &titled(&number.to_string())).await;
    }
    let list = fixture.revisions().page(id, 48, 10).await.unwrap();
    assert_eq!((list.total, list.items.len()), (50, 2));
    assert_eq!(list.items[1].version, 3);
    // Saves that changed nothing do not displace other revisions.
    let unchanged = titled(&(REVISIONS_KEPT + 2).to_string());
    for _ in 0..REVISIONS_KEPT {
        fixture.change(id, &unchanged).await;
    }
    fixture.change(id, &titled("One more")).await;
    let list = fixture.revisions().page(id, 48, 10).await.unwrap();
    assert_eq!((list.total, list.items[1].version), (50, 4));
    assert_eq!(fixture.revisions().page(other, 0, 10).await.unwrap().total, 1);
}

async fn revisions_go_with_their_post(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&post("a")).await;
    fixture.change(id, &titled("After")).await;
    fixture.store.delete(id, now()).await.unwrap();
    assert_eq!(fixture.revisions().page(id, 0, 10).await.unwrap().total, 0);
}

async fn a_save_outlives_the_account_that_made_it(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let editor = fixture.account("gone@example.org").await;
    let id = fixture.add(&post("a")).await;
    fixture.update_by(editor, id, 1, &titled("After"), now()).await.unwrap();
    fixture.remove_account(editor).await;
    let list = fixture.revisions().page(id, 0, 10).await.unwrap();
    assert_eq!((list.items[0].editor.as_deref(), list.items[0].version), (None, 1));
}

async fn a_revision_belongs_to_its_post(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let (one, other) = (fixture.add(&post("a")).await, fixture.add(&post("b")).await);
    fixture.change(one, &titled("After")).await;
    let kept = fixture.revisions().page(one, 0, 10).await.unwrap().items[0].id;
    assert!(fixture.revisions().get(one, kept).await.unwrap().is_some());
    assert_eq!(fixture.revisions().get(other, kept).await.unwrap(), None);
    assert_eq!(fixture.revisions().get(one, Uuid::now_v7()).await.unwrap(), None);
}
