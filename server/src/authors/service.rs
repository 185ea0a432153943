//! The service of authors: lookups and changes.

use std::sync::Arc;

use uuid::Uuid;

use super::{
    domain::{Author, AuthorInput, Authors, ValidAuthor, name_key},
    store::{AuthorStore, WriteError},
};
use crate::{
    audit::Actor,
    clock::Clock,
    error::AppError,
    site,
    storage::{Database, StorageError, content_state::ContentState},
    values::Slug,
};

/// Reads and changes authors.
#[derive(Clone)]
pub struct AuthorService {
    store: AuthorStore,
    clock: Arc<dyn Clock>,
    content: ContentState,
}

/// An author and the number of posts outside the trash that carry the name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedAuthor {
    /// The author.
    pub author: Author,
    /// The number of posts.
    pub posts: u64,
}

const MISSING: &str = "There is no such author";

impl From<WriteError> for AppError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::NotFound => Self::NotFound(MISSING),
            WriteError::Storage(error) => error.into(),
            WriteError::SlugTaken => Self::field_conflict("slug_taken", "slug", "This URL slug is already in use"),
            WriteError::NameTaken => Self::field_conflict("name_taken", "name", "Another author has this name"),
            WriteError::EditConflict => {
                Self::conflict("edit_conflict", "Somebody else has changed this author since you opened it")
            }
        }
    }
}

impl AuthorService {
    /// Returns a service on `database`.
    pub fn new(database: Database, clock: Arc<dyn Clock>, content: ContentState) -> Self {
        Self { store: AuthorStore::new(database), clock, content }
    }

    /// Returns every author, by name.
    pub async fn all(&self) -> Result<Vec<Author>, StorageError> {
        self.store.all().await
    }

    /// Returns every author with the number of posts, by name.
    pub async fn counted(&self) -> Result<Vec<CountedAuthor>, StorageError> {
        let (authors, counts) = (self.store.all().await?, self.store.post_counts().await?);
        let counted = |author: Author| {
            let posts = counts.get(&name_key(&author.name)).copied().unwrap_or_default();
            CountedAuthor { author, posts }
        };
        Ok(authors.into_iter().map(counted).collect())
    }

    /// Returns the authors among these names.
    pub async fn named<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<Authors, StorageError> {
        let mut keys: Vec<String> = names.into_iter().map(name_key).collect();
        keys.sort_unstable();
        keys.dedup();
        Ok(self.store.by_keys(&keys).await?.into_iter().collect())
    }

    /// Returns the author with a slug.
    pub async fn by_slug(&self, slug: &str) -> Result<Option<Author>, StorageError> {
        if Slug::parse(slug).is_err() {
            return Ok(None);
        }
        self.store.by_slug(slug).await
    }

    /// Returns the author with an id, with the number of posts.
    pub async fn get(&self, id: Uuid) -> Result<CountedAuthor, AppError> {
        let author = self.store.get(id).await?.ok_or(AppError::NotFound(MISSING))?;
        self.count(author).await
    }

    /// Adds an author.
    pub async fn create(&self, input: &AuthorInput, by: &Actor) -> Result<CountedAuthor, AppError> {
        let new = ValidAuthor::from_input(input)?;
        let (author, content_version) = self.store.create(&new, by.at(self.clock.now())).await?;
        self.content.advance(content_version);
        self.count(author).await
    }

    /// Replaces an author's details. A new name is also written into the author's posts.
    pub async fn update(&self, id: Uuid, input: &AuthorInput, by: &Actor) -> Result<CountedAuthor, AppError> {
        let version = input.version.ok_or_else(|| AppError::invalid("version", "Missing author version"))?;
        let before = self.store.get(id).await?.ok_or(AppError::NotFound(MISSING))?;
        let change = ValidAuthor::from_input(input)?;
        if before.version != version {
            return Err(WriteError::EditConflict.into());
        }
        let (author, content_version) = self.store.update(&before, &change, by.at(self.clock.now())).await?;
        self.content.advance(content_version);
        self.count(author).await
    }

    /// Deletes an author. The posts keep the name.
    pub async fn delete(&self, id: Uuid, by: &Actor) -> Result<(), AppError> {
        let content_version = self.store.delete(id, by.at(self.clock.now())).await?;
        self.content.advance(content_version);
        Ok(())
    }

    /// Adds the authors of `site.toml` whose names were never imported before.
    pub async fn import(&self, authors: &[site::Author], by: &Actor) -> Result<(), AppError> {
        let valid = |author: &site::Author| {
            let valid = ValidAuthor::from_site(author);
            valid
                .inspect_err(|error| {
                    tracing::warn!(name = author.name, ?error, "an author of site.toml cannot be imported");
                })
                .ok()
        };
        let given: Vec<ValidAuthor> = authors.iter().filter_map(valid).collect();
        if let Some(content_version) = self.store.import(&given, by.at(self.clock.now())).await? {
            self.content.advance(content_version);
        }
        Ok(())
    }

    async fn count(&self, author: Author) -> Result<CountedAuthor, AppError> {
        let counts = self.store.post_counts().await?;
        let posts = counts.get(&name_key(&author.name)).copied().unwrap_or_default();
        Ok(CountedAuthor { author, posts })
    }
}
