//! The emails that a message causes: one to the company, and one to the visitor when the form promises one. An email to
//! a visitor never repeats what was typed in the form, because anybody's address can be entered there.

use super::{
    domain::{Enquiry, EnquiryType},
    fix_list,
};
use crate::mail::{Block, Brand, EmailBody, NewMail};

/// What all emails about enquiries share.
#[derive(Debug, Clone, Copy)]
pub struct EmailContext<'a> {
    /// The sender.
    pub brand: Brand<'a>,
    /// The company's address, which receives enquiries.
    pub contact_email: &'a str,
}

/// Returns every email that `enquiry` causes. `source_page` is the path of the page it was sent from.
pub fn emails(enquiry: &Enquiry, source_page: &str, head: EmailContext<'_>) -> Vec<NewMail> {
    let to_visitor = match enquiry.kind {
        EnquiryType::SeoFixList => fix_list_email(enquiry, head),
        EnquiryType::QuizLead => Some(quiz_email(enquiry, head)),
        EnquiryType::Contact | EnquiryType::Audit | EnquiryType::Footer | EnquiryType::Newsletter => None,
    };
    std::iter::once(to_company(enquiry, source_page, head)).chain(to_visitor).collect()
}

fn to_company(enquiry: &Enquiry, source_page: &str, head: EmailContext<'_>) -> NewMail {
    let who = if enquiry.kind.fixed_name().is_some() { enquiry.email.as_str() } else { enquiry.name.as_str() };
    let (kind, what) = match enquiry.kind {
        EnquiryType::Contact => ("company-contact", "Message"),
        EnquiryType::Audit => ("company-audit", "Audit request"),
        EnquiryType::Footer => ("company-footer", "Question"),
        EnquiryType::Newsletter => ("company-newsletter", "Newsletter sign-up"),
        EnquiryType::SeoFixList => ("company-seo-fix-list", "Fix list request"),
        EnquiryType::QuizLead => ("company-quiz-lead", "Quiz result"),
    };
    let subject = format!("{what} from {who}");
    let facts = [
        ("Name", enquiry.name.as_str()),
        ("Email", enquiry.email.as_str()),
        ("Website", &enquiry.website),
        ("Company", &enquiry.company),
        ("Phone", &enquiry.phone),
        ("Recommended", &enquiry.report_type),
        ("Sent from", source_page),
    ];
    let answers = enquiry.answers.iter().map(|(question, answer)| (format!("Answer {question}"), answer.clone()));
    let facts = facts
        .into_iter()
        .filter(|(_, value)| !value.is_empty())
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .chain(answers)
        .collect();
    let mut blocks = vec![Block::Heading(subject.clone()), Block::Facts(facts)];
    if !enquiry.message.is_empty() {
        blocks.push(Block::Quote(enquiry.message.clone()));
    }
    blocks.push(Block::how_to_answer(enquiry.email.as_str()));
    let reason = format!("Sent from a form on {}.", head.brand.public_url);
    let body = EmailBody { blocks, reason };
    let headers = vec![("Reply-To".to_owned(), enquiry.email.as_str().to_owned())];
    body.mail(kind, head.contact_email, subject, headers, head.brand)
}

/// Returns the email with the cards, or None when the list contains no known card: staff then answer by hand.
fn fix_list_email(enquiry: &Enquiry, head: EmailContext<'_>) -> Option<NewMail> {
    let cards = fix_list::named_in(&enquiry.message);
    if cards.is_empty() {
        return None;
    }
    let subject = "Your SEO Fix List".to_owned();
    let terms =
        cards.iter().map(|card| (card.term.clone(), format!("{} {}", card.description, card.why_it_matters))).collect();
    let blocks = vec![
        Block::Heading(subject.clone()),
        Block::Paragraph("Here are the cards on your list, and why each one matters.".to_owned()),
        Block::Terms(terms),
        Block::Paragraph(
            "What to fix first depends on your site. Reply to this email and we'll tell you, free of charge."
                .to_owned(),
        ),
        Block::Action { label: "Book a Video Call".to_owned(), url: schedule(head) },
    ];
    Some(to_visitor("visitor-seo-fix-list", enquiry, subject, blocks, head))
}

fn quiz_email(enquiry: &Enquiry, head: EmailContext<'_>) -> NewMail {
    let report = match enquiry.report_type.as_str() {
        "keyword-research" => Some((
            "keyword research report",
            "It shows what your customers search for, which of your pages could answer it, and what is missing.",
        )),
        "site-health-check" => Some((
            "site health check",
            "It shows what keeps search engines from fetching, rendering and understanding your pages, worst first.",
        )),
        "competitor-analysis" => Some((
            "competitor gap analysis",
            "It shows where your competitors are found and you aren't, and which of those gaps are worth closing.",
        )),
        _ => None,
    };
    if let Some((report, what)) = report {
        let subject = format!("Your {report} is being prepared");
        let blocks = vec![
            Block::Heading(subject.clone()),
            Block::Paragraph(format!("Thank you for asking for a {report}. {what}")),
            Block::Paragraph(
                "A person prepares it, so it takes a little longer than a click. We'll send it to you as a reply to \
                     this email."
                    .to_owned(),
            ),
            Block::Paragraph("Rather talk it through? The discovery call is free and takes 20 minutes.".to_owned()),
            Block::Action { label: "Book a Video Call".to_owned(), url: schedule(head) },
        ];
        to_visitor("visitor-quiz-report", enquiry, subject, blocks, head)
    } else {
        let subject = "Your discovery call".to_owned();
        let blocks = vec![
            Block::Heading(subject.clone()),
            Block::Paragraph(
                "Thank you for asking for a discovery call. It's free, takes 20 minutes, and is with the person who \
                     would do the work."
                    .to_owned(),
            ),
            Block::Paragraph(
                "Pick a time that suits you, or reply to this email with two or three that do.".to_owned(),
            ),
            Block::Action { label: "Pick a time".to_owned(), url: schedule(head) },
        ];
        to_visitor("visitor-quiz-call", enquiry, subject, blocks, head)
    }
}

fn schedule(head: EmailContext<'_>) -> String {
    format!("{}/contact?tab=schedule", head.brand.public_url)
}

fn to_visitor(
    kind: &'static str,
    enquiry: &Enquiry,
    subject: String,
    blocks: Vec<Block>,
    head: EmailContext<'_>,
) -> NewMail {
    let reason = format!(
        "You're receiving this because your address was entered on {}. If that wasn't you, please ignore this email.",
        head.brand.public_url
    );
    let headers = vec![
        ("Reply-To".to_owned(), head.contact_email.to_owned()),
        // Keeps out-of-office replies from being sent.
        ("Auto-Submitted".to_owned(), "auto-replied".to_owned()),
    ];
    EmailBody { blocks, reason }.mail(kind, enquiry.email.as_str(), subject, headers, head.brand)
}

#[cfg(test)]
mod tests;
