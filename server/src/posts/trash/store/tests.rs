//! Tests of the trash.

use sea_orm::{EntityTrait, PaginatorTrait};

use uuid::Uuid;

use crate::{
    posts::{
        categories::{domain::ValidCategory, store::CategoryStore},
        domain::{
            PostInput, PostState,
            lists::{AdminFilter, ListFilter, StateCounts, StatusFilter},
        },
        history::store::RevisionStore,
        store::WriteError,
        testing::*,
    },
    storage::{
        entities::{blog_posts_lists, blog_posts_search},
        testing::{TestDatabase, on_both_engines},
    },
};

on_both_engines![
    a_post_in_the_trash_is_nowhere_but_there,
    a_restored_post_is_as_it_was,
    a_post_that_was_changed_in_the_trash_is_restored_as_it_is_now,
    the_slug_of_a_post_in_the_trash_is_free,
    each_state_is_counted_and_listed,
    only_old_posts_leave_the_trash,
    a_post_that_was_restored_meanwhile_is_not_deleted,
    a_save_does_not_bring_a_post_out_of_the_trash,
];

fn in_state(status: StatusFilter) -> AdminFilter {
    AdminFilter { status, ..AdminFilter::default() }
}

impl Fixture {
    async fn rows(&self, filter: AdminFilter) -> Vec<String> {
        let found = self.store.admin_list(&filter, now(), 0, 100).await.unwrap().posts;
        assert_eq!(found.items.len() as u64, found.total, "{filter:?}");
        slugs(found.items)
    }

    async fn restore(&self, id: Uuid) -> Result<i64, WriteError> {
        let before = self.get(id).await;
        self.store.restore(&before, &draft(&before.post), now()).await
    }
}

fn tagged(slug: &str) -> PostInput {
    PostInput { tags: vec!["Local SEO".into()], section_tags: vec!["SEO".into()], featured: true, ..aged(slug, 3) }
}

async fn a_post_in_the_trash_is_nowhere_but_there(database: TestDatabase) {
    let fixture = Fixture::with(database, &[tagged("kept")]).await;
    let id = fixture.add(&tagged("gone")).await;
    fixture.change(id, &PostInput { slug: "renamed".into(), ..tagged("gone") }).await;
    let store = &fixture.store;
    store.trash(id, now()).await.unwrap();

    let everything = ListFilter::default();
    assert_eq!(fixture.slugs(everything.clone()).await, ["kept"]);
    assert_eq!(fixture.slugs(ListFilter { tag: Some("Local SEO".into()), ..everything.clone() }).await, ["kept"]);
    assert!(fixture.found("renamed").await.is_empty());
    assert_eq!(store.by_slug("renamed", now()).await.unwrap(), None);
    assert_eq!(store.renamed_to("gone", now()).await.unwrap(), None);
    assert_eq!(store.canonical("", now()).await.unwrap().len(), 1);
    assert_eq!(store.tag_counts(now()).await.unwrap()[0].count, 1);
    let exported = store.batch(None, 100).await.unwrap();
    assert_eq!(slugs(exported.into_iter().map(|post| post.summary).collect()), ["kept"]);
    let search = |status| AdminFilter { search: Some("title of".into()), status, ..AdminFilter::default() };
    assert_eq!(fixture.rows(AdminFilter::default()).await, ["kept"]);
    assert_eq!(fixture.rows(search(StatusFilter::All)).await, ["kept"]);
    assert!(fixture.rows(in_state(StatusFilter::Draft)).await.is_empty());
    assert_eq!(fixture.rows(in_state(StatusFilter::Trash)).await, ["renamed"]);
    assert_eq!(fixture.rows(search(StatusFilter::Trash)).await, ["renamed"]);

    let post = fixture.get(id).await;
    assert_eq!((post.post.slug.as_str(), post.post.published), ("renamed", true));
    assert_eq!(post.summary.trashed_at, Some(now()));
    assert!(matches!(store.trash(id, now()).await, Err(WriteError::NotFound)));
    assert!(matches!(store.trash(Uuid::now_v7(), now()).await, Err(WriteError::NotFound)));
}

async fn a_restored_post_is_as_it_was(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&tagged("first")).await;
    fixture.change(id, &tagged("second")).await;
    let unpublished = fixture.add(&PostInput { published: false, ..post("draft") }).await;
    let rows = async || {
        let connection = fixture.store.database.reader();
        let lists = blog_posts_lists::Entity::find().all(connection).await.unwrap();
        (lists, blog_posts_search::Entity::find().count(connection).await.unwrap())
    };
    let (post, draft, before) = (fixture.get(id).await, fixture.get(unpublished).await, rows().await);
    for id in [id, unpublished] {
        fixture.store.trash(id, now()).await.unwrap();
        fixture.restore(id).await.unwrap();
    }
    assert_eq!(fixture.get(id).await, post);
    assert_eq!(fixture.get(unpublished).await, draft);
    assert_eq!(rows().await, before);
    assert_eq!(fixture.store.renamed_to("first", now()).await.unwrap().as_deref(), Some("second"));
    let revisions = RevisionStore::new(fixture.store.database.clone());
    assert_eq!(revisions.page(id, 0, 10).await.unwrap().total, 1);
    assert!(matches!(fixture.restore(id).await, Err(WriteError::NotFound)));
}

async fn a_post_that_was_changed_in_the_trash_is_restored_as_it_is_now(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&tagged("gone")).await;
    fixture.store.trash(id, now()).await.unwrap();
    let before = fixture.get(id).await;
    let categories = CategoryStore::new(fixture.database.open().await);
    let category = categories.by_key("local seo").await.unwrap().unwrap();
    let renamed = ValidCategory { name: "Maps".into(), description: String::new() };
    categories.update(&category, &renamed, now()).await.unwrap();
    let restored = fixture.store.restore(&before, &draft(&before.post), now()).await;
    assert!(matches!(restored, Err(WriteError::EditConflict)), "{restored:?}");
    assert!(fixture.get(id).await.summary.trashed_at.is_some());
    fixture.restore(id).await.unwrap();
    let in_category = |tag: &str| ListFilter { tag: Some(tag.into()), ..ListFilter::default() };
    assert_eq!(fixture.slugs(in_category("Maps")).await, ["gone"]);
    assert!(fixture.slugs(in_category("Local SEO")).await.is_empty());
}

async fn the_slug_of_a_post_in_the_trash_is_free(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&post("wanted")).await;
    fixture.store.trash(id, now()).await.unwrap();
    let other = fixture.add(&post("wanted")).await;
    assert!(matches!(fixture.restore(id).await, Err(WriteError::SlugTaken)));
    assert!(fixture.get(id).await.summary.trashed_at.is_some());
    fixture.change(other, &post("moved")).await;
    fixture.restore(id).await.unwrap();
    assert_eq!(fixture.by_slug("wanted").await.summary.id, id);
    assert_eq!(fixture.store.renamed_to("wanted", now()).await.unwrap(), None);
}

async fn each_state_is_counted_and_listed(database: TestDatabase) {
    let posts = [post("live"), aged("soon", -2), PostInput { published: false, ..post("draft") }, post("gone")];
    let fixture = Fixture::with(database, &posts).await;
    fixture.store.trash(fixture.by_slug("gone").await.summary.id, now()).await.unwrap();
    let counts = fixture.store.state_counts(now()).await.unwrap();
    assert_eq!(counts, StateCounts { draft: 1, scheduled: 1, live: 1, trash: 1 });
    for (status, state, slug) in [
        (StatusFilter::Live, PostState::Live, "live"),
        (StatusFilter::Scheduled, PostState::Scheduled, "soon"),
        (StatusFilter::Draft, PostState::Draft, "draft"),
        (StatusFilter::Trash, PostState::Trash, "gone"),
    ] {
        assert_eq!(fixture.rows(in_state(status)).await, [slug]);
        let rows = fixture.store.admin_list(&in_state(status), now(), 0, 9).await.unwrap().posts.items;
        assert_eq!(rows[0].state(now()), state);
        let searched = AdminFilter { search: Some("title".into()), ..in_state(status) };
        assert_eq!(fixture.rows(searched).await, [slug]);
    }
    let mut published = fixture.rows(AdminFilter { status: StatusFilter::Published, ..AdminFilter::default() }).await;
    published.sort();
    assert_eq!(published, ["live", "soon"]);
}

async fn only_old_posts_leave_the_trash(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let old = fixture.add(&post("old")).await;
    let young = fixture.add(&post("young")).await;
    fixture.store.trash(old, now()).await.unwrap();
    fixture.store.trash(young, now() + days(1)).await.unwrap();
    assert_eq!(fixture.store.trashed_before(now() + days(1)).await.unwrap(), [old]);
    let delete = async |id| fixture.store.delete_trashed_before(now() + days(1), id, now()).await.unwrap();
    assert_eq!(delete(young).await, None);
    assert!(delete(old).await.is_some());
    assert_eq!(fixture.rows(in_state(StatusFilter::Trash)).await, ["young"]);
    assert_eq!(fixture.store.by_id(old).await.unwrap(), None);
}

async fn a_post_that_was_restored_meanwhile_is_not_deleted(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&post("back")).await;
    fixture.store.trash(id, now()).await.unwrap();
    let moment = now() + days(1);
    assert_eq!(fixture.store.trashed_before(moment).await.unwrap(), [id]);
    fixture.restore(id).await.unwrap();
    assert_eq!(fixture.store.delete_trashed_before(moment, id, moment).await.unwrap(), None);
    assert_eq!(fixture.slugs(ListFilter::default()).await, ["back"]);
}

async fn a_save_does_not_bring_a_post_out_of_the_trash(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&post("gone")).await;
    let before = fixture.get(id).await;
    fixture.store.trash(id, now()).await.unwrap();
    let saved = fixture.store.update(&before, &draft(&before.post), EDITOR, now()).await;
    assert!(matches!(saved, Err(WriteError::NotFound)), "{saved:?}");
    assert!(fixture.slugs(ListFilter::default()).await.is_empty());
    fixture.restore(id).await.unwrap();
    assert_eq!(fixture.slugs(ListFilter::default()).await, ["gone"]);
}
