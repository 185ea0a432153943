//! The service of posts: lists, lookups and changes.

mod duplicate;
mod history;
#[cfg(test)]
mod tests;

use std::{collections::HashMap, slice, sync::Arc};

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use url::Url;
use uuid::Uuid;

pub use super::{
    domain::lists::{AdminFilter, ListFilter, Slice, SortKey, StateCounts, StatusFilter},
    store::{
        AdminSlice, CanonicalPost, ListStats, PostLink, PostRecord, PostSummary, TagCount, WriteError as PostWriteError,
    },
};
use super::{
    domain::{FieldErrors, ImageUrl, PostInput, PostState, PublicUrl, Slug, ValidPost},
    history::store::RevisionStore,
    store::{NewPost, PostStore, WriteError},
    views::post_url,
};
use crate::{
    audit::Actor,
    clock::Clock,
    error::AppError,
    storage::{Database, StorageError, content_state::ContentState},
    text::single_line,
};

/// Reads and changes posts.
#[derive(Clone)]
pub struct PostService {
    pub(super) store: PostStore,
    revisions: RevisionStore,
    pub(super) clock: Arc<dyn Clock>,
    content: ContentState,
    /// Held while the schedule is read.
    schedule: Arc<tokio::sync::Mutex<()>>,
    zone: Tz,
    public_url: String,
}

/// The result of looking a slug up.
#[derive(Debug)]
pub enum SlugLookup {
    /// A visible post.
    Post(Box<PostRecord>),
    /// A visible post that has another slug now.
    Renamed(String),
}

impl From<WriteError> for AppError {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::NotFound => Self::NotFound("Could not find the requested post"),
            WriteError::Storage(error) => error.into(),
            WriteError::SlugTaken => Self::field_conflict("slug_taken", "slug", "This URL slug is already in use"),
            WriteError::EditConflict => {
                Self::conflict("edit_conflict", "Somebody else has changed this post since you opened it")
            }
        }
    }
}

impl From<FieldErrors> for AppError {
    fn from(errors: FieldErrors) -> Self {
        let message = errors.message().to_owned();
        Self::Invalid { message, fields: errors.0 }
    }
}

impl PostService {
    /// Returns a service on `database`; `public_url` has no trailing slash.
    pub fn new(database: Database, clock: Arc<dyn Clock>, content: ContentState, zone: Tz, public_url: String) -> Self {
        let revisions = RevisionStore::new(database.clone());
        Self { store: PostStore::new(database), revisions, clock, content, schedule: Arc::default(), zone, public_url }
    }

    /// Returns a page of the published posts.
    pub async fn list(
        &self,
        filter: &ListFilter,
        page: u64,
        per_page: u64,
    ) -> Result<Slice<PostSummary>, StorageError> {
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        self.store.list(filter, self.clock.now(), offset, per_page).await
    }

    /// Returns the first published posts of a filter.
    pub async fn first(&self, filter: &ListFilter, limit: u64) -> Result<Vec<PostSummary>, StorageError> {
        self.store.first(filter, self.clock.now(), limit).await
    }

    /// Returns how many published posts a filter finds, and when the last of them changed.
    pub async fn stats(&self, filter: &ListFilter) -> Result<ListStats, StorageError> {
        self.store.stats(filter, self.clock.now()).await
    }

    /// Returns every published post without a canonical address elsewhere.
    pub async fn canonical(&self) -> Result<Vec<CanonicalPost>, StorageError> {
        let own = format!("{}{}", self.public_url, post_url(""));
        self.store.canonical(&own, self.clock.now()).await
    }

    /// Looks a slug up for readers.
    pub async fn find(&self, slug: &str) -> Result<Option<SlugLookup>, StorageError> {
        if Slug::parse(slug).is_err() {
            return Ok(None);
        }
        let now = self.clock.now();
        if let Some(post) = self.store.by_slug(slug, now).await? {
            return Ok(Some(SlugLookup::Post(Box::new(post))));
        }
        Ok(self.store.renamed_to(slug, now).await?.map(SlugLookup::Renamed))
    }

    /// Returns up to three published posts that share a tag with this one.
    pub async fn related(&self, post: &PostSummary) -> Result<Vec<PostSummary>, StorageError> {
        self.store.related(post, self.clock.now()).await
    }

    /// Returns the published posts before and after this one by date: (older, newer).
    pub async fn neighbours(&self, post: &PostSummary) -> Result<(Option<PostLink>, Option<PostLink>), StorageError> {
        self.store.neighbours(post, self.clock.now()).await
    }

    /// Returns the tags of published posts, each with the number of posts.
    pub async fn tags(&self) -> Result<Vec<TagCount>, StorageError> {
        self.store.tag_counts(self.clock.now()).await
    }

    /// Returns a page of all posts, for staff.
    pub async fn admin_list(&self, filter: &AdminFilter, page: u64, per_page: u64) -> Result<AdminSlice, StorageError> {
        let offset = page.saturating_sub(1).saturating_mul(per_page);
        self.store.admin_list(filter, self.clock.now(), offset, per_page).await
    }

    /// Returns how many posts are in each state.
    pub async fn state_counts(&self) -> Result<StateCounts, StorageError> {
        self.store.state_counts(self.clock.now()).await
    }

    /// Returns the post with this id, whatever its state.
    pub async fn get(&self, id: Uuid) -> Result<PostRecord, AppError> {
        self.store.by_id(id).await?.ok_or_else(|| WriteError::NotFound.into())
    }

    /// Returns a post, unless it is in the trash.
    pub(super) async fn outside_trash(&self, id: Uuid) -> Result<PostRecord, AppError> {
        let post = self.get(id).await?;
        if post.summary.trashed_at.is_some() { Err(WriteError::NotFound.into()) } else { Ok(post) }
    }

    /// Fails when there is no such post, whatever its state.
    pub(super) async fn must_exist(&self, id: Uuid) -> Result<(), AppError> {
        if self.store.exists(id).await? { Ok(()) } else { Err(WriteError::NotFound.into()) }
    }

    /// Returns the posts outside the trash after the one with id `after`, in the order of creation.
    pub async fn batch(&self, after: Option<Uuid>, limit: u64) -> Result<Vec<PostRecord>, StorageError> {
        self.store.batch(after, limit).await
    }

    /// Returns how many posts there are, whatever their state.
    pub async fn count(&self) -> Result<u64, StorageError> {
        self.store.count().await
    }

    /// Validates inputs one by one, on a blocking thread: sanitising a long article takes tens of milliseconds.
    pub async fn validate(&self, inputs: Vec<PostInput>) -> Result<Vec<Result<ValidPost, FieldErrors>>, AppError> {
        let zone = self.zone;
        let check = move |input| ValidPost::from_input(input, zone).map(|(draft, _)| draft);
        tokio::task::spawn_blocking(move || inputs.into_iter().map(check).collect()).await.map_err(AppError::internal)
    }

    /// Validates one input.
    pub(super) async fn validate_one(&self, input: PostInput) -> Result<ValidPost, AppError> {
        let mut drafts = self.validate(vec![input]).await?;
        let draft = drafts.pop().ok_or_else(|| AppError::internal("an input went missing"))?;
        Ok(draft?)
    }

    /// Creates a post.
    pub async fn create(&self, input: PostInput, by: &Actor) -> Result<PostRecord, AppError> {
        let draft = self.stamped(self.validate_one(input).await?, None);
        let post = NewPost { id: Uuid::now_v7(), draft: self.settled(draft, None) };
        let content_version = self.store.create(slice::from_ref(&post), by.at(self.clock.now())).await?;
        self.changed(content_version).await;
        self.get(post.id).await
    }

    /// Creates posts, all of them or none. For imports, which report each post.
    pub async fn create_all(&self, drafts: Vec<ValidPost>, by: &Actor) -> Result<Vec<Uuid>, WriteError> {
        let posts: Vec<NewPost> =
            drafts.into_iter().map(|draft| NewPost { id: Uuid::now_v7(), draft: self.settled(draft, None) }).collect();
        let content_version = self.store.create(&posts, by.at(self.clock.now())).await?;
        self.changed(content_version).await;
        Ok(posts.into_iter().map(|post| post.id).collect())
    }

    /// Merges the segments of the search indexes after many posts were created.
    pub async fn settle_search(&self) -> Result<(), StorageError> {
        self.store.settle_search().await
    }

    /// Returns the slugs among these that are taken.
    pub async fn taken_slugs(&self, slugs: &[String]) -> Result<Vec<String>, StorageError> {
        self.store.taken_slugs(slugs).await
    }

    /// Returns the ids of the posts with these slugs, by slug.
    pub async fn ids_of(&self, slugs: &[String]) -> Result<HashMap<String, Uuid>, StorageError> {
        self.store.ids_of(slugs).await
    }

    /// Replaces the fields of a post, in the name of `editor`. `input.version` is the version that was edited.
    pub async fn update(&self, id: Uuid, input: PostInput, editor: Uuid, by: &Actor) -> Result<PostRecord, AppError> {
        let version = input.version.ok_or_else(|| AppError::invalid("version", "Missing post version"))?;
        let before = self.outside_trash(id).await?;
        if single_line(&input.title).is_empty() && !input.slug.trim().is_empty() {
            return Err(AppError::invalid("title", "Post title is required"));
        }
        let draft = self.stamped(self.validate_one(input).await?, Some(&before));
        let draft = self.settled(draft, Some(&before.post));
        if before.version != version {
            return Err(WriteError::EditConflict.into());
        }
        let (after, content_version) = self.store.update(&before, &draft, editor, by.at(self.clock.now())).await?;
        self.changed(content_version).await;
        Ok(after)
    }

    /// Reads when the next scheduled post appears, for the page cache.
    pub async fn refresh_schedule(&self) -> Result<(), StorageError> {
        // One at a time, or an older result could replace a newer one.
        let _turn = self.schedule.lock().await;
        let (next, held) = (self.store.next_publication(self.clock.now()).await?, self.content.next_publication());
        self.content.set_next_publication(next);
        // Pages of the current version may have been rendered without it: other changes raise the version before the
        // schedule is read.
        if next.is_some_and(|next| held.is_none_or(|held| next < held)) {
            self.content.count_reload();
        }
        Ok(())
    }

    /// Invalidates the page cache after a committed change. Never fails: the change stands, and a schedule that cannot
    /// be read counts as due, so that it is read again within a second.
    pub(super) async fn changed(&self, content_version: i64) {
        if let Err(error) = self.refresh_schedule().await {
            tracing::warn!(%error, "could not refresh the schedule after a change");
            self.content.set_next_publication(Some(self.clock.now()));
        }
        self.content.advance(content_version);
    }

    /// Dates a post that is published without a publish date. A post that is live already keeps its date.
    pub(super) fn stamped(&self, mut draft: ValidPost, before: Option<&PostRecord>) -> ValidPost {
        if draft.published && draft.published_date.is_none() {
            let now = self.clock.now();
            draft.published_date = match before.filter(|before| before.summary.state(now) == PostState::Live) {
                Some(live) => live.post.published_date.is_some().then_some(live.summary.listed_at),
                None => Some(now),
            };
        }
        draft
    }

    /// Returns a post as it is stored: without fields that repeat their default, and with images on this site by their
    /// paths, by which the library knows them.
    pub(super) fn settled(&self, draft: ValidPost, before: Option<&PostInput>) -> ValidPost {
        let mut draft = self.without_defaults(draft, before);
        for image in [&mut draft.featured_image, &mut draft.thumbnail_image] {
            let address = image.as_ref().map_or("", ImageUrl::as_str);
            let path = address.strip_prefix(&self.public_url).filter(|path| path.starts_with('/'));
            if let Some(Ok(own)) = path.map(ImageUrl::parse) {
                *image = own;
            }
        }
        draft
    }

    /// Clears fields that repeat their default, so that they follow it when it changes. A client that sends back what it
    /// got, with the post's own address in it, repeats the former defaults.
    fn without_defaults(&self, mut draft: ValidPost, before: Option<&PostInput>) -> ValidPost {
        let same = |value: &str, default: &str, old: Option<&str>| value == default || Some(value) == old;
        let address = |slug: &str| format!("{}{}", self.public_url, post_url(slug));
        // The post's own address may be stored, by an import made for another public address.
        let is_own = |post: &&PostInput| post.canonical_url.as_deref().is_none_or(|url| url == address(&post.slug));
        let old_address = before.filter(is_own).map(|post| address(&post.slug));
        let sent = draft.canonical_url.as_ref().map(PublicUrl::as_str);
        let repeated = before.filter(|_| sent.is_some() && sent == old_address.as_deref());
        let is_own = |url: &str| {
            leads_to(url, &address(draft.slug.as_str())) || old_address.as_deref().is_some_and(|own| leads_to(url, own))
        };
        if sent.is_some_and(is_own) {
            draft.canonical_url = None;
        }
        let old = repeated.filter(|post| post.meta_title.is_empty()).map(|post| post.title.as_str());
        if same(&draft.meta_title, &draft.title, old) {
            draft.meta_title.clear();
        }
        let old = repeated.filter(|post| post.meta_description.is_empty()).map(|post| single_line(&post.summary));
        // The default description is the summary without its line breaks.
        if same(&draft.meta_description, &single_line(&draft.summary), old.as_deref()) {
            draft.meta_description.clear();
        }
        draft
    }

    /// Returns the clock's time.
    pub fn now(&self) -> DateTime<Utc> {
        self.clock.now()
    }
}

/// Returns whether a URL leads to a post's own URL: also with other capitals, a slash at the end or a query.
fn leads_to(url: &str, own: &str) -> bool {
    let (Ok(url), Ok(own)) = (Url::parse(url), Url::parse(own)) else { return false };
    url.origin() == own.origin() && url.path().trim_end_matches('/').eq_ignore_ascii_case(own.path())
}
