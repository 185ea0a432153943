//! The body of an email as plain text and as HTML that is readable in light and dark mode.

use std::{fmt::Write, sync::LazyLock};

use super::NewMail;
use crate::{colours::paint, text::Escaped};

/// The sender.
#[derive(Debug, Clone, Copy)]
pub struct Brand<'a> {
    /// The brand's name.
    pub name: &'a str,
    /// The registered name.
    pub legal_name: &'a str,
    /// Public address without a trailing slash.
    pub public_url: &'a str,
}

/// An email's content.
#[derive(Debug, Clone, Default)]
pub struct EmailBody {
    /// In reading order.
    pub blocks: Vec<Block>,
    /// Why the reader gets this email: the small print at the end.
    pub reason: String,
}

/// A part of an email.
#[derive(Debug, Clone)]
pub enum Block {
    /// The heading, once per email.
    Heading(String),
    /// A paragraph.
    Paragraph(String),
    /// Names and values, one per line.
    Facts(Vec<(String, String)>),
    /// A visitor's text, with its line breaks.
    Quote(String),
    /// Terms and what they mean.
    Terms(Vec<(String, String)>),
    /// A link as a button.
    Action {
        /// The button's text.
        label: String,
        /// The URL.
        url: String,
    },
}

impl Block {
    /// Returns how the company answers a visitor. Emails have no `Reply-To` whose part before the `@` is not ASCII, since
    /// some servers do not forward it.
    pub fn how_to_answer(email: &str) -> Self {
        Self::Paragraph(if email.rsplit_once('@').is_some_and(|(local, _)| local.is_ascii()) {
            "Reply to this email to answer the visitor.".to_owned()
        } else {
            format!("Write to {email} to answer the visitor.")
        })
    }
}

/// Email programs load no style sheets: the rules are inline, with colours for light and dark mode.
static STYLE: LazyLock<String> = LazyLock::new(|| {
    paint(
        "\
:root{color-scheme:light dark}\
body{margin:0;padding:24px 16px;background:var(--paper-50);color:var(--ink-900);font:16px/1.6 system-ui,-apple-system,'Segoe UI',sans-serif}\
main{max-width:560px;margin:0 auto}\
h1{font-size:24px;line-height:1.25;margin:0 0 16px}\
p,ul,table,blockquote{margin:0 0 16px}\
ul{padding-left:20px}\
li{margin-bottom:12px}\
td{padding:6px 16px 6px 0;vertical-align:top;border-top:1px solid var(--paper-300);overflow-wrap:anywhere}\
blockquote{padding:12px 16px;border-left:4px solid var(--green-500);background:var(--paper-0);white-space:pre-wrap;overflow-wrap:anywhere}\
a{color:var(--green-600)}\
.action{display:inline-block;padding:12px 20px;background:var(--green-900);color:var(--paper-0);text-decoration:none;font-weight:600}\
footer{margin-top:32px;padding-top:12px;border-top:1px solid var(--paper-300);font-size:14px;color:var(--ink-500)}\
@media (prefers-color-scheme:dark){\
body{background:var(--green-900);color:var(--paper-50)}\
td,footer{border-color:var(--green-500)}\
blockquote{background:var(--green-800)}\
a{color:var(--mark-500)}\
.action{background:var(--mark-500);color:var(--ink-900)}\
footer{color:var(--green-300)}}",
    )
});

impl EmailBody {
    /// Returns the email as the outbox takes it.
    pub fn mail(
        &self,
        kind: &'static str,
        to: &str,
        subject: String,
        headers: Vec<(String, String)>,
        brand: Brand<'_>,
    ) -> NewMail {
        let (text, html) = (self.text(brand), self.html(&subject, brand));
        NewMail { kind, to: to.to_owned(), subject, text, html, headers, calendar: None, due: None, expires_at: None }
    }

    /// Returns the body as plain text.
    pub fn text(&self, brand: Brand<'_>) -> String {
        let mut parts: Vec<String> = self.blocks.iter().map(block_text).collect();
        let Brand { name, legal_name, public_url } = brand;
        parts.push(format!("--\n{name}, {public_url}\n{}\n{legal_name}", self.reason));
        parts.join("\n\n") + "\n"
    }

    /// Returns the body as an HTML document.
    pub fn html(&self, subject: &str, brand: Brand<'_>) -> String {
        let body: String = self.blocks.iter().map(block_html).collect();
        let (url, style) = (Escaped(brand.public_url), &*STYLE);
        format!(
            "<!doctype html>\n<html lang=\"en-GB\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width\"><meta name=\"color-scheme\" content=\"light dark\">\
             <title>{}</title><style>{style}</style></head>\n<body><main>\n{body}\
             <footer><p><a href=\"{url}\">{}</a><br>{}<br>{}</p></footer>\n</main></body></html>\n",
            Escaped(subject),
            Escaped(brand.name),
            Escaped(&self.reason),
            Escaped(brand.legal_name),
        )
    }
}

fn block_text(block: &Block) -> String {
    match block {
        Block::Heading(text) | Block::Paragraph(text) => text.clone(),
        Block::Facts(facts) => lines(facts.iter().map(|(name, value)| format!("{name}: {value}"))),
        Block::Quote(text) => lines(text.lines().map(|line| format!("> {line}"))),
        Block::Terms(terms) => {
            terms.iter().map(|(term, meaning)| format!("- {term}: {meaning}")).collect::<Vec<_>>().join("\n\n")
        }
        Block::Action { label, url } => format!("{label}:\n{url}"),
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    lines.collect::<Vec<_>>().join("\n")
}

fn block_html(block: &Block) -> String {
    match block {
        Block::Heading(text) => format!("<h1>{}</h1>\n", Escaped(text)),
        Block::Paragraph(text) => format!("<p>{}</p>\n", Escaped(text)),
        Block::Facts(facts) => {
            let rows = facts.iter().fold(String::new(), |mut rows, (name, value)| {
                let _ = writeln!(rows, "<tr><td>{}</td><td>{}</td></tr>", Escaped(name), Escaped(value));
                rows
            });
            format!("<table role=\"presentation\">\n{rows}</table>\n")
        }
        Block::Quote(text) => format!("<blockquote>{}</blockquote>\n", Escaped(text)),
        Block::Terms(terms) => {
            let items = terms.iter().fold(String::new(), |mut items, (term, meaning)| {
                let _ = writeln!(items, "<li><strong>{}</strong><br>{}</li>", Escaped(term), Escaped(meaning));
                items
            });
            format!("<ul>\n{items}</ul>\n")
        }
        Block::Action { label, url } => {
            format!("<p><a class=\"action\" href=\"{}\">{}</a></p>\n", Escaped(url), Escaped(label))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BRAND: Brand<'_> =
        Brand { name: "Found & First", legal_name: "Found First Ltd", public_url: "https://foundfirst.example" };

    /// Returns the relative luminance (WCAG 2.2) of a colour like `#0a2a1e`.
    fn luminance(colour: &str) -> f64 {
        let linear = |at: usize| {
            let value = f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(1) + 0.7152 * linear(3) + 0.0722 * linear(5)
    }

    /// Returns the value of a property in the last sheet that sets it.
    fn value<'a>(sheets: &[&'a str], selector: &str, property: &str) -> &'a str {
        let found = sheets.iter().rev().find_map(|sheet| {
            let rules = sheet.split('}').filter_map(|rule| {
                rule.rsplit_once('{').map(|(head, rule)| (head.rsplit('{').next().unwrap_or(head), rule))
            });
            rules
                .filter(|(head, _)| head.split(',').any(|name| name == selector))
                .find_map(|(_, rule)| rule.split(';').find_map(|line| line.strip_prefix(property)?.strip_prefix(':')))
        });
        found.unwrap_or_else(|| panic!("{selector} has no {property}")).split(' ').next().unwrap()
    }

    #[test]
    fn a_mail_is_readable_on_light_and_on_dark_screens() {
        let (light, dark) = STYLE.split_once("@media (prefers-color-scheme:dark){").unwrap();
        for sheets in [&[light][..], &[light, dark]] {
            for (text, ground) in
                [("body", "body"), ("a", "body"), ("footer", "body"), ("body", "blockquote"), (".action", ".action")]
            {
                let lights = [value(sheets, text, "color"), value(sheets, ground, "background")].map(luminance);
                let (more, less) = (lights[0].max(lights[1]), lights[0].min(lights[1]));
                let contrast = (more + 0.05) / (less + 0.05);
                assert!(contrast >= 4.5, "{text} on {ground}: {contrast:.2}");
            }
        }
    }

    #[test]
    fn visitors_text_is_plain_in_both_forms() {
        let attack = "<script>alert(1)</script>\n\" onload=\"x";
        let body = EmailBody {
            blocks: vec![
                Block::Heading(attack.into()),
                Block::Paragraph(attack.into()),
                Block::Facts(vec![(attack.into(), attack.into())]),
                Block::Quote(attack.into()),
                Block::Terms(vec![(attack.into(), attack.into())]),
                Block::Action { label: attack.into(), url: attack.into() },
            ],
            reason: attack.into(),
        };
        let html = body.html(attack, BRAND);
        assert!(!html.contains("<script>") && !html.contains("\" onload"), "{html}");
        assert!(html.contains("Found &amp; First"));
        let text = body.text(BRAND);
        assert!(text.contains("> <script>alert(1)</script>\n> \" onload=\"x"), "{text}");
    }
}
