//! A passkey authenticator in software, which answers as browsers do.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use ring::{
    rand::SystemRandom,
    signature::{ECDSA_P256_SHA256_ASN1_SIGNING, EcdsaKeyPair, KeyPair},
};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const USER_PRESENT_AND_VERIFIED: u8 = 0b0000_0101;
const ATTESTED: u8 = 0b0100_0000;

/// An authenticator with one ES256 key.
pub struct Authenticator {
    key: EcdsaKeyPair,
    id: Vec<u8>,
    /// Origin that the browser reports.
    pub origin: String,
    host: String,
    /// The last signature counter.
    pub counter: u32,
}

impl Authenticator {
    /// Returns an authenticator in a browser at `https://{host}`.
    pub fn at(host: &str) -> Self {
        let random = SystemRandom::new();
        let pkcs8 = EcdsaKeyPair::generate_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, &random).unwrap();
        let key = EcdsaKeyPair::from_pkcs8(&ECDSA_P256_SHA256_ASN1_SIGNING, pkcs8.as_ref(), &random).unwrap();
        let id = Sha256::digest(key.public_key().as_ref())[..16].to_vec();
        Self { key, id, origin: format!("https://{host}"), host: host.to_owned(), counter: 0 }
    }

    /// Answers `navigator.credentials.create`.
    pub fn create(&mut self, options: &Value) -> Value {
        let public = self.key.public_key().as_ref();
        let (x, y) = public[1..].split_at(32);
        let cose = [&[0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32][..], x, &[0x22, 0x58, 32], y].concat();
        let length = u16::try_from(self.id.len()).unwrap().to_be_bytes();
        let attested = [&[0; 16][..], &length, &self.id, &cose].concat();
        let data = [self.data(USER_PRESENT_AND_VERIFIED | ATTESTED), attested].concat();
        let size = u8::try_from(data.len()).unwrap();
        let object = [b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58", &[size][..], &data].concat();
        self.answer(&json!({
            "attestationObject": URL_SAFE_NO_PAD.encode(object),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(self.client_data("webauthn.create", options)),
            "transports": ["internal"],
        }))
    }

    /// Answers `navigator.credentials.get`.
    pub fn get(&mut self, options: &Value) -> Value {
        self.counter += 1;
        let data = self.data(USER_PRESENT_AND_VERIFIED);
        let client = self.client_data("webauthn.get", options);
        let signed = [&data[..], &Sha256::digest(&client)].concat();
        let signature = self.key.sign(&SystemRandom::new(), &signed).unwrap();
        self.answer(&json!({
            "authenticatorData": URL_SAFE_NO_PAD.encode(data),
            "clientDataJSON": URL_SAFE_NO_PAD.encode(client),
            "signature": URL_SAFE_NO_PAD.encode(signature.as_ref()),
            "userHandle": null,
        }))
    }

    fn data(&self, flags: u8) -> Vec<u8> {
        [&Sha256::digest(&self.host)[..], &[flags], &self.counter.to_be_bytes()].concat()
    }

    fn client_data(&self, kind: &str, options: &Value) -> String {
        let challenge = &options["publicKey"]["challenge"];
        json!({"type": kind, "challenge": challenge, "origin": self.origin, "crossOrigin": false}).to_string()
    }

    fn answer(&self, response: &Value) -> Value {
        let id = URL_SAFE_NO_PAD.encode(&self.id);
        json!({"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}})
    }
}
