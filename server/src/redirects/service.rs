//! Creates, finds and counts redirects.

use std::{collections::HashSet, sync::Arc};

use chrono::TimeDelta;
use uuid::Uuid;

use super::{
    counts::Counts,
    domain::{
        MissedAddress, OWN_ADDRESS, RedirectId, RedirectRecord, Target, is_worth_keeping, normalise, parse_source,
    },
    store::{RedirectStore, WriteError},
};
use crate::{
    audit::{Actor, Stamp},
    clock::Clock,
    error::{AppError, Fields},
    storage::{Database, StorageError, search::can_be_stored},
};

/// Number of redirects, and of missed addresses, on a full page.
pub const PER_PAGE: u64 = 50;

/// How long a missed address is kept after it was last requested.
const MISSED_LIFETIME: TimeDelta = TimeDelta::days(90);

/// Creates, finds and counts redirects.
#[derive(Clone)]
pub struct RedirectService {
    store: RedirectStore,
    clock: Arc<dyn Clock>,
    counts: Arc<Counts>,
    origin: String,
    /// Paths of the pages that are not posts.
    pages: &'static [&'static str],
    is_file: IsFile,
}

/// Returns whether a path is that of a file of the program.
pub type IsFile = Arc<dyn Fn(&str) -> bool + Send + Sync>;

impl RedirectService {
    /// Returns a service on `database`, for a site at `origin` with these pages and files.
    pub fn new(
        database: Database,
        clock: Arc<dyn Clock>,
        origin: String,
        pages: &'static [&'static str],
        is_file: IsFile,
    ) -> Self {
        Self { store: RedirectStore::new(database), clock, counts: Arc::default(), origin, pages, is_file }
    }

    /// Returns the target of a path that no page has. Counts it as followed when `is_visit` is set.
    pub async fn follow(&self, path: &str, is_visit: bool) -> Result<Option<String>, StorageError> {
        let Some(path) = normalise(path) else { return Ok(None) };
        let Some((id, target)) = self.store.find(&path).await? else { return Ok(None) };
        if is_visit {
            self.counts.hit(id, self.clock.now());
        }
        Ok(Some(target))
    }

    /// Returns the paths among these that staff have redirected.
    pub async fn redirected<'a>(&self, paths: &[&'a str]) -> Result<HashSet<&'a str>, StorageError> {
        let normal: Vec<(&str, String)> = paths.iter().filter_map(|path| Some((*path, normalise(path)?))).collect();
        let sources: Vec<String> =
            normal.iter().map(|(_, path)| path.clone()).filter(|path| can_be_stored(path)).collect();
        let found = self.store.sources_among(&sources).await?;
        Ok(normal.into_iter().filter(|(_, source)| found.contains(source)).map(|(path, _)| path).collect())
    }

    /// Counts a visit to the former slug of a post.
    pub fn followed_slug(&self, slug: &str) {
        self.counts.hit(RedirectId::RenamedPost(slug.to_owned()), self.clock.now());
    }

    /// Counts a reader's request for a path that no page has.
    pub fn missed(&self, path: &str) {
        let path = normalise(path).filter(|path| is_worth_keeping(path) && !self.pages.contains(&path.as_str()));
        if let Some(path) = path {
            self.counts.miss(&path, self.clock.now());
        }
    }

    /// Writes the counts since the last time.
    pub async fn flush(&self) -> Result<(), StorageError> {
        let taken = self.counts.take();
        if taken.batch.is_empty() {
            return Ok(());
        }
        let oldest = self.clock.now() - MISSED_LIFETIME;
        self.store.add_counts(&taken.batch, oldest).await?;
        taken.written();
        Ok(())
    }

    /// Returns a page of redirects whose source or target contains `search`: those created by staff first, each kind
    /// newest first. Also returns the number on all pages.
    pub async fn list(&self, search: &str, page: u64) -> Result<(Vec<RedirectRecord>, u64), StorageError> {
        self.settle().await?;
        self.store.list(search, self.clock.now(), page, PER_PAGE).await
    }

    /// Returns the missed addresses that were requested most, and the total number.
    pub async fn missed_addresses(&self) -> Result<(Vec<MissedAddress>, u64), StorageError> {
        self.flush().await?;
        self.store.missed(PER_PAGE, self.clock.now()).await
    }

    /// Returns the target of a redirect at the address that a post with `slug` would have. The redirect ends when a
    /// post takes the address.
    pub async fn target_of_post(&self, slug: &str) -> Result<Option<String>, StorageError> {
        if can_be_stored(slug) { self.store.target_of_post(slug).await } else { Ok(None) }
    }

    /// Creates a redirect.
    pub async fn create(&self, source: &str, target: &str, actor: &Actor) -> Result<RedirectRecord, AppError> {
        let (source, target) = self.checked(source, target)?;
        // Before the write: a miss that is stored afterwards would list the address again.
        self.settle().await?;
        let id = Uuid::now_v7();
        self.store.write(id, true, &source, target, &self.now_by(actor)).await.map_err(failure)
    }

    /// Changes a redirect of staff.
    pub async fn update(
        &self,
        id: &RedirectId,
        source: &str,
        target: &str,
        actor: &Actor,
    ) -> Result<RedirectRecord, AppError> {
        let RedirectId::ByHand(id) = id else {
            return Err(AppError::invalid(
                "id",
                "This redirect belongs to a renamed post: you can delete it but not edit it",
            ));
        };
        let (source, target) = self.checked(source, target)?;
        self.settle().await?;
        self.store.write(*id, false, &source, target, &self.now_by(actor)).await.map_err(failure)
    }

    /// Deletes a redirect. Returns false when there is none.
    pub async fn delete(&self, id: &RedirectId, actor: &Actor) -> Result<bool, StorageError> {
        self.store.delete(id, &self.now_by(actor)).await
    }

    /// Deletes a missed address. Returns false when there is none.
    pub async fn forget(&self, id: Uuid, actor: &Actor) -> Result<bool, StorageError> {
        self.store.forget(id, &self.now_by(actor)).await
    }

    /// Writes the counts, and removes redirects whose addresses scheduled posts have taken since.
    async fn settle(&self) -> Result<(), StorageError> {
        self.flush().await?;
        self.store.end_hidden(self.clock.now()).await
    }

    fn now_by(&self, actor: &Actor) -> Stamp {
        actor.at(self.clock.now())
    }

    fn checked(&self, source: &str, target: &str) -> Result<(String, Target), AppError> {
        let (source, target) = (parse_source(source, &self.origin), Target::parse(target, &self.origin));
        match (source, target) {
            (Ok(source), Ok(target)) => {
                if self.pages.contains(&source.as_str()) {
                    return Err(AppError::invalid("source", PAGE));
                }
                if (self.is_file)(&source) {
                    return Err(AppError::invalid("source", OWN_ADDRESS));
                }
                Ok((source, target))
            }
            (source, target) => {
                let wrong = [("source", source.err()), ("target", target.err())];
                let fields: Fields = wrong
                    .into_iter()
                    .filter_map(|(name, message)| message.map(|message| (name.to_owned(), message.to_owned())))
                    .collect();
                let message = fields.values().next().cloned().unwrap_or_default();
                Err(AppError::Invalid { message, fields })
            }
        }
    }
}

const PAGE: &str = "There is a page at this address";

fn failure(error: WriteError) -> AppError {
    match error {
        WriteError::NotFound => AppError::NotFound("Could not find the requested redirect"),
        WriteError::Page => AppError::invalid("source", PAGE),
        WriteError::Circle => AppError::invalid("target", "This redirect would lead back to its own source"),
        WriteError::Taken => AppError::field_conflict("source_taken", "source", "This address is already redirected"),
        WriteError::Storage(error) => error.into(),
    }
}
