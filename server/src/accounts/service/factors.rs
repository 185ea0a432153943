//! The second factors of the caller's account. Each change is mailed to the account's owner.

use serde_json::Value;
use uuid::Uuid;

use super::{AccountService, AppError, CHALLENGE_LIFETIME, Caller, CurrentSession, Factors, StorageError, hash};
use crate::{
    accounts::{
        emails,
        factors::{OwnPasskey, PASSKEY_NAME},
        recovery_code::{RECOVERY_CODES, format_code},
        store::passkeys::AddedPasskey,
        totp::{TotpSecret, TotpSetup},
    },
    audit::Actor,
    email_address::EmailAddress,
    mail::NewMail,
    token::random,
};

const WRONG_CODE: &str = "This code is wrong. Check your device's clock, and try the next code.";
const NO_APP: &str = "There is no authenticator app to remove";
const NO_PASSKEY: &str = "Could not find the requested passkey";

/// How the caller's account signs in.
#[derive(Debug, Clone)]
pub struct FactorOverview {
    /// The factors that are set up.
    pub factors: Factors,
    /// Oldest first.
    pub passkeys: Vec<OwnPasskey>,
    /// Whether the site can have passkeys: not when it is reached at an IP address.
    pub has_passkeys: bool,
    /// Whether staff need a second factor.
    pub is_required: bool,
}

/// A passkey that was added.
#[derive(Debug, Clone)]
pub struct NewPasskey {
    /// Its id.
    pub id: Uuid,
    /// Recovery codes, shown once; None when the account has some.
    pub recovery_codes: Option<Vec<String>>,
}

impl AccountService {
    /// Returns how the caller's account signs in.
    pub async fn factor_overview(&self, session: &CurrentSession) -> Result<FactorOverview, StorageError> {
        let passkeys = self.store.passkeys(session.user.id).await?;
        Ok(FactorOverview {
            factors: self.store.factors(session.user.id).await?,
            passkeys: passkeys.into_iter().map(|passkey| passkey.own).collect(),
            has_passkeys: self.relying_party.is_available(),
            is_required: self.mailer.site.get().security.require_second_factor,
        })
    }

    /// Returns whether staff need a second factor and the session's account has none.
    pub async fn lacks_second_factor(&self, session: &CurrentSession) -> Result<bool, StorageError> {
        if !self.mailer.site.get().security.require_second_factor {
            return Ok(false);
        }
        Ok(!self.store.factors(session.user.id).await?.are_set_up())
    }

    /// Creates the secret of an authenticator app. It takes effect once a code confirms it.
    pub async fn begin_totp(&self, session: &CurrentSession) -> Result<TotpSetup, AppError> {
        let secret = TotpSecret::new(random()?);
        if !self.store.begin_totp(session.user.id, &secret, self.clock.now()).await? {
            return Err(AppError::conflict("totp_set_up", "Remove the current authenticator app first"));
        }
        secret.setup(&self.mailer.site.get().name, &session.user.email)
    }

    /// Confirms the authenticator app by a code. Returns recovery codes unless the account has some.
    pub async fn confirm_totp(
        &self,
        session: &CurrentSession,
        code: &str,
        caller: &Caller,
    ) -> Result<Option<Vec<String>>, AppError> {
        let user = session.user.id;
        let waiting = self.store.totp(user).await?.filter(|totp| !totp.is_confirmed);
        let waiting =
            waiting.ok_or_else(|| AppError::conflict("no_totp", "Start setting up an authenticator app first"))?;
        let step = waiting.secret.step_of(code, self.clock.now())?;
        let step = step.ok_or_else(|| AppError::invalid("code", WRONG_CODE))?;
        let (codes, hashes) = self.first_codes(user).await?;
        let mail = self.change_mail(session, "An authenticator app was added.");
        let checked = (&waiting.secret, step);
        let stored = self.store.confirm_totp(user, checked, hashes, mail, self.stamp(session, caller)).await?;
        let stored = stored.ok_or_else(|| {
            AppError::conflict("no_totp", "The authenticator app has been confirmed or set up again in the meantime")
        })?;
        self.mailer.outbox.wake();
        Ok(stored.then_some(codes))
    }

    /// Removes the authenticator app, or the secret of one that is being set up.
    pub async fn remove_totp(&self, session: &CurrentSession, caller: &Caller) -> Result<(), AppError> {
        let mail = self.change_mail(session, "The authenticator app was removed.");
        if !self.store.remove_totp(session.user.id, mail, self.stamp(session, caller)).await? {
            return Err(AppError::NotFound(NO_APP));
        }
        self.mailer.outbox.wake();
        Ok(())
    }

    /// Creates new recovery codes. Earlier ones no longer work.
    pub async fn new_recovery_codes(&self, session: &CurrentSession, caller: &Caller) -> Result<Vec<String>, AppError> {
        let (codes, hashes) = self.make_codes().await?;
        let mail = self.change_mail(session, "New recovery codes were created, and earlier ones no longer work.");
        let by = self.stamp(session, caller);
        if !self.store.replace_recovery_codes(session.user.id, hashes, mail, by).await? {
            return Err(AppError::conflict("no_second_factor", "Set up an authenticator app or a passkey first"));
        }
        self.mailer.outbox.wake();
        Ok(codes)
    }

    /// Begins the registration of a passkey. Returns the options of `navigator.credentials.create`, as JSON.
    pub async fn begin_passkey(&self, session: &CurrentSession) -> Result<Value, AppError> {
        let known = self.store.passkeys(session.user.id).await?;
        let known: Vec<String> = known.into_iter().map(|passkey| passkey.credential).collect();
        let ceremony = self.relying_party.begin_registration(session.user.id, &session.user.email, &known)?;
        let expires_at = self.clock.now() + CHALLENGE_LIFETIME;
        self.store.begin_registration(session.id, ceremony.state, expires_at).await?;
        Ok(ceremony.options)
    }

    /// Verifies a browser's response and adds its passkey under a name.
    pub async fn finish_passkey(
        &self,
        session: &CurrentSession,
        name: &str,
        answer: Value,
        caller: &Caller,
    ) -> Result<NewPasskey, AppError> {
        let name = name.trim();
        if !PASSKEY_NAME.contains(&name.chars().count()) || name.chars().any(char::is_control) {
            let message = format!("Give the passkey a name of at most {} characters", PASSKEY_NAME.end());
            return Err(AppError::invalid("name", message));
        }
        let now = self.clock.now();
        let state = self.store.take_registration(session.id, now).await?;
        let state = state.ok_or_else(|| AppError::invalid("credential", "That took too long. Please try again."))?;
        let credential = self.relying_party.finish_registration(answer, &state)?;
        let (codes, hashes) = self.first_codes(session.user.id).await?;
        let mail = self.change_mail(session, &format!("A passkey was added: {name}."));
        let by = self.stamp(session, caller);
        let added = self.store.add_passkey(session.user.id, name.to_owned(), credential, hashes, mail, by).await?;
        match added {
            AddedPasskey::Added { id, with_codes } => {
                self.mailer.outbox.wake();
                Ok(NewPasskey { id, recovery_codes: with_codes.then_some(codes) })
            }
            AddedPasskey::Known => Err(AppError::conflict("passkey_known", "This passkey has already been added")),
            AddedPasskey::TooMany => {
                Err(AppError::conflict("too_many_passkeys", "You have too many passkeys. Remove one first."))
            }
        }
    }

    /// Removes a passkey.
    pub async fn remove_passkey(&self, session: &CurrentSession, id: Uuid, caller: &Caller) -> Result<(), AppError> {
        let mail = self.change_mail(session, "A passkey was removed.");
        if !self.store.remove_passkey(session.user.id, id, mail, self.stamp(session, caller)).await? {
            return Err(AppError::NotFound(NO_PASSKEY));
        }
        self.mailer.outbox.wake();
        Ok(())
    }

    /// Removes every second factor of an account and ends its sessions. Returns false when no account has the address.
    pub async fn reset_factors(&self, email: &EmailAddress, by: &Actor) -> Result<bool, StorageError> {
        let site = self.mailer.site.get();
        let (contact, brand) = self.email_context(&site);
        let mail = |email: &str| emails::factors_reset(email, contact, brand);
        let reset = self.store.reset_factors(email, mail, by.at(self.clock.now())).await?;
        self.mailer.outbox.wake();
        Ok(reset.is_some())
    }

    /// Returns recovery codes and their hashes; none when the account has some.
    async fn first_codes(&self, user: Uuid) -> Result<(Vec<String>, Vec<String>), AppError> {
        if self.store.factors(user).await?.recovery_codes > 0 {
            return Ok((Vec::new(), Vec::new()));
        }
        self.make_codes().await
    }

    async fn make_codes(&self) -> Result<(Vec<String>, Vec<String>), AppError> {
        let mut codes = Vec::with_capacity(RECOVERY_CODES);
        for _ in 0..RECOVERY_CODES {
            codes.push(format_code(random()?)?);
        }
        let hash_all = move || Ok((codes.iter().map(|code| hash(code)).collect::<Result<_, _>>()?, codes));
        let (hashes, codes) = self.hashing.run(hash_all).await?;
        Ok((codes, hashes))
    }

    fn change_mail(&self, session: &CurrentSession, change: &str) -> NewMail {
        let site = self.mailer.site.get();
        let (contact, brand) = self.email_context(&site);
        emails::factors_changed(&session.user.email, change, contact, brand)
    }
}
