//! Import and export of posts. One implementation serves the command line and the API.

pub mod entry;

use std::collections::HashSet;

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use self::entry::{Entry, ImportedInput};
use crate::{
    audit::Actor,
    error::AppError,
    posts::{
        PostService,
        domain::{PostInput, ValidPost},
        service::PostWriteError as WriteError,
    },
    storage::StorageError,
};

/// The result of an import.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImportReport {
    /// Posts that were created.
    pub created: Vec<ImportedPost>,
    /// Posts that were rejected, with the reason.
    pub failed: Vec<FailedPost>,
}

/// A post created by an import.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportedPost {
    /// Position in the import file, from 0.
    pub index: usize,
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Title of the post.
    pub title: String,
    /// Last segment of the post's URL.
    pub slug: String,
    /// Messages about data that was not imported.
    pub warnings: Vec<String>,
}

/// A post rejected by an import.
#[derive(Debug, Serialize, ToSchema)]
pub struct FailedPost {
    /// Position in the import file, from 0.
    pub index: usize,
    /// Title of the post, at most 300 characters. Empty if the file has none.
    pub title: String,
    /// Why the post was rejected, as text for people.
    pub message: String,
}

impl ImportReport {
    /// Adds the first post that was not reached because of `error`.
    pub fn stop(&mut self, error: &AppError) {
        tracing::error!(%error, "an import has stopped half-way");
        // Posts of a batch are rejected before the others of it are created.
        let handled = self.created.iter().map(|post| post.index).chain(self.failed.iter().map(|post| post.index));
        let handled: HashSet<usize> = handled.collect();
        self.failed.push(FailedPost {
            index: (0..handled.len()).find(|index| !handled.contains(index)).unwrap_or(handled.len()),
            title: String::new(),
            message: "The import stopped before this post because of an error. Import it and the remaining ones."
                .to_owned(),
        });
    }
}

/// The expected result of an import.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImportCheck {
    /// Posts that would be created.
    pub ready: Vec<ReadyPost>,
    /// Posts that would be rejected, with the reason.
    pub failed: Vec<FailedPost>,
}

/// A post that an import would create.
#[derive(Debug, Serialize, ToSchema)]
pub struct ReadyPost {
    /// Position in the import file, from 0.
    pub index: usize,
    /// Title of the post.
    pub title: String,
    /// Whether the post would be published later, at its publish date.
    pub is_scheduled: bool,
    /// Messages about data that would not be imported.
    pub warnings: Vec<String>,
}

/// An entry that meets every rule of posts.
#[derive(Clone)]
struct Checked {
    index: usize,
    draft: ValidPost,
    warnings: Vec<String>,
    has_made_slug: bool,
}

/// How many posts are written in one transaction.
const BATCH: usize = 200;
/// A batch of long posts ends at this many bytes of JSON, since several copies of it are in memory.
const BATCH_BYTES: usize = 4 << 20;
/// Maximum number of attempts to replace a generated slug that is taken.
const TRIES: usize = 50;
/// Maximum number of characters of a title in the report on rejected posts.
const TITLE_SHOWN: usize = 300;

/// Imports the posts of a file, and calls `progress` with the number that are done. Fails only when the database or the
/// file fails: `report` then contains what was created before. One batch of posts is in memory.
pub async fn import<E: Into<AppError>>(
    posts: &PostService,
    mut entries: impl Iterator<Item = Result<Entry, E>>,
    by: &Actor,
    progress: impl Fn(usize),
    report: &mut ImportReport,
) -> Result<(), AppError> {
    let mut done = 0;
    while let Some(batch) = next_batch(&mut entries)? {
        let count = batch.len();
        let checked = check_batch(posts, batch, done, &mut HashSet::new(), &mut report.failed).await?;
        create(posts, checked, by, report).await?;
        done += count;
        progress(done);
    }
    report.failed.sort_by_key(|failed| failed.index);
    Ok(())
}

/// Returns what an import of a file would do, without changing anything.
pub async fn check<E: Into<AppError>>(
    posts: &PostService,
    mut entries: impl Iterator<Item = Result<Entry, E>>,
) -> Result<ImportCheck, AppError> {
    let mut report = ImportCheck::default();
    let (mut done, mut taken) = (0, HashSet::new());
    while let Some(batch) = next_batch(&mut entries)? {
        let count = batch.len();
        let checked = check_batch(posts, batch, done, &mut taken, &mut report.failed).await?;
        let now = posts.now();
        done += count;
        report.ready.extend(checked.into_iter().map(|Checked { index, draft, warnings, .. }| ReadyPost {
            index,
            is_scheduled: draft.published && draft.published_date.is_some_and(|at| at > now),
            title: draft.title,
            warnings,
        }));
    }
    report.failed.sort_by_key(|failed| failed.index);
    Ok(report)
}

/// Returns the next batch of posts, which are written together. None after the last.
fn next_batch<E: Into<AppError>>(
    entries: &mut impl Iterator<Item = Result<Entry, E>>,
) -> Result<Option<Vec<Entry>>, AppError> {
    let (mut batch, mut bytes) = (Vec::new(), 0);
    while batch.len() < BATCH && bytes < BATCH_BYTES {
        let Some(entry) = entries.next() else { break };
        let entry = entry.map_err(Into::into)?;
        bytes += entry.bytes;
        batch.push(entry);
    }
    Ok((!batch.is_empty()).then_some(batch))
}

/// Checks a batch that begins at index `start` of a file: every rule of posts, and that its slugs are free. `taken` has
/// the slugs of earlier batches and gets those of this one.
async fn check_batch(
    posts: &PostService,
    batch: Vec<Entry>,
    start: usize,
    taken: &mut HashSet<String>,
    failed: &mut Vec<FailedPost>,
) -> Result<Vec<Checked>, AppError> {
    let now = posts.now();
    let (mut places, mut inputs) = (Vec::new(), Vec::new());
    for (entry, index) in batch.into_iter().zip(start..) {
        let title = entry.value.as_ref().map(title_of).unwrap_or_default();
        match entry.value.and_then(|value| entry::to_input(&value, now, index)) {
            Ok(ImportedInput { post, warnings, has_made_slug }) => {
                places.push((index, title, warnings, has_made_slug));
                inputs.push(post);
            }
            Err(message) => failed.push(FailedPost { index, title, message }),
        }
    }
    let mut drafts = Vec::with_capacity(inputs.len());
    for ((index, title, warnings, has_made_slug), draft) in places.into_iter().zip(posts.validate(inputs).await?) {
        match draft {
            Ok(draft) => drafts.push(Checked { index, draft, warnings, has_made_slug }),
            Err(errors) => {
                let message = errors.0.into_values().collect::<Vec<_>>().join("; ");
                failed.push(FailedPost { index, title, message });
            }
        }
    }
    let slugs: Vec<String> = drafts.iter().map(|Checked { draft, .. }| draft.slug.as_str().to_owned()).collect();
    taken.extend(posts.taken_slugs(&slugs).await?);
    // A generated slug that is taken is not an error: `create` replaces it with the next free one.
    let (fresh, used): (Vec<_>, Vec<_>) = drafts.into_iter().partition(|Checked { draft, has_made_slug, .. }| {
        taken.insert(draft.slug.as_str().to_owned()) || *has_made_slug
    });
    failed.extend(used.into_iter().map(|Checked { index, draft, .. }| FailedPost {
        index,
        title: draft.title,
        message: WriteError::SlugTaken.to_string(),
    }));
    Ok(fresh)
}

fn title_of(value: &serde_json::Value) -> String {
    let title = value.get("title").and_then(serde_json::Value::as_str).unwrap_or_default();
    title.chars().take(TITLE_SHOWN).collect()
}

/// Writes a batch in one transaction. When another writer took one of its slugs, writes the posts one by one, so that
/// each is reported separately.
async fn create(
    posts: &PostService,
    fresh: Vec<Checked>,
    by: &Actor,
    report: &mut ImportReport,
) -> Result<(), AppError> {
    if fresh.is_empty() {
        return Ok(());
    }
    match posts.create_all(fresh.iter().map(|checked| checked.draft.clone()).collect(), by).await {
        Ok(ids) => report.created.extend(fresh.into_iter().zip(ids).map(imported)),
        Err(WriteError::Storage(error)) => return Err(error.into()),
        Err(_) => {
            for mut checked in fresh {
                let mut tries = 1;
                let written = loop {
                    let written = posts.create_all(vec![checked.draft.clone()], by).await;
                    if !matches!(written, Err(WriteError::SlugTaken)) || !checked.has_made_slug || tries == TRIES {
                        break written;
                    }
                    checked.draft = posts.with_free_slug(checked.draft).await?;
                    tries += 1;
                };
                match written {
                    Ok(ids) => report.created.extend(ids.into_iter().map(|id| imported((checked.clone(), id)))),
                    Err(WriteError::Storage(error)) => return Err(error.into()),
                    Err(error) => {
                        let Checked { index, draft, .. } = checked;
                        report.failed.push(FailedPost { index, title: draft.title, message: error.to_string() });
                    }
                }
            }
        }
    }
    Ok(())
}

fn imported((Checked { index, draft, warnings, .. }, id): (Checked, Uuid)) -> ImportedPost {
    ImportedPost { index, id, title: draft.title, slug: draft.slug.as_str().to_owned(), warnings }
}

/// Calls `take` with every post, in the order of creation and in the form that [`import`] reads. Stops at the first
/// error of `take`. Twenty posts are in memory at most: a long one takes several megabytes.
pub async fn export<E: From<StorageError>>(
    posts: &PostService,
    mut take: impl FnMut(PostInput) -> Result<(), E>,
) -> Result<(), E> {
    let mut last = None;
    loop {
        let batch = posts.batch(last, 20).await?;
        let Some(end) = batch.last().map(|post| post.summary.id) else { return Ok(()) };
        last = Some(end);
        batch.into_iter().map(|record| record.post).try_for_each(&mut take)?;
    }
}

#[cfg(test)]
mod tests {
    use std::{iter, sync::Arc};

    use chrono::{TimeZone, Utc};
    use chrono_tz::Tz;
    use serde_json::json;

    use super::*;
    use crate::{
        clock::ManualClock,
        storage::{
            content_state::{ContentState, Versions},
            testing::TestDatabase,
        },
    };

    #[test]
    fn a_batch_ends_with_its_number_of_posts_or_their_length() {
        let batches = |entries: Vec<Entry>| {
            let mut entries = entries.into_iter().map(Ok::<_, AppError>);
            iter::from_fn(|| next_batch(&mut entries).unwrap().map(|batch| batch.len())).collect::<Vec<_>>()
        };
        let post = |bytes| Entry { value: Ok(json!({})), bytes };
        assert_eq!(batches(Vec::new()), [0; 0]);
        assert_eq!(batches(vec![post(10); 2 * BATCH + 1]), [BATCH, BATCH, 1]);
        assert_eq!(batches(vec![post(BATCH_BYTES / 2); 5]), [2, 2, 1]);
        assert_eq!(batches(vec![post(8 * BATCH_BYTES); 2]), [1, 1]);
    }

    #[tokio::test]
    async fn an_import_that_fails_says_what_it_has_created() {
        let file = TestDatabase::sqlite().await;
        let clock = Arc::new(ManualClock::new(Utc.with_ymd_and_hms(2026, 11, 21, 9, 30, 0).unwrap()));
        let content = ContentState::new(Versions::default());
        let posts = PostService::new(file.open().await, clock, content, Tz::UTC, String::new());
        let entry = |number: usize| Entry { value: Ok(json!({ "title": format!("Post {number}") })), bytes: 1 };
        let entries = (0..BATCH).map(entry).map(Ok).chain(iter::once(Err(AppError::internal("the disk is gone"))));
        let mut report = ImportReport::default();
        let imported = import(&posts, entries, &Actor::command_line(), |_| {}, &mut report).await;
        assert!(imported.is_err());
        assert_eq!((report.created.len(), report.failed.len()), (BATCH, 0));
    }
}
