//! The stored result of a check of the site.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, Utc};
use seo_rules::Level;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::report::Report;

/// Maximum number of findings that are kept, errors first. All are counted. A page with 1,000 takes longer to render
/// than the limit of 200 ms, one with 200 about 50 ms.
pub const FINDINGS: usize = 200;

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FindingLevel {
    /// An error.
    Bad,
    /// A warning.
    Warn,
}

/// A broken rule on a page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct SiteFinding {
    /// Absolute URL of the page.
    pub address: String,
    /// Name of the rule, such as `broken_links`, `broken_images`, `orphan`, `unique_title`, `images_alt` or
    /// `redirect_chain`.
    pub kind: String,
    /// Severity of the finding.
    pub level: FindingLevel,
    /// Measured value.
    pub value: String,
    /// Required value.
    pub threshold: String,
    /// How to fix it, in one sentence.
    pub advice: String,
}

/// How often a check found a rule broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct KindCount {
    /// Name of the rule.
    pub kind: String,
    /// Number of errors.
    pub errors: u32,
    /// Number of warnings.
    pub warnings: u32,
}

/// The totals of a site check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CheckSummary {
    /// When the check finished.
    pub checked_at: DateTime<Utc>,
    /// Number of URLs checked.
    pub addresses: u32,
    /// Number of checked URLs that are pages.
    pub pages: u32,
    /// Whether all URLs were checked. At most 2,000 are.
    pub complete: bool,
    /// Number of errors.
    pub errors: u32,
    /// Number of warnings.
    pub warnings: u32,
    /// Broken rules, sorted by name.
    pub kinds: Vec<KindCount>,
}

/// How often each check found a rule broken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct RuleTrend {
    /// Name of the rule.
    pub kind: String,
    /// Number of errors in each check, oldest first.
    pub errors: Vec<u32>,
    /// Number of warnings in each check, oldest first.
    pub warnings: Vec<u32>,
}

impl RuleTrend {
    /// Returns the trend of each rule that at least one check found broken, by name. `checks` begins with the oldest.
    pub fn of(checks: &[CheckSummary]) -> Vec<Self> {
        let kinds: BTreeSet<&str> = checks.iter().flat_map(|check| &check.kinds).map(|one| one.kind.as_str()).collect();
        let trend = |kind: &str| {
            let counts = |count: fn(&KindCount) -> u32| {
                let of = |check: &CheckSummary| check.kinds.iter().find(|one| one.kind == kind).map_or(0, count);
                checks.iter().map(of).collect()
            };
            Self { kind: kind.to_owned(), errors: counts(|one| one.errors), warnings: counts(|one| one.warnings) }
        };
        kinds.into_iter().map(trend).collect()
    }
}

/// A check with its findings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SiteCheck {
    /// The counts.
    pub summary: CheckSummary,
    /// At most [`FINDINGS`], errors first.
    pub findings: Vec<SiteFinding>,
}

impl SiteCheck {
    /// Returns the part of a report of `checked_at` that is kept.
    pub fn new(report: Report, checked_at: DateTime<Utc>) -> Self {
        let (addresses, pages) = (number(report.pages.len()), number(report.page_count()));
        let (complete, errors, warnings) = (report.complete, number(report.errors), number(report.warnings));
        let mut kinds = BTreeMap::<&str, KindCount>::new();
        let mut findings = Vec::new();
        for page in report.pages {
            for check in page.checks {
                let Some(level) = FindingLevel::of(check.level) else { continue };
                let kind = check.id.to_owned();
                let empty = KindCount { kind: kind.clone(), errors: 0, warnings: 0 };
                let count = kinds.entry(check.id).or_insert(empty);
                match level {
                    FindingLevel::Bad => count.errors += 1,
                    FindingLevel::Warn => count.warnings += 1,
                }
                let (value, threshold, advice) = (check.value, check.threshold, check.advice);
                findings.push(SiteFinding { address: page.address.clone(), kind, level, value, threshold, advice });
            }
        }
        findings.sort_by_key(|finding| finding.level);
        findings.truncate(FINDINGS);
        let kinds = kinds.into_values().collect();
        let summary = CheckSummary { checked_at, addresses, pages, complete, errors, warnings, kinds };
        Self { summary, findings }
    }
}

impl FindingLevel {
    /// Returns the level of a check. None when the rule is met.
    fn of(level: Level) -> Option<Self> {
        match level {
            Level::Bad => Some(Self::Bad),
            Level::Warn => Some(Self::Warn),
            Level::Good => None,
        }
    }
}

fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use seo_rules::Check;

    use super::*;
    use crate::site_health::report::PageReport;

    fn report(checks: Vec<Check>) -> Report {
        let count = |level| checks.iter().filter(|check| check.level == level).count();
        let (errors, warnings) = (count(Level::Bad), count(Level::Warn));
        let page = PageReport { address: "https://s.test/".into(), answer: "page".into(), depth: Some(0), checks };
        Report { url: "https://s.test/".into(), complete: true, errors, warnings, pages: vec![page] }
    }

    #[test]
    fn a_rule_that_a_check_found_to_be_met_counts_nothing_there() {
        let check = |kinds: &[(&str, u32, u32)]| {
            let count =
                |&(kind, errors, warnings): &(&str, u32, u32)| KindCount { kind: kind.to_owned(), errors, warnings };
            let SiteCheck { summary, .. } = SiteCheck::new(report(vec![]), DateTime::UNIX_EPOCH);
            CheckSummary { kinds: kinds.iter().map(count).collect(), ..summary }
        };
        let checks = [check(&[("orphan", 2, 1)]), check(&[]), check(&[("orphan", 0, 3), ("address", 1, 0)])];
        let trend = |kind: &str, errors: [u32; 3], warnings: [u32; 3]| RuleTrend {
            kind: kind.to_owned(),
            errors: errors.to_vec(),
            warnings: warnings.to_vec(),
        };
        let expected = [trend("address", [0, 0, 1], [0, 0, 0]), trend("orphan", [2, 0, 0], [1, 0, 3])];
        assert_eq!(RuleTrend::of(&checks), expected);
    }

    #[test]
    fn rules_are_counted_and_those_that_are_met_left_out() {
        let check = |id, level| Check::new(id, level, "1", "0", "Mend it.");
        let checks = vec![
            check("orphan", Level::Warn),
            check("images_alt", Level::Bad),
            check("orphan", Level::Bad),
            check("h1", Level::Good),
        ];
        let SiteCheck { summary, findings } = SiteCheck::new(report(checks), DateTime::UNIX_EPOCH);
        let count = |kind: &str, errors, warnings| KindCount { kind: kind.into(), errors, warnings };
        assert_eq!(summary.kinds, [count("images_alt", 1, 0), count("orphan", 1, 1)]);
        assert_eq!((summary.addresses, summary.pages, summary.errors, summary.warnings), (1, 1, 2, 1));
        let kinds: Vec<_> = findings.iter().map(|finding| (finding.kind.as_str(), finding.level)).collect();
        assert_eq!(
            kinds,
            [("images_alt", FindingLevel::Bad), ("orphan", FindingLevel::Bad), ("orphan", FindingLevel::Warn)]
        );
    }

    #[test]
    fn many_findings_are_counted_and_the_errors_kept() {
        let check = |level| Check::new("images_alt", level, "1", "0", "Mend it.");
        let mut checks = vec![check(Level::Warn); FINDINGS];
        checks.push(check(Level::Bad));
        let SiteCheck { summary, findings } = SiteCheck::new(report(checks), DateTime::UNIX_EPOCH);
        assert_eq!((summary.errors, summary.warnings), (1, 200));
        assert_eq!(
            (findings.len(), findings.first().map(|finding| finding.level)),
            (FINDINGS, Some(FindingLevel::Bad))
        );
    }
}
