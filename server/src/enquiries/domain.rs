//! The rules of visitors' messages, the same for the API and for plain forms.

pub(crate) mod check;
pub(crate) mod spam;

pub use check::check;
pub use spam::{Verdict, judge};

use std::collections::BTreeMap;

use sha2::{Digest, Sha256};
use utoipa::ToSchema;

use crate::email_address::EmailAddress;

/// The form that an enquiry was sent with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ToSchema)]
#[schema(rename_all = "kebab-case")]
pub enum EnquiryType {
    /// Contact form.
    Contact,
    /// Form to book an audit.
    Audit,
    /// Question form below the frequently asked questions.
    Footer,
    /// Newsletter sign-up.
    Newsletter,
    /// Saved cards of the SEO page, emailed to the visitor.
    SeoFixList,
    /// Contact details after the quiz.
    QuizLead,
}

impl EnquiryType {
    /// Every kind.
    pub const ALL: [Self; 6] =
        [Self::Contact, Self::Audit, Self::Footer, Self::Newsletter, Self::SeoFixList, Self::QuizLead];

    /// Returns the kind with this name.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == name)
    }

    /// Returns its name in forms and in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Audit => "audit",
            Self::Footer => "footer",
            Self::Newsletter => "newsletter",
            Self::SeoFixList => "seo-fix-list",
            Self::QuizLead => "quiz-lead",
        }
    }

    /// Returns the fixed name of kinds whose form does not ask for one.
    pub fn fixed_name(self) -> Option<&'static str> {
        match self {
            Self::Footer => Some("FAQ Question"),
            Self::Newsletter => Some("Newsletter Subscriber"),
            Self::SeoFixList => Some("SEO Fix List Request"),
            Self::Contact | Self::Audit | Self::QuizLead => None,
        }
    }

    /// Returns the message for a visitor whose enquiry was stored.
    pub fn success(self) -> &'static str {
        match self {
            Self::Contact => "Your message has been sent! We'll get back to you soon.",
            Self::Audit => "Your audit request has been sent! We'll get back to you soon.",
            Self::Footer => "Your question has been sent! We'll get back to you soon.",
            Self::Newsletter => "Thank you for subscribing to our newsletter!",
            Self::SeoFixList => "Your SEO Fix List has been sent to your email!",
            Self::QuizLead => "Thank you! Your report will be sent to your email shortly.",
        }
    }

    /// Returns the message for a visitor whose enquiry could not be stored.
    pub fn failure(self) -> &'static str {
        match self {
            Self::Contact => "Failed to send your message. Please try again.",
            Self::Audit => "Failed to send your request. Please try again.",
            Self::Footer => "Failed to send your question. Please try again.",
            Self::Newsletter => "Failed to subscribe. Please try again.",
            Self::SeoFixList => "Failed to send your fix list. Please try again.",
            Self::QuizLead => "Something went wrong. Please try again.",
        }
    }

    /// Returns what the visitor was told about the use of the data. Stored with each enquiry.
    pub fn consent(self) -> &'static str {
        match self {
            Self::Newsletter => crate::newsletter::CONSENT,
            _ => "We use your details only to reply. See our privacy page.",
        }
    }
}

/// An unchecked message. Missing fields are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the forms")]
pub struct EnquiryInput {
    pub kind: String,
    pub name: String,
    pub email: String,
    pub message: String,
    pub website: String,
    pub company: String,
    pub phone: String,
    pub report_type: String,
    pub answers: BTreeMap<String, String>,
    /// Honeypot: a field that people do not see.
    pub nickname: String,
    /// How long the form was on the screen, in milliseconds.
    pub elapsed_ms: Option<i64>,
}

/// A checked message. Only the message field has line breaks, and none has control characters.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields are those of the forms")]
pub struct Enquiry {
    pub kind: EnquiryType,
    pub name: String,
    pub email: EmailAddress,
    pub message: String,
    pub website: String,
    pub company: String,
    pub phone: String,
    pub report_type: String,
    pub answers: BTreeMap<String, String>,
}

impl Enquiry {
    /// Returns a hash of all fields, by which a repeated message is recognised.
    pub fn fingerprint(&self) -> [u8; 32] {
        let mut hash = Sha256::new();
        let email = self.email.key();
        let fields = [
            self.kind.as_str(),
            &self.name,
            &email,
            &self.message,
            &self.website,
            &self.company,
            &self.phone,
            &self.report_type,
        ];
        let answers = self.answers.iter().flat_map(|(question, answer)| [question.as_str(), answer.as_str()]);
        for field in fields.into_iter().chain(answers) {
            // The length separates adjacent fields.
            hash.update(field.len().to_le_bytes());
            hash.update(field.as_bytes());
        }
        hash.finalize().into()
    }
}

#[cfg(test)]
mod tests;
