//! Which words of a title carry the highlighter. The front end's covers choose alike (`web/src/lib/mark-title.ts`).

use crate::posts::domain::slugify;

/// The mark carries one to three words.
const MOST: usize = 3;

/// The words of a title, each with whether it is marked: those between `==`, else those that the slug repeats when
/// they are three at most, else the longest.
pub(super) fn mark_title(title: &str, slug: &str) -> Vec<(String, bool)> {
    if let Some((before, marked, after)) = forced(title) {
        let after = crate::posts::views::plain_title(after);
        return [(before, false), (marked, true), (after.as_str(), false)]
            .into_iter()
            .flat_map(|(text, marked)| text.split_whitespace().map(move |word| (word.to_owned(), marked)))
            .collect();
    }
    let words: Vec<&str> = title.split_whitespace().collect();
    let run = run_in_slug(&words, slug);
    let (from, to) = run.filter(|(from, to)| to - from <= MOST).unwrap_or_else(|| {
        let longest = longest(&words, run.unwrap_or((0, words.len())));
        (longest, longest + 1)
    });
    words.iter().enumerate().map(|(at, word)| ((*word).to_owned(), (from..to).contains(&at))).collect()
}

fn forced(title: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = title.split_once("==")?;
    let first = rest.chars().next()?.len_utf8();
    let end = first + rest.get(first..)?.find("==")?;
    Some((before, rest.get(..end)?, rest.get(end + 2..)?))
}

fn longest(words: &[&str], (from, to): (usize, usize)) -> usize {
    let letters = |at: &usize| words.get(*at).map_or(0, |word| word.chars().filter(|c| c.is_alphanumeric()).count());
    // Of equals the first: `max_by_key` gives the last.
    (from..to).rev().max_by_key(letters).unwrap_or(from)
}

/// The longest run of words that stands in the slug as well. An editor shortens a title to its subject when choosing
/// the slug: `log-files` for "What log files know".
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

    fn marked(title: &str, slug: &str) -> String {
        let words = mark_title(title, slug);
        let marked: Vec<String> = words.into_iter().filter(|(_, marked)| *marked).map(|(word, _)| word).collect();
        marked.join(" ")
    }

    #[test]
    fn the_mark_is_chosen_as_the_covers_choose_it() {
        for (title, slug, expected) in [
            ("What ==log files== know", "", "log files"),
            ("What log files know that your crawler does not", "log-files", "log files"),
            ("Reading a core update without panicking", "core-update", "core update"),
            ("Local packs after the overview", "local-packs", "Local packs"),
            ("Measuring the visits that never click", "visits-that-never-click", "visits"),
            ("Topic maps work", "something-else", "Topic"),
            ("Topic maps work", "topic-maps-work", "Topic maps work"),
            ("One", "one", "One"),
            ("", "", ""),
        ] {
            assert_eq!(marked(title, slug), expected, "{title}");
        }
    }
}
