//! Passkeys: makes the requests to browsers and verifies their responses (W3C Web Authentication).

use std::sync::Arc;

use serde_json::Value;
use url::Url;
use uuid::Uuid;
use webauthn_rs::prelude::{
    CredentialID, Passkey, PasskeyAuthentication, PasskeyRegistration, Webauthn, WebauthnBuilder, WebauthnError,
};

use crate::error::AppError;

/// The site as passkeys know it: by the host of its public URL. Cheap to clone.
#[derive(Clone)]
pub struct RelyingParty(Option<Arc<Webauthn>>);

/// A request to a browser, and the state that verifies its response.
pub struct Ceremony {
    /// The options for the browser.
    pub options: Value,
    /// JSON that stays on the server until the browser responds.
    pub state: String,
}

/// A passkey's public part: JSON for the database.
pub struct Credential {
    /// The id that the authenticator gave it.
    pub id: Vec<u8>,
    /// Public key and signature counter.
    pub json: String,
}

/// The message for a response that is not valid.
const REFUSED: &str = "The passkey could not be verified. Please try again.";

impl RelyingParty {
    /// Returns the relying party of a public URL. Passkeys need a host name, so there are none for an IP address.
    pub fn new(public_url: &str, name: &str) -> Result<Self, AppError> {
        let url = Url::parse(public_url).map_err(AppError::internal)?;
        let Some(host) = url.domain() else { return Ok(Self(None)) };
        let webauthn = WebauthnBuilder::new(host, &url).and_then(|builder| builder.rp_name(name).build());
        Ok(Self(Some(Arc::new(webauthn.map_err(AppError::internal)?))))
    }

    /// Returns whether the site can have passkeys.
    pub fn is_available(&self) -> bool {
        self.0.is_some()
    }

    /// Begins the registration of a passkey for an account that already has the `known` ones.
    pub fn begin_registration(&self, user: Uuid, email: &str, known: &[String]) -> Result<Ceremony, AppError> {
        let known: Vec<CredentialID> =
            passkeys(known)?.iter().map(|passkey: &Passkey| passkey.cred_id().clone()).collect();
        let (options, state) =
            self.webauthn()?.start_passkey_registration(user, email, email, Some(known)).map_err(AppError::internal)?;
        Ok(Ceremony { options: json(&options)?, state: text(&state)? })
    }

    /// Verifies a browser's response and returns the new passkey.
    pub fn finish_registration(&self, answer: Value, state: &str) -> Result<Credential, AppError> {
        let state: PasskeyRegistration = serde_json::from_str(state).map_err(AppError::internal)?;
        let answer = serde_json::from_value(answer).map_err(|_| AppError::invalid("credential", REFUSED))?;
        let passkey = self
            .webauthn()?
            .finish_passkey_registration(&answer, &state)
            .map_err(|_| AppError::invalid("credential", REFUSED))?;
        credential(&passkey)
    }

    /// Begins a sign-in with one of the account's passkeys.
    pub fn begin_authentication(&self, known: &[String]) -> Result<Ceremony, AppError> {
        let (options, state) =
            self.webauthn()?.start_passkey_authentication(&passkeys(known)?).map_err(AppError::internal)?;
        Ok(Ceremony { options: json(&options)?, state: text(&state)? })
    }

    /// Verifies a browser's response. Returns the one of the `known` passkeys that signed it, with its new counter, or
    /// None when the response is not valid.
    pub fn finish_authentication(
        &self,
        answer: Value,
        state: &str,
        known: &[String],
    ) -> Result<Option<Credential>, AppError> {
        let state: PasskeyAuthentication = serde_json::from_str(state).map_err(AppError::internal)?;
        let Ok(answer) = serde_json::from_value(answer) else { return Ok(None) };
        let result = match self.webauthn()?.finish_passkey_authentication(&answer, &state) {
            Ok(result) => result,
            Err(error) => {
                if matches!(error, WebauthnError::CredentialPossibleCompromise) {
                    tracing::warn!("a passkey's counter went backwards: the passkey may have been copied");
                }
                return Ok(None);
            }
        };
        for mut passkey in passkeys(known)? {
            if passkey.update_credential(&result).is_some() {
                return credential(&passkey).map(Some);
            }
        }
        Ok(None)
    }

    fn webauthn(&self) -> Result<&Webauthn, AppError> {
        self.0.as_deref().ok_or(AppError::conflict(
            "passkeys_unavailable",
            "Passkeys need a host name, but this site uses an IP address.",
        ))
    }
}

fn passkeys(stored: &[String]) -> Result<Vec<Passkey>, AppError> {
    stored.iter().map(|json| serde_json::from_str(json).map_err(AppError::internal)).collect()
}

fn credential(passkey: &Passkey) -> Result<Credential, AppError> {
    Ok(Credential { id: passkey.cred_id().clone(), json: text(passkey)? })
}

fn json(value: &impl serde::Serialize) -> Result<Value, AppError> {
    serde_json::to_value(value).map_err(AppError::internal)
}

fn text(value: &impl serde::Serialize) -> Result<String, AppError> {
    serde_json::to_string(value).map_err(AppError::internal)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_belong_to_the_host_of_the_public_url() {
        let party = RelyingParty::new("https://foundfirst.example:8443", "Found First").unwrap();
        let ceremony = party.begin_registration(Uuid::nil(), "anna@example.org", &[]).unwrap();
        let options = &ceremony.options["publicKey"];
        assert_eq!(options["rp"], serde_json::json!({"id": "foundfirst.example", "name": "Found First"}));
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
    }

    #[test]
    fn an_ip_address_has_no_passkeys() {
        for url in ["http://127.0.0.1:8080", "http://[::1]:8080"] {
            let party = RelyingParty::new(url, "Found First").unwrap();
            assert!(!party.is_available(), "{url}");
            assert!(matches!(party.begin_authentication(&[]), Err(AppError::Conflict { .. })));
        }
        assert!(RelyingParty::new("http://localhost:8080", "Found First").unwrap().is_available());
    }
}
