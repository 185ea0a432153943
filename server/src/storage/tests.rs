//! Tests of connections: reads during writes, time limits, search permits, and closing.

pub(crate) mod encryption;

use std::time::{Duration, Instant};

use sea_orm::{ConnectionTrait, TransactionTrait, sqlx::Connection};

use super::{
    Database, Engine, StorageErrorKind, content_version,
    testing::{TestDatabase, on_both_engines},
};

on_both_engines!(
    a_read_over_its_limit_is_interrupted_and_the_next_one_is_not,
    long_reads_and_writes_are_not_interrupted,
    searches_hold_fewer_connections_than_readers_have,
);

/// The limit of readers in these tests.
const LIMIT: Duration = Duration::from_millis(100);

/// Returns a statement that takes longer the more `rounds` there are; with None it never ends.
fn slow(engine: Engine, rounds: Option<u32>) -> String {
    match (engine, rounds) {
        (Engine::Postgres, rounds) => {
            format!("SELECT pg_sleep({})", rounds.map_or(60.0, |rounds| f64::from(rounds) / 20.0))
        }
        (Engine::Sqlite, rounds) => {
            let limit = rounds.map_or(String::new(), |rounds| format!("LIMIT {}", rounds * 100_000));
            format!(
                "WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers {limit}) \
                 SELECT count(*) FROM numbers"
            )
        }
    }
}

async fn a_read_over_its_limit_is_interrupted_and_the_next_one_is_not(test: TestDatabase) {
    let database = Database::open_with_limit(&test.url, LIMIT).await.unwrap();
    for _ in 0..3 {
        let endless = slow(database.engine(), None);
        let ended = tokio::time::timeout(LIMIT * 50, database.reader().execute_unprepared(&endless));
        let ended = ended.await.expect("nothing interrupted it");
        assert_eq!(StorageErrorKind::of(&ended.unwrap_err()), StorageErrorKind::TimedOut);
        content_version::read(database.reader()).await.unwrap();
    }
}

async fn long_reads_and_writes_are_not_interrupted(test: TestDatabase) {
    let database = Database::open_with_limit(&test.url, LIMIT).await.unwrap();
    for connection in [database.long_reader(), database.writer()] {
        let (mut rounds, mut taken) = (1, Duration::ZERO);
        while taken <= LIMIT {
            rounds *= 2;
            let begun = Instant::now();
            connection.execute_unprepared(&slow(database.engine(), Some(rounds))).await.unwrap();
            taken = begun.elapsed();
        }
    }
}

async fn searches_hold_fewer_connections_than_readers_have(test: TestDatabase) {
    let database = test.open().await;
    let mut searches = Vec::new();
    while let Ok(permit) = database.begin_search().await {
        searches.push((permit, database.reader().begin().await.unwrap()));
    }
    assert!(searches.len() > 1, "some run at the same time");
    content_version::read(database.reader()).await.expect("a connection remains");
    searches.pop();
    database.begin_search().await.expect("a permit was returned");
}

#[tokio::test]
async fn readers_answer_while_one_writer_is_busy_and_ten_wait() {
    let file = TestDatabase::sqlite().await;
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

/// SQLite itself rolls back a transaction whose `COMMIT` finds a full disk. A conflict can have the same effect.
#[tokio::test]
async fn what_follows_transactions_that_sqlite_took_back_is_kept() {
    let file = TestDatabase::sqlite().await;
    let database = file.open().await;
    let before = content_version::read(database.reader()).await.unwrap();
    for round in 1..=3 {
        for _ in 0..2 {
            let taken_back = database.begin_write().await.unwrap();
            content_version::raise(&taken_back).await.unwrap();
            let again = "INSERT OR ROLLBACK INTO content_version SELECT * FROM content_version";
            taken_back.execute_unprepared(again).await.unwrap_err();
            drop(taken_back);
            let next = database.writer().get_sqlite_connection_pool().acquire().await.unwrap();
            assert!(!next.is_in_transaction(), "it counts a transaction that has ended");
        }
        let transaction = database.begin_write().await.unwrap();
        content_version::raise(&transaction).await.unwrap();
        transaction.commit().await.unwrap();
        let kept = content_version::read(database.reader()).await.unwrap();
        assert_eq!(kept, before + round, "another connection sees what was committed");
    }
}

#[tokio::test]
async fn the_reader_cannot_write() {
    let file = TestDatabase::sqlite().await;
    let database = file.open().await;
    let refused = database.reader().execute_unprepared("UPDATE content_version SET version = 9").await.unwrap_err();
    assert!(refused.to_string().contains("readonly"), "{refused}");
}

#[tokio::test]
async fn a_closed_database_leaves_one_file() {
    let file = TestDatabase::sqlite().await;
    let database = file.open().await;
    content_version::raise(database.writer()).await.unwrap();
    content_version::read(database.reader()).await.unwrap();
    database.close().await;
    let crate::config::DatabaseUrl::Sqlite(path) = &file.url else { unreachable!() };
    let files: Vec<_> = std::fs::read_dir(path.parent().unwrap()).unwrap().map(|file| file.unwrap().path()).collect();
    assert_eq!(files, std::slice::from_ref(path), "the write-ahead log is folded in");
}
