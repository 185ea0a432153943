//! Splits HTML into tags, text and comments the way browsers do, in time linear in its length.
//!
//! Values are handed on as written, character references included. Whoever writes them out again escapes
//! what could start a tag or end an attribute, so a reading that differs from a browser's costs looks, never
//! safety.

/// One piece of HTML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// Text, character references not resolved.
    Text(&'a str),
    /// A start tag.
    Start(Tag<'a>),
    /// An end tag: its name in lower case.
    End(String),
    /// A comment's content.
    Comment(&'a str),
}

/// A start tag.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag<'a> {
    /// Lower case.
    pub(super) name: String,
    /// Whether it ends with `/>`, which has a meaning in SVG and `MathML` only.
    pub(super) self_closing: bool,
    /// Name and value in the order given, as written. Read with [`attribute`].
    pub(super) attributes: Vec<(&'a str, &'a str)>,
}

/// Elements whose content browsers do not read as HTML. It is dropped.
const RAW: [&str; 9] = ["script", "style", "textarea", "title", "xmp", "iframe", "noembed", "noframes", "noscript"];

/// Attributes that are kept of one tag. No element that is allowed has as many.
const MAX_ATTRIBUTES: usize = 32;

/// The pieces of a text.
pub(super) struct Tokens<'a> {
    rest: &'a str,
}

/// Splits `html`.
pub(super) fn tokens(html: &str) -> Tokens<'_> {
    Tokens { rest: html }
}

/// The value of a tag's first attribute with this name, in whatever case it was written.
pub(super) fn attribute<'a>(tag: &Tag<'a>, name: &str) -> Option<&'a str> {
    tag.attributes.iter().find(|(given, _)| given.eq_ignore_ascii_case(name)).map(|(_, value)| *value)
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            if self.rest.is_empty() {
                return None;
            }
            let text = self.text_length();
            if text > 0 {
                return Some(Token::Text(self.take(text)));
            }
            if let Some(token) = self.markup() {
                return Some(token);
            }
        }
    }
}

impl<'a> Tokens<'a> {
    /// Takes the next `length` bytes; all that is left if they would end within a character.
    fn take(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at_checked(length).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    fn take_until(&mut self, end: impl Fn(char) -> bool) -> &'a str {
        let length = self.rest.find(end).unwrap_or(self.rest.len());
        self.take(length)
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Bytes of text before the next markup.
    fn text_length(&self) -> usize {
        let mut searched = 0;
        loop {
            let tail = self.rest.get(searched..).unwrap_or("");
            let Some(found) = tail.find('<') else { return self.rest.len() };
            let after = tail.get(found + 1..).unwrap_or("");
            if after.starts_with(|c: char| c.is_ascii_alphabetic() || matches!(c, '!' | '?' | '/')) {
                return searched + found;
            }
            searched += found + 1;
        }
    }

    /// Reads what stands at a `<`. None if it is something that is not handed on.
    fn markup(&mut self) -> Option<Token<'a>> {
        if let Some(comment) = self.rest.strip_prefix("<!--") {
            self.rest = comment;
            return Some(Token::Comment(self.comment()));
        }
        if let Some(rest) = self.rest.strip_prefix("</") {
            if rest.starts_with(|c: char| c.is_ascii_alphabetic()) {
                self.rest = rest;
                return self.tag().map(|tag| Token::End(tag.name));
            }
            self.skip_past_gt();
            return None;
        }
        if self.rest.starts_with("<!") || self.rest.starts_with("<?") {
            self.skip_past_gt();
            return None;
        }
        self.take(1);
        let tag = self.tag()?;
        if tag.name == "plaintext" {
            self.rest = "";
            return None;
        }
        if RAW.contains(&tag.name.as_str()) {
            self.skip_raw(&tag.name);
            return None;
        }
        Some(Token::Start(tag))
    }

    fn skip_past_gt(&mut self) {
        self.take_until(|c| c == '>');
        self.take(1);
    }

    fn comment(&mut self) -> &'a str {
        for empty in [">", "->"] {
            if let Some(rest) = self.rest.strip_prefix(empty) {
                self.rest = rest;
                return "";
            }
        }
        let mut searched = 0;
        loop {
            let tail = self.rest.get(searched..).unwrap_or("");
            let Some(found) = tail.find("--") else { return self.take(self.rest.len()) };
            let after = tail.get(found + 2..).unwrap_or("");
            let closing = if after.starts_with('>') {
                3
            } else if after.starts_with("!>") {
                4
            } else {
                searched += found + 1;
                continue;
            };
            let content = self.take(searched + found);
            self.take(closing);
            return content;
        }
    }

    /// Reads a tag from its name to its `>`. None if the text ends before: such a tag is dropped.
    fn tag(&mut self) -> Option<Tag<'a>> {
        let name = self.take_until(|c| c.is_ascii_whitespace() || matches!(c, '/' | '>')).to_ascii_lowercase();
        let mut attributes = Vec::new();
        let mut self_closing = false;
        loop {
            let slash = self.take_until(|c| !c.is_ascii_whitespace() && c != '/').ends_with('/');
            if self.peek()? == '>' {
                self.take(1);
                self_closing |= slash;
                return Some(Tag { name, self_closing, attributes });
            }
            let attribute = self.attribute()?;
            if attributes.len() < MAX_ATTRIBUTES {
                attributes.push(attribute);
            }
        }
    }

    fn attribute(&mut self) -> Option<(&'a str, &'a str)> {
        // An equals sign in the first place belongs to the name.
        let first = self.peek()?.len_utf8();
        let tail = self.rest.get(first..).unwrap_or("");
        let length = tail.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>' | '=')).unwrap_or(tail.len());
        let name = self.take(first + length);
        let equals = self.rest.trim_ascii_start();
        let Some(value) = equals.strip_prefix('=') else { return Some((name, "")) };
        self.rest = value.trim_ascii_start();
        match self.peek()? {
            quote @ ('"' | '\'') => {
                self.take(1);
                let value = self.take_until(|c| c == quote);
                self.peek()?;
                self.take(1);
                Some((name, value))
            }
            _ => Some((name, self.take_until(|c| c.is_ascii_whitespace() || c == '>'))),
        }
    }

    /// Skips to the end of the end tag of a raw element; everything if there is none.
    fn skip_raw(&mut self, name: &str) {
        loop {
            self.take_until(|c| c == '<');
            if self.rest.is_empty() {
                return;
            }
            let after = self.rest.get(2..2 + name.len());
            let ends = self.rest.starts_with("</")
                && after.is_some_and(|after| after.eq_ignore_ascii_case(name))
                && self.rest.get(2 + name.len()..).is_some_and(|rest| {
                    rest.is_empty() || rest.starts_with(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'))
                });
            if ends {
                self.take(2);
                // The rest of the end tag, attributes and all.
                let _ = self.tag();
                return;
            }
            self.take(1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(html: &str) -> Vec<String> {
        tokens(html)
            .map(|token| match token {
                Token::Text(text) => format!("'{text}'"),
                Token::Start(tag) => {
                    let attributes: String = tag.attributes.iter().flat_map(|(n, v)| [" ", n, "=", v]).collect();
                    format!("<{}{attributes}{}>", tag.name, if tag.self_closing { "/" } else { "" })
                }
                Token::End(name) => format!("</{name}>"),
                Token::Comment(comment) => format!("!{comment}!"),
            })
            .collect()
    }

    #[test]
    fn tags_text_and_comments_are_told_apart() {
        assert_eq!(names("a<B c = d e='f>' g>h</B x><br/>"), ["'a'", "<b c=d e=f> g=>", "'h'", "</b>", "<br/>"]);
        assert_eq!(names("1 < 2 <3"), ["'1 < 2 <3'"]);
        assert_eq!(names("<!-- a -- b --><!-->c<!--d--!>e"), ["! a -- b !", "!!", "'c'", "!d!", "'e'"]);
        assert_eq!(names("<!doctype html>a<?php b ?>c</>d</ e>f"), ["'a'", "'c'", "'d'", "'f'"]);
    }

    #[test]
    fn what_browsers_do_not_read_as_html_is_dropped() {
        assert_eq!(names("a<script>b</script >c"), ["'a'", "'c'"]);
        assert_eq!(names("a<STYLE><p></styles>x</Style x='>'>c"), ["'a'", "'c'"]);
        assert_eq!(names("a<textarea>b"), ["'a'"]);
        assert_eq!(names("a<plaintext>b</plaintext>c"), ["'a'"]);
    }

    #[test]
    fn an_unfinished_tag_is_dropped() {
        for html in ["a<b", "a<b c", "a<b c=", "a<b c='", "a<b c='d'", "a</b", "a<b c=d"] {
            assert_eq!(names(html), ["'a'"], "{html}");
        }
    }
}
