//! Sessions by their tokens, and those of the caller's account.

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{
    AccountService, AppError, Caller, CurrentSession, Session, SessionTokens, StorageError, TokenHash, session,
};
use crate::{
    accounts::{
        domain::USE_INTERVAL,
        store::{SessionRecord, own_sessions::OwnSession, tokens::Rotation},
    },
    audit::Stamp,
    detached::briefly,
};

impl AccountService {
    /// Returns the session of an access token, or None when it is unknown or has ended. The session counts as used.
    pub async fn session(&self, access_token: &str) -> Result<Option<CurrentSession>, AppError> {
        let now = self.clock.now();
        let Some(found) = self.store.by_access(&TokenHash::of(access_token), now).await? else { return Ok(None) };
        if now >= found.last_used_at + USE_INTERVAL {
            self.record_use(found.id, now).await;
        }
        Ok(Some(current(found)))
    }

    /// Records that a session was used. Never fails, so that staff can read even while nothing can be written. A
    /// session whose use is not recorded ends earlier.
    async fn record_use(&self, id: Uuid, now: DateTime<Utc>) {
        let store = self.store.clone();
        briefly(async move {
            if let Err(error) = store.record_use(id, now).await {
                tracing::warn!(cause = %error, "the use of a session was not recorded");
            }
        })
        .await;
    }

    /// Returns the session of an access token without counting as use: for programs that ask whether there is one.
    pub async fn peek_session(&self, access_token: &str) -> Result<Option<CurrentSession>, AppError> {
        Ok(self.store.by_access(&TokenHash::of(access_token), self.clock.now()).await?.map(current))
    }

    /// Exchanges a refresh token for new tokens. The session counts as used `idle` ago.
    pub async fn refresh(&self, refresh_token: &str, idle: TimeDelta) -> Result<Session, AppError> {
        let now = self.clock.now();
        let (tokens, access, refresh) = Self::new_tokens(now)?;
        match self.store.rotate(&TokenHash::of(refresh_token), tokens, idle, now).await? {
            Rotation::Renewed(SessionRecord { user, access_expires_at, refresh_expires_at, .. }) => {
                let tokens = SessionTokens { access_expires_at, refresh_expires_at, ..tokens };
                Ok(session(user, access, refresh, &tokens))
            }
            Rotation::Reused => {
                tracing::warn!("a refresh token was reused; its session was ended");
                Err(AppError::AuthenticationRequired)
            }
            Rotation::Unknown => Err(AppError::AuthenticationRequired),
        }
    }

    /// Returns the sessions of the caller's account, last used first.
    pub async fn own_sessions(&self, session: &CurrentSession) -> Result<Vec<OwnSession>, StorageError> {
        self.store.sessions_of(session.user.id, self.clock.now()).await
    }

    /// Ends one session of the caller's account.
    pub async fn end_own_session(&self, session: &CurrentSession, id: Uuid, caller: &Caller) -> Result<(), AppError> {
        if self.store.end_one(session.user.id, id, self.stamp(session, caller)).await? {
            return Ok(());
        }
        Err(AppError::NotFound("Could not find the requested session"))
    }

    /// Ends the other sessions of the caller's account; with `everywhere` the current one too.
    pub async fn end_own_sessions(
        &self,
        session: &CurrentSession,
        everywhere: bool,
        caller: &Caller,
    ) -> Result<(), StorageError> {
        let kept = (!everywhere).then_some(session.id);
        self.store.end_all(session.user.id, kept, self.stamp(session, caller)).await
    }

    /// Returns the stamp for an action that the owner of a session performs now.
    pub(super) fn stamp(&self, session: &CurrentSession, caller: &Caller) -> Stamp {
        caller.account(&session.user.email).at(self.clock.now())
    }
}

fn current(record: SessionRecord) -> CurrentSession {
    let SessionRecord { id, user, access_expires_at, authenticated_at, .. } = record;
    CurrentSession { id, user, access_expires_at, authenticated_at }
}
