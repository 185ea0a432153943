//! Finds a keyphrase in text.

use rich_text::fold_letters;
use unicode_normalization::char::is_combining_mark;

/// The words of a keyphrase, in the form in which words are compared.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keyphrase(Vec<String>);

/// How text contains a keyphrase.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Presence {
    /// Its words one after another.
    Whole,
    /// All its words, apart.
    Words,
    /// Not all its words.
    Absent,
}

impl Keyphrase {
    /// Returns the keyphrase in some text, or None if it has no words.
    pub(crate) fn new(text: &str) -> Option<Self> {
        let words = words_of(text);
        (!words.is_empty()).then_some(Self(words))
    }

    /// Returns the keyphrase as addresses contain it: without punctuation, except for what joins words.
    pub(crate) fn in_address(text: &str) -> Option<Self> {
        let is_dash = |c| matches!(c, '-' | '_' | '\u{2010}'..='\u{2015}' | '\u{2212}');
        let kept = |c: &char| c.is_alphanumeric() || c.is_whitespace() || is_dash(*c) || is_combining_mark(*c);
        Self::new(&text.chars().filter(kept).collect::<String>())
    }

    /// Returns how `text` contains the keyphrase.
    pub(crate) fn presence(&self, text: &str) -> Presence {
        let words = words_of(text);
        if self.count_in(&words) > 0 {
            Presence::Whole
        } else if self.0.iter().all(|word| words.contains(word)) {
            Presence::Words
        } else {
            Presence::Absent
        }
    }

    /// Returns how often `text` contains the whole keyphrase.
    pub(crate) fn count(&self, text: &str) -> usize {
        self.count_in(&words_of(text))
    }

    fn count_in(&self, words: &[String]) -> usize {
        let (mut count, mut rest) = (0, words);
        while rest.len() >= self.0.len() {
            if rest.starts_with(&self.0) {
                count += 1;
                rest = rest.get(self.0.len()..).unwrap_or_default();
            } else {
                rest = rest.get(1..).unwrap_or_default();
            }
        }
        count
    }
}

/// Returns the words of text, with letters folded as in slugs, and without the ending of a plural or genitive.
fn words_of(text: &str) -> Vec<String> {
    let text = fold_letters(text);
    let words = text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '\'' | '’')).filter_map(|word| {
        let word = word.trim_matches(['\'', '’']);
        let stem = word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word);
        let plural = stem.len() > 3 && stem.ends_with('s') && !stem.ends_with("ss");
        let stem = if plural { stem.strip_suffix('s').unwrap_or(stem) } else { stem };
        (!stem.is_empty()).then(|| stem.to_owned())
    });
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_compared_whatever_their_case_plural_or_hyphen() {
        let phrase = Keyphrase::new(" Crawl  Budget ").unwrap();
        assert_eq!(phrase.presence("What crawl-budgets are"), Presence::Whole);
        assert_eq!(phrase.presence("The crawl budget's end"), Presence::Whole);
        assert_eq!(phrase.presence("A budget for every crawl"), Presence::Words);
        assert_eq!(phrase.presence("A crawler's budget"), Presence::Absent);
        assert_eq!(Keyphrase::new("Café SEO").unwrap().presence("/cafe-seo"), Presence::Whole);
        assert_eq!(Keyphrase::new("cafe\u{301}").unwrap().presence("A café"), Presence::Whole);
        assert_eq!(phrase.count("Crawl budget, crawl budget; crawl. Budget"), 3);
    }

    #[test]
    fn a_slug_has_the_keyphrase_that_it_was_made_from() {
        for phrase in ["Straße", "STRAẞE", "Søren’s Ærø", "Łódź, Đà Nẵng", "Þór og œuvre", "Ilıca"] {
            let slug = rich_text::slugify(phrase, 200);
            assert_eq!(Keyphrase::in_address(phrase).unwrap().presence(&slug), Presence::Whole, "{phrase}: {slug}");
        }
        assert_eq!(Keyphrase::new("Straße").unwrap().presence("/strasse"), Presence::Whole);
        assert_eq!(Keyphrase::new("ΛΌΓΟΣ").unwrap().presence("ο λόγος"), Presence::Whole);
    }

    #[test]
    fn a_text_without_words_is_no_keyphrase() {
        assert!(Keyphrase::new(" – ' ").is_none());
        assert_eq!(Keyphrase::new("a a").unwrap().count("a a a a a"), 2);
    }
}
