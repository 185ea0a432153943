//! What is kept without bothering anybody. The sender gets the same answer, and staff find it under its status.

use super::{Enquiry, EnquiryInput};

/// Nobody fills in a form in less time than this, in milliseconds.
const SHORTEST: i64 = 800;
/// A message with more links than this sells something.
const LINKS: usize = 3;

/// What a message looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Somebody's message.
    Genuine,
    /// A program's.
    Spam,
}

/// Judges a message that keeps the rules.
pub fn judge(enquiry: &Enquiry, input: &EnquiryInput) -> Verdict {
    judge_texts(&[&enquiry.message, &enquiry.name, &enquiry.company], &input.nickname, input.elapsed_ms)
}

/// Judges what was typed, what stands in the field that people do not see, and how fast it was.
pub(crate) fn judge_texts(texts: &[&str], nickname: &str, elapsed_ms: Option<i64>) -> Verdict {
    let links: usize = texts.iter().map(|text| links(text)).sum();
    // Speed alone proves nothing: password managers, assistive programs and our own tests are fast as well.
    let hurried = elapsed_ms.is_some_and(|elapsed| elapsed < SHORTEST);
    let trapped = !nickname.trim().is_empty();
    if trapped || links > LINKS || (hurried && links > 0) { Verdict::Spam } else { Verdict::Genuine }
}

fn links(text: &str) -> usize {
    let text = text.to_lowercase();
    text.matches("http://").count() + text.matches("https://").count() + text.matches("[url").count()
}
