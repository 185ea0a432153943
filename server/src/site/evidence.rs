//! What clients gained: one client's before and after, and figures of the company. Each is a section of the home page,
//! which is absent without content.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The evidence of the home page. Empty by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Evidence {
    /// One client's before and after.
    pub case_study: Option<CaseStudy>,
    /// Figures of the company, in the order shown.
    pub figures: Vec<Figure>,
}

/// What changed for one client.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseStudy {
    /// The client's name.
    pub client: String,
    /// What the problem was and what was done, plain text.
    pub summary: String,
    /// The time between before and after.
    pub period: String,
    /// What was measured, in the order shown.
    pub measures: Vec<Measure>,
}

/// A value before and after.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// What was measured.
    pub name: String,
    /// Its value at the beginning.
    pub before: String,
    /// Its value at the end.
    pub after: String,
}

/// A number with its meaning.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The number as shown.
    pub value: String,
    /// What it counts.
    pub label: String,
}
