//! Work that is not saved yet.

use chrono::TimeDelta;

use super::*;
use crate::{
    posts::{domain::PostInput, testing::*},
    storage::testing::{TestDatabase, on_both_engines},
};

on_both_engines![
    a_draft_comes_back_as_it_was_and_touches_no_post,
    a_key_holds_what_was_written_last,
    tabs_keep_their_drafts_apart,
    a_draft_is_its_editors_alone,
    a_draft_of_a_post_that_is_gone_is_refused,
    drafts_go_with_their_post_and_their_editor,
    only_the_newest_drafts_of_a_post_are_kept,
    a_deleted_draft_is_gone,
    expired_drafts_are_deleted,
    a_link_shows_what_was_typed_until_it_ends,
    a_link_needs_a_post,
    only_the_newest_links_to_a_post_work,
];

fn work(key: Uuid, title: &str) -> Autosave {
    let post = PostInput {
        title: title.into(),
        content: "<p onclick=\"x()\">as it was\u{0}</p>".into(),
        slug: "Not a slug yet".into(),
        version: Some(1),
        ..PostInput::default()
    };
    Autosave { key, updated_at: now(), post }
}

impl Fixture {
    fn unsaved(&self) -> UnsavedStore {
        UnsavedStore::new(self.store.database.clone())
    }

    async fn titles(&self, owner: AutosaveOwner) -> Vec<String> {
        self.unsaved().autosaves(owner).await.unwrap().into_iter().map(|draft| draft.post.title).collect()
    }
}

async fn a_draft_comes_back_as_it_was_and_touches_no_post(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let owner =
        AutosaveOwner { user: fixture.account("a@example.org").await, post: Some(fixture.add(&post("a")).await) };
    let (before, version) = (fixture.get(owner.post.unwrap()).await, fixture.content_version().await);
    let draft = work(Uuid::now_v7(), "Half");
    fixture.unsaved().save(owner, &draft).await.unwrap();
    assert_eq!(fixture.unsaved().autosaves(owner).await.unwrap(), [draft]);
    assert_eq!(fixture.get(owner.post.unwrap()).await, before);
    assert_eq!(fixture.content_version().await, version);
}

async fn a_key_holds_what_was_written_last(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let owner = AutosaveOwner { user: fixture.account("a@example.org").await, post: None };
    let key = Uuid::now_v7();
    fixture.unsaved().save(owner, &work(key, "First")).await.unwrap();
    let later = Autosave { updated_at: now() + days(1), ..work(key, "Second") };
    fixture.unsaved().save(owner, &later).await.unwrap();
    assert_eq!(fixture.unsaved().autosaves(owner).await.unwrap(), [later]);
}

async fn tabs_keep_their_drafts_apart(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.account("a@example.org").await;
    let new = AutosaveOwner { user, post: None };
    let of_post = AutosaveOwner { user, post: Some(fixture.add(&post("a")).await) };
    for (owner, title, age) in [(new, "Older", 2), (new, "Newer", 1), (of_post, "Of a post", 0)] {
        let draft = Autosave { updated_at: now() - days(age), ..work(Uuid::now_v7(), title) };
        fixture.unsaved().save(owner, &draft).await.unwrap();
    }
    assert_eq!(fixture.titles(new).await, ["Newer", "Older"]);
    assert_eq!(fixture.titles(of_post).await, ["Of a post"]);
}

async fn a_draft_is_its_editors_alone(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let mine = AutosaveOwner { user: fixture.account("a@example.org").await, post: None };
    let theirs = AutosaveOwner { user: fixture.account("b@example.org").await, post: None };
    let key = Uuid::now_v7();
    fixture.unsaved().save(mine, &work(key, "Mine")).await.unwrap();
    assert_eq!(fixture.titles(theirs).await, [""; 0]);
    fixture.unsaved().save(theirs, &work(key, "Theirs")).await.unwrap();
    fixture.unsaved().delete(theirs, key).await.unwrap();
    assert_eq!(fixture.titles(mine).await, ["Mine"]);
}

async fn a_draft_of_a_post_that_is_gone_is_refused(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let owner = AutosaveOwner { user: fixture.account("a@example.org").await, post: Some(Uuid::now_v7()) };
    let error = fixture.unsaved().save(owner, &work(Uuid::now_v7(), "Late")).await.unwrap_err();
    assert!(matches!(error, WriteError::NotFound), "{error:?}");
}

async fn drafts_go_with_their_post_and_their_editor(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.account("a@example.org").await;
    let (new, of_post) = (AutosaveOwner { user, post: None }, fixture.add(&post("a")).await);
    let owner = AutosaveOwner { user, post: Some(of_post) };
    fixture.unsaved().save(owner, &work(Uuid::now_v7(), "A")).await.unwrap();
    fixture.unsaved().save(new, &work(Uuid::now_v7(), "B")).await.unwrap();
    fixture.store.delete(of_post, now()).await.unwrap();
    assert_eq!((fixture.titles(owner).await.len(), fixture.titles(new).await.len()), (0, 1));
    fixture.remove_account(user).await;
    assert_eq!(fixture.titles(new).await.len(), 0);
}

async fn only_the_newest_drafts_of_a_post_are_kept(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.account("a@example.org").await;
    let new = AutosaveOwner { user, post: None };
    let owner = AutosaveOwner { user, post: Some(fixture.add(&post("a")).await) };
    fixture.unsaved().save(new, &work(Uuid::now_v7(), "Untouched")).await.unwrap();
    for number in 0..MAX_AUTOSAVES + 2 {
        let at = now() + TimeDelta::minutes(number.cast_signed());
        let draft = Autosave { updated_at: at, ..work(Uuid::now_v7(), &number.to_string()) };
        fixture.unsaved().save(owner, &draft).await.unwrap();
    }
    let titles = fixture.titles(owner).await;
    assert_eq!((titles.len(), titles[0].as_str(), titles[19].as_str()), (20, "21", "2"));
    assert_eq!(fixture.titles(new).await, ["Untouched"]);
}

async fn a_deleted_draft_is_gone(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.account("a@example.org").await;
    let new = AutosaveOwner { user, post: None };
    let of_post = AutosaveOwner { user, post: Some(fixture.add(&post("a")).await) };
    let key = Uuid::now_v7();
    fixture.unsaved().save(new, &work(key, "A")).await.unwrap();
    fixture.unsaved().delete(of_post, key).await.unwrap();
    assert_eq!(fixture.titles(new).await, ["A"], "it is not a draft of that post");
    fixture.unsaved().delete(new, key).await.unwrap();
    fixture.unsaved().delete(new, key).await.unwrap();
    assert_eq!(fixture.titles(new).await.len(), 0);
}

async fn expired_drafts_are_deleted(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let new = AutosaveOwner { user: fixture.account("a@example.org").await, post: None };
    for (title, age) in [("Old", 2), ("Young", 1)] {
        let draft = Autosave { updated_at: now() - days(age), ..work(Uuid::now_v7(), title) };
        fixture.unsaved().save(new, &draft).await.unwrap();
    }
    assert_eq!(fixture.unsaved().delete_before(now() - days(1)).await.unwrap(), 1);
    assert_eq!(fixture.titles(new).await, ["Young"]);
}

async fn a_link_shows_what_was_typed_until_it_ends(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&post("a")).await;
    let store = fixture.unsaved();
    let link = |typed: Option<PostInput>| Preview { post: id, typed, expires_at: now() + days(7) };
    let (plain, typed) = (link(None), link(Some(post("b"))));
    store.add_preview(TokenHash::numbered(1), &plain).await.unwrap();
    store.add_preview(TokenHash::numbered(2), &typed).await.unwrap();
    assert_eq!(store.preview(TokenHash::numbered(1), now()).await.unwrap(), Some(plain));
    assert_eq!(store.preview(TokenHash::numbered(2), now()).await.unwrap(), Some(typed));
    assert_eq!(store.preview(TokenHash::numbered(3), now()).await.unwrap(), None);
    assert_eq!(store.preview(TokenHash::numbered(1), now() + days(7)).await.unwrap(), None);
    store.delete_previews_before(now()).await.unwrap();
    assert!(store.preview(TokenHash::numbered(1), now()).await.unwrap().is_some());
    store.delete_previews(id).await.unwrap();
    assert_eq!(store.preview(TokenHash::numbered(1), now()).await.unwrap(), None);
}

async fn only_the_newest_links_to_a_post_work(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let (id, other) = (fixture.add(&post("a")).await, fixture.add(&post("b")).await);
    let store = fixture.unsaved();
    let works = async |number| store.preview(TokenHash::numbered(number), now()).await.unwrap().is_some();
    let most = u8::try_from(MAX_PREVIEWS).unwrap();
    let link = |post, age| Preview { post, typed: None, expires_at: now() + days(7) - TimeDelta::minutes(age) };
    store.add_preview(TokenHash::numbered(255), &link(other, 60)).await.unwrap();
    for number in 1..=most + 1 {
        let age = i64::from(most + 1 - number);
        store.add_preview(TokenHash::numbered(number), &link(id, age)).await.unwrap();
    }
    assert!(!works(1).await);
    for number in (2..=most + 1).chain([255]) {
        assert!(works(number).await, "{number}");
    }
    // Links to unsaved text are counted separately.
    for number in 50..=50 + most {
        let age = i64::from(50 + most - number);
        let typed = Preview { typed: Some(post("c")), ..link(id, age) };
        store.add_preview(TokenHash::numbered(number), &typed).await.unwrap();
    }
    assert!(!works(50).await);
    for number in (2..=most + 1).chain(51..=50 + most) {
        assert!(works(number).await, "{number}");
    }
    // The newest link works even when all were created at the same time.
    for number in 100..=100 + most {
        store.add_preview(TokenHash::numbered(number), &link(id, 0)).await.unwrap();
        assert!(works(number).await, "{number}");
    }
}

async fn a_link_needs_a_post(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let link = Preview { post: Uuid::now_v7(), typed: None, expires_at: now() };
    assert!(matches!(fixture.unsaved().add_preview(TokenHash::numbered(1), &link).await, Err(WriteError::NotFound)));
    assert!(!fixture.store.exists(link.post).await.unwrap());
}
