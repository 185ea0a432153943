//! Codes of authenticator apps (RFC 6238): six digits, a new code every 30 seconds.

use std::fmt::{self, Write as _};

use chrono::{DateTime, Utc};
use qrcodegen::{QrCode, QrCodeEcc};
use totp_rs::{Builder, Secret, Totp};

use crate::error::AppError;

/// The secret that an authenticator app shares with the site. `Debug` never shows it.
#[derive(Clone, PartialEq, Eq)]
pub struct TotpSecret([u8; TotpSecret::LENGTH]);

/// What a user needs to set up an authenticator app.
#[derive(Debug, Clone)]
pub struct TotpSetup {
    /// The secret in base32, for apps that cannot scan.
    pub secret: String,
    /// The `otpauth://` URL.
    pub url: String,
    /// The URL as a QR code, an SVG document.
    pub qr_svg: String,
}

/// Number of steps before and after the current one whose codes are accepted too (RFC 6238, section 5.2).
const DRIFT: u16 = 1;

impl TotpSecret {
    /// Length in bytes: 160 bits, as RFC 4226 recommends.
    pub const LENGTH: usize = 20;

    /// Returns the secret of random bytes.
    pub fn new(bytes: [u8; Self::LENGTH]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes, for storing only.
    pub fn expose(&self) -> &[u8] {
        &self.0
    }

    /// Returns what an app needs to make codes for `account` at `issuer`.
    pub fn setup(&self, issuer: &str, account: &str) -> Result<TotpSetup, AppError> {
        let totp = self.totp(issuer, account)?;
        let url = totp.to_url().map_err(AppError::internal)?;
        Ok(TotpSetup { secret: totp.secret().to_base32(), qr_svg: qr_svg(&url)?, url })
    }

    /// Returns the 30-second step that a code belongs to, if the code is valid now. Spaces in the code are ignored.
    pub fn step_of(&self, code: &str, now: DateTime<Utc>) -> Result<Option<i64>, AppError> {
        let code: String = code.split_whitespace().collect();
        let seconds = u64::try_from(now.timestamp()).map_err(AppError::internal)?;
        let step = self.totp("", "account")?.check(&code, seconds);
        step.map(|step| i64::try_from(step).map_err(AppError::internal)).transpose()
    }

    fn totp(&self, issuer: &str, account: &str) -> Result<Totp, AppError> {
        // A colon separates the two in the URL.
        let plain = |text: &str| text.replace(':', " ");
        Builder::new()
            .with_secret(Secret::new_stack(self.0))
            .with_skew(DRIFT)
            .with_issuer(Some(plain(issuer)))
            .with_account_name(plain(account))
            .build()
            .map_err(AppError::internal)
    }
}

impl TryFrom<Vec<u8>> for TotpSecret {
    type Error = Vec<u8>;

    fn try_from(bytes: Vec<u8>) -> Result<Self, Vec<u8>> {
        bytes.try_into().map(Self)
    }
}

impl fmt::Debug for TotpSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TotpSecret(…)")
    }
}

/// Width of the white border of a QR code, in modules (ISO/IEC 18004).
const BORDER: i32 = 4;

/// Draws text as a QR code: an SVG document, one unit per module.
fn qr_svg(text: &str) -> Result<String, AppError> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).map_err(AppError::internal)?;
    let mut path = String::new();
    for y in 0..code.size() {
        for x in (0..code.size()).filter(|x| code.get_module(*x, y)) {
            let _ = write!(path, "M{} {}h1v1h-1z", x + BORDER, y + BORDER);
        }
    }
    let size = code.size() + 2 * BORDER;
    Ok(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{size}v{size}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    /// The secret of RFC 6238, appendix B.
    fn secret() -> TotpSecret {
        TotpSecret::new(*b"12345678901234567890")
    }

    fn at(seconds: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
    }

    #[test]
    fn codes_are_those_of_the_standard() {
        // The last six of its eight digits.
        for (seconds, code) in [(59, "287082"), (1_111_111_109, "081804"), (2_000_000_000, "279037")] {
            assert_eq!(secret().step_of(code, at(seconds)).unwrap(), Some(seconds / 30), "{code}");
        }
    }

    #[test]
    fn a_code_is_accepted_one_step_early_or_late_and_no_more() {
        for (seconds, found) in [(0, None), (30, Some(2)), (60, Some(2)), (119, Some(2)), (120, None)] {
            // The code of the seconds 60 to 89.
            assert_eq!(secret().step_of("359152", at(seconds)).unwrap(), found, "{seconds}");
        }
    }

    #[test]
    fn spaces_are_ignored_and_other_texts_are_no_codes() {
        assert_eq!(secret().step_of(" 287 082 ", at(59)).unwrap(), Some(1));
        for text in ["", "28708", "2870822", "+87082", "28708x", "２８７０８２"] {
            assert_eq!(secret().step_of(text, at(59)).unwrap(), None, "{text}");
        }
    }

    #[test]
    fn an_app_gets_the_secret_by_url_and_by_picture() {
        let setup = secret().setup("Acme: Search", "anna@example.org").unwrap();
        assert_eq!(setup.secret, "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        assert_eq!(
            setup.url,
            "otpauth://totp/Acme%20%20Search:anna%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Acme%20%20Search"
        );
        assert!(setup.qr_svg.starts_with("<svg ") && setup.qr_svg.ends_with("</svg>"));
    }

    #[test]
    fn a_secret_stays_out_of_logs() {
        assert_eq!(format!("{:?}", secret()), "TotpSecret(…)");
    }
}
