//! Signing in: the password, then the second factor if the account has one. A wrong code counts like a wrong password;
//! with a second factor, the right password alone neither opens a session nor clears the count.

use serde_json::Value;

use super::{
    AccountService, AppError, Arc, AttemptKey, CHALLENGE_LIFETIME, Caller, EmailAddress, Factor, Factors, FirstFactor,
    FirstProof, Network, NewChallenge, Opened, PendingAttempt, Proof, Reservation, SecondFactor, Session, StorageError,
    TokenHash, User, locked, missing_credentials, new_token, read_code, session, too_many, verify,
};
use crate::email_address::address_key;

pub(super) const CHALLENGE_VOID: &str = "This sign-in has expired. Please enter your email and password again.";
const WRONG_TOTP: &str = "This code is wrong or has already been used. Try the next one.";
const WRONG_RECOVERY_CODE: &str = "This recovery code is wrong or has already been used.";
const WRONG_PASSKEY: &str = "The passkey could not be verified. Please try again.";

/// A request to a browser for a passkey.
#[derive(Debug)]
pub struct PasskeyRequest {
    /// Stands for address and password in the next step.
    pub challenge: String,
    /// The options of `navigator.credentials.get`, as JSON.
    pub options: Value,
}

/// An attempt whose first step was right. It counts as failed until it succeeds.
pub(super) struct Attempt {
    pub(super) pending: PendingAttempt,
    pub(super) user: User,
    pub(super) first_step: FirstStep,
}

/// What was right in the first step of a sign-in.
pub(super) enum FirstStep {
    /// The password; the hash that it was checked against.
    Password(Arc<str>),
    /// The token that stood for the password.
    Challenge(String),
}

impl Attempt {
    /// Returns the token that stood for the password.
    pub(super) fn challenge(&self) -> Option<&str> {
        match &self.first_step {
            FirstStep::Password(_) => None,
            FirstStep::Challenge(token) => Some(token),
        }
    }

    /// Returns the proof with which a session is opened.
    pub(super) fn first_proof(&self) -> FirstProof {
        match &self.first_step {
            FirstStep::Password(hash) => FirstProof::Password(hash.clone()),
            FirstStep::Challenge(token) => FirstProof::Challenge(TokenHash::of(token)),
        }
    }
}

impl AccountService {
    /// Opens a session. Fails with [`AppError::SecondFactorRequired`] when the account has a second factor and none is
    /// given. Failed attempts lock the account for the network they come from.
    pub async fn sign_in(
        &self,
        first: FirstFactor<'_>,
        second: Option<SecondFactor>,
        caller: &Caller,
    ) -> Result<Session, AppError> {
        let attempt = self.begin_attempt(first, caller).await?;
        match self.second_step(&attempt, second).await? {
            None => self.finish_without(attempt, caller).await,
            Some((proof, message)) => self.finish_with(attempt, &proof, caller, message).await,
        }
    }

    /// Returns what the second factor of an attempt proves, and the message in case it is used meanwhile; None when the
    /// account has no second factor. Fails with [`AppError::SecondFactorRequired`] when none is given.
    pub(super) async fn second_step(
        &self,
        attempt: &Attempt,
        second: Option<SecondFactor>,
    ) -> Result<Option<(Proof, &'static str)>, AppError> {
        let factors = self.store.factors(attempt.user.id).await?;
        if !factors.are_set_up() {
            return Ok(None);
        }
        let Some(second) = second else {
            let challenge = self.ask(attempt, None).await?;
            let factors = factors.accepted().into_iter().map(Factor::as_str).collect();
            return Err(AppError::SecondFactorRequired { factors, challenge });
        };
        let message = match second {
            SecondFactor::Totp(_) => WRONG_TOTP,
            SecondFactor::RecoveryCode(_) => WRONG_RECOVERY_CODE,
            SecondFactor::Passkey(_) => WRONG_PASSKEY,
        };
        match self.prove(attempt, factors, second).await? {
            Some(proof) => Ok(Some((proof, message))),
            None => Err(self.failed(&attempt.pending, AppError::WrongSecondFactor(message)).await?),
        }
    }

    /// Begins the second step with a passkey. Fails when the account has none.
    pub async fn begin_passkey_sign_in(
        &self,
        first: FirstFactor<'_>,
        caller: &Caller,
    ) -> Result<PasskeyRequest, AppError> {
        let attempt = self.begin_attempt(first, caller).await?;
        let known = self.store.passkeys(attempt.user.id).await?;
        if known.is_empty() || !self.relying_party.is_available() {
            self.ask(&attempt, None).await?;
            return Err(AppError::invalid("passkey", "This account has no passkey for this site"));
        }
        let known: Vec<String> = known.into_iter().map(|passkey| passkey.credential).collect();
        let ceremony = self.relying_party.begin_authentication(&known)?;
        let challenge = self.ask(&attempt, Some(ceremony.state)).await?;
        Ok(PasskeyRequest { challenge, options: ceremony.options })
    }

    /// Returns the factors that a sign-in waits for; None when its token is unknown, used or expired.
    pub async fn awaited_factors(&self, challenge: &str) -> Result<Option<Vec<Factor>>, StorageError> {
        let user = self.store.challenged(&TokenHash::of(challenge), self.clock.now()).await?;
        let Some(user) = user else { return Ok(None) };
        Ok(Some(self.store.factors(user.id).await?.accepted()))
    }

    /// Checks the first step and counts the attempt.
    pub(super) async fn begin_attempt(&self, first: FirstFactor<'_>, caller: &Caller) -> Result<Attempt, AppError> {
        match first {
            FirstFactor::Password { email, password } => {
                let email = email.trim();
                if email.is_empty() || password.is_empty() {
                    return Err(missing_credentials(email, password));
                }
                // Text that is not an address belongs to no account: there is nothing to lock and no password to check.
                let address = EmailAddress::parse(email).map_err(|_| AppError::InvalidCredentials);
                self.check_password(address, password, caller).await
            }
            FirstFactor::Challenge(token) => {
                let network = Network::of(caller.ip);
                self.sign_ins.take_network(network, self.clock.now()).map_err(too_many)?;
                let user = self.store.challenged(&TokenHash::of(token), self.clock.now()).await?;
                let user = user.ok_or_else(|| AppError::invalid("challenge", CHALLENGE_VOID))?;
                let key = AttemptKey { email_key: address_key(&user.email), network };
                let pending = self.reserve(key).await?;
                Ok(Attempt { pending, user, first_step: FirstStep::Challenge(token.to_owned()) })
            }
        }
    }

    /// Returns the counted attempt of the account with an address and password: its success clears the count. Failed
    /// attempts lock the account for the network they come from.
    pub(super) async fn check_password(
        &self,
        address: Result<EmailAddress, AppError>,
        password: &str,
        caller: &Caller,
    ) -> Result<Attempt, AppError> {
        let network = Network::of(caller.ip);
        // Whatever the account, to stop one password from being tried on many.
        self.sign_ins.take_network(network, self.clock.now()).map_err(too_many)?;
        let address = address?;
        let key = AttemptKey { email_key: address.key(), network };
        let pending = self.reserve(key).await?;
        let (user, stored) = match self.store.user_with_hash(&address).await? {
            Some((user, stored)) => (Some(user), Arc::<str>::from(stored)),
            None => (None, self.decoy.clone()),
        };
        let (password, hash) = (password.to_owned(), stored.clone());
        let fits = self.hashing.run(move || Ok(verify(&password, &hash))).await?;
        match user.filter(|_| fits) {
            Some(user) => Ok(Attempt { pending, user, first_step: FirstStep::Password(stored) }),
            None => Err(self.failed(&pending, AppError::InvalidCredentials).await?),
        }
    }

    /// Counts an attempt as failed until it succeeds. Fails when the account is locked for the network.
    async fn reserve(&self, key: AttemptKey) -> Result<PendingAttempt, AppError> {
        let (network, now) = (key.network, self.clock.now());
        let refusal = match self.sign_ins.take_subject(&key.email_key, network, now) {
            Ok(()) => match self.store.reserve_attempt(&key, now).await? {
                Reservation::Granted(pause) => {
                    let pending = self.pending.add(key);
                    tokio::time::sleep(pause.to_std().unwrap_or_default()).await;
                    return Ok(pending);
                }
                Reservation::Refused(until) => locked(until, now),
            },
            Err(wait) => too_many(wait),
        };
        // No password is checked. If such attempts counted, those on one locked account would shut out its whole network.
        self.sign_ins.give_back(network);
        Err(refusal)
    }

    /// Returns the error of a failed attempt, or that of the lock when this failure starts one.
    pub(super) async fn failed(&self, attempt: &PendingAttempt, error: AppError) -> Result<AppError, AppError> {
        let now = self.clock.now();
        let lock = self.store.fail_attempt(&attempt.key, attempt.settle(), now).await?;
        Ok(lock.map_or(error, |until| locked(until, now)))
    }

    /// Stores that the attempt waits for a second factor. Returns the token of its next step.
    async fn ask(&self, attempt: &Attempt, passkey_state: Option<String>) -> Result<String, AppError> {
        let now = self.clock.now();
        let (challenge, password_hash) = match &attempt.first_step {
            FirstStep::Password(hash) => (new_token()?, Some(hash.clone())),
            FirstStep::Challenge(token) => (token.clone(), None),
        };
        let row = NewChallenge {
            token: TokenHash::of(&challenge),
            password_hash,
            passkey_state,
            expires_at: now + CHALLENGE_LIFETIME,
        };
        match self.store.ask_second_factor(&attempt.pending.key, attempt.user.id, row, now).await? {
            None => Ok(challenge),
            Some(Opened::Locked(until)) => Err(locked(until, now)),
            Some(_) => Err(self.outdated(attempt).await?),
        }
    }

    /// Returns the error of an attempt whose first step was right but no longer is, since the password was changed
    /// meanwhile.
    async fn outdated(&self, attempt: &Attempt) -> Result<AppError, AppError> {
        match attempt.first_step {
            FirstStep::Password(_) => self.failed(&attempt.pending, AppError::InvalidCredentials).await,
            FirstStep::Challenge(_) => Ok(AppError::invalid("challenge", CHALLENGE_VOID)),
        }
    }

    /// Returns what a second factor proves; None when it is wrong.
    async fn prove(
        &self,
        attempt: &Attempt,
        factors: Factors,
        second: SecondFactor,
    ) -> Result<Option<Proof>, AppError> {
        match second {
            SecondFactor::Totp(code) if factors.has_totp => self.prove_totp(&attempt.user, &code).await,
            SecondFactor::RecoveryCode(code) => self.prove_recovery_code(&attempt.user, &code).await,
            SecondFactor::Passkey(answer) => {
                let Some(challenge) = attempt.challenge() else { return Ok(None) };
                self.prove_passkey(&attempt.user, &TokenHash::of(challenge), answer).await
            }
            SecondFactor::Totp(_) => Ok(None),
        }
    }

    async fn prove_totp(&self, user: &User, code: &str) -> Result<Option<Proof>, AppError> {
        let Some(totp) = self.store.totp(user.id).await? else { return Ok(None) };
        let step = totp.secret.step_of(code, self.clock.now())?;
        Ok(step.filter(|step| totp.is_confirmed && *step > totp.last_step).map(|step| Proof::Totp { step }))
    }

    async fn prove_recovery_code(&self, user: &User, code: &str) -> Result<Option<Proof>, AppError> {
        let Some(code) = read_code(code) else { return Ok(None) };
        let stored = self.store.recovery_codes(user.id).await?;
        let find = move || Ok(stored.into_iter().find(|stored| verify(&code, &stored.hash)).map(|stored| stored.id));
        Ok(self.hashing.run(find).await?.map(|id| Proof::RecoveryCode { id }))
    }

    async fn prove_passkey(&self, user: &User, token: &TokenHash, answer: Value) -> Result<Option<Proof>, AppError> {
        let Some(state) = self.store.take_passkey_state(token).await? else { return Ok(None) };
        let stored = self.store.passkeys(user.id).await?;
        let known: Vec<String> = stored.iter().map(|passkey| passkey.credential.clone()).collect();
        let Some(credential) = self.relying_party.finish_authentication(answer, &state, &known)? else {
            return Ok(None);
        };
        let found = stored.into_iter().find(|passkey| passkey.credential_id == credential.id);
        Ok(found.map(|passkey| Proof::Passkey { id: passkey.own.id, credential: credential.json }))
    }

    /// Opens a session for an account without a second factor.
    async fn finish_without(&self, attempt: Attempt, caller: &Caller) -> Result<Session, AppError> {
        let FirstStep::Password(hash) = &attempt.first_step else {
            // The account had a second factor when the challenge was issued.
            return Err(AppError::invalid("challenge", CHALLENGE_VOID));
        };
        let now = self.clock.now();
        let (tokens, access_token, refresh_token) = Self::new_tokens(now)?;
        match self.store.open_session(&attempt.pending.key, (attempt.user.id, hash), tokens, caller, now).await? {
            Opened::Session(_) => Ok(session(attempt.user, access_token, refresh_token, &tokens)),
            Opened::Locked(until) => Err(locked(until, now)),
            Opened::Outdated => Err(self.outdated(&attempt).await?),
        }
    }

    /// Opens a session with the proof of a second factor. Fails with `message` when the proof was used meanwhile.
    async fn finish_with(
        &self,
        attempt: Attempt,
        proof: &Proof,
        caller: &Caller,
        message: &'static str,
    ) -> Result<Session, AppError> {
        let first = attempt.first_proof();
        let Attempt { pending, user, .. } = attempt;
        let now = self.clock.now();
        let (tokens, access_token, refresh_token) = Self::new_tokens(now)?;
        let opened =
            self.store.open_proven_session(&pending.key, user.id, (proof, &first), tokens, caller, now).await?;
        match opened {
            Opened::Session(_) => Ok(session(user, access_token, refresh_token, &tokens)),
            Opened::Locked(until) => Err(locked(until, now)),
            Opened::Outdated => Err(self.failed(&pending, AppError::WrongSecondFactor(message)).await?),
        }
    }
}
