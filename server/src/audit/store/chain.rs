//! The hashes of the chain.

use sha2::{Digest, Sha256};

use crate::storage::entities::audit_entries::Model;

/// SHA-256.
pub type Hash = [u8; 32];

/// The hash before the first entry.
pub const START: Hash = [0; 32];

/// Returns the digest that represents a person's data in the chain. Without the salt, the data cannot be guessed.
pub fn digest(salt: &[u8], values: &[Option<&str>]) -> Hash {
    let mut hash = Sha256::new();
    field(&mut hash, Some(salt));
    for value in values {
        field(&mut hash, value.map(str::as_bytes));
    }
    hash.finalize().into()
}

/// Returns the hash of an entry after the one with the hash `previous`.
pub fn hash(previous: &[u8], entry: &Model) -> Hash {
    let mut hash = Sha256::new();
    let id = entry.id.as_bytes();
    field(&mut hash, Some(previous));
    field(&mut hash, Some(&entry.number.to_be_bytes()));
    field(&mut hash, Some(id));
    field(&mut hash, Some(&entry.at.timestamp_micros().to_be_bytes()));
    for text in [&entry.actor_kind, &entry.action, &entry.object_kind] {
        field(&mut hash, Some(text.as_bytes()));
    }
    for text in [&entry.object_id, &entry.old_values, &entry.new_values] {
        field(&mut hash, text.as_deref().map(str::as_bytes));
    }
    field(&mut hash, Some(&entry.actor_digest));
    field(&mut hash, Some(&entry.object_digest));
    hash.finalize().into()
}

/// Returns whether the data of a person, unless erased, is the data that the chain covers.
pub fn covers(salt: Option<&[u8]>, values: &[Option<&str>], stored: &[u8]) -> bool {
    match salt {
        Some(salt) => digest(salt, values) == stored,
        None => values.iter().all(Option::is_none),
    }
}

/// Adds a field with its length, so that no two lists of fields have the same hash.
fn field(hash: &mut Sha256, bytes: Option<&[u8]>) {
    match bytes {
        Some(bytes) => {
            hash.update([1]);
            hash.update((bytes.len() as u64).to_be_bytes());
            hash.update(bytes);
        }
        None => hash.update([0]),
    }
}
