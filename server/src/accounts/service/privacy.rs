//! The data stored about a person in accounts, and its erasure.

use super::{AccountService, EmailAddress, StorageError};
use crate::{
    accounts::store::privacy::{AccountErasure, PersonAccount},
    audit::Actor,
};

impl AccountService {
    /// Returns everything stored about a person as the owner of an account.
    pub async fn person(&self, email: &EmailAddress) -> Result<PersonAccount, StorageError> {
        self.store.person(email, self.clock.now()).await
    }

    /// Deletes the account with an address, unless it has rights, and what is pending or counted for the address.
    pub async fn erase(&self, email: &EmailAddress, by: &Actor) -> Result<AccountErasure, StorageError> {
        self.store.erase(email, false, by.at(self.clock.now())).await
    }

    /// Deletes the account with an address, even one with rights. Returns false when there is none.
    pub async fn delete(&self, email: &EmailAddress, by: &Actor) -> Result<bool, StorageError> {
        Ok(self.store.erase(email, true, by.at(self.clock.now())).await? == AccountErasure::Deleted)
    }
}
