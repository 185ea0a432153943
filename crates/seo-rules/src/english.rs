//! Sentences of English, their passive voice and their transitions.

use std::{
    collections::{HashMap, HashSet},
    sync::LazyLock,
};

use crate::check::percent;

/// Share of common words, in per cent, from which text is taken to be English. In English prose it is about 40, in
/// German or French below 5.
const ENGLISH_SHARE: usize = 15;

const COMMON: &str = "the of and to a in is it that for on are as with be this was at by not or from have has you we your \
    what which when they an its can will if but how all";

/// Ends of abbreviations, after which a sentence goes on.
const ABBREVIATIONS: &str = "e.g. i.e. etc. vs. mr. mrs. ms. dr. prof. st. fig. approx. cf. inc. ltd. co. jr. sr.";

const BE: &str =
    "am is are was were be been being isn't aren't wasn't weren't isn’t aren’t wasn’t weren’t gets got getting";

/// Participles that do not end in "ed".
const PARTICIPLES: &str = "beaten become begun bent bet bitten bled blown born borne bought bound broken brought built burnt \
    burst cast caught chosen clung cost crept cut dealt done drawn driven drunk dug eaten fallen fed felt fled flown forbidden \
    forgiven forgotten fought found frozen given gone ground grown heard held hidden hit hung hurt kept known laid led left \
    lent lit lost made meant met mistaken overcome overdone overtaken overthrown paid proven put quit read ridden risen run \
    rung said seen sent set sewn shaken shed shone shot shown shrunk shut slain slept slid sold sought sown spent spilt \
    split spoilt spoken spread spun stolen struck stuck stung sung sunk swept sworn swum swung taken taught thought thrown \
    told torn understood undertaken undone upheld upset withdrawn withheld woken won worn wound woven written rewritten rebuilt \
    misunderstood outdone overridden";

/// Words in "ed" that are not participles.
const NOT_PARTICIPLES: &str = "need indeed speed feed seed breed deed bleed exceed proceed succeed hundred sacred naked \
    embed shed bed red led used-to wicked rugged";

/// Words and phrases that tie sentences together, between bars.
const TRANSITIONS: &str = "above all|accordingly|additionally|after all|after that|afterwards|albeit|all in all|also|\
    alternatively|although|altogether|another key point|as a result|as a rule|as long as|as soon as|\
    as well as|at first|at last|at the same time|because|before|besides|briefly|but|by contrast|\
    by the way|certainly|comparatively|conversely|consequently|correspondingly|despite|due to|during|\
    e.g|equally|especially|even if|even so|even though|eventually|except|finally|first|firstly|\
    for example|for instance|for this reason|for that reason|furthermore|generally|hence|however|i.e|\
    if|in addition|in any case|in brief|in case|in comparison|in conclusion|in contrast|in fact|\
    in general|in order to|in other words|in particular|in short|in spite of|in summary|in that case|\
    in the end|in the meantime|in the same way|in turn|indeed|initially|instead|last|lastly|later|\
    likewise|meanwhile|more importantly|moreover|most importantly|namely|nevertheless|next|nonetheless|\
    nor|notwithstanding|of course|on balance|on the contrary|on the one hand|on the other hand|once|\
    or rather|otherwise|overall|particularly|provided that|rather|rather than|regardless|second|\
    secondly|similarly|since|so|so that|soon|specifically|still|subsequently|such as|surely|that is|\
    that is why|that means|then|therefore|third|thirdly|though|thus|to begin with|to conclude|\
    to sum up|too|ultimately|unless|unlike|until|usually|what is more|whereas|whether|while|whilst|\
    yet";

static COMMON_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| COMMON.split_whitespace().collect());
static ABBREVIATED: LazyLock<HashSet<&str>> = LazyLock::new(|| ABBREVIATIONS.split_whitespace().collect());
static BE_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| BE.split_whitespace().collect());
static PARTICIPLE_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| PARTICIPLES.split_whitespace().collect());
static OTHER_WORDS: LazyLock<HashSet<&str>> = LazyLock::new(|| NOT_PARTICIPLES.split_whitespace().collect());
/// Transitions by their first word.
static TRANSITION_WORDS: LazyLock<HashMap<&str, Vec<Vec<&str>>>> = LazyLock::new(|| {
    let mut map: HashMap<&str, Vec<Vec<&str>>> = HashMap::new();
    for phrase in TRANSITIONS.split('|') {
        let words: Vec<&str> = phrase.split(' ').collect();
        if let Some(first) = words.first() {
            map.entry(first).or_default().push(words);
        }
    }
    map
});

/// Returns the sentences in text on one line.
pub(crate) fn sentences(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let (mut start, mut word) = (0, 0);
    for (at, c) in text.char_indices() {
        if c != ' ' {
            continue;
        }
        let last = text.get(word..at).unwrap_or_default();
        let ends = last.trim_end_matches(['"', '”', '’', '\'', ')', ']']).ends_with(['.', '!', '?', '…']);
        let next = text.get(at + 1..).and_then(|rest| rest.chars().next());
        // "No. 5" is a number, "no." an answer.
        let is_number = last.eq_ignore_ascii_case("no.") && next.is_some_and(|c| c.is_ascii_digit());
        if ends && !next.is_some_and(char::is_lowercase) && !is_abbreviation(last) && !is_number {
            found.push(text.get(start..at).unwrap_or_default());
            start = at + 1;
        }
        word = at + 1;
    }
    found.push(text.get(start..).unwrap_or_default());
    found.retain(|sentence| sentence.chars().any(char::is_alphanumeric));
    found
}

fn is_abbreviation(word: &str) -> bool {
    // The longest abbreviation has seven bytes.
    word.len() <= 9 && ABBREVIATED.contains(word.trim_start_matches(['(', '[', '"', '“']).to_lowercase().as_str())
}

/// Returns the words of a sentence in lower case, without the marks around them.
pub(crate) fn words_of(sentence: &str) -> Vec<String> {
    sentence
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase())
        .filter(|word| !word.is_empty())
        .collect()
}

/// Returns whether sentences, given as words, are taken to be English.
pub(crate) fn is_english(sentences: &[Vec<String>]) -> bool {
    let words = sentences.iter().flatten();
    let (all, common) =
        words.fold((0, 0), |(all, common), word| (all + 1, common + usize::from(COMMON_WORDS.contains(word.as_str()))));
    all > 0 && percent(common, all) >= ENGLISH_SHARE
}

/// Returns whether a sentence has a passive: a form of "be" and a participle, with at most two words between.
pub(crate) fn is_passive(words: &[String]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        if !BE_WORDS.contains(word.as_str()) {
            return false;
        }
        let between = |word: &String| word.ends_with("ly") || BETWEEN.contains(&word.as_str());
        let mut rest = words.iter().skip(at + 1);
        let next = rest.by_ref().take(3).find(|word| !between(word));
        next.is_some_and(|word| is_participle(word))
    })
}

/// Words that stand between "be" and its participle.
const BETWEEN: [&str; 17] = [
    "not",
    "also",
    "never",
    "always",
    "often",
    "still",
    "then",
    "now",
    "just",
    "only",
    "already",
    "being",
    "been",
    "well",
    "soon",
    "even",
    "sometimes",
];

fn is_participle(word: &str) -> bool {
    PARTICIPLE_WORDS.contains(word) || (word.len() > 3 && word.ends_with("ed") && !OTHER_WORDS.contains(word))
}

/// Returns whether a sentence has a word or phrase that ties it to others.
pub(crate) fn has_transition(words: &[String]) -> bool {
    words.iter().enumerate().any(|(at, word)| {
        TRANSITION_WORDS.get(word.as_str()).is_some_and(|phrases| {
            let rest = words.get(at..).unwrap_or_default();
            phrases.iter().any(|phrase| rest.len() >= phrase.len() && rest.iter().zip(phrase).all(|(a, b)| a == b))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_split_into_its_sentences() {
        let found = sentences("It costs 3.5 per cent, e.g. At night. \"Why?\" Nobody knows! Dr. Who did. The end");
        assert_eq!(
            found,
            ["It costs 3.5 per cent, e.g. At night.", "\"Why?\"", "Nobody knows!", "Dr. Who did.", "The end"]
        );
        assert_eq!(sentences("They say no. They fear No. 5."), ["They say no.", "They fear No. 5."]);
        assert!(sentences(" . ! ").is_empty());
        assert!(sentences("").is_empty());
    }

    #[test]
    fn the_passive_needs_be_and_a_participle() {
        for passive in ["The page was crawled.", "It is not often seen.", "They have been built.", "It is being read"] {
            assert!(is_passive(&words_of(passive)), "{passive}");
        }
        for active in
            ["Google crawled the page.", "There is a need.", "It is good.", "We are fast indeed.", "It was red"]
        {
            assert!(!is_passive(&words_of(active)), "{active}");
        }
    }

    #[test]
    fn transitions_are_whole_words_and_phrases() {
        for tied in ["However, it works.", "It works, for example, at night.", "It works, too."] {
            assert!(has_transition(&words_of(tied)), "{tied}");
        }
        for loose in ["It works.", "An example for all.", "The thensome works."] {
            assert!(!has_transition(&words_of(loose)), "{loose}");
        }
    }

    #[test]
    fn another_language_is_not_english() {
        let english = words_of("What the crawler reads is what a search engine knows of a site.");
        assert!(is_english(&[english]));
        assert!(!is_english(&[words_of("Was der Crawler liest, weiß die Suchmaschine von einer Seite.")]));
        assert!(!is_english(&[]));
    }
}
