//! Posts as pages and calls show them: with the brand's authors and what the library knows of their pictures.

use std::sync::Arc;

use super::{
    service::PostSummary,
    views::{Card, Views, card_pictures},
};
use crate::{
    config::SiteUrl,
    media::{MediaService, Pictures},
    site::Site,
    storage::StorageError,
};

/// Builds views of posts.
#[derive(Clone)]
pub struct PostPresenter {
    site: Arc<Site>,
    url: SiteUrl,
    media: MediaService,
}

impl PostPresenter {
    /// A presenter for the site at `url`.
    pub fn new(site: Arc<Site>, url: SiteUrl, media: MediaService) -> Self {
        Self { site, url, media }
    }

    /// Returns views without sizes of pictures.
    pub fn views(&self) -> Views<'_> {
        Views { site: &self.site, public_url: self.url.as_str(), pictures: Pictures::default() }
    }

    /// Returns views with the sizes of the library's pictures at these addresses.
    pub async fn views_with<'a>(
        &self,
        addresses: impl IntoIterator<Item = &'a str>,
    ) -> Result<Views<'_>, StorageError> {
        Ok(self.views().with_pictures(self.media.pictures(addresses).await?))
    }

    /// Returns cards of posts, with their pictures.
    pub async fn cards(&self, posts: Vec<PostSummary>) -> Result<Vec<Card>, StorageError> {
        Ok(self.views_with(card_pictures(&posts)).await?.cards(posts))
    }
}
