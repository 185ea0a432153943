//! The emails about accounts. They are sent only to the account's owner.

use crate::mail::{Block, Brand, EmailBody, NewMail};

/// The kind of the email that confirms a sign-up.
pub const CONFIRMATION: &str = "account-confirmation";
/// The kind of the email with an invitation.
pub const INVITATION: &str = "account-invitation";
/// The kind of the email that sets a new password.
pub const RESET: &str = "password-reset";

/// Sends the link that creates an account after a sign-up. `token` proves that its holder read the email.
/// `asked` is when somebody signed up.
pub fn confirmation(email: &str, token: &str, asked: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading("Confirm your account".to_owned()),
            Block::Paragraph(format!(
                "Someone signed up for {name} with this address on {asked}. If that was you, confirm it and sign in with \
                 the password you chose then. The link works once and expires after 24 hours."
            )),
            Block::Action {
                label: "Confirm your account".to_owned(),
                url: format!("{public_url}/auth?mode=confirm&token={token}"),
            },
            Block::Paragraph(format!(
                "Admin rights are granted manually: once your account is confirmed, email {contact_email} to ask for them."
            )),
            Block::Paragraph(
                "If it wasn't you, or not at that time, don't follow the link: someone else chose the password. Unless the \
                 link is followed, no account is created."
                    .to_owned(),
            ),
        ],
        reason: "You're receiving this because someone signed up with your address.".to_owned(),
    };
    send(&body, CONFIRMATION, email, format!("Confirm your account at {name}"), contact_email, brand)
}

/// Sends the link that creates an account for staff. `token` proves that its holder read the email.
pub fn invitation(email: &str, token: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading(format!("You're invited to {name}")),
            Block::Paragraph(format!(
                "{name} has invited you to its staff area. Set a password and your account is ready. The link works \
                 once and expires after seven days."
            )),
            Block::Action {
                label: "Set a password".to_owned(),
                url: format!("{public_url}/auth?mode=confirm&token={token}"),
            },
            Block::Paragraph(format!("If you weren't expecting this, do nothing, or ask {contact_email}.")),
        ],
        reason: "You're receiving this because someone who runs the site invited you.".to_owned(),
    };
    send(&body, INVITATION, email, format!("Your invitation to {name}"), contact_email, brand)
}

/// Tells an account's owner that somebody signed up with the address again.
pub fn known_already(email: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading("You already have an account".to_owned()),
            Block::Paragraph(format!(
                "Someone has just tried to sign up for {name} with this address, which already has an account. Nothing \
                 has changed: your account and password are as they were."
            )),
            Block::Paragraph("If that was you and you've forgotten your password, set a new one.".to_owned()),
            Block::Action { label: "Reset your password".to_owned(), url: format!("{public_url}/auth?mode=reset") },
            Block::Paragraph("If it wasn't you, there's nothing to do.".to_owned()),
        ],
        reason: "You're receiving this because someone signed up with your address.".to_owned(),
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
                "Someone asked to reset the password for your {name} account. The link works once and expires after one hour."
            )),
            Block::Action {
                label: "Set a new password".to_owned(),
                url: format!("{public_url}/auth?mode=update_password&token={token}"),
            },
            Block::Paragraph("If it wasn't you, do nothing: your password stays as it is.".to_owned()),
        ],
        reason: "You're receiving this because someone asked to reset the password for your account.".to_owned(),
    };
    send(&body, RESET, email, format!("Set a new password at {name}"), contact_email, brand)
}

/// Tells an account's owner that the password was changed.
pub fn changed(email: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading("Your password was changed".to_owned()),
            Block::Paragraph(format!(
                "The password of your account at {name} was changed, and every other session has ended."
            )),
            Block::Paragraph(format!(
                "If it wasn't you, reset it at once and email {contact_email}: someone else may have access to your email \
                 or your device."
            )),
            Block::Action { label: "Reset your password".to_owned(), url: format!("{public_url}/auth?mode=reset") },
        ],
        reason: "You're receiving this because the account is yours.".to_owned(),
    };
    send(&body, "password-changed", email, format!("Your password at {name} was changed"), contact_email, brand)
}

/// Tells an account's owner what has changed in their two-step sign-in.
pub fn factors_changed(email: &str, change: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let doubt = format!(
        "If it wasn't you, reset your password at once and email {contact_email}: someone else is using your account."
    );
    factors(email, change, doubt, contact_email, brand)
}

/// Tells an account's owner that an operator has turned off their two-step sign-in.
pub fn factors_reset(email: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let change = "We turned off two-step sign-in and signed you out everywhere.";
    let doubt = format!("If you didn't ask for this, reset your password at once and email {contact_email}.");
    factors(email, change, doubt, contact_email, brand)
}

fn factors(email: &str, change: &str, doubt: String, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let body = EmailBody {
        blocks: vec![
            Block::Heading("Your two-step sign-in was changed".to_owned()),
            Block::Paragraph(format!("{change} This is about your account at {name}.")),
            Block::Paragraph(doubt),
            Block::Action { label: "Open your account".to_owned(), url: format!("{public_url}/admin/account") },
        ],
        reason: "You're receiving this because the account is yours.".to_owned(),
    };
    send(&body, "factors-changed", email, format!("Your two-step sign-in at {name} was changed"), contact_email, brand)
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
    fn no_other_mail_of_an_account_can_change_its_password() {
        for mail in [
            known_already("anna@example.org", "hello@foundfirst.example", BRAND),
            changed("anna@example.org", "hello@foundfirst.example", BRAND),
            factors_changed("anna@example.org", "A passkey was added.", "hello@foundfirst.example", BRAND),
        ] {
            assert_eq!(mail.to, "anna@example.org");
            assert!(!mail.text.contains("token="), "{}", mail.text);
        }
    }

    fn written(mail: &NewMail) -> String {
        let headers: Vec<String> = mail.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        format!("To: {}\nSubject: {}\n{}\n\n{}", mail.to, mail.subject, headers.join("\n"), mail.text)
    }

    #[test]
    fn a_confirmation() {
        let mail =
            confirmation("anna@example.org", "TOKEN", "21 Nov 2026, 09:30 GMT", "hello@foundfirst.example", BRAND);
        assert!(mail.html.contains(r#"href="https://foundfirst.example/auth?mode=confirm&amp;token=TOKEN""#));
        insta::assert_snapshot!(written(&mail));
    }

    #[test]
    fn an_invitation() {
        let mail = invitation("anna@example.org", "TOKEN", "hello@foundfirst.example", BRAND);
        assert!(mail.html.contains(r#"href="https://foundfirst.example/auth?mode=confirm&amp;token=TOKEN""#));
        insta::assert_snapshot!(written(&mail));
    }

    #[test]
    fn a_note_about_a_changed_second_step() {
        let change = "An authenticator app was added.";
        insta::assert_snapshot!(written(&factors_changed(
            "anna@example.org",
            change,
            "hello@foundfirst.example",
            BRAND
        )));
    }

    #[test]
    fn a_note_about_a_known_address() {
        insta::assert_snapshot!(written(&known_already("anna@example.org", "hello@foundfirst.example", BRAND)));
    }
}
