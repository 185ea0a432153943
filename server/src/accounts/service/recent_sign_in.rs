//! What needs a recent sign-in: the owner of a session that is a while old confirms it with their password.

use super::{AccountService, AppError, Caller, CurrentSession, EmailAddress, locked};
use crate::accounts::domain::RECENT_SIGN_IN;

impl AccountService {
    /// Fails with `ReauthenticationRequired` unless the session's owner has shown a password or a second factor within
    /// the last ten minutes.
    pub fn require_recent(&self, session: &CurrentSession) -> Result<(), AppError> {
        if self.clock.now() < session.authenticated_at + RECENT_SIGN_IN {
            return Ok(());
        }
        Err(AppError::ReauthenticationRequired)
    }

    /// Makes the sign-in of a session recent again. A wrong password counts like one at sign-in, and locks like it.
    pub async fn reauthenticate(
        &self,
        session: &CurrentSession,
        password: &str,
        caller: &Caller,
    ) -> Result<(), AppError> {
        if password.is_empty() {
            return Err(AppError::invalid("password", "Password is required"));
        }
        let address = EmailAddress::parse(&session.user.email).map_err(|_| AppError::InvalidCredentials);
        let (_, key) = self.check_password(address, password, caller).await?;
        let now = self.clock.now();
        let renewed = self.store.renew_authentication(&key, session.id, now).await?;
        renewed.map_err(|until| locked(until, now))
    }
}
