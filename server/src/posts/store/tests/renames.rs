//! What becomes of an address that a post no longer has.

use super::*;

on_both_engines![
    a_renamed_post_is_found_by_its_old_slug,
    every_old_slug_leads_to_the_present_one,
    renaming_back_removes_the_redirect,
    a_new_post_takes_an_old_slug_over,
    a_renamed_post_takes_an_old_slug_over,
    an_old_slug_of_a_draft_leads_nowhere,
];

fn renamed(slug: &str) -> PostInput {
    PostInput { title: "One post".into(), ..post(slug) }
}

impl Fixture {
    async fn leads_to(&self, slug: &str) -> Option<String> {
        self.store.renamed_to(slug, now()).await.unwrap()
    }
}

async fn a_renamed_post_is_found_by_its_old_slug(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&renamed("a")).await;
    fixture.change(id, &renamed("b")).await;
    assert_eq!(fixture.store.by_slug("a", now()).await.unwrap(), None);
    assert_eq!(fixture.leads_to("a").await.as_deref(), Some("b"));
    assert_eq!(fixture.leads_to("b").await, None);
    assert_eq!(fixture.leads_to("never").await, None);
}

async fn every_old_slug_leads_to_the_present_one(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&renamed("a")).await;
    fixture.change(id, &renamed("b")).await;
    fixture.change(id, &renamed("c")).await;
    assert_eq!(fixture.leads_to("a").await.as_deref(), Some("c"));
    assert_eq!(fixture.leads_to("b").await.as_deref(), Some("c"));
}

async fn renaming_back_removes_the_redirect(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&renamed("a")).await;
    fixture.change(id, &renamed("b")).await;
    fixture.change(id, &renamed("a")).await;
    assert_eq!(fixture.leads_to("a").await, None);
    assert_eq!(fixture.leads_to("b").await.as_deref(), Some("a"));
    assert_eq!(fixture.by_slug("a").await.summary.id, id);
    fixture.change(id, &renamed("b")).await;
    assert_eq!(fixture.leads_to("a").await.as_deref(), Some("b"));
    assert_eq!(fixture.leads_to("b").await, None);
}

async fn a_new_post_takes_an_old_slug_over(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let first = fixture.add(&renamed("a")).await;
    fixture.change(first, &renamed("b")).await;
    let second = fixture.add(&post("a")).await;
    assert_eq!(fixture.leads_to("a").await, None);
    assert_eq!(fixture.by_slug("a").await.summary.id, second);
    // The slug belongs to the second post from now on, whatever becomes of it.
    fixture.change(second, &post("c")).await;
    assert_eq!(fixture.leads_to("a").await.as_deref(), Some("c"));
}

async fn a_renamed_post_takes_an_old_slug_over(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let first = fixture.add(&renamed("a")).await;
    fixture.change(first, &renamed("b")).await;
    let second = fixture.add(&post("x")).await;
    fixture.change(second, &post("a")).await;
    assert_eq!(fixture.by_slug("a").await.summary.id, second);
    assert_eq!(fixture.leads_to("x").await.as_deref(), Some("a"));
    assert_eq!(fixture.leads_to("a").await, None);
}

async fn an_old_slug_of_a_draft_leads_nowhere(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&renamed("a")).await;
    fixture.change(id, &renamed("b")).await;
    fixture.change(id, &PostInput { published: false, ..renamed("b") }).await;
    assert_eq!(fixture.leads_to("a").await, None);
}
