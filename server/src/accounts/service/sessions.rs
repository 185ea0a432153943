//! The sessions of the caller's account.

use uuid::Uuid;

use super::{AccountService, AppError, CurrentSession, StorageError};
use crate::accounts::store::own_sessions::OwnSession;

impl AccountService {
    /// Returns the sessions of the caller's account, last used first.
    pub async fn own_sessions(&self, session: &CurrentSession) -> Result<Vec<OwnSession>, StorageError> {
        self.store.sessions_of(session.user.id, self.clock.now()).await
    }

    /// Ends one session of the caller's account.
    pub async fn end_own_session(&self, session: &CurrentSession, id: Uuid) -> Result<(), AppError> {
        if self.store.end_one(session.user.id, id).await? {
            return Ok(());
        }
        Err(AppError::NotFound("You have no such session"))
    }

    /// Ends the other sessions of the caller's account; with `everywhere` the current one too.
    pub async fn end_own_sessions(&self, session: &CurrentSession, everywhere: bool) -> Result<(), StorageError> {
        self.store.end_all(session.user.id, (!everywhere).then_some(session.id)).await
    }
}
