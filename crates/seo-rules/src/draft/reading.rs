//! Rules about the text: its length, its parts, and how it reads.

use super::Draft;
use crate::{
    check::{Check, Level, count, percent},
    document::{BlockKind, words},
    english,
};

/// Number of words that text should have, and the number below which it is far too short.
const TEXT: usize = 300;
const THIN_TEXT: usize = 100;
/// Maximum number of words without a heading, and the number above which there are far too many.
const SECTION: usize = 300;
const LONG_SECTION: usize = 600;
/// Maximum number of words in a paragraph, and the number above which it is far too long.
const PARAGRAPH: usize = 150;
const LONG_PARAGRAPH: usize = 250;
/// Number of words above which a sentence is long.
const SENTENCE: usize = 20;

pub(super) fn checks(draft: &Draft) -> Vec<Check> {
    let blocks = &draft.body.blocks;
    let length = draft.body.word_count();
    let longest =
        blocks.iter().filter(|block| block.kind == BlockKind::Paragraph).map(|block| words(&block.text)).max();
    let mut checks = vec![
        Check::new(
            "text_length",
            match length {
                TEXT.. => Level::Good,
                THIN_TEXT.. => Level::Warn,
                _ => Level::Bad,
            },
            count(length, "word"),
            format!("at least {TEXT} words"),
            "Write more: answer the questions that readers have.",
        ),
        most(
            "heading_spread",
            super::search::longest_section(draft),
            (SECTION, LONG_SECTION),
            "words without a heading",
            "Divide the longest section with a heading.",
        ),
        most(
            "paragraph_length",
            longest.unwrap_or(0),
            (PARAGRAPH, LONG_PARAGRAPH),
            "words in the longest paragraph",
            "Split the longest paragraph where the subject changes.",
        ),
    ];
    checks.extend(sentences(draft));
    checks
}

/// A number that may be at most `limit.0`; above `limit.1` it is bad.
fn most(id: &'static str, number: usize, limit: (usize, usize), what: &str, advice: &str) -> Check {
    let level = level_of(number, limit);
    Check::new(id, level, format!("{number} {what}"), format!("at most {}", limit.0), advice)
}

fn level_of(number: usize, (good, warn): (usize, usize)) -> Level {
    if number <= good {
        Level::Good
    } else if number <= warn {
        Level::Warn
    } else {
        Level::Bad
    }
}

/// Rules about sentences: their length, and for English the passive voice and transitions.
fn sentences(draft: &Draft) -> Vec<Check> {
    let sentences: Vec<Vec<String>> = draft
        .body
        .blocks
        .iter()
        .filter(|block| matches!(block.kind, BlockKind::Paragraph | BlockKind::Item))
        .flat_map(|block| english::sentences(&block.text))
        .map(english::words_of)
        .collect();
    let share = |is: fn(&[String]) -> bool| {
        let number = sentences.iter().filter(|words| is(words)).count();
        (number, percent(number, sentences.len()))
    };
    let value = |number, share| format!("{share}% ({number} of {})", count(sentences.len(), "sentence"));
    let (long, long_share) = share(|words| words.len() > SENTENCE);
    let mut checks = vec![Check::new(
        "sentence_length",
        level_of(long_share, (25, 35)),
        value(long, long_share),
        format!("at most 25% with more than {SENTENCE} words"),
        "Split long sentences in two.",
    )];
    if !english::is_english(&sentences) {
        return checks;
    }
    let (passive, passive_share) = share(english::is_passive);
    checks.push(Check::new(
        "passive_voice",
        level_of(passive_share, (10, 20)),
        value(passive, passive_share),
        "at most 10% of sentences",
        "Say who does what: “Google crawls the page”, not “the page is crawled”.",
    ));
    let (tied, tied_share) = share(english::has_transition);
    checks.push(Check::new(
        "transitions",
        match tied_share {
            30.. => Level::Good,
            15.. => Level::Warn,
            _ => Level::Bad,
        },
        value(tied, tied_share),
        "at least 30% of sentences",
        "Link sentences with words such as “because”, “however” or “for example”.",
    ));
    checks
}
