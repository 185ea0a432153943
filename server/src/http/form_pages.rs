//! The pages that have forms.

use crate::posts::domain::Slug;

/// The routes of pages with forms.
pub const FORM_PAGES: [&str; 7] = ["/", "/about", "/services", "/seo", "/contact", "/blog", "/blog/{slug}"];

/// Returns the path if it is that of a page with forms, else an empty string. Other paths may be private or another
/// site's.
pub fn source_page(path: &str) -> String {
    let is_known = FORM_PAGES.iter().any(|route| match route.strip_suffix("{slug}") {
        Some(prefix) => path.strip_prefix(prefix).is_some_and(|slug| Slug::parse(slug).is_ok()),
        None => path == *route,
    });
    if is_known { path.to_owned() } else { String::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_with_forms_are_sources() {
        for path in ["/", "/contact", "/blog", "/blog/a-post"] {
            assert_eq!(source_page(path), path);
        }
        for path in ["", "/bookings/secret", "/contact/secret", "/blog/A post", "/blog/a/b", "/newsletter/confirm"] {
            assert_eq!(source_page(path), "", "{path}");
        }
    }
}
