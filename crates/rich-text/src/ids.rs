//! Slugs, and the ids of headings.

use std::collections::{HashMap, HashSet};

use unicode_normalization::{UnicodeNormalization as _, char::is_combining_mark};

/// Maximum length of an id made from a heading, in bytes.
const MAX_ANCHOR: usize = 80;

/// Returns whether text can be a heading's id: what [`slugify`] makes, at most 200 bytes.
pub(crate) fn is_anchor(id: &str) -> bool {
    (1..=200).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
}

/// Gives every heading of an article a unique id.
#[derive(Debug)]
pub(crate) struct Ids {
    /// Ids given by the author, which are generated for no other heading.
    given: HashSet<String>,
    used: HashSet<String>,
    /// The number to try next for a base.
    next: HashMap<String, usize>,
}

impl Ids {
    /// `taken` are ids of the page around the article, `given` those that the author gave to headings.
    pub(crate) fn new<'i>(taken: &[&str], given: impl Iterator<Item = &'i str>) -> Self {
        let used = taken.iter().map(|id| (*id).to_owned()).collect();
        Self { given: given.map(str::to_owned).collect(), used, next: HashMap::new() }
    }

    /// Returns the id of a heading: the author's if it is free, else one made from the text.
    pub(crate) fn assign(&mut self, given: Option<&str>, text: &str) -> String {
        if let Some(id) = given.filter(|id| !is_of_note(id) && self.used.insert((*id).to_owned())) {
            return id.to_owned();
        }
        let base =
            Some(slugify(text, MAX_ANCHOR)).filter(|base| !base.is_empty()).unwrap_or_else(|| "section".to_owned());
        loop {
            let number = self.next.entry(base.clone()).or_insert(1);
            let id = if *number == 1 { base.clone() } else { format!("{base}-{number}") };
            *number += 1;
            if !is_of_note(&id) && !self.given.contains(&id) && self.used.insert(id.clone()) {
                return id;
            }
        }
    }
}

/// Returns whether an id may be that of a note, or of its number in the text.
fn is_of_note(id: &str) -> bool {
    let number = id.strip_prefix("fn-").or_else(|| id.strip_prefix("fnref-"));
    number.is_some_and(|number| number.bytes().all(|b| b.is_ascii_digit()))
}

/// Returns text in lower case, without accents, and with plain letters for those that Unicode does not decompose into a
/// Latin letter and an accent: é becomes e, ß becomes ss, ø becomes o.
pub fn fold_letters(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_combining_mark(*c)).flat_map(char::to_lowercase) {
        match c {
            'ß' => folded.push_str("ss"),
            'æ' => folded.push_str("ae"),
            'œ' => folded.push_str("oe"),
            'ø' => folded.push('o'),
            'đ' | 'ð' => folded.push('d'),
            'ł' => folded.push('l'),
            'þ' => folded.push_str("th"),
            'ı' => folded.push('i'),
            // A sigma at the end of a word has a different form.
            'ς' => folded.push('σ'),
            c => folded.push(c),
        }
    }
    folded
}

/// Returns text as lower-case words joined by single hyphens. Letters are folded as by [`fold_letters`], punctuation is
/// removed, and white space, underscores and dashes separate words. At most `most` bytes, cut between words if
/// possible. Empty when nothing is left.
pub fn slugify(text: &str, most: usize) -> String {
    let mut words = String::new();
    for c in fold_letters(text).chars() {
        match c {
            'a'..='z' | '0'..='9' => words.push(c),
            '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}' => words.push(' '),
            _ if c.is_whitespace() => words.push(' '),
            _ => {}
        }
    }
    let mut slug = words.split_whitespace().collect::<Vec<_>>().join("-");
    if let Some(end) = slug.get(..=most) {
        let between_words = end.rfind('-').filter(|at| at * 2 > most);
        slug.truncate(between_words.unwrap_or(most));
        slug.truncate(slug.trim_end_matches('-').len());
    }
    slug
}
