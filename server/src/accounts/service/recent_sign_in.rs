//! Requires a recent sign-in for sensitive actions: the owner of an older session has to authenticate again.

use super::{
    AccountService, AppError, Caller, CurrentSession, EmailAddress, FirstFactor, FirstProof, Opened, SecondFactor,
    TokenHash, locked,
    sign_in::{Attempt, CHALLENGE_VOID},
};
use crate::accounts::domain::RECENT_SIGN_IN;

impl AccountService {
    /// Fails with `ReauthenticationRequired` unless the session's owner has entered a password or a second factor
    /// within the last ten minutes.
    pub fn require_recent(&self, session: &CurrentSession) -> Result<(), AppError> {
        if self.clock.now() < session.authenticated_at + RECENT_SIGN_IN {
            return Ok(());
        }
        Err(AppError::ReauthenticationRequired)
    }

    /// Checks the current password of a session's owner, which is given together with a new one. A wrong one counts as
    /// a failed sign-in, and can lock the account.
    pub(super) async fn confirm_password(
        &self,
        session: &CurrentSession,
        password: &str,
        caller: &Caller,
    ) -> Result<(), AppError> {
        if password.is_empty() {
            return Err(AppError::invalid("password", "Password is required"));
        }
        let address = EmailAddress::parse(&session.user.email).map_err(|_| AppError::InvalidCredentials);
        let Attempt { pending, .. } = self.check_password(address, password, caller).await?;
        let now = self.clock.now();
        // Without a second factor, the password is a full sign-in. With one, the password alone does not make the
        // session recent.
        if self.store.factors(session.user.id).await?.are_set_up() {
            return self.store.forgive_attempt(&pending.key, now).await?.map_err(|until| locked(until, now));
        }
        let renewed = self.store.renew_authentication(&pending.key, session.id, now).await?;
        renewed.map_err(|until| locked(until, now))
    }

    /// Makes the sign-in of a session recent again, with the same factors as signing in. A wrong one counts as a failed
    /// sign-in, and can lock the account.
    pub async fn reauthenticate(
        &self,
        session: &CurrentSession,
        first: FirstFactor<'_>,
        second: Option<SecondFactor>,
        caller: &Caller,
    ) -> Result<(), AppError> {
        let first = match first {
            FirstFactor::Password { password: "", .. } => {
                return Err(AppError::invalid("password", "Password is required"));
            }
            FirstFactor::Password { password, .. } => FirstFactor::Password { email: &session.user.email, password },
            FirstFactor::Challenge(token) => {
                let owner = self.store.challenged(&TokenHash::of(token), self.clock.now()).await?;
                if owner.is_none_or(|owner| owner.id != session.user.id) {
                    return Err(AppError::invalid("challenge", CHALLENGE_VOID));
                }
                FirstFactor::Challenge(token)
            }
        };
        let attempt = self.begin_attempt(first, caller).await?;
        let proven = self.second_step(&attempt, second).await?;
        let first = attempt.first_proof();
        let Attempt { pending, .. } = attempt;
        let now = self.clock.now();
        let Some((proof, message)) = proven else {
            if matches!(first, FirstProof::Challenge(_)) {
                // The account had a second factor when the challenge was issued.
                return Err(AppError::invalid("challenge", CHALLENGE_VOID));
            }
            let renewed = self.store.renew_authentication(&pending.key, session.id, now).await?;
            return renewed.map_err(|until| locked(until, now));
        };
        match self.store.renew_proven(&pending.key, (session.id, session.user.id), (&proof, &first), now).await? {
            Opened::Session(_) => Ok(()),
            Opened::Locked(until) => Err(locked(until, now)),
            Opened::Outdated => Err(self.failed(&pending, AppError::WrongSecondFactor(message)).await?),
        }
    }
}
