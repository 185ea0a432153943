//! Links that show a post before it is published, to anyone who has them.

use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};
use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest, Sha256};
use uuid::Uuid;

use super::{PostRecord, PostService, PostWriteError};
use crate::{
    error::AppError,
    posts::{
        domain::{ImageUrl, PostInput, ValidPost, label, plain_fields},
        store::{Preview, PreviewHash},
    },
};

/// How long a link works.
const PREVIEW_LIFE: TimeDelta = TimeDelta::days(7);

/// A link to a post that need not be published.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreviewLink {
    /// The secret in its address.
    pub token: String,
    /// When it ends.
    pub expires_at: DateTime<Utc>,
}

impl PostService {
    /// Makes a link that shows a post as saved, or as `typed`. Fails when what was typed breaks a rule of posts.
    pub async fn create_preview(&self, id: Uuid, typed: Option<PostInput>) -> Result<PreviewLink, AppError> {
        self.outside_trash(id).await?;
        if let Some(typed) = &typed {
            self.validate_one(typed.clone()).await?;
        }
        let mut bytes = [0; 32];
        self.random.fill(&mut bytes).map_err(|error| AppError::internal(error.to_string()))?;
        let token = URL_SAFE_NO_PAD.encode(bytes);
        let expires_at = self.clock.now() + PREVIEW_LIFE;
        self.store.add_preview(hash(&token), &Preview { post: id, typed, expires_at }).await?;
        Ok(PreviewLink { token, expires_at })
    }

    /// Returns the post that a link shows, and when the link ends.
    pub async fn preview(&self, token: &str) -> Result<Option<(PostRecord, DateTime<Utc>)>, AppError> {
        let Some(Preview { post, typed, expires_at }) = self.store.preview(hash(token), self.clock.now()).await? else {
            return Ok(None);
        };
        let saved = self.outside_trash(post).await?;
        let shown = match typed {
            Some(typed) => as_typed(saved, self.validate_one(typed).await?),
            None => saved,
        };
        Ok(Some((shown, expires_at)))
    }

    /// Ends every link to a post.
    pub async fn end_previews(&self, id: Uuid) -> Result<(), AppError> {
        Ok(self.store.delete_previews(id).await?)
    }

    /// Returns a post, unless it is in the trash.
    pub(super) async fn outside_trash(&self, id: Uuid) -> Result<PostRecord, AppError> {
        let post = self.get(id).await?;
        if post.summary.trashed_at.is_some() { Err(PostWriteError::NotFound.into()) } else { Ok(post) }
    }
}

fn hash(token: &str) -> PreviewHash {
    Sha256::digest(token.as_bytes()).into()
}

/// Returns a post as it would be saved.
fn as_typed(mut record: PostRecord, draft: ValidPost) -> PostRecord {
    let PostRecord { summary, post, headings, .. } = &mut record;
    let image = |url: Option<ImageUrl>| url.map(|url| url.as_str().to_owned());
    summary.label = label(&draft.meta_title, &draft.title, &draft.tags);
    summary.word_count = i32::try_from(draft.word_count).unwrap_or(i32::MAX);
    summary.listed_at = draft.published_date.unwrap_or(summary.listed_at);
    summary.section_tags = draft.section_tags.iter().map(|tag| tag.as_str().to_owned()).collect();
    summary.tags.clone_from(&draft.tags);
    summary.title.clone_from(&draft.title);
    summary.summary.clone_from(&draft.summary);
    summary.author.clone_from(&draft.author);
    draft.slug.as_str().clone_into(&mut summary.slug);
    summary.featured_image = image(draft.featured_image);
    summary.thumbnail_image = image(draft.thumbnail_image);
    post.slug.clone_from(&summary.slug);
    post.featured_image.clone_from(&summary.featured_image);
    post.thumbnail_image.clone_from(&summary.thumbnail_image);
    post.canonical_url = draft.canonical_url.map(|url| url.as_str().to_owned());
    post.schema = draft.schema;
    *headings = draft.headings;
    macro_rules! copy {
        ($($field:ident),*) => { $(post.$field = draft.$field;)* };
    }
    plain_fields!(copy);
    record
}
