//! Keyset pagination: reads a long list in batches, each from the last row of the previous one, whatever rows are added
//! meanwhile.

use chrono::{DateTime, Utc};
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect};
use uuid::Uuid;

use super::{Database, StorageError};
use crate::email_address::address_key;

/// Number of rows per batch.
pub const BATCH: u64 = 200;

/// Returns the condition for the rows after `last` (timestamp and id) in a list with the newest first.
pub fn older_than<C: ColumnTrait>(moment: C, id: C, last: (DateTime<Utc>, Uuid)) -> Condition {
    let (at, last) = last;
    Condition::any().add(moment.lt(at)).add(Condition::all().add(moment.eq(at)).add(id.lt(last)))
}

/// Returns the ids of the rows with an email address, however it is written. The engines differ in case folding beyond
/// ASCII and know no domains, so addresses are compared here.
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
            .all(database.long_reader())
            .await?;
        let Some((end, _)) = batch.last() else { return Ok(found) };
        last = *end;
        found.extend(batch.iter().filter(|(_, email)| address_key(email) == email_key).map(|(id, _)| *id));
    }
}
