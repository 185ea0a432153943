//! What the typographic cover of a post shows in place of a photograph: a background, a pattern and highlighted words
//! of the title.

use serde::Serialize;
use utoipa::ToSchema;

use super::domain::{category, slugify};
use crate::text::plain_title;

/// Maximum number of highlighted words.
const MOST: usize = 3;
/// Number of patterns per background.
const PATTERNS: u32 = 4;

/// The typographic cover of a post. `before`, `marked` and `after` make up the title.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Cover {
    /// Background and kind of pattern: the slug of the post's category.
    pub ground: String,
    /// Number of the pattern for this background, 1 to 4.
    pub pattern: u8,
    /// Part of the title before the highlighted words, including the space.
    pub before: String,
    /// Highlighted words of the title.
    pub marked: String,
    /// Part of the title after the highlighted words, including the space.
    pub after: String,
}

impl Cover {
    /// Returns the cover of a post. `label` selects the background when no tag is a category.
    pub fn of(title: &str, slug: &str, tags: &[String], label: &str) -> Self {
        let (before, marked, after) = mark(title, slug);
        let pattern = u8::try_from(hash(title) % PATTERNS).unwrap_or_default() + 1;
        Self { ground: slugify(category(tags, label), usize::MAX), pattern, before, marked, after }
    }
}

/// FNV-1a, 32 bit: the same title always picks the same pattern.
fn hash(text: &str) -> u32 {
    text.encode_utf16().fold(2_166_136_261, |hash, unit| (hash ^ u32::from(unit)).wrapping_mul(16_777_619))
}

/// Returns the words of a title, each with whether it is highlighted.
pub fn marked_words(title: &str, slug: &str) -> Vec<(String, bool)> {
    let (before, marked, after) = mark(title, slug);
    [(before, false), (marked, true), (after, false)]
        .iter()
        .flat_map(|(text, marked)| text.split_whitespace().map(|word| (word.to_owned(), *marked)))
        .collect()
}

/// Returns the title before, in and after the highlight. Highlighted are the words between `==`, else the words that
/// the slug repeats if there are at most three, else the longest word.
fn mark(title: &str, slug: &str) -> (String, String, String) {
    if let Some((before, marked, after)) = forced(title) {
        return (before.to_owned(), marked.to_owned(), plain_title(after));
    }
    let words: Vec<&str> = title.split(' ').collect();
    let run = run_in_slug(&words, slug);
    let (from, to) = run.filter(|(from, to)| to - from <= MOST).unwrap_or_else(|| {
        let longest = longest(&words, run.unwrap_or((0, words.len())));
        (longest, longest + 1)
    });
    let part = |range: &[&str]| range.join(" ");
    let (before, rest) = words.split_at(from.min(words.len()));
    let (marked, after) = rest.split_at((to - from).min(rest.len()));
    let before = if before.is_empty() { String::new() } else { part(before) + " " };
    let after = if after.is_empty() { String::new() } else { format!(" {}", part(after)) };
    (before, part(marked), after)
}

/// Splits a title at its first pair of `==`.
fn forced(title: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = title.split_once("==")?;
    let first = rest.chars().next()?.len_utf8();
    let end = first + rest.get(first..)?.find("==")?;
    Some((before, rest.get(..end)?, rest.get(end + 2..)?))
}

fn longest(words: &[&str], (from, to): (usize, usize)) -> usize {
    let letters = |at: &usize| words.get(*at).map_or(0, |word| word.chars().filter(|c| c.is_alphanumeric()).count());
    // The first of equally long words: `max_by_key` returns the last.
    (from..to).rev().max_by_key(letters).unwrap_or(from)
}

/// Returns the longest run of words that the slug repeats. Editors shorten a title to its subject when they choose the
/// slug: `log-files` for "What log files know".
fn run_in_slug(words: &[&str], slug: &str) -> Option<(usize, usize)> {
    let keys: Vec<String> = words.iter().map(|word| slugify(word, 200)).collect();
    let haystack = format!("-{slug}-");
    let mut best: Option<(usize, usize)> = None;
    for from in 0..keys.len() {
        let mut needle = "-".to_owned();
        let mut to = from;
        for key in keys.iter().skip(from).take_while(|key| !key.is_empty()) {
            needle.push_str(key);
            needle.push('-');
            if !haystack.contains(&needle) {
                break;
            }
            to += 1;
        }
        if to > from && best.is_none_or(|(first, last)| to - from > last - first) {
            best = Some((from, to));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_the_editors_choice_else_the_slugs_words_else_the_longest_word() {
        for (title, slug, expected) in [
            ("What ==log files== know", "", "log files"),
            ("==A== and ==b==", "", "A"),
            ("What log files know that your crawler does not", "log-files", "log files"),
            ("Reading a core update without panicking", "core-update", "core update"),
            ("Local packs after the overview", "local-packs", "Local packs"),
            ("Measuring the visits that never click", "visits-that-never-click", "visits"),
            ("Topic maps work", "something-else", "Topic"),
            ("Topic maps work", "topic-maps-work", "Topic maps work"),
            ("One", "one", "One"),
            ("", "", ""),
        ] {
            assert_eq!(mark(title, slug).1, expected, "{title}");
        }
    }

    #[test]
    fn no_word_of_a_title_is_lost() {
        for title in ["One", "", "A  & B", " Über die ==Suche== und ==mehr== ", "== ==", "====", "a ==b"] {
            for slug in ["", "one", "uber-die-suche", "a-b"] {
                let (before, marked, after) = mark(title, slug);
                assert_eq!(format!("{before}{marked}{after}"), plain_title(title), "{title} {slug}");
                let words: Vec<String> = marked_words(title, slug).into_iter().map(|(word, _)| word).collect();
                assert_eq!(words.concat(), plain_title(title).split_whitespace().collect::<String>());
            }
        }
    }

    #[test]
    fn a_title_always_picks_the_same_pattern_and_titles_pick_all_of_them() {
        let tags = ["Analytics & Data".to_owned()];
        let cover = |title: &str| Cover::of(title, "slug", &tags, "SEO");
        assert_eq!(cover("Small numbers").ground, "analytics-data");
        assert_eq!(cover("Small numbers"), cover("Small numbers"));
        let mut patterns: Vec<u8> = (0..40).map(|n| cover(&format!("Title {n}")).pattern).collect();
        patterns.sort_unstable();
        patterns.dedup();
        assert_eq!(patterns, [1, 2, 3, 4]);
    }
}
