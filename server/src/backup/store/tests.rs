//! Tests of the snapshot, each on both engines.

use chrono::DateTime;
use sea_orm::{ActiveValue::Set, EntityTrait};

use super::*;
use crate::storage::{
    entities::site_settings,
    testing::{TestDatabase, on_both_engines},
};

on_both_engines![long_rows_are_read_a_few_at_once, short_rows_are_read_many_at_once];

/// Adds rows with a text of `bytes` bytes. Returns the lengths of the rows of each batch in which they are read.
async fn batches(database: &TestDatabase, rows: i64, bytes: usize) -> Vec<Vec<usize>> {
    let database = database.open().await;
    for version in 1..=rows {
        let row = site_settings::ActiveModel {
            version: Set(version),
            changed: Set("x".repeat(bytes)),
            created_at: Set(DateTime::UNIX_EPOCH),
        };
        site_settings::Entity::insert(row).exec_without_returning(database.writer()).await.unwrap();
    }
    let snapshot = Snapshot::take(&database).await.unwrap().unwrap();
    let schema = snapshot.schemas.iter().find(|schema| schema.name == "site_settings").unwrap();
    let mut batches = Vec::new();
    let read = snapshot.each(schema, |lines| {
        batches.push(lines.iter().map(String::len).collect());
        Ok::<(), DbErr>(())
    });
    read.await.unwrap();
    batches
}

fn numbers(batches: &[Vec<usize>]) -> Vec<usize> {
    batches.iter().map(Vec::len).collect()
}

async fn long_rows_are_read_a_few_at_once(database: TestDatabase) {
    let batches = batches(&database, 5, 3 << 20).await;
    assert_eq!(numbers(&batches), [2, 2, 1]);
    for batch in batches {
        assert!(batch.iter().sum::<usize>() < 8 << 20, "{batch:?}");
    }
}

async fn short_rows_are_read_many_at_once(database: TestDatabase) {
    assert_eq!(numbers(&batches(&database, 65, 3).await), [64, 1]);
}
