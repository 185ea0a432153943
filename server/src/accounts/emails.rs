//! The emails about accounts. They are sent only to the account's owner.

use crate::mail::{Block, Brand, EmailBody, NewMail};

/// Tells the owner of a new account that it exists, and who grants rights.
pub fn welcome(email: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading("Your account is ready".to_owned()),
            Block::Paragraph(format!(
                "This address has an account at {name} now. It can sign in, and nothing more yet: admin rights are \
                 granted by hand. Tell {contact_email} who you are, and somebody will."
            )),
            Block::Action { label: "Log in".to_owned(), url: format!("{public_url}/auth") },
            Block::Paragraph(
                "If it was not you, set a password of your own with the link below the form: it is your address, so \
                 it is your account."
                    .to_owned(),
            ),
        ],
        reason: "You get this because somebody signed up with your address.".to_owned(),
    };
    send(&body, "account-welcome", email, format!("Your account at {name}"), contact_email, brand)
}

/// Tells an account's owner that somebody signed up with the address again.
pub fn known_already(email: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading("You already have an account".to_owned()),
            Block::Paragraph(format!(
                "Somebody just signed up at {name} with this address, which has an account already. Nothing has \
                 changed: the account and its password are what they were."
            )),
            Block::Paragraph("If that was you and the password is gone, set a new one.".to_owned()),
            Block::Action { label: "Reset the password".to_owned(), url: format!("{public_url}/auth?mode=reset") },
            Block::Paragraph("If it was not you, there is nothing to do.".to_owned()),
        ],
        reason: "You get this because somebody signed up with your address.".to_owned(),
    };
    send(&body, "account-known", email, format!("You already have an account at {name}"), contact_email, brand)
}

/// Sends the link that sets a new password. `token` proves that its holder read the email.
pub fn reset(email: &str, token: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading("Set a new password".to_owned()),
            Block::Paragraph(format!(
                "Somebody asked for a new password for this address at {name}. The link works once, and for one hour."
            )),
            Block::Action {
                label: "Set a new password".to_owned(),
                url: format!("{public_url}/auth?mode=update_password&token={token}"),
            },
            Block::Paragraph("If it was not you, do nothing: without the link the password stays as it is.".to_owned()),
        ],
        reason: "You get this because a new password was asked for with your address.".to_owned(),
    };
    send(&body, "password-reset", email, format!("Set a new password at {name}"), contact_email, brand)
}

/// Tells an account's owner that the password was changed.
pub fn changed(email: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading("Your password was changed".to_owned()),
            Block::Paragraph(format!(
                "The password of this address's account at {name} is a new one, and every other session has ended."
            )),
            Block::Paragraph(format!(
                "If it was not you, reset it at once and write to {contact_email}: somebody else reads your mail or \
                 your screen."
            )),
            Block::Action { label: "Reset the password".to_owned(), url: format!("{public_url}/auth?mode=reset") },
        ],
        reason: "You get this because the account is yours.".to_owned(),
    };
    send(&body, "password-changed", email, format!("Your password at {name} was changed"), contact_email, brand)
}

fn send(
    body: &EmailBody,
    kind: &'static str,
    email: &str,
    subject: String,
    contact_email: &str,
    brand: Brand<'_>,
) -> NewMail {
    let headers = vec![
        ("Reply-To".to_owned(), contact_email.to_owned()),
        ("Auto-Submitted".to_owned(), "auto-generated".to_owned()),
    ];
    body.mail(kind, email, subject, headers, brand)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRAND: Brand<'_> =
        Brand { name: "Found First", legal_name: "Found First Ltd", public_url: "https://foundfirst.example" };

    #[test]
    fn a_reset_mail_has_its_link_in_both_forms() {
        let mail = reset("anna@example.org", "TOKEN", "hello@foundfirst.example", BRAND);
        let link = "https://foundfirst.example/auth?mode=update_password&token=TOKEN";
        assert!(mail.text.contains(link), "{}", mail.text);
        assert!(mail.html.contains(&link.replace('&', "&amp;")), "{}", mail.html);
    }

    #[test]
    fn no_mail_but_the_resets_can_change_a_password() {
        for mail in [
            welcome("anna@example.org", "hello@foundfirst.example", BRAND),
            known_already("anna@example.org", "hello@foundfirst.example", BRAND),
            changed("anna@example.org", "hello@foundfirst.example", BRAND),
        ] {
            assert_eq!(mail.to, "anna@example.org");
            assert!(!mail.text.contains("token="), "{}", mail.text);
        }
    }
}
