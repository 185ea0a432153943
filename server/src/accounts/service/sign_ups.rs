//! Sign-ups and invitations. An account exists only after the emailed link was followed, so that nobody can create one
//! for another person's address. No response reveals whether an address has an account, either in its text or in its
//! timing.

use super::{
    AccountService, AppError, Caller, EmailAddress, StorageError, TokenHash, missing_credentials, new_token,
    passwords::link_void,
};
use crate::{
    accounts::{
        domain::{INVITATION_LIFETIME, PendingAccount, PendingKind, Role, SIGN_UP_LIFETIME},
        emails,
        store::sign_ups::{Invitation, SignUp},
    },
    audit::Actor,
    dates::date_time_text,
    mail::NewMail,
};

impl AccountService {
    /// Emails a link that creates an account without rights, or a note when the address has an account.
    pub async fn sign_up(&self, email: &str, password: &str, caller: &Caller) -> Result<(), AppError> {
        let email = email.trim();
        if email.is_empty() || password.is_empty() {
            return Err(missing_credentials(email, password));
        }
        let address = EmailAddress::parse(email).map_err(|error| AppError::invalid("email", error.to_string()))?;
        let password_hash = self.new_hash(password, address.as_str(), || self.take(&address.key(), caller)).await?;
        let (now, token) = (self.clock.now(), new_token()?);
        let site = self.mailer.site.get();
        let (contact, brand) = self.email_context(&site);
        let zone = site.time_zone;
        let asked = format!("{} {}", date_time_text(now, zone), now.with_timezone(&zone).format("%Z"));
        let expires_at = now + SIGN_UP_LIFETIME;
        let confirmation = emails::confirmation(address.as_str(), &token, &asked, contact, brand);
        let sign_up = SignUp {
            confirmation: NewMail { expires_at: Some(expires_at), ..confirmation },
            known: emails::known_already(address.as_str(), contact, brand),
            email: &address,
            password_hash,
            token: TokenHash::of(&token),
            expires_at,
        };
        self.store.sign_up(sign_up, now).await?;
        self.mailer.outbox.wake();
        Ok(())
    }

    /// Emails an invitation: a link that sets a password and creates an account with the rights of staff. Returns false
    /// when the address has an account with admin rights. Another account gets them, and the password, with the link.
    pub async fn invite(&self, email: &EmailAddress, role: Role, by: &Actor) -> Result<bool, AppError> {
        let (now, token) = (self.clock.now(), new_token()?);
        let site = self.mailer.site.get();
        let (contact, brand) = self.email_context(&site);
        let invitation = Invitation {
            mail: emails::invitation(email.as_str(), &token, contact, brand),
            email,
            role,
            token: TokenHash::of(&token),
            expires_at: now + INVITATION_LIFETIME,
        };
        let is_invited = self.store.invite(invitation, by.at(now)).await?;
        self.mailer.outbox.wake();
        Ok(is_invited)
    }

    /// Returns what a link's token can confirm.
    pub async fn pending(&self, token: &str) -> Result<Option<PendingAccount>, StorageError> {
        self.store.pending(&TokenHash::of(token), self.clock.now()).await
    }

    /// Returns what is pending for an address without an account.
    pub async fn pending_of(&self, email: &EmailAddress) -> Result<Option<PendingKind>, StorageError> {
        self.store.pending_of(email, self.clock.now()).await
    }

    /// Creates the account of an emailed link: with the password of the sign-up, or for an invitation with `password`.
    pub async fn confirm(&self, token: &str, password: &str, caller: &Caller) -> Result<(), AppError> {
        // Counted by its link: anybody can use up what an address is allowed.
        let subject = format!("invitation {token}");
        let token = TokenHash::of(token);
        // Checked first, so that nobody has to choose a password for an expired link.
        let PendingAccount { email, kind } =
            self.store.pending(&token, self.clock.now()).await?.ok_or_else(link_void)?;
        let confirmed = match kind {
            PendingKind::SignUp => {
                self.store.confirm_sign_up(&token, caller.account(&email).at(self.clock.now())).await?
            }
            PendingKind::Invitation => {
                let hashed = self.new_hash(password, &email, || self.take(&subject, caller)).await?;
                let site = self.mailer.site.get();
                let (contact, brand) = self.email_context(&site);
                let told = |owner: &str, had_factors: bool| {
                    let removed = "An invitation was accepted, which removed every second factor.";
                    let factors = had_factors.then(|| emails::factors_changed(owner, removed, contact, brand));
                    [emails::changed(owner, contact, brand)].into_iter().chain(factors).collect()
                };
                let by = caller.account(&email).at(self.clock.now());
                let accepted = self.store.accept_invitation(&token, hashed, told, by).await?;
                self.mailer.outbox.wake();
                accepted
            }
        };
        if confirmed { Ok(()) } else { Err(link_void()) }
    }
}
