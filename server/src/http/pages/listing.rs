//! The filter of a listing in its address, and where the listings of renamed categories are.

use http::Uri;

use super::{
    key::{filter_text, page_number, parameter},
    props::BlogFilter,
};
use crate::{
    posts::{
        CategoryService, PostService,
        categories::domain::{Category, category_url},
        domain::{CATEGORIES, SECTION_TAGS},
        service::ListFilter,
    },
    storage::StorageError,
};

/// Returns where the listing at `uri` is now if its category was renamed or merged. Only one spelling of a category's
/// name is indexed, so the others have moved too.
pub(super) async fn moved_listing(
    posts: &PostService,
    categories: &CategoryService,
    uri: &Uri,
) -> Result<Option<String>, StorageError> {
    if uri.path().trim_end_matches('/') != "/blog" {
        return Ok(None);
    }
    let filter = BlogFilter::of(uri);
    let (Some(tag), Some(page)) = (&filter.tag, page_number(&parameter(uri.query(), "page"))) else { return Ok(None) };
    if let Some(category) = categories.named(tag).await?
        && is_public(posts, &category).await?
    {
        let is_indexed = filter.search.is_none() && !filter.featured;
        return Ok((is_indexed && category.name != *tag).then(|| listing_url(&category, page, uri)));
    }
    // A category that only drafts carry does not take the address from one that had its name before.
    match categories.renamed(tag).await? {
        Some(category) if is_public(posts, &category).await? => Ok(Some(listing_url(&category, page, uri))),
        _ => Ok(None),
    }
}

/// Returns whether readers may see the name of a category: not when only drafts carry it.
async fn is_public(posts: &PostService, category: &Category) -> Result<bool, StorageError> {
    if category.is_fixed() || !category.description.is_empty() {
        return Ok(true);
    }
    let filter = ListFilter { tag: Some(category.name.clone()), ..ListFilter::default() };
    Ok(!posts.first(&filter, 1).await?.is_empty())
}

/// Returns the URL of a page of a category's listing. It keeps other parameters of a request, such as those of a
/// campaign.
fn listing_url(category: &Category, page: u32, uri: &Uri) -> String {
    let number = (page > 1).then(|| format!("page={page}"));
    let pairs = uri.query().unwrap_or_default().split('&').filter(|pair| {
        let name = pair.split('=').next().unwrap_or_default();
        !matches!(name, "" | "tag" | "page")
    });
    let url = category_url(&category.name);
    number.as_deref().into_iter().chain(pairs).fold(url, |url, pair| url + "&" + pair)
}

impl BlogFilter {
    /// Returns the filter of a query. Of several exclusive parameters, the first counts; search and featured can be
    /// combined with it. Invalid ones are ignored.
    pub fn of(uri: &Uri) -> Self {
        let text = |name| Some(filter_text(uri.query(), name)).filter(|text| !text.is_empty());
        let is_on = |name| parameter(uri.query(), name) == "true";
        let mut filter = Self { search: text("search"), featured: is_on("featured"), ..Self::default() };
        if let Some(tag) = text("tag") {
            filter.tag = Some(tag);
        } else if let Some(section) = text("section") {
            filter.section = Some(section);
        } else if is_on("trending") {
            filter.trending = true;
        } else {
            filter.latest = is_on("latest");
        }
        filter
    }

    /// Returns whether it contains text that the site did not define itself.
    pub fn is_made_up(&self) -> bool {
        let is_unknown =
            |text: &Option<String>, known: &[&str]| text.as_ref().is_some_and(|text| !known.contains(&text.as_str()));
        self.search.is_some() || is_unknown(&self.tag, &CATEGORIES) || is_unknown(&self.section, &SECTION_TAGS)
    }
}

impl From<BlogFilter> for ListFilter {
    fn from(BlogFilter { tag, section, trending, latest, featured, search }: BlogFilter) -> Self {
        Self { tag, section, author: None, trending, latest, featured, search }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_exclusive_filters_the_first_counts_and_the_others_join_it() {
        let filter = BlogFilter::of(&Uri::from_static("/blog?section=SEO&trending=true&featured=true&search=logs"));
        assert_eq!(filter.section.as_deref(), Some("SEO"));
        assert!(!filter.trending);
        assert!(filter.featured);
        assert_eq!(filter.search.as_deref(), Some("logs"));
    }
}
