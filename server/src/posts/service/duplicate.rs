//! Duplicates posts, and finds free slugs by adding a number.

use uuid::Uuid;

use super::{PostRecord, PostService, PostWriteError};
use crate::{
    audit::Actor,
    error::AppError,
    posts::domain::{PostInput, Slug, ValidPost},
};

/// Maximum number of characters in a title.
const TITLE: usize = 300;
/// The ending of a copy's slug.
const COPY: &str = "-copy";
/// Maximum number of attempts to find a free slug: another writer may take each one first.
const TRIES: usize = 50;
/// How many slugs are tried in one query.
const STEP: usize = 50;

impl PostService {
    /// Creates a draft with the fields of a post and the next free slug.
    pub async fn duplicate(&self, id: Uuid, by: &Actor) -> Result<PostRecord, AppError> {
        let original = self.outside_trash(id).await?.post;
        let slug = original.slug.clone();
        let title = format!("{} (copy)", original.title);
        let copy = PostInput {
            title: if title.chars().count() > TITLE { original.title } else { title },
            published: false,
            published_date: None,
            featured: false,
            trending: false,
            ..original
        };
        let mut draft = self.validate_one(copy).await?;
        for _ in 0..TRIES {
            draft.slug = Slug::parse(&self.free_copy(&slug).await?).map_err(AppError::internal)?;
            match self.create_all(vec![draft.clone()], by).await {
                Ok(ids) => return self.get(ids.into_iter().next().unwrap_or_default()).await,
                // Somebody has made another copy meanwhile.
                Err(PostWriteError::SlugTaken) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(PostWriteError::SlugTaken.into())
    }

    /// Returns the first of "slug-copy", "slug-copy-2" and so on that no post has.
    async fn free_copy(&self, slug: &str) -> Result<String, AppError> {
        let words = without_copy(slug);
        self.first_free(|number| copy_slug(words, number)).await
    }

    /// Returns a post with its own slug, or with the first of "slug-2", "slug-3" and so on that is free when another
    /// post has that one.
    pub(in crate::posts) async fn with_free_slug(&self, mut draft: ValidPost) -> Result<ValidPost, AppError> {
        let slug = draft.slug.as_str();
        if !self.taken_slugs(&[slug.to_owned()]).await?.is_empty() {
            let free = self.first_free(|number| ended(slug, &format!("-{}", number + 1))).await?;
            draft.slug = Slug::parse(&free).map_err(AppError::internal)?;
        }
        Ok(draft)
    }

    /// Returns the first of `slug_of(1)`, `slug_of(2)` and so on that no post has.
    async fn first_free(&self, slug_of: impl Fn(usize) -> String) -> Result<String, AppError> {
        for start in (1_usize..).step_by(STEP) {
            let slugs: Vec<String> = (start..start + STEP).map(&slug_of).collect();
            let taken = self.taken_slugs(&slugs).await?;
            if let Some(free) = slugs.into_iter().find(|slug| !taken.contains(slug)) {
                return Ok(free);
            }
        }
        Err(AppError::internal("every slug is taken"))
    }
}

/// Returns the slug of copy `number`, from 1.
fn copy_slug(words: &str, number: usize) -> String {
    if number == 1 { ended(words, COPY) } else { ended(words, &format!("{COPY}-{number}")) }
}

/// Returns a slug with this ending. The slug is cut when the result would be too long.
fn ended(words: &str, ending: &str) -> String {
    let room = Slug::MAX.saturating_sub(ending.len());
    let words = words.get(..room).unwrap_or(words).trim_end_matches('-');
    format!("{words}{ending}")
}

/// Returns a slug without the ending of a copy.
fn without_copy(slug: &str) -> &str {
    let words = slug.trim_end_matches(|end: char| end.is_ascii_digit());
    let words = if words.len() < slug.len() { words.strip_suffix('-').unwrap_or(slug) } else { slug };
    words.strip_suffix(COPY).filter(|words| !words.is_empty()).unwrap_or(slug)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_a_copy_is_counted_with_it() {
        for (slug, words) in [
            ("logs", "logs"),
            ("logs-copy", "logs"),
            ("logs-copy-12", "logs"),
            ("logs-2026", "logs-2026"),
            ("-copy", "-copy"),
            ("photocopy", "photocopy"),
        ] {
            assert_eq!(without_copy(slug), words);
        }
        assert_eq!(copy_slug("logs", 1), "logs-copy");
        assert_eq!(copy_slug("logs", 3), "logs-copy-3");
        assert_eq!(copy_slug(&"x".repeat(Slug::MAX), 10).len(), Slug::MAX);
    }
}
