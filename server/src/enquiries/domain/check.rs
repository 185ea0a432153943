//! Turns input into an [`Enquiry`], or into a message for each wrong field.

use std::collections::BTreeMap;

use url::Url;

use super::{Enquiry, EnquiryInput, EnquiryType};
use crate::{
    email_address::EmailAddress,
    error::{AppError, Fields},
    text::{is_blank, single_line},
};

/// Length of a name, in characters.
pub(crate) const NAME: std::ops::RangeInclusive<usize> = 2..=100;
/// Maximum number of characters in a message.
pub(crate) const MESSAGE: usize = 5_000;
/// Maximum number of characters in a fix list: one with every card is longer than a message.
pub(crate) const FIX_LIST: usize = 20_000;
/// Maximum number of characters in a website, company or report name.
pub(crate) const LINE: usize = 200;
/// Maximum number of characters in a telephone number.
pub(crate) const PHONE: usize = 50;
/// Maximum number of quiz answers.
const ANSWERS: usize = 20;

const NAME_MESSAGE: &str = "Name must be at least 2 characters";
pub(crate) const EMAIL_MESSAGE: &str = "Please enter a valid email address";
const BOTH_MESSAGE: &str = "Please enter both your email and your question";
const WEBSITE_MESSAGE: &str = "Website must be at least 5 characters";

/// Checks a message. The error's message is that of the first wrong field, in the form's order.
pub fn check(input: &EnquiryInput) -> Result<Enquiry, AppError> {
    let Some(kind) = EnquiryType::parse(input.kind.trim()) else {
        return Err(AppError::invalid("type", "There is no form of this type"));
    };
    let mut errors = FieldErrors::default();
    let name = name(kind, &input.name, &mut errors);
    let email = email(kind, &input.email, &mut errors);
    let website = website(kind, input, &mut errors);
    let message = message(kind, input, &mut errors);
    let company = line("company", &input.company, LINE, &mut errors);
    let phone = line("phone", &input.phone, PHONE, &mut errors);
    let report_type = line("report_type", &input.report_type, LINE, &mut errors);
    let answers = answers(&input.answers, &mut errors);
    if errors.0.iter().any(|(_, text)| text == BOTH_MESSAGE) {
        // The form shows this message alone, since it checks neither field before both are filled in.
        errors.0.retain(|(_, text)| text == BOTH_MESSAGE);
    }
    match email {
        Some(email) if errors.0.is_empty() => {
            Ok(Enquiry { kind, name, email, message, website, company, phone, report_type, answers })
        }
        _ => Err(errors.into()),
    }
}

/// Messages by field, in the order in which they were found.
#[derive(Default)]
pub(crate) struct FieldErrors(pub(crate) Vec<(&'static str, String)>);

impl FieldErrors {
    pub(crate) fn add(&mut self, field: &'static str, message: impl Into<String>) {
        self.0.push((field, message.into()));
    }
}

impl From<FieldErrors> for AppError {
    fn from(FieldErrors(found): FieldErrors) -> Self {
        let message = found.first().map(|(_, message)| message.clone()).unwrap_or_default();
        let fields: Fields = found.into_iter().map(|(field, message)| (field.to_owned(), message)).collect();
        Self::Invalid { message, fields }
    }
}

fn name(kind: EnquiryType, typed: &str, errors: &mut FieldErrors) -> String {
    match kind.fixed_name() {
        Some(fixed) if one_line(typed).is_empty() => fixed.to_owned(),
        _ => name_rule(typed, errors),
    }
}

pub(crate) fn name_rule(typed: &str, errors: &mut FieldErrors) -> String {
    let name = one_line(typed);
    if single_line(&name).chars().count() < *NAME.start() {
        errors.add("name", NAME_MESSAGE);
    } else if name.chars().count() > *NAME.end() {
        errors.add("name", too_long(*NAME.end()));
    }
    name
}

fn email(kind: EnquiryType, typed: &str, errors: &mut FieldErrors) -> Option<EmailAddress> {
    let blank = match kind {
        EnquiryType::Footer => BOTH_MESSAGE,
        EnquiryType::SeoFixList => "Please enter your email address",
        _ => EMAIL_MESSAGE,
    };
    let typed = typed.trim();
    let email = EmailAddress::parse(typed).ok();
    if email.is_none() {
        errors.add("email", if typed.is_empty() { blank } else { EMAIL_MESSAGE });
    }
    email
}

fn website(kind: EnquiryType, input: &EnquiryInput, errors: &mut FieldErrors) -> String {
    website_rule(&input.website, kind == EnquiryType::QuizLead, errors)
}

pub(crate) fn website_rule(typed: &str, required: bool, errors: &mut FieldErrors) -> String {
    let website = line("website", typed, LINE, errors);
    let long_enough = website.chars().count() >= 5 || Url::parse(&website).is_ok();
    if !long_enough && (required || !website.is_empty()) {
        errors.add("website", WEBSITE_MESSAGE);
    }
    website
}

fn message(kind: EnquiryType, input: &EnquiryInput, errors: &mut FieldErrors) -> String {
    let message = many_lines(&input.message);
    let longest = if kind == EnquiryType::SeoFixList { FIX_LIST } else { MESSAGE };
    if message.chars().count() > longest {
        errors.add("message", too_long(longest));
    }
    if message.is_empty() {
        match kind {
            EnquiryType::SeoFixList => errors.add("message", "No cards saved to send"),
            // The site to audit is enough.
            EnquiryType::Audit if !input.website.trim().is_empty() => {}
            EnquiryType::Contact | EnquiryType::Audit => errors.add("message", "Please enter your message"),
            EnquiryType::Footer => errors.add("message", BOTH_MESSAGE),
            EnquiryType::Newsletter | EnquiryType::QuizLead => {}
        }
    }
    message
}

fn line(field: &'static str, typed: &str, longest: usize, errors: &mut FieldErrors) -> String {
    let line = one_line(typed);
    if line.chars().count() > longest {
        errors.add(field, too_long(longest));
    }
    line
}

fn answers(given: &BTreeMap<String, String>, errors: &mut FieldErrors) -> BTreeMap<String, String> {
    let answers: BTreeMap<String, String> =
        given.iter().map(|(question, answer)| (one_line(question), one_line(answer))).collect();
    let fits = |text: &str| text.chars().count() <= LINE;
    if answers.len() > ANSWERS || !answers.iter().all(|(question, answer)| fits(question) && fits(answer)) {
        errors.add("answers", "These are not answers to the quiz");
    }
    answers
}

pub(crate) fn too_long(longest: usize) -> String {
    let number =
        if longest >= 1_000 { format!("{},{:03}", longest / 1_000, longest % 1_000) } else { longest.to_string() };
    format!("Please use at most {number} characters")
}

/// Trims text and replaces line breaks and other control characters with spaces. Empty when no character is visible.
fn one_line(text: &str) -> String {
    if is_blank(text) {
        return String::new();
    }
    let line: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    line.trim().to_owned()
}

/// Trims text, normalises line breaks and removes other control characters. Empty when no character is visible.
pub(crate) fn many_lines(text: &str) -> String {
    if is_blank(text) {
        return String::new();
    }
    let lines = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: String = lines.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    lines.trim().to_owned()
}
