//! Verifies the chain and finds the first entry that was altered.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{
    AuditStore,
    chain::{self, covers},
    entries, head,
};
use crate::storage::{StorageError, keyset::BATCH};

/// The result of verifying the chain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verification {
    /// No entry was altered.
    Intact {
        /// Number of entries.
        entries: i64,
        /// The hash of the last entry.
        hash: Vec<u8>,
    },
    /// The chain is broken from this entry on.
    Broken(Broken),
}

/// The first entry that was altered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Broken {
    /// It is missing.
    #[error("entry {0} is missing")]
    Missing(i64),
    /// Its hash does not match its fields and the entry before.
    #[error("entry {number} ({id}, {at}) was changed, or the one before it was replaced")]
    Changed {
        /// Its position in the chain.
        number: i64,
        /// Its id.
        id: Uuid,
        /// The time that it records.
        at: DateTime<Utc>,
    },
    /// It comes after the recorded end of the chain.
    #[error("entry {0} is not the end of the chain that was recorded")]
    End(i64),
}

impl AuditStore {
    /// Verifies the whole chain, a batch of entries at a time. Entries may be appended meanwhile.
    pub async fn verify(&self) -> Result<Verification, StorageError> {
        let (mut number, mut hash) = (0, chain::START.to_vec());
        loop {
            let end = self.end().await?;
            loop {
                let batch = self.after(number).await?;
                if batch.is_empty() {
                    break;
                }
                for row in batch {
                    if let Some(broken) = broken(&row, number, &hash) {
                        return Ok(Verification::Broken(broken));
                    }
                    (number, hash) = (row.number, row.hash);
                }
            }
            let Some(head::Model { number: last, hash: recorded, .. }) = self.end().await? else {
                return Ok(match number {
                    0 => Verification::Intact { entries: 0, hash },
                    number => Verification::Broken(Broken::End(number)),
                });
            };
            if last == number {
                return Ok(if recorded == hash {
                    Verification::Intact { entries: number, hash }
                } else {
                    Verification::Broken(Broken::End(number))
                });
            }
            if last < number {
                return Ok(Verification::Broken(Broken::End(number)));
            }
            // The end has moved on since, and there are more entries to read. If there are none, entries are missing.
            if end.is_some_and(|end| end.number > number) {
                return Ok(Verification::Broken(Broken::Missing(number + 1)));
            }
        }
    }

    async fn end(&self) -> Result<Option<head::Model>, StorageError> {
        Ok(head::Entity::find_by_id(1).one(self.database.long_reader()).await?)
    }

    async fn after(&self, number: i64) -> Result<Vec<entries::Model>, StorageError> {
        let rows = entries::Entity::find()
            .filter(entries::Column::Number.gt(number))
            .order_by_asc(entries::Column::Number)
            .limit(BATCH)
            .all(self.database.long_reader());
        Ok(rows.await?)
    }
}

fn broken(row: &entries::Model, before: i64, hash: &[u8]) -> Option<Broken> {
    if row.number != before + 1 {
        return Some(Broken::Missing(before + 1));
    }
    let actor = [row.actor.as_deref(), row.address.as_deref()];
    let is_whole = chain::hash(hash, row) == row.hash.as_slice()
        && covers(row.actor_salt.as_deref(), &actor, &row.actor_digest)
        && covers(row.object_salt.as_deref(), &[row.object_name.as_deref()], &row.object_digest);
    (!is_whole).then_some(Broken::Changed { number: row.number, id: row.id, at: row.at })
}
