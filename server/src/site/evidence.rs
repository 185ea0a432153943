//! Results for clients: one client's before and after, and figures of the company. Each is a section of the home page
//! that is left out when empty.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Results for clients, as shown on the home page. Empty by default.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Evidence {
    /// A case study. Null for none.
    pub case_study: Option<CaseStudy>,
    /// Key figures of the company, in the order shown.
    pub figures: Vec<Figure>,
}

/// The results for one client.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseStudy {
    /// Name of the client.
    pub client: String,
    /// The problem and the solution, in plain text.
    pub summary: String,
    /// Time between the first and the last measurement.
    pub period: String,
    /// Measured values, in the order shown.
    pub measures: Vec<Measure>,
}

/// A measured value, before and after.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Measure {
    /// Name of the measured value.
    pub name: String,
    /// Value at the beginning.
    pub before: String,
    /// Value at the end.
    pub after: String,
}

/// A key figure.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Figure {
    /// The figure, as shown.
    pub value: String,
    /// What the figure counts.
    pub label: String,
}
