//! Work that is not saved yet.

use super::*;
use crate::posts::store::autosaves::MAX_AUTOSAVES;

on_both_engines![
    a_draft_comes_back_as_it_was_and_touches_no_post,
    a_key_holds_what_was_written_last,
    tabs_keep_their_drafts_apart,
    a_draft_is_its_editors_alone,
    a_draft_of_a_post_that_is_gone_is_refused,
    drafts_go_with_their_post_and_their_editor,
    only_the_newest_drafts_of_a_post_are_kept,
    a_forgotten_draft_is_gone,
    drafts_that_nobody_came_back_to_are_forgotten,
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
    async fn titles(&self, owner: AutosaveOwner) -> Vec<String> {
        self.store.autosaves(owner).await.unwrap().into_iter().map(|draft| draft.post.title).collect()
    }
}

async fn a_draft_comes_back_as_it_was_and_touches_no_post(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let owner =
        AutosaveOwner { user: fixture.account("a@example.org").await, post: Some(fixture.add(&post("a")).await) };
    let (before, version) = (fixture.get(owner.post.unwrap()).await, fixture.content_version().await);
    let draft = work(Uuid::now_v7(), "Half");
    fixture.store.save_autosave(owner, &draft).await.unwrap();
    assert_eq!(fixture.store.autosaves(owner).await.unwrap(), [draft]);
    assert_eq!(fixture.get(owner.post.unwrap()).await, before);
    assert_eq!(fixture.content_version().await, version);
}

async fn a_key_holds_what_was_written_last(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let owner = AutosaveOwner { user: fixture.account("a@example.org").await, post: None };
    let key = Uuid::now_v7();
    fixture.store.save_autosave(owner, &work(key, "First")).await.unwrap();
    let later = Autosave { updated_at: now() + days(1), ..work(key, "Second") };
    fixture.store.save_autosave(owner, &later).await.unwrap();
    assert_eq!(fixture.store.autosaves(owner).await.unwrap(), [later]);
}

async fn tabs_keep_their_drafts_apart(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.account("a@example.org").await;
    let new = AutosaveOwner { user, post: None };
    let of_post = AutosaveOwner { user, post: Some(fixture.add(&post("a")).await) };
    for (owner, title, age) in [(new, "Older", 2), (new, "Newer", 1), (of_post, "Of a post", 0)] {
        let draft = Autosave { updated_at: now() - days(age), ..work(Uuid::now_v7(), title) };
        fixture.store.save_autosave(owner, &draft).await.unwrap();
    }
    assert_eq!(fixture.titles(new).await, ["Newer", "Older"]);
    assert_eq!(fixture.titles(of_post).await, ["Of a post"]);
}

async fn a_draft_is_its_editors_alone(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let mine = AutosaveOwner { user: fixture.account("a@example.org").await, post: None };
    let theirs = AutosaveOwner { user: fixture.account("b@example.org").await, post: None };
    let key = Uuid::now_v7();
    fixture.store.save_autosave(mine, &work(key, "Mine")).await.unwrap();
    assert_eq!(fixture.titles(theirs).await, [""; 0]);
    fixture.store.save_autosave(theirs, &work(key, "Theirs")).await.unwrap();
    fixture.store.delete_autosave(theirs, key).await.unwrap();
    assert_eq!(fixture.titles(mine).await, ["Mine"]);
}

async fn a_draft_of_a_post_that_is_gone_is_refused(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let owner = AutosaveOwner { user: fixture.account("a@example.org").await, post: Some(Uuid::now_v7()) };
    let error = fixture.store.save_autosave(owner, &work(Uuid::now_v7(), "Late")).await.unwrap_err();
    assert!(matches!(error, WriteError::NotFound), "{error:?}");
    assert!(matches!(fixture.store.must_exist(owner.post.unwrap()).await, Err(WriteError::NotFound)));
}

async fn drafts_go_with_their_post_and_their_editor(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.account("a@example.org").await;
    let (new, of_post) = (AutosaveOwner { user, post: None }, fixture.add(&post("a")).await);
    let owner = AutosaveOwner { user, post: Some(of_post) };
    fixture.store.save_autosave(owner, &work(Uuid::now_v7(), "A")).await.unwrap();
    fixture.store.save_autosave(new, &work(Uuid::now_v7(), "B")).await.unwrap();
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
    fixture.store.save_autosave(new, &work(Uuid::now_v7(), "Untouched")).await.unwrap();
    for number in 0..MAX_AUTOSAVES + 2 {
        let at = now() + TimeDelta::minutes(number.cast_signed());
        let draft = Autosave { updated_at: at, ..work(Uuid::now_v7(), &number.to_string()) };
        fixture.store.save_autosave(owner, &draft).await.unwrap();
    }
    let titles = fixture.titles(owner).await;
    assert_eq!((titles.len(), titles[0].as_str(), titles[19].as_str()), (20, "21", "2"));
    assert_eq!(fixture.titles(new).await, ["Untouched"]);
}

async fn a_forgotten_draft_is_gone(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let user = fixture.account("a@example.org").await;
    let new = AutosaveOwner { user, post: None };
    let of_post = AutosaveOwner { user, post: Some(fixture.add(&post("a")).await) };
    let key = Uuid::now_v7();
    fixture.store.save_autosave(new, &work(key, "A")).await.unwrap();
    fixture.store.delete_autosave(of_post, key).await.unwrap();
    assert_eq!(fixture.titles(new).await, ["A"], "it is no draft of that post");
    fixture.store.delete_autosave(new, key).await.unwrap();
    fixture.store.delete_autosave(new, key).await.unwrap();
    assert_eq!(fixture.titles(new).await.len(), 0);
}

async fn drafts_that_nobody_came_back_to_are_forgotten(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let new = AutosaveOwner { user: fixture.account("a@example.org").await, post: None };
    for (title, age) in [("Old", 2), ("Young", 1)] {
        let draft = Autosave { updated_at: now() - days(age), ..work(Uuid::now_v7(), title) };
        fixture.store.save_autosave(new, &draft).await.unwrap();
    }
    assert_eq!(fixture.store.delete_autosaves_before(now() - days(1)).await.unwrap(), 1);
    assert_eq!(fixture.titles(new).await, ["Young"]);
}
