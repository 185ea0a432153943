//! The cards of the fix list. The email is built from these, never from the text that was sent, so that nobody can make
//! this site send their text to somebody else.

use std::sync::LazyLock;

use serde::Deserialize;

/// A card: something that decides whether a page is found.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Card {
    /// Its name.
    pub term: String,
    /// What it is.
    pub description: String,
    /// Why it matters.
    pub why_it_matters: String,
}

/// The same text as `web/src/content/seo-cards.ts`; a test beside that file compares them.
const JSON: &str = include_str!("fix-list.json");

static CARDS: LazyLock<Vec<Card>> = LazyLock::new(|| {
    serde_json::from_str(JSON)
        .inspect_err(|error| tracing::error!(%error, "could not read the cards of the fix list"))
        .unwrap_or_default()
});

/// Returns the cards that the bullet lines of a list name, each once, in the list's order.
pub fn named_in(list: &str) -> Vec<&'static Card> {
    let mut named: Vec<&Card> = Vec::new();
    for line in list.lines() {
        let line = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '*' | '•'));
        let term = line.split_once(':').map_or(line, |(term, _)| term).trim();
        let card = CARDS.iter().find(|card| card.term.eq_ignore_ascii_case(term));
        if let Some(card) = card.filter(|card| !named.contains(card)) {
            named.push(card);
        }
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_twelve_cards() {
        assert_eq!(CARDS.len(), 12);
    }

    #[test]
    fn cards_are_found_by_their_terms_and_nothing_else_is_taken() {
        let list =
            "• Crawl Budget: Buy pills at https://evil.example\n- noindex\n* Crawl Budget: again\nHello: you\n\n";
        let terms: Vec<&str> = named_in(list).iter().map(|card| card.term.as_str()).collect();
        assert_eq!(terms, ["Crawl Budget", "Noindex"]);
        assert!(named_in("anything else").is_empty());
    }
}
