//! Reading a long list in batches: each begins after the last row of the one before, whatever was added meanwhile.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{Database, StorageError};

/// How many rows of a list are in memory at once.
pub const BATCH: u64 = 200;

/// Returns the condition of the rows after `last` (its moment and id) in a list with the newest first.
pub fn older_than<C: ColumnTrait>(moment: C, id: C, last: (DateTime<Utc>, Uuid)) -> Condition {
    let (at, last) = last;
    Condition::any().add(moment.lt(at)).add(Condition::all().add(moment.eq(at)).add(id.lt(last)))
}

/// Returns the ids of the rows with an email address, whatever its capitals. The engines differ in what they know of
/// capitals beyond A to Z: compared here as everywhere else.
pub async fn ids_by_email<E: EntityTrait>(
    database: &Database,
    (id, email): (E::Column, E::Column),
    email_key: &str,
) -> Result<Vec<Uuid>, StorageError> {
    let (mut found, mut last) = (Vec::new(), Uuid::nil());
    loop {
        let batch: Vec<(Uuid, String)> = E::find()
            .select_only()
            .columns([id, email])
            .filter(id.gt(last))
            .order_by_asc(id)
            .limit(BATCH)
            .into_tuple()
            .all(database.reader())
            .await?;
        let Some((end, _)) = batch.last() else { return Ok(found) };
        last = *end;
        found.extend(batch.iter().filter(|(_, email)| email.to_lowercase() == email_key).map(|(id, _)| *id));
    }
}
