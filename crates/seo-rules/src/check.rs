//! The result of a rule.

use std::fmt::Write as _;

/// How well a rule is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Broken.
    Bad,
    /// Met in part, or worth a look.
    Warn,
    /// Met.
    Good,
}

impl Level {
    /// The name: `good`, `warn` or `bad`.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Bad => "bad",
            Self::Warn => "warn",
            Self::Good => "good",
        }
    }
}

/// The result of one rule. Value and threshold are text for people, with their unit: "43 characters".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// The rule's name in `snake_case`.
    pub id: &'static str,
    /// How well it is met.
    pub level: Level,
    /// What was measured.
    pub value: String,
    /// What the rule asks for.
    pub threshold: String,
    /// How to fix it, in one sentence, or that there is nothing to do.
    pub advice: String,
}

impl Check {
    /// Returns a check. `advice` is for a rule that is not met.
    pub fn new(
        id: &'static str,
        level: Level,
        value: impl Into<String>,
        threshold: impl Into<String>,
        advice: impl Into<String>,
    ) -> Self {
        let advice = if level == Level::Good { "Nothing to do.".to_owned() } else { advice.into() };
        Self { id, level, value: value.into(), threshold: threshold.into(), advice }
    }

    /// Returns a check of a list of faults, which is met when the list is empty.
    pub fn none_of(id: &'static str, level: Level, faults: &[String], advice: &str) -> Self {
        let level = if faults.is_empty() { Level::Good } else { level };
        let mut value = faults.len().to_string();
        if !faults.is_empty() {
            value.push_str(": ");
            value.push_str(&shortened(faults));
        }
        Self::new(id, level, value, "0", advice)
    }
}

/// Returns the first three items of a list, and how many more there are.
fn shortened(list: &[String]) -> String {
    const SHOWN: usize = 3;
    let mut text = list.iter().take(SHOWN).map(|one| clipped(one)).collect::<Vec<_>>().join(", ");
    if list.len() > SHOWN {
        let _ = write!(text, " and {} more", list.len() - SHOWN);
    }
    text
}

/// Returns text cut to at most 80 characters.
pub(crate) fn clipped(text: &str) -> String {
    const MOST: usize = 80;
    if text.chars().count() <= MOST {
        return text.to_owned();
    }
    text.chars().take(MOST - 1).chain(['…']).collect()
}

/// Returns the score of a list of checks, from 0 to 100: a passed check counts in full, one with a warning half.
/// Without checks the score is 0.
pub fn score(checks: &[Check]) -> u8 {
    let points: usize = checks
        .iter()
        .map(|check| match check.level {
            Level::Good => 2,
            Level::Warn => 1,
            Level::Bad => 0,
        })
        .sum();
    let most = 2 * checks.len();
    u8::try_from((100 * points + checks.len()).checked_div(most).unwrap_or(0)).unwrap_or(100).min(100)
}

/// Returns a number and its unit in the singular or plural.
pub(crate) fn count(number: usize, unit: &str) -> String {
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// Returns `part` of `whole` in per cent, rounded.
pub(crate) fn percent(part: usize, whole: usize) -> usize {
    (part.saturating_mul(200).saturating_add(whole)).checked_div(whole.saturating_mul(2)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(level: Level) -> Check {
        Check::new("id", level, "1", "0", "Mend it.")
    }

    #[test]
    fn a_score_counts_warnings_half() {
        assert_eq!(score(&[]), 0);
        assert_eq!(score(&[of(Level::Good), of(Level::Bad)]), 50);
        assert_eq!(score(&[of(Level::Warn)]), 50);
        assert_eq!(score(&[of(Level::Good), of(Level::Good), of(Level::Bad)]), 67);
        assert_eq!(score(&vec![of(Level::Good); 1_000]), 100);
    }

    #[test]
    fn a_long_list_of_faults_is_cut() {
        let faults: Vec<String> = (0..5).map(|n| format!("/{n}")).collect();
        let check = Check::none_of("links", Level::Bad, &faults, "Mend them.");
        assert_eq!((check.value.as_str(), check.level), ("5: /0, /1, /2 and 2 more", Level::Bad));
        assert_eq!(Check::none_of("links", Level::Bad, &[], "Mend them.").advice, "Nothing to do.");
        assert_eq!(clipped(&"é".repeat(90)).chars().count(), 80);
    }
}
