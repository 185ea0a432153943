//! Validated email addresses.

use std::fmt;

use url::{Host, Origin};

/// An email address of the usual form: `local@host.tld`, at most 254 characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAddress(String);

/// The text is not an email address.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("Please enter a valid email address")]
pub struct EmailAddressError;

impl EmailAddress {
    /// Maximum number of bytes.
    pub const MAX: usize = 254;

    /// Parses an address after trimming it.
    pub fn parse(text: &str) -> Result<Self, EmailAddressError> {
        let text = text.trim();
        let (local, host) = text.rsplit_once('@').ok_or(EmailAddressError)?;
        let fits = text.len() <= Self::MAX
            && (1..=64).contains(&local.len())
            && !text
                .chars()
                .any(|c| c.is_whitespace() || c.is_control() || "<>()[],;:\"\\".contains(c))
            && !local.contains('@')
            // RFC 5321 allows no leading, trailing or doubled dots.
            && local.split('.').all(|part| !part.is_empty())
            && host.contains('.')
            && host.split('.').all(|part| !part.is_empty() && !part.starts_with('-') && !part.ends_with('-'));
        if fits { Ok(Self(text.to_owned())) } else { Err(EmailAddressError) }
    }

    /// Returns the address as it was written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns its [`address_key`].
    pub fn key(&self) -> String {
        address_key(&self.0)
    }

    /// Returns the key, followed by those of earlier versions, which had the domain as it was written: usually in
    /// Unicode. Some rows from then still have one.
    pub fn keys(&self) -> [String; 3] {
        let key = self.key();
        let unicode = with_unicode_domain(&key);
        [key, unicode, self.0.to_lowercase()]
    }
}

/// Returns the key by which addresses are compared: in lower case, with the domain in ASCII. Of the same address, some
/// browsers send this form and others what was typed.
pub fn address_key(address: &str) -> String {
    with_ascii_domain(address).to_lowercase()
}

/// Returns an address with its domain in ASCII: `jo@müller.example` as `jo@xn--mller-kva.example`. Text that has no such
/// domain stays as it is.
pub fn with_ascii_domain(address: &str) -> String {
    match address.rsplit_once('@').map(|(local, domain)| (local, Host::parse(domain))) {
        Some((local, Ok(Host::Domain(domain)))) => format!("{local}@{domain}"),
        _ => address.to_owned(),
    }
}

/// Returns an address with its domain in Unicode, the reverse of [`with_ascii_domain`].
fn with_unicode_domain(address: &str) -> String {
    match address.rsplit_once('@').map(|(local, domain)| (local, Host::parse(domain))) {
        Some((local, Ok(host @ Host::Domain(_)))) => {
            // The `url` crate converts the hosts of origins only.
            let origin = Origin::Tuple("https".to_owned(), host, 443).unicode_serialization();
            format!("{local}@{}", origin.trim_start_matches("https://"))
        }
        _ => address.to_owned(),
    }
}

impl fmt::Display for EmailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_domain_is_written_in_ascii() {
        for (address, ascii) in [
            ("jo@müller.example", "jo@xn--mller-kva.example"),
            ("jo@Example.org", "jo@example.org"),
            ("nobody", "nobody"),
        ] {
            assert_eq!(with_ascii_domain(address), ascii);
        }
    }

    #[test]
    fn both_forms_of_a_domain_are_one_address() {
        for (address, key) in [
            ("Jo@m\u{fc}ller.example", "jo@xn--mller-kva.example"),
            ("jo@M\u{dc}LLER.Example", "jo@xn--mller-kva.example"),
            ("jo@mu\u{308}ller.example", "jo@xn--mller-kva.example"),
            ("JO@XN--Mller-KVA.example", "jo@xn--mller-kva.example"),
            ("J\u{d6}@Example.org", "j\u{f6}@example.org"),
            ("jo@xn--a.example", "jo@xn--a.example"),
        ] {
            let address = EmailAddress::parse(address).unwrap();
            assert_eq!((address.key().as_str(), address_key(&address.key()).as_str()), (key, key), "{address}");
        }
    }

    #[test]
    fn earlier_keys_are_known_whatever_the_form_of_the_domain() {
        for address in ["Jo@M\u{fc}ller.example", "jo@XN--mller-kva.example"] {
            let keys = EmailAddress::parse(address).unwrap().keys();
            assert_eq!(keys[..2], ["jo@xn--mller-kva.example", "jo@m\u{fc}ller.example"], "{address}");
        }
        let keys = EmailAddress::parse("Jo@mu\u{308}ller.example").unwrap().keys();
        assert_eq!(keys[2], "jo@mu\u{308}ller.example", "as it was written");
    }

    #[test]
    fn addresses_of_usual_shape_are_taken() {
        for good in
            ["a@b.co", " Editor@FoundFirst.example ", "a.b@b.co", "jörg@müller.example", "o'hara+x@mail.example.co.uk"]
        {
            assert!(EmailAddress::parse(good).is_ok(), "{good}");
        }
        for bad in [
            "",
            "a",
            "a@b",
            "@b.co",
            "a@",
            "a@b..co",
            "a@-b.co",
            "a b@c.co",
            "a@b.co\r\nBcc: x@y.z",
            "a@@b.co",
            "<a@b.co>",
            "anna.@b.co",
            ".anna@b.co",
            "a..b@b.co",
            "a(b)@b.co",
            "a:b@b.co",
            "a@[192.0.2.1]",
        ] {
            assert_eq!(EmailAddress::parse(bad), Err(EmailAddressError), "{bad:?}");
        }
    }
}
