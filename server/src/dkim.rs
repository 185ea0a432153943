//! Signs mail (DKIM, RFC 6376 and 8463), so that receivers can verify the responsible domain.
//!
//! Headers and body are signed in relaxed canonicalisation, which survives refolding on the way.

use std::{fmt, path::Path};

use base64::{Engine as _, engine::general_purpose::STANDARD};
use ring::{
    rand::SystemRandom,
    signature::{Ed25519KeyPair, KeyPair, RSA_PKCS1_SHA256, RsaKeyPair},
};
use sha2::{Digest, Sha256};

/// The headers that are signed if present. RFC 8058 requires a signature for `List-Unsubscribe`.
const SIGNED: [&str; 10] = [
    "From",
    "Reply-To",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "MIME-Version",
    "Content-Type",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
];
/// Signed once more than they occur, so that one added on the way invalidates the signature.
const AT_MOST_ONCE: [&str; 4] = ["From", "Reply-To", "To", "Subject"];

/// A domain's private key and its selector.
pub struct Signer {
    domain: String,
    selector: String,
    key: Key,
}

enum Key {
    Rsa(Box<RsaKeyPair>),
    Ed25519(Ed25519KeyPair),
}

/// Why a key cannot be used. Each message is one line for the operator.
#[derive(Debug, thiserror::Error)]
pub enum DkimError {
    /// The file cannot be read.
    #[error("{0}")]
    File(String),
    /// The file contains no private key of a supported type.
    #[error("{0}: expected a PEM file with an RSA key of 2,048 to 4,096 bits or an Ed25519 key, without a passphrase")]
    Key(String),
    /// The domain is not a valid DNS name.
    #[error("\"{0}\" is not a DNS name")]
    Domain(String),
    /// The selector is not a valid DNS name.
    #[error("\"{0}\" is not a DNS name")]
    Selector(String),
}

/// A message could not be signed.
#[derive(Debug, thiserror::Error)]
#[error("the mail cannot be signed")]
pub struct Unsigned;

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Never shows the key.
        write!(f, "Signer({}, {})", self.domain, self.selector)
    }
}

impl Signer {
    /// Reads the private key of `domain` from a PEM file.
    pub fn load(path: &Path, domain: &str, selector: &str) -> Result<Self, DkimError> {
        let text =
            std::fs::read_to_string(path).map_err(|error| DkimError::File(format!("{}: {error}", path.display())))?;
        if !is_dns_name(domain) {
            return Err(DkimError::Domain(domain.to_owned()));
        }
        if !is_dns_name(selector) {
            return Err(DkimError::Selector(selector.to_owned()));
        }
        let key = key(&text).ok_or_else(|| DkimError::Key(path.display().to_string()))?;
        Ok(Self { domain: domain.to_owned(), selector: selector.to_owned(), key })
    }

    /// Returns the name of the TXT record that receivers look up.
    pub fn record_name(&self) -> String {
        format!("{}._domainkey.{}", self.selector, self.domain)
    }

    /// Returns the value of that record.
    pub fn record(&self) -> String {
        let (kind, public) = match &self.key {
            Key::Rsa(key) => ("rsa", STANDARD.encode(public_key_info(key.public().as_ref()))),
            Key::Ed25519(key) => ("ed25519", STANDARD.encode(key.public_key().as_ref())),
        };
        format!("v=DKIM1; k={kind}; p={public}")
    }

    /// Returns the message with a signature header before it. `now` is in seconds of the Unix epoch.
    pub fn sign(&self, message: &[u8], now: i64) -> Result<Vec<u8>, Unsigned> {
        let (head, body) = parted(message).ok_or(Unsigned)?;
        let fields = fields(head).ok_or(Unsigned)?;
        let names: Vec<&str> = SIGNED
            .into_iter()
            .filter(|name| fields.iter().any(|(other, _)| other.eq_ignore_ascii_case(name)))
            .chain(AT_MOST_ONCE)
            .collect();
        let algorithm = match self.key {
            Key::Rsa(_) => "rsa-sha256",
            Key::Ed25519(_) => "ed25519-sha256",
        };
        let header = format!(
            "DKIM-Signature: v=1; a={algorithm}; c=relaxed/relaxed; d={};\r\n s={}; t={now};\r\n h={};\r\n bh={};\r\n b=",
            self.domain,
            self.selector,
            names.join(":\r\n  "),
            body_hash(body),
        );
        let signature = STANDARD.encode(self.signature(&signed_text(&fields, &names, &header))?);
        let mut signed = header.into_bytes();
        for (index, line) in signature.as_bytes().chunks(72).enumerate() {
            if index > 0 {
                signed.extend_from_slice(b"\r\n  ");
            }
            signed.extend_from_slice(line);
        }
        signed.extend_from_slice(b"\r\n");
        signed.extend_from_slice(message);
        Ok(signed)
    }

    fn signature(&self, text: &str) -> Result<Vec<u8>, Unsigned> {
        match &self.key {
            Key::Rsa(key) => {
                let mut signature = vec![0; key.public().modulus_len()];
                key.sign(&RSA_PKCS1_SHA256, &SystemRandom::new(), text.as_bytes(), &mut signature)
                    .map_err(|_| Unsigned)?;
                Ok(signature)
            }
            // RFC 8463 signs the SHA-256 of the text.
            Key::Ed25519(key) => Ok(key.sign(&Sha256::digest(text.as_bytes())).as_ref().to_vec()),
        }
    }
}

/// Returns whether a name consists of letters, digits, hyphens and underscores between dots.
fn is_dns_name(name: &str) -> bool {
    let label = |label: &str| {
        (1..=63).contains(&label.len())
            && label.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    name.len() <= 253 && name.split('.').all(label)
}

/// Reads the private key of a PEM file: PKCS #8, or PKCS #1 for RSA.
fn key(text: &str) -> Option<Key> {
    let (_, rest) = text.split_once("-----BEGIN ")?;
    let (label, rest) = rest.split_once("-----")?;
    let (code, _) = rest.split_once("-----END ")?;
    let code: String = code.split_whitespace().collect();
    let der = STANDARD.decode(code).ok()?;
    match label {
        "RSA PRIVATE KEY" => Some(Key::Rsa(Box::new(RsaKeyPair::from_der(&der).ok()?))),
        "PRIVATE KEY" => Ed25519KeyPair::from_pkcs8_maybe_unchecked(&der)
            .map(Key::Ed25519)
            .or_else(|_| RsaKeyPair::from_pkcs8(&der).map(|key| Key::Rsa(Box::new(key))))
            .ok(),
        _ => None,
    }
}

/// Returns an RSA public key as `SubjectPublicKeyInfo`, in DER.
fn public_key_info(key: &[u8]) -> Vec<u8> {
    const RSA: [u8; 15] = [0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00];
    let bits = [&[0x03][..], &length(key.len() + 1), &[0], key].concat();
    [&[0x30][..], &length(RSA.len() + bits.len()), &RSA, &bits].concat()
}

/// Encodes a length in DER.
fn length(length: usize) -> Vec<u8> {
    let bytes = length.to_be_bytes();
    let significant: Vec<u8> = bytes.into_iter().skip_while(|byte| *byte == 0).collect();
    match significant.as_slice() {
        [byte] if *byte < 0x80 => significant,
        [] => vec![0],
        _ => [&[0x80 | u8::try_from(significant.len()).unwrap_or(8)][..], &significant].concat(),
    }
}

/// Splits a message into headers and body. The headers keep their last line break.
fn parted(message: &[u8]) -> Option<(&str, &[u8])> {
    let end = message.windows(4).position(|bytes| bytes == b"\r\n\r\n")?;
    let (head, rest) = message.split_at_checked(end + 2)?;
    Some((std::str::from_utf8(head).ok()?, rest.get(2..)?))
}

/// Returns name and value of each header. A folded value keeps its line breaks.
fn fields(head: &str) -> Option<Vec<(&str, &str)>> {
    let (mut fields, mut rest) = (Vec::new(), head);
    while !rest.is_empty() {
        // A header ends with a line that the next one does not continue.
        let end = rest
            .match_indices("\r\n")
            .map(|(at, _)| at + 2)
            .find(|at| !rest.get(*at..).is_some_and(|next| next.starts_with([' ', '\t'])))?;
        let (field, next) = rest.split_at_checked(end)?;
        fields.push(field.trim_end_matches("\r\n").split_once(':')?);
        rest = next;
    }
    Some(fields)
}

/// Returns the text that is signed: the named headers, the last occurrence first, and the signature's own header.
fn signed_text(fields: &[(&str, &str)], names: &[&str], header: &str) -> String {
    let mut text = String::new();
    let mut used = vec![false; fields.len()];
    for name in names {
        let found = fields.iter().zip(&mut used).rev();
        let mut free = found.filter(|((other, _), used)| other.trim().eq_ignore_ascii_case(name.trim()) && !**used);
        if let Some(((name, value), used)) = free.next() {
            *used = true;
            text.push_str(&relaxed(name, value));
            text.push_str("\r\n");
        }
    }
    if let Some((name, value)) = header.split_once(':') {
        text.push_str(&relaxed(name, value));
    }
    text
}

/// Returns a header in relaxed canonicalisation: unfolded, with single spaces.
fn relaxed(name: &str, value: &str) -> String {
    let words: Vec<&str> = value.split([' ', '\t', '\r', '\n']).filter(|word| !word.is_empty()).collect();
    format!("{}:{}", name.trim_end().to_ascii_lowercase(), words.join(" "))
}

/// Returns the SHA-256 of the body in relaxed canonicalisation: single spaces, none at the end of a line, no empty
/// lines at the end.
fn body_hash(body: &[u8]) -> String {
    let mut digest = Sha256::new();
    let mut empty = 0_usize;
    let mut lines: Vec<&[u8]> = body.split(|byte| *byte == b'\n').collect();
    // Nothing follows the last line break.
    if lines.last().is_some_and(|line| line.is_empty()) {
        lines.pop();
    }
    for line in lines {
        let line = relaxed_line(line.strip_suffix(b"\r").unwrap_or(line));
        if line.is_empty() {
            empty += 1;
            continue;
        }
        for _ in 0..std::mem::take(&mut empty) {
            digest.update(b"\r\n");
        }
        digest.update(&line);
        digest.update(b"\r\n");
    }
    STANDARD.encode(digest.finalize())
}

fn relaxed_line(line: &[u8]) -> Vec<u8> {
    let mut relaxed = Vec::with_capacity(line.len());
    let mut blank = false;
    for byte in line {
        if matches!(byte, b' ' | b'\t') {
            blank = true;
            continue;
        }
        if std::mem::take(&mut blank) {
            relaxed.push(b' ');
        }
        relaxed.push(*byte);
    }
    relaxed
}

#[cfg(test)]
mod tests;
