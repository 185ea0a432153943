//! Tests of signatures: against the RFC's example, and verified as a receiver does.

use ring::signature::{ED25519, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey};

use super::*;

/// RFC 8463, appendix A: a message with two signatures, the records of both keys, and one private key.
const EXAMPLE_HEAD: &str = "From: Joe SixPack <joe@football.example.com>\r\n\
    To: Suzie Q <suzie@shopping.example.net>\r\n\
    Subject: Is dinner ready?\r\n\
    Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)\r\n\
    Message-ID: <20030712040037.46341.5F8J@football.example.com>\r\n";
const EXAMPLE_BODY: &str = "Hi.\r\n\r\nWe lost the game.  Are you hungry yet?\r\n\r\nJoe.\r\n";
const EXAMPLE_SIGNATURE: &str = "DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;\r\n\
    \x20d=football.example.com; i=@football.example.com;\r\n\
    \x20q=dns/txt; s=brisbane; t=1528637909; h=from : to :\r\n\
    \x20subject : date : message-id : from : subject : date;\r\n\
    \x20bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;\r\n\
    \x20b=";
const EXAMPLE_NAMES: [&str; 8] = ["from", "to", "subject", "date", "message-id", "from", "subject", "date"];
const EXAMPLE_VALUE: &str = "/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11BusFa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==";
const EXAMPLE_PUBLIC: &str = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const EXAMPLE_SEED: &str = "nWGxne/9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A=";

/// Made for this test with `openssl genrsa 2048`; it signs nothing else.
const RSA_KEY: &str = include_str!("test_key.pem");

fn bytes(text: &str) -> Vec<u8> {
    STANDARD.decode(text.split_whitespace().collect::<String>()).unwrap()
}

/// Returns a PEM file with the RFC's private key, as `openssl genpkey -algorithm ed25519` writes it.
fn ed25519_pem() -> String {
    let prefix = [0x30, 0x2e, 0x02, 0x01, 0x00, 0x30, 0x05, 0x06, 0x03, 0x2b, 0x65, 0x70, 0x04, 0x22, 0x04, 0x20];
    let der = [&prefix[..], &bytes(EXAMPLE_SEED)].concat();
    format!("-----BEGIN PRIVATE KEY-----\n{}\n-----END PRIVATE KEY-----\n", STANDARD.encode(der))
}

fn signer(pem: &str) -> Result<Signer, DkimError> {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("key.pem");
    std::fs::write(&path, pem).unwrap();
    Signer::load(&path, "football.example.com", "brisbane")
}

#[test]
fn the_example_of_the_standard_is_signed_as_there() {
    assert_eq!(body_hash(EXAMPLE_BODY.as_bytes()), "2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=");
    let text = signed_text(&fields(EXAMPLE_HEAD).unwrap(), &EXAMPLE_NAMES, EXAMPLE_SIGNATURE);
    let signer = signer(&ed25519_pem()).unwrap();
    assert_eq!(STANDARD.encode(signer.signature(&text).unwrap()), EXAMPLE_VALUE);
    assert_eq!(signer.record_name(), "brisbane._domainkey.football.example.com");
    assert_eq!(signer.record(), format!("v=DKIM1; k=ed25519; p={EXAMPLE_PUBLIC}"));
}

/// Verifies a signed message with nothing but its DNS record: parses the tags, hashes the body and checks the
/// signature.
fn is_genuine(message: &[u8], record: &str) -> bool {
    let (head, body) = parted(message).unwrap();
    let all = fields(head).unwrap();
    let (_, signature) = all.iter().find(|(name, _)| *name == "DKIM-Signature").unwrap();
    let tags: Vec<(String, String)> = signature
        .split(';')
        .map(|tag| {
            let (name, value) = tag.split_once('=').unwrap();
            (name.trim().to_owned(), value.split_whitespace().collect())
        })
        .collect();
    let tag = |name: &str| tags.iter().find(|(other, _)| other == name).unwrap().1.clone();
    if tag("bh") != body_hash(body) {
        return false;
    }
    let names = tag("h");
    let names: Vec<&str> = names.split(':').collect();
    let unsigned = format!("DKIM-Signature:{}\r\n b=", signature.rsplit_once("\r\n b=").unwrap().0);
    let others: Vec<(&str, &str)> = all.iter().copied().filter(|(name, _)| *name != "DKIM-Signature").collect();
    let text = signed_text(&others, &names, &unsigned);
    let public = bytes(record.rsplit_once("p=").unwrap().1);
    let value = bytes(&tag("b"));
    match tag("a").as_str() {
        // The key follows the algorithm's identifier and the lengths.
        "rsa-sha256" => {
            UnparsedPublicKey::new(&RSA_PKCS1_2048_8192_SHA256, &public[24..]).verify(text.as_bytes(), &value).is_ok()
        }
        _ => UnparsedPublicKey::new(&ED25519, &public).verify(&Sha256::digest(text.as_bytes()), &value).is_ok(),
    }
}

const MESSAGE: &str = "From: Found First <hello@football.example.com>\r\n\
    To: anna@example.org\r\n\
    Subject: =?utf-8?b?R3LDvMOfZQ==?=\r\n\
    \tand more\r\n\
    Date: Sat, 21 Nov 2026 09:30:00 +0000\r\n\
    List-Unsubscribe: <https://foundfirst.test/x>\r\n\
    X-Other: y\r\n\
    \r\n\
    A line \t with blanks  \r\n\r\n\tb\r\n.\r\n\r\n\r\n";

#[test]
fn a_signature_is_valid_until_the_message_changes() {
    for pem in [RSA_KEY, &ed25519_pem()] {
        let signer = signer(pem).unwrap();
        let whole = signer.sign(MESSAGE.as_bytes(), 1_795_253_400).unwrap();
        let text = String::from_utf8(whole.clone()).unwrap();
        assert!(text.ends_with(MESSAGE), "the message itself is as it was");
        assert!(text.lines().all(|line| line.len() < 100), "{text}");
        let record = signer.record();
        assert!(is_genuine(&whole, &record), "{text}");
        // Changes that servers may make on the way.
        for (from, to) in
            [("X-Other: y", "X-Other: z"), ("\r\n\tand more", " and \t more"), ("To: ", "to:  "), (" \t with", " with")]
        {
            assert!(is_genuine(text.replacen(from, to, 1).as_bytes(), &record), "{from:?}");
        }
        // Changes that invalidate the signature.
        for (from, to) in [
            ("Found First", "Someone Else"),
            ("anna@", "eve@"),
            ("and more", "andmore"),
            ("09:30", "09:31"),
            ("foundfirst.test/x", "elsewhere.test"),
            ("\tb\r\n", "\tc\r\n"),
            ("\r\n\r\n\tb", "\r\n\tb"),
            ("t=1795253400", "t=1795253401"),
            ("d=football", "d=baseball"),
            ("X-Other: y", "Subject: another"),
            ("X-Other: y", "Reply-To: eve@example.org"),
        ] {
            assert!(!is_genuine(text.replacen(from, to, 1).as_bytes(), &record), "{from:?} to {to:?}");
        }
    }
}

#[test]
fn an_empty_body_has_the_hash_of_the_standard() {
    for body in ["", "\r\n", "\r\n\r\n"] {
        assert_eq!(body_hash(body.as_bytes()), "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=", "{body:?}");
    }
}

#[test]
fn an_rsa_key_is_published_as_openssl_publishes_it() {
    // openssl rsa -in test_key.pem -pubout
    let record = signer(RSA_KEY).unwrap().record();
    let public: String = include_str!("test_key.pub.pem").lines().filter(|line| !line.contains('-')).collect();
    assert_eq!(record, format!("v=DKIM1; k=rsa; p={public}"));
}

#[test]
fn an_invalid_key_is_refused_in_one_line() {
    for pem in ["", "hello", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n", "-----BEGIN RSA PRIVATE"]
    {
        let error = signer(pem).unwrap_err().to_string();
        assert!(error.ends_with("without a passphrase") && !error.contains('\n'), "{error}");
    }
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("key.pem");
    assert!(Signer::load(&path, "a.example", "s").unwrap_err().to_string().contains("No such file"));
    std::fs::write(&path, ed25519_pem()).unwrap();
    for (domain, selector) in
        [("", "s"), ("a example", "s"), ("a.example", "s; p=x"), ("a.example", "-s"), ("a..b", "s")]
    {
        let error = Signer::load(&path, domain, selector).unwrap_err().to_string();
        assert!(error.ends_with("is not a DNS name"), "{error}");
    }
}
