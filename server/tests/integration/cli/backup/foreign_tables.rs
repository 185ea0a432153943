//! Tables that an operator created in the site's database.

use sea_orm::ConnectionTrait;
use serde_json::json;

use super::{pack, run, unpack, whole_site::everything};
use crate::{cli::program::Place, testing::TestDatabase};

/// Tables that the operator created are neither backed up nor restored nor dropped.
async fn tables_of_the_operator_are_left_alone(from: TestDatabase, to: TestDatabase) {
    let place = Place::new();
    run(&place, &from, &["demo"]).ok();
    let execute = async |database: &TestDatabase, sql: &str| {
        let open = database.open().await;
        open.writer().execute_unprepared(sql).await.unwrap();
        open.close().await;
    };
    let before = everything(&from).await;
    execute(&from, "CREATE TABLE posts_before AS SELECT title, updated_at, published FROM blog_posts").await;
    run(&place, &from, &["backup", "site.tar.zst"]).ok();
    let parts = unpack(&place.path("site.tar.zst"));
    assert!(parts.iter().all(|(path, _)| !path.contains("posts_before")));

    execute(&to, "CREATE TABLE empty_notes (id INTEGER); CREATE TABLE notes (id INTEGER)").await;
    execute(&to, "INSERT INTO notes VALUES (1)").await;
    let out = run(&place, &to, &["restore", "site.tar.zst"]).ok();
    assert!(!out.contains("left out"), "{out}");
    assert_eq!(everything(&to).await, before);
    execute(&to, "INSERT INTO empty_notes SELECT id FROM notes").await;

    // As earlier versions wrote it.
    let mut parts = parts;
    parts.insert(0, ("tables/posts_before/000001.jsonl".into(), b"[\"Title\"]\n".to_vec()));
    pack(&place.path("earlier.tar.zst"), parts, |manifest| {
        let table = json!({"name": "posts_before", "columns": ["title"], "rows": 1});
        manifest["tables"].as_array_mut().unwrap().insert(0, table);
    });
    let out = run(&place, &to, &["restore", "earlier.tar.zst", "--force"]).ok();
    assert!(out.contains("left out  posts_before: this table does not belong to the site\n"), "{out}");
    assert_eq!(everything(&to).await, before);
    execute(&to, "DROP TABLE empty_notes; DROP TABLE notes").await;
}

#[tokio::test]
async fn tables_of_the_operator_are_left_alone_on_sqlite() {
    tables_of_the_operator_are_left_alone(TestDatabase::empty_sqlite(), TestDatabase::empty_sqlite()).await;
}

#[tokio::test]
async fn tables_of_the_operator_are_left_alone_on_postgres() {
    tables_of_the_operator_are_left_alone(TestDatabase::postgres().await, TestDatabase::postgres().await).await;
}
