//! Tests of SQLite's connections: reading beside writing, and closing.

use sea_orm::ConnectionTrait;

use super::{content_version, testing::TestDatabase};

#[tokio::test]
async fn readers_answer_while_one_writer_is_busy_and_ten_wait() {
    let file = TestDatabase::sqlite();
    let database = file.open().await;
    let before = content_version::read(database.reader()).await.unwrap();
    let busy = database.begin_write().await.unwrap();
    content_version::raise(&busy).await.unwrap();
    let waiting: Vec<_> = (0..10)
        .map(|_| {
            let database = database.clone();
            tokio::spawn(async move {
                let transaction = database.begin_write().await.unwrap();
                content_version::raise(&transaction).await.unwrap();
                transaction.commit().await.unwrap();
            })
        })
        .collect();
    // On a single thread, each of them runs until it waits for the connection.
    tokio::task::yield_now().await;
    for _ in 0..100 {
        let read = content_version::read(database.reader()).await;
        assert_eq!(read.expect("a reader waited for writers"), before);
    }
    assert!(waiting.iter().all(|task| !task.is_finished()), "the writers wait all the while");
    busy.commit().await.unwrap();
    for task in waiting {
        task.await.unwrap();
    }
    assert_eq!(content_version::read(database.reader()).await.unwrap(), before + 11);
}

#[tokio::test]
async fn the_reader_cannot_write() {
    let file = TestDatabase::sqlite();
    let database = file.open().await;
    let refused = database.reader().execute_unprepared("UPDATE content_version SET version = 9").await.unwrap_err();
    assert!(refused.to_string().contains("readonly"), "{refused}");
}

#[tokio::test]
async fn a_closed_database_leaves_one_file() {
    let file = TestDatabase::sqlite();
    let database = file.open().await;
    content_version::raise(database.writer()).await.unwrap();
    content_version::read(database.reader()).await.unwrap();
    database.close().await;
    let crate::config::DatabaseUrl::Sqlite(path) = &file.url else { unreachable!() };
    let files: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files, std::slice::from_ref(path), "the write-ahead log is folded in");
}
