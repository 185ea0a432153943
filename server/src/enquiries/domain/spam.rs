//! Recognises spam, which is stored but not emailed. The sender gets the usual response.

use super::{Enquiry, EnquiryInput};

/// Nobody fills in a form faster than this, in milliseconds.
const SHORTEST: i64 = 800;
/// A message with more links than this is advertising.
const LINKS: usize = 3;

/// Whether a message looks like spam.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// From a person.
    Genuine,
    /// From a program.
    Spam,
}

/// Judges a checked message.
pub fn judge(enquiry: &Enquiry, input: &EnquiryInput) -> Verdict {
    judge_texts(&[&enquiry.message, &enquiry.name, &enquiry.company], &input.nickname, input.elapsed_ms)
}

/// Judges texts by their links, the honeypot's value and the time taken.
pub(crate) fn judge_texts(texts: &[&str], nickname: &str, elapsed_ms: Option<i64>) -> Verdict {
    let links: usize = texts.iter().map(|text| links(text)).sum();
    // Speed alone proves nothing: password managers, assistive technology and tests are fast too.
    let hurried = elapsed_ms.is_some_and(|elapsed| elapsed < SHORTEST);
    let trapped = !nickname.trim().is_empty();
    if trapped || links > LINKS || (hurried && links > 0) { Verdict::Spam } else { Verdict::Genuine }
}

fn links(text: &str) -> usize {
    let text = text.to_lowercase();
    text.matches("http://").count() + text.matches("https://").count() + text.matches("[url").count()
}
