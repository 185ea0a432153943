//! Prepares posts for pages and API responses: adds the profiles of their authors and the sizes of their images.

use std::{collections::HashSet, sync::Arc};

use chrono::{DateTime, Utc};

use super::{
    service::PostSummary,
    views::{AdminRow, Card, Views, author_names, card_pictures},
};
use crate::{
    authors::{AuthorService, Authors, domain::author_url},
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
    authors: AuthorService,
}

impl PostPresenter {
    /// Returns a presenter for the site at `url`.
    pub fn new(site: Arc<Site>, url: SiteUrl, media: MediaService, authors: AuthorService) -> Self {
        Self { site, url, media, authors }
    }

    /// Returns views without the sizes of images and without authors.
    pub fn views(&self) -> Views<'_> {
        Views {
            site: &self.site,
            public_url: self.url.as_str(),
            pictures: Pictures::default(),
            authors: Authors::default(),
        }
    }

    /// Returns views with the sizes of the library's images at these addresses.
    pub async fn views_with<'a>(
        &self,
        addresses: impl IntoIterator<Item = &'a str>,
    ) -> Result<Views<'_>, StorageError> {
        Ok(self.views().with_pictures(self.media.pictures(addresses).await?))
    }

    /// Returns views with the known authors among these names.
    pub async fn views_for<'a>(&self, names: impl IntoIterator<Item = &'a str>) -> Result<Views<'_>, StorageError> {
        Ok(self.views().with_authors(self.authors.named(names).await?))
    }

    /// Returns views with the known authors among these names, and with the library's images at these addresses and of
    /// the authors.
    pub async fn views_of<'a>(
        &self,
        names: impl IntoIterator<Item = &'a str>,
        addresses: impl IntoIterator<Item = &'a str>,
    ) -> Result<Views<'_>, StorageError> {
        let authors = self.authors.named(names).await?;
        let mut pictures: Vec<&str> = addresses.into_iter().collect();
        pictures.extend(authors.portraits());
        let pictures = self.media.pictures(pictures).await?;
        Ok(self.views().with_authors(authors).with_pictures(pictures))
    }

    /// Returns cards of posts, with their images and authors.
    pub async fn cards(&self, posts: Vec<PostSummary>) -> Result<Vec<Card>, StorageError> {
        Ok(self.views_of(author_names(&posts), card_pictures(&posts)).await?.cards(posts))
    }

    /// Returns rows of the admin list, with their images.
    pub async fn admin_rows(&self, posts: Vec<PostSummary>, now: DateTime<Utc>) -> Result<Vec<AdminRow>, StorageError> {
        let views = self.views_with(card_pictures(&posts)).await?;
        Ok(posts.into_iter().map(|post| views.admin_row(post, now)).collect())
    }

    /// Returns the addresses of authors' pages.
    pub async fn author_pages(&self) -> Result<HashSet<String>, StorageError> {
        Ok(self.authors.all().await?.into_iter().map(|author| author_url(&author.slug)).collect())
    }
}
