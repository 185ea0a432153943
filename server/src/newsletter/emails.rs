//! The email that asks for confirmation.

use crate::mail::{Block, Brand, EmailBody, NewMail};

/// The kind of the confirmation email.
pub const CONFIRMATION: &str = "newsletter-confirmation";

/// Asks the address's owner to confirm. `token` proves that its holder read the email.
pub fn confirmation(email: &str, token: &str, contact_email: &str, brand: Brand<'_>) -> NewMail {
    let Brand { name, public_url, .. } = brand;
    let subject = "Please confirm your subscription".to_owned();
    let leave = format!("{public_url}/newsletter/unsubscribe?token={token}");
    let body = EmailBody {
        blocks: vec![
            Block::Heading(subject.clone()),
            Block::Paragraph(format!(
                "Someone entered this address to get the {name} newsletter. Confirm it and we'll send you every issue."
            )),
            Block::Action {
                label: "Confirm your subscription".to_owned(),
                url: format!("{public_url}/newsletter/confirm?token={token}"),
            },
            Block::Paragraph(
                "If it wasn't you, do nothing. Unless you confirm, we won't send you the newsletter, and we'll delete \
                 the address after 30 days."
                    .to_owned(),
            ),
        ],
        reason: format!("Not for you? Unsubscribe: {leave}"),
    };
    let headers = vec![
        ("Reply-To".to_owned(), contact_email.to_owned()),
        ("Auto-Submitted".to_owned(), "auto-replied".to_owned()),
        ("List-Unsubscribe".to_owned(), format!("<{leave}>")),
        ("List-Unsubscribe-Post".to_owned(), "List-Unsubscribe=One-Click".to_owned()),
    ];
    body.mail(CONFIRMATION, email, subject, headers, brand)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mail_that_asks() {
        let brand =
            Brand { name: "Found First", legal_name: "Found First Ltd", public_url: "https://foundfirst.example" };
        let mail = confirmation("anna@example.org", "TOKEN", "hello@foundfirst.example", brand);
        assert!(mail.html.contains(r#"href="https://foundfirst.example/newsletter/confirm?token=TOKEN""#));
        let headers: Vec<String> = mail.headers.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        insta::assert_snapshot!(format!(
            "To: {}\nSubject: {}\n{}\n\n{}",
            mail.to,
            mail.subject,
            headers.join("\n"),
            mail.text
        ));
    }
}
