//! Many posts at once: import and export. One implementation serves the command line and the API.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::{
    PostService,
    domain::{PostInput, ValidPost},
    import,
    store::WriteError,
};
use crate::{audit::Actor, error::AppError, storage::StorageError};

/// The result of an import.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct ImportReport {
    /// The created posts.
    pub created: Vec<ImportedPost>,
    /// The rejected entries, with the reason.
    pub failed: Vec<FailedPost>,
}

/// A post that an import created.
#[derive(Debug, Serialize, ToSchema)]
pub struct ImportedPost {
    /// Position in the file, from 0.
    pub index: usize,
    /// UUIDv7.
    pub id: Uuid,
    /// Title.
    pub title: String,
    /// The last part of its address.
    pub slug: String,
}

/// An entry that an import rejected.
#[derive(Debug, Serialize, ToSchema)]
pub struct FailedPost {
    /// Position in the file, from 0.
    pub index: usize,
    /// Its title, if the file has one.
    pub title: String,
    /// Why.
    pub message: String,
}

/// How many posts are written in one transaction.
const BATCH: usize = 200;

/// Imports the posts of a file, and calls `progress` with the number that are done. Fails only when the database fails.
pub async fn import(
    posts: &PostService,
    values: &[serde_json::Value],
    by: &Actor,
    progress: impl Fn(usize),
) -> Result<ImportReport, AppError> {
    let mut report = ImportReport::default();
    let now = posts.now();
    for (batch, start) in values.chunks(BATCH).zip((0..).step_by(BATCH)) {
        let (mut places, mut inputs) = (Vec::new(), Vec::new());
        for (value, index) in batch.iter().zip(start..) {
            match import::to_input(value, now, index) {
                Ok(input) => {
                    places.push((index, title_of(value)));
                    inputs.push(input);
                }
                Err(message) => report.failed.push(FailedPost { index, title: title_of(value), message }),
            }
        }
        let mut drafts = Vec::with_capacity(inputs.len());
        for ((index, title), draft) in places.into_iter().zip(posts.validate(inputs).await?) {
            match draft {
                Ok(draft) => drafts.push((index, draft)),
                Err(errors) => {
                    let message = errors.0.into_values().collect::<Vec<_>>().join("; ");
                    report.failed.push(FailedPost { index, title, message });
                }
            }
        }
        create(posts, drafts, by, &mut report).await?;
        progress(start + batch.len());
    }
    report.failed.sort_by_key(|failed| failed.index);
    Ok(report)
}

fn title_of(value: &serde_json::Value) -> String {
    value.get("title").and_then(serde_json::Value::as_str).unwrap_or_default().to_owned()
}

/// Writes a batch in one transaction. When another writer took one of its slugs, writes the posts one by one, so that
/// each is reported separately.
async fn create(
    posts: &PostService,
    drafts: Vec<(usize, ValidPost)>,
    by: &Actor,
    report: &mut ImportReport,
) -> Result<(), StorageError> {
    let slugs: Vec<String> = drafts.iter().map(|(_, draft)| draft.slug.as_str().to_owned()).collect();
    let mut taken: std::collections::HashSet<String> = posts.taken_slugs(&slugs).await?.into_iter().collect();
    let (mut fresh, mut indexes) = (Vec::new(), Vec::new());
    for (index, draft) in drafts {
        if taken.insert(draft.slug.as_str().to_owned()) {
            fresh.push(draft);
            indexes.push(index);
        } else {
            report.failed.push(FailedPost { index, title: draft.title, message: WriteError::SlugTaken.to_string() });
        }
    }
    if fresh.is_empty() {
        return Ok(());
    }
    match posts.create_all(fresh.clone(), by).await {
        Ok(ids) => {
            for ((index, draft), id) in indexes.into_iter().zip(fresh).zip(ids) {
                report.created.push(imported(index, id, draft));
            }
        }
        Err(WriteError::Storage(error)) => return Err(error),
        Err(_) => {
            for (index, draft) in indexes.into_iter().zip(fresh) {
                match posts.create_all(vec![draft.clone()], by).await {
                    Ok(ids) => report.created.extend(ids.into_iter().map(|id| imported(index, id, draft.clone()))),
                    Err(WriteError::Storage(error)) => return Err(error),
                    Err(error) => {
                        report.failed.push(FailedPost { index, title: draft.title, message: error.to_string() });
                    }
                }
            }
        }
    }
    Ok(())
}

fn imported(index: usize, id: Uuid, draft: ValidPost) -> ImportedPost {
    ImportedPost { index, id, title: draft.title, slug: draft.slug.as_str().to_owned() }
}

/// Calls `take` with every post, in the order of creation and in the form that [`import`] reads. Stops at the first
/// error of `take`. At most a hundred posts are in memory.
pub async fn export<E: From<StorageError>>(
    posts: &PostService,
    mut take: impl FnMut(PostInput) -> Result<(), E>,
) -> Result<(), E> {
    let mut last = None;
    loop {
        let batch = posts.batch(last, 100).await?;
        let Some(end) = batch.last().map(|post| post.summary.id) else { return Ok(()) };
        last = Some(end);
        batch.into_iter().map(|record| record.post).try_for_each(&mut take)?;
    }
}
