//! The service of categories: lookups and changes.

use std::sync::Arc;

use uuid::Uuid;

use super::{
    domain::{Category, CategoryInput, MergeInput, ValidCategory},
    store::{CategoryStore, Changed, WriteError},
};
use crate::{
    audit::Actor,
    clock::Clock,
    error::{AppError, Fields},
    posts::domain::{CATEGORIES, category_key},
    storage::{Database, StorageError, content_state::ContentState, search::can_be_stored},
};

/// Reads and changes categories.
#[derive(Clone)]
pub struct CategoryService {
    store: CategoryStore,
    clock: Arc<dyn Clock>,
    content: ContentState,
}

/// A category and the number of posts outside the trash that carry it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CountedCategory {
    /// The category.
    pub category: Category,
    /// The number of posts.
    pub posts: u64,
}

const MISSING: &str = "There is no such category";

impl From<WriteError> for AppError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::NotFound => Self::NotFound(MISSING),
            WriteError::Storage(error) => error.into(),
            WriteError::NameTaken => Self::Conflict {
                code: "name_taken",
                message: "Another category has this name: merge them instead",
                fields: Fields::from([("name".to_owned(), "Another category has this name".to_owned())]),
            },
            WriteError::EditConflict => {
                Self::conflict("edit_conflict", "Somebody else has changed this category since you opened it")
            }
        }
    }
}

impl CategoryService {
    /// Returns a service on `database`.
    pub fn new(database: Database, clock: Arc<dyn Clock>, content: ContentState) -> Self {
        Self { store: CategoryStore::new(database), clock, content }
    }

    /// Adds the categories of the site's menus that do not exist yet, so that staff can describe them.
    pub async fn add_fixed(&self) -> Result<(), StorageError> {
        self.store.add(&CATEGORIES).await
    }

    /// Returns every category that has posts, is linked from the menus or has a description, by name.
    pub async fn counted(&self) -> Result<Vec<CountedCategory>, StorageError> {
        let (categories, counts) = (self.store.all().await?, self.store.post_counts().await?);
        let counted = |category: Category| {
            let posts = counts.get(&category.id).copied().unwrap_or_default();
            let is_listed = posts > 0 || category.is_fixed() || !category.description.is_empty();
            is_listed.then_some(CountedCategory { category, posts })
        };
        Ok(categories.into_iter().filter_map(counted).collect())
    }

    /// Returns every category with a description, by name.
    pub async fn described(&self) -> Result<Vec<Category>, StorageError> {
        self.store.described().await
    }

    /// Returns the category with a name, ignoring case.
    pub async fn named(&self, name: &str) -> Result<Option<Category>, StorageError> {
        if !can_be_stored(name) {
            return Ok(None);
        }
        self.store.by_key(&category_key(name)).await
    }

    /// Returns the category that once had a name, ignoring case.
    pub async fn renamed(&self, name: &str) -> Result<Option<Category>, StorageError> {
        if !can_be_stored(name) {
            return Ok(None);
        }
        self.store.by_former_key(&category_key(name)).await
    }

    /// Changes name and description. A new name is also written into the posts.
    pub async fn update(&self, id: Uuid, input: &CategoryInput, by: &Actor) -> Result<CountedCategory, AppError> {
        let before = self.store.get(id).await?.ok_or(AppError::NotFound(MISSING))?;
        let change = ValidCategory::from_input(input)?;
        if before.is_fixed() && change.name != before.name {
            return Err(AppError::invalid("name", "The site's menus link to this category, so it can't be renamed"));
        }
        if before.version != input.version {
            return Err(WriteError::EditConflict.into());
        }
        let changed = self.store.update(&before, &change, by.at(self.clock.now())).await?;
        self.finish(changed).await
    }

    /// Moves the posts of a category into another, and redirects its address to that one.
    pub async fn merge(&self, id: Uuid, input: &MergeInput, by: &Actor) -> Result<CountedCategory, AppError> {
        let before = self.store.get(id).await?.ok_or(AppError::NotFound(MISSING))?;
        if before.is_fixed() {
            return Err(AppError::invalid("into", "The site's menus link to this category, so it can't be merged"));
        }
        if before.id == input.into {
            return Err(AppError::invalid("into", "Choose another category"));
        }
        if before.version != input.version {
            return Err(WriteError::EditConflict.into());
        }
        let changed = self.store.merge(&before, input.into, by.at(self.clock.now())).await?;
        self.finish(changed).await
    }

    async fn finish(&self, Changed { category, content_version }: Changed) -> Result<CountedCategory, AppError> {
        self.content.advance(content_version);
        let posts = self.store.post_counts().await?.get(&category.id).copied().unwrap_or_default();
        Ok(CountedCategory { category, posts })
    }
}
