//! New passwords. No response reveals whether an address has an account, either in its text or in its timing: only the
//! address's owner is told, by email.

use super::{
    AccountService, AppError, Caller, CurrentSession, EmailAddress, Password, PasswordRules, RESET_LIFETIME,
    StorageError, TokenHash, hash, new_token, too_many,
};
use crate::{
    accounts::{emails, password::PasswordError, store::passwords::Setter},
    mail::{Brand, NewMail},
    site::Site,
};

const EMAIL_REQUIRED: &str = "Email is required";
const WRONG_CURRENT: &str = "This is not your current password";
const LINK_VOID: &str = "This link has expired or has already been used. Please ask for a new one.";

impl AccountService {
    /// Emails a link that sets a new password, if the address has an account.
    pub async fn request_reset(&self, email: &str, caller: &Caller) -> Result<(), AppError> {
        let email = email.trim();
        if email.is_empty() {
            return Err(AppError::invalid("email", EMAIL_REQUIRED));
        }
        let address = EmailAddress::parse(email).map_err(|error| AppError::invalid("email", error.to_string()))?;
        self.take(&address.key(), caller)?;
        let now = self.clock.now();
        let token = new_token()?;
        let site = self.mailer.site.get();
        let (contact, brand) = self.email_context(&site);
        let expires_at = now + RESET_LIFETIME;
        let mail = emails::reset(address.as_str(), &token, contact, brand);
        let mail = NewMail { expires_at: Some(expires_at), ..mail };
        if self.store.request_reset(&address, &TokenHash::of(&token), expires_at, mail, now).await? {
            self.mailer.outbox.wake();
        }
        Ok(())
    }

    /// Returns whether a link's token can still set a new password.
    pub async fn is_reset_open(&self, token: &str) -> Result<bool, StorageError> {
        Ok(self.store.reset_owner(&TokenHash::of(token), self.clock.now()).await?.is_some())
    }

    /// Sets a new password, authorised by an emailed link or by a recent sign-in. Every other session of the account
    /// ends.
    pub async fn update_password(
        &self,
        password: &str,
        token: Option<&str>,
        session: Option<&CurrentSession>,
        caller: &Caller,
    ) -> Result<(), AppError> {
        let now = self.clock.now();
        let hashed_token = token.map(TokenHash::of);
        let (setter, owner) = match (&hashed_token, session) {
            (Some(hash), session) => {
                // Checked first, so that nobody has to choose a password for an expired link.
                let owner = self.store.reset_owner(hash, now).await?.ok_or_else(link_void)?;
                let session = session.filter(|session| session.user.id == owner.id).map(|session| session.id);
                (Setter::Token { hash, session }, owner)
            }
            (None, Some(session)) => {
                self.require_recent(session)?;
                (Setter::Session { user: session.user.id, session: session.id }, session.user.clone())
            }
            (None, None) => return Err(AppError::AuthenticationRequired),
        };
        let hashed = self.new_hash(password, &owner.email, || self.take(&owner.id.to_string(), caller)).await?;
        let site = self.mailer.site.get();
        let (contact, brand) = self.email_context(&site);
        let mail = |email: &str| emails::changed(email, contact, brand);
        let set = self.store.set_password(setter, hashed, mail, caller.account(&owner.email).at(now)).await?;
        set.ok_or_else(|| if token.is_some() { link_void() } else { AppError::AuthenticationRequired })?;
        self.mailer.outbox.wake();
        Ok(())
    }

    /// Sets a new password for those who know the current one. Every other session of the account ends. A wrong
    /// password counts as a failed sign-in, and can lock the account.
    pub async fn change_password(
        &self,
        session: &CurrentSession,
        current: &str,
        password: &str,
        caller: &Caller,
    ) -> Result<(), AppError> {
        if current.is_empty() {
            return Err(AppError::invalid("current_password", "Current password is required"));
        }
        // Checked first, so that a new password that cannot be set costs no attempt.
        Password::parse(password).map_err(refused)?;
        self.confirm_password(session, current, caller).await.map_err(|error| match error {
            AppError::InvalidCredentials => AppError::invalid("current_password", WRONG_CURRENT),
            other => other,
        })?;
        let session = CurrentSession { authenticated_at: self.clock.now(), ..session.clone() };
        self.update_password(password, None, Some(&session), caller).await
    }

    /// Returns the hash of an acceptable password. `allowed` runs before the expensive part.
    pub(super) async fn new_hash(
        &self,
        password: &str,
        email: &str,
        allowed: impl FnOnce() -> Result<(), AppError>,
    ) -> Result<String, AppError> {
        // Cheap rules first: input that breaks them does not count towards the limit.
        Password::parse(password).map_err(refused)?;
        allowed()?;
        let (password, rules) = (password.to_owned(), self.password_rules(email));
        self.hashing
            .run(move || {
                let password = rules.check(&password).map_err(refused)?;
                hash(password.expose())
            })
            .await
    }

    /// Returns a password that an operator chose for an account, checked like one that is chosen on the site.
    pub async fn choose_password(&self, password: &str, email: &EmailAddress) -> Result<Password, AppError> {
        let (password, rules) = (password.to_owned(), self.password_rules(email.as_str()));
        self.hashing.run(move || rules.check(&password).map_err(refused)).await
    }

    fn password_rules(&self, email: &str) -> PasswordRules {
        PasswordRules::new(email, &self.mailer.site.get(), &self.mailer.public_url, self.breached.clone())
    }

    /// Counts a request of an address or account. Fails when there were too many.
    pub(super) fn take(&self, subject: &str, caller: &Caller) -> Result<(), AppError> {
        self.limiter.take(subject, caller.ip, self.clock.now()).map_err(too_many)
    }

    /// Returns the contact address and the brand of emails.
    pub(super) fn email_context<'a>(&'a self, site: &'a Site) -> (&'a str, Brand<'a>) {
        let brand = Brand { name: &site.name, legal_name: &site.legal_name, public_url: &self.mailer.public_url };
        (&site.contact_email, brand)
    }
}

fn refused(error: PasswordError) -> AppError {
    match error {
        PasswordError::Unreadable(_) => AppError::unavailable(error),
        refusal => AppError::invalid("password", refusal.to_string()),
    }
}

/// Returns the error of a link that is unknown, used or expired.
pub(super) fn link_void() -> AppError {
    AppError::invalid("token", LINK_VOID)
}
