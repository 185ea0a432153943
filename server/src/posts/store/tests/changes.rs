//! Making, changing and removing posts.

use super::*;

on_both_engines![
    a_post_reads_back_as_it_was_written,
    a_post_with_only_its_required_fields_reads_back,
    two_posts_cannot_have_one_slug,
    an_update_replaces_everything_and_raises_the_version,
    an_update_from_a_stale_version_changes_nothing,
    of_two_racing_updates_one_is_a_conflict,
    what_is_not_there_cannot_be_changed_or_removed,
    removing_a_post_takes_its_links_and_redirects_along,
    a_batch_is_made_as_a_whole_or_not_at_all,
    every_change_raises_the_content_version_and_a_failed_one_does_not,
    the_featured_moment_is_kept_while_a_post_stays_featured,
    batches_go_through_all_posts_in_the_order_of_creation,
    a_database_is_migrated_once_and_keeps_its_content,
];

fn full() -> PostInput {
    PostInput {
        title: "Crawl budget — “what” it's worth 🕷".into(),
        slug: "crawl-budget".into(),
        content: "<h2>One</h2><p>Two &amp; three ❤ 東京</p><!-- pagebreak --><h3>Four</h3><p>Five</p>".into(),
        summary: "First line.\nSecond line with \\ and 'quotes'.".into(),
        author: "Rowan Hale".into(),
        author_bio: "Writes.".into(),
        tags: vec!["Technical SEO".into(), "Ünïcode".into(), "b".into()],
        section_tags: vec!["SEO".into(), "Analytics".into()],
        published: true,
        featured: true,
        trending: true,
        crawl_log: true,
        inside_the_index: true,
        published_date: Some("2026-11-20T08:15:30.123456Z".into()),
        featured_image: Some("/media/images/1-a.png".into()),
        thumbnail_image: Some("https://img.example/t.webp".into()),
        meta_title: "Meta title".into(),
        meta_description: "Meta description".into(),
        canonical_url: Some("https://elsewhere.example/post".into()),
        schema: r#"{"@type":"Article"}"#.into(),
        ..every_text()
    }
}

/// Returns a post in which every text contains the name of its field, so that fields added later are tested too.
fn every_text() -> PostInput {
    let mut post = serde_json::to_value(PostInput::default()).unwrap();
    for (name, value) in post.as_object_mut().unwrap() {
        if value.is_string() {
            *value = name.as_str().into();
        }
    }
    serde_json::from_value(post).unwrap()
}

async fn a_post_reads_back_as_it_was_written(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let written = draft(&full());
    let id = fixture.add(&full()).await;
    let read = fixture.get(id).await;
    assert_eq!(fixture.by_slug("crawl-budget").await, read);
    let summary = &read.summary;
    assert_eq!((summary.id, &summary.title, &summary.summary), (id, &written.title, &written.summary));
    assert_eq!(read.post, PostInput { content: written.content, ..full() });
    assert_eq!(read.headings, written.headings);
    assert_eq!(read.headings.len(), 2);
    assert_eq!(summary.tags, written.tags);
    assert_eq!(summary.section_tags, ["SEO", "Analytics"]);
    assert_eq!((summary.word_count.unsigned_abs(), summary.label.as_str()), (written.word_count, "Meta title"));
    assert_eq!(summary.author, "Rowan Hale");
    assert!(summary.published && summary.trending);
    assert_eq!(summary.featured_at, Some(now()));
    assert_eq!(Some(summary.listed_at), written.published_date);
    assert_eq!(summary.featured_image.as_deref(), Some("/media/images/1-a.png"));
    assert_eq!(summary.thumbnail_image.as_deref(), Some("https://img.example/t.webp"));
    assert_eq!(read.version, 1);
    assert_eq!((summary.created_at, summary.updated_at), (now(), now()));
}

async fn a_post_with_only_its_required_fields_reads_back(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&PostInput { published: false, ..post("bare") }).await;
    let read = fixture.get(id).await;
    assert_eq!((read.summary.author.as_str(), read.summary.label.as_str()), ("Admin", "SEO"));
    assert_eq!((read.post.published_date, read.summary.listed_at), (None, now()));
    assert_eq!((read.summary.featured_at, read.post.canonical_url, read.summary.featured_image), (None, None, None));
    assert!(read.summary.tags.is_empty() && read.summary.section_tags.is_empty() && read.headings.is_empty());
}

async fn two_posts_cannot_have_one_slug(database: TestDatabase) {
    let fixture = Fixture::with(database, &[post("taken")]).await;
    let error = fixture.store.create(&[new(&post("taken"))], now()).await.unwrap_err();
    assert!(matches!(error, WriteError::SlugTaken), "{error:?}");
    let other = fixture.add(&post("other")).await;
    let error = fixture.update(other, 1, &post("taken"), now()).await.unwrap_err();
    assert!(matches!(error, WriteError::SlugTaken), "{error:?}");
    assert_eq!(fixture.get(other).await.summary.slug, "other");
    assert_eq!(fixture.store.count().await.unwrap(), 2);
    let asked = ["taken", "free", "other"].map(str::to_owned);
    let mut taken = fixture.store.taken_slugs(&asked).await.unwrap();
    taken.sort();
    assert_eq!(taken, ["other", "taken"]);
}

async fn an_update_replaces_everything_and_raises_the_version(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&full()).await;
    let before = fixture.get(id).await;
    let later = now() + days(1);
    let (after, _) = fixture.update(id, 1, &post("crawl-budget"), later).await.unwrap();
    assert_eq!(after, fixture.get(id).await);
    assert_eq!(after.version, 2);
    assert_eq!((after.summary.created_at, after.summary.updated_at), (before.summary.created_at, later));
    assert_eq!(after.summary.title, "Title of crawl-budget");
    assert!(after.summary.tags.is_empty() && after.summary.section_tags.is_empty() && after.post.content.is_empty());
    assert_eq!((after.post.published_date, after.summary.listed_at), (None, before.summary.created_at));
    assert_eq!(
        (after.summary.featured_at, after.post.canonical_url, after.summary.thumbnail_image),
        (None, None, None)
    );
    assert!(!after.summary.trending && !after.post.crawl_log && !after.post.inside_the_index);
}

async fn an_update_from_a_stale_version_changes_nothing(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&post("a")).await;
    fixture.change(id, &PostInput { title: "Second".into(), ..post("a") }).await;
    for stale in [0, 1, 3] {
        let error = fixture.update(id, stale, &post("b"), now()).await.unwrap_err();
        assert!(matches!(error, WriteError::EditConflict), "{error:?}");
    }
    let read = fixture.get(id).await;
    assert_eq!((read.summary.title.as_str(), read.summary.slug.as_str(), read.version), ("Second", "a", 2));
}

async fn of_two_racing_updates_one_is_a_conflict(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&post("a")).await;
    let titles = ["One", "Two", "Three", "Four"];
    let before = fixture.get(id).await;
    let drafts = titles.map(|title| draft(&PostInput { title: title.into(), ..post("a") }));
    let [one, two, three, four] = &drafts;
    let results = tokio::join!(
        fixture.store.update(&before, one, EDITOR, now()),
        fixture.store.update(&before, two, EDITOR, now()),
        fixture.store.update(&before, three, EDITOR, now()),
        fixture.store.update(&before, four, EDITOR, now()),
    );
    let results = [results.0, results.1, results.2, results.3];
    let won: Vec<_> = titles.iter().zip(&results).filter(|(_, result)| result.is_ok()).collect();
    assert_eq!(won.len(), 1, "{results:?}");
    assert!(results.iter().filter_map(|result| result.as_ref().err()).all(|e| matches!(e, WriteError::EditConflict)));
    let read = fixture.get(id).await;
    assert_eq!((read.summary.title.as_str(), read.version), (*won[0].0, 2));
}

async fn what_is_not_there_cannot_be_changed_or_removed(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let nobody = Uuid::now_v7();
    let gone = fixture.add(&post("gone")).await;
    let before = fixture.get(gone).await;
    fixture.store.delete(gone, now()).await.unwrap();
    let error = fixture.store.update(&before, &draft(&post("a")), EDITOR, now()).await.unwrap_err();
    assert!(matches!(error, WriteError::NotFound), "{error:?}");
    assert!(matches!(fixture.store.delete(nobody, now()).await, Err(WriteError::NotFound)));
    assert_eq!(fixture.store.by_id(nobody).await.unwrap(), None);
    assert_eq!(fixture.store.by_slug("a", now()).await.unwrap(), None);
}

async fn removing_a_post_takes_its_links_and_redirects_along(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let id = fixture.add(&full()).await;
    fixture.change(id, &PostInput { slug: "renamed".into(), ..full() }).await;
    fixture.store.delete(id, now()).await.unwrap();
    assert_eq!(fixture.store.by_id(id).await.unwrap(), None);
    assert_eq!(fixture.store.renamed_to("crawl-budget", now()).await.unwrap(), None);
    assert!(fixture.store.tag_counts(now()).await.unwrap().is_empty());
    // Both addresses are free again.
    fixture.add(&post("crawl-budget")).await;
    fixture.add(&post("renamed")).await;
}

async fn a_batch_is_made_as_a_whole_or_not_at_all(database: TestDatabase) {
    let fixture = Fixture::with(database, &[post("there")]).await;
    let tagged = |slug: &str| PostInput { tags: vec!["Shared".into()], ..post(slug) };
    let bad = [new(&tagged("a")), new(&tagged("there")), new(&tagged("b"))];
    assert!(matches!(fixture.store.create(&bad, now()).await, Err(WriteError::SlugTaken)));
    assert_eq!(fixture.store.count().await.unwrap(), 1);
    let good = [new(&tagged("a")), new(&tagged("b"))];
    fixture.store.create(&good, now()).await.unwrap();
    assert_eq!(fixture.store.count().await.unwrap(), 3);
    assert_eq!(fixture.store.tag_counts(now()).await.unwrap()[0].count, 2);
}

async fn every_change_raises_the_content_version_and_a_failed_one_does_not(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let start = fixture.content_version().await;
    let post_a = new(&post("a"));
    let version = fixture.store.create(slice::from_ref(&post_a), now()).await.unwrap();
    assert_eq!(version, start + 1);
    let (_, version) = fixture.update(post_a.id, 1, &post("b"), now()).await.unwrap();
    assert_eq!(version, start + 2);
    fixture.store.create(&[new(&post("b"))], now()).await.unwrap_err();
    fixture.update(post_a.id, 1, &post("c"), now()).await.unwrap_err();
    fixture.store.delete(Uuid::now_v7(), now()).await.unwrap_err();
    assert_eq!(fixture.content_version().await, start + 2);
    let version = fixture.store.delete(post_a.id, now()).await.unwrap();
    assert_eq!(version, start + 3);
    assert_eq!(fixture.content_version().await, start + 3);
}

async fn the_featured_moment_is_kept_while_a_post_stays_featured(database: TestDatabase) {
    let fixture = Fixture::new(database).await;
    let featured = PostInput { featured: true, ..post("a") };
    let id = fixture.add(&featured).await;
    let later = now() + days(3);
    fixture.update(id, 1, &featured, later).await.unwrap();
    assert_eq!(fixture.get(id).await.summary.featured_at, Some(now()));
    fixture.update(id, 2, &post("a"), later).await.unwrap();
    assert_eq!(fixture.get(id).await.summary.featured_at, None);
    fixture.update(id, 3, &featured, later).await.unwrap();
    assert_eq!(fixture.get(id).await.summary.featured_at, Some(later));
}

async fn batches_go_through_all_posts_in_the_order_of_creation(database: TestDatabase) {
    let names: Vec<String> = (0..7).map(|number| format!("post-{number}")).collect();
    let inputs: Vec<PostInput> =
        names.iter().map(|slug| PostInput { published: slug.len() % 2 == 0, ..post(slug) }).collect();
    let fixture = Fixture::with(database, &inputs).await;
    let (mut seen, mut last) = (Vec::new(), None);
    loop {
        let batch = fixture.store.batch(last, 3).await.unwrap();
        let Some(end) = batch.last() else { break };
        last = Some(end.summary.id);
        seen.extend(batch.into_iter().map(|record| record.summary.slug));
    }
    assert_eq!(seen, names);
}

async fn a_database_is_migrated_once_and_keeps_its_content(database: TestDatabase) {
    let fixture = Fixture::with(database, &[post("kept")]).await;
    let again = PostStore::new(fixture.database.open().await);
    assert_eq!(again.count().await.unwrap(), 1);
    assert_eq!(again.by_slug("kept", now()).await.unwrap(), Some(fixture.by_slug("kept").await));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn replicas_that_start_together_on_an_empty_database_migrate_it_once() {
    let database = std::sync::Arc::new(TestDatabase::empty_postgres().await);
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let database = database.clone();
            tokio::spawn(async move { database.open().await })
        })
        .collect();
    for start in starts {
        let store = PostStore::new(start.await.unwrap());
        assert_eq!(store.count().await.unwrap(), 0);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn programs_that_start_together_on_one_new_file_migrate_it_once() {
    let database = std::sync::Arc::new(TestDatabase::empty_sqlite());
    let starts: Vec<_> = (0..4)
        .map(|_| {
            let database = database.clone();
            tokio::spawn(async move { database.open().await })
        })
        .collect();
    for start in starts {
        let store = PostStore::new(start.await.unwrap());
        assert_eq!(store.count().await.unwrap(), 0);
    }
}
