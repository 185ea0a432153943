//! Recovery codes: each replaces a lost second factor, once.

use crate::error::AppError;

/// Number of codes that an account gets.
pub const RECOVERY_CODES: usize = 10;

/// Random bytes that a code is made of, five bits of each: 50 bits. The stored hash is as slow as a password's.
const CODE_BYTES: usize = 10;

/// Crockford's base32: no letters that look like digits.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";

/// Returns the code of random bytes: "7k3qf-9xm2b".
pub fn format_code(bytes: [u8; CODE_BYTES]) -> Result<String, AppError> {
    let symbols: Option<Vec<u8>> = bytes.iter().map(|byte| ALPHABET.get(usize::from(byte & 31)).copied()).collect();
    let mut code = String::from_utf8(symbols.unwrap_or_default()).map_err(AppError::internal)?;
    code.insert(CODE_BYTES / 2, '-');
    Ok(code)
}

/// Returns a typed code in the form of [`format_code`], ignoring case, spaces and hyphens. None when it cannot be a
/// code.
pub fn read_code(text: &str) -> Option<String> {
    let symbols: String = text
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .map(|c| match c.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        })
        .collect();
    let is_code = symbols.len() == CODE_BYTES && symbols.bytes().all(|byte| ALPHABET.contains(&byte));
    let (first, second) = symbols.split_at_checked(CODE_BYTES / 2).filter(|_| is_code)?;
    Some(format!("{first}-{second}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let code = format_code([7, 19, 3, 22, 15, 9, 255, 20, 2, 32]).unwrap();
        assert_eq!(code, "7k3pf-9zm20");
        for typed in ["7k3pf-9zm20", " 7K3PF 9ZM20", "7k3pf9zm2o", "7K3-PF9-ZM2O"] {
            assert_eq!(read_code(typed).as_deref(), Some("7k3pf-9zm20"), "{typed}");
        }
        assert_eq!(read_code("iloO0-11111").as_deref(), Some("11000-11111"));
    }

    #[test]
    fn other_texts_are_no_codes() {
        for text in ["", "7k3pf", "7k3pf-9zm20-0", "7k3pf-9zm2u", "7k3pf-9zm2ü", "123 456"] {
            assert_eq!(read_code(text), None, "{text}");
        }
    }
}
