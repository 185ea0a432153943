//! Which posts a list has, and in which order.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Which published posts, in which order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ListFilter {
    /// A category: matches a post's label or one of its tags.
    pub tag: Option<String>,
    /// A section tag.
    pub section: Option<String>,
    /// An author's name, in any case.
    pub author: Option<String>,
    /// Only trending ones.
    pub trending: bool,
    /// Only featured ones.
    pub featured: bool,
    /// Newest first; otherwise featured posts come before the others.
    pub latest: bool,
    /// A substring of title, summary, author or a tag.
    pub search: Option<String>,
}

/// Which posts of any state, in which order, for the admin list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AdminFilter {
    /// A substring of title, content or summary.
    pub search: Option<String>,
    /// Posts in these states.
    pub status: StatusFilter,
    /// The sort order.
    pub sort: SortKey,
    /// Smallest first.
    pub ascending: bool,
}

/// Filters posts by state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StatusFilter {
    /// All posts except those in the trash.
    #[default]
    #[serde(alias = "")]
    All,
    /// Scheduled and live posts.
    Published,
    /// Unpublished posts.
    Draft,
    /// Published posts with a publish date in the future.
    Scheduled,
    /// Posts that readers can see.
    Live,
    /// Posts in the trash.
    Trash,
}

/// The sort order of posts.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SortKey {
    /// By title, case-insensitively.
    Title,
    /// By author's name, case-insensitively.
    Author,
    /// By state: drafts, live, then scheduled posts, each by publish date.
    Status,
    /// By publish date, or by creation date if there is none.
    PublishedDate,
    /// By date of the last change.
    UpdatedAt,
    /// By creation date.
    #[default]
    #[serde(alias = "")]
    CreatedAt,
}

/// Number of posts in each state.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PostCounts)]
#[expect(missing_docs, reason = "each is the number of posts in the state of its name")]
pub struct StateCounts {
    pub draft: u64,
    pub scheduled: u64,
    pub live: u64,
    pub trash: u64,
}

/// A slice of a list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slice<T> {
    /// Its items.
    pub items: Vec<T>,
    /// How many items the whole list has.
    pub total: u64,
}
