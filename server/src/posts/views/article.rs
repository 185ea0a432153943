//! A post as readers get it: whole for the API, a page at a time for the site.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Card, Views, reading_time};
use crate::{
    authors::domain::author_url,
    media::{
        FocalPoint,
        pictures::{Picture, Pictures},
    },
    posts::{
        domain::{ArticleFields, Heading, PostInput},
        store::{PostRecord, PostSummary},
    },
    text::plain_title,
};

/// A published post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct Post {
    /// The fields that lists show.
    #[serde(flatten)]
    pub card: Card,
    /// The other fields.
    #[serde(flatten)]
    pub article: ArticleFields,
    /// Full content as sanitised HTML.
    pub content: String,
    /// Content split at page breaks, as sanitised HTML.
    pub pages: Vec<String>,
    /// Headings of all pages, in document order.
    pub headings: Vec<Heading>,
    /// Biography of the author. Empty if none.
    pub author_bio: String,
    /// When the post was created.
    pub created_at: DateTime<Utc>,
    /// When the post was last updated.
    pub updated_at: DateTime<Utc>,
    /// Up to three posts with a tag in common.
    pub related: Vec<Card>,
}

/// The author of a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthorProfile {
    /// Name of the author.
    pub name: String,
    /// URL of a square image.
    pub avatar: String,
    /// The point of the image that stays visible when it is cropped. Omitted for the centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub focal_point: Option<FocalPoint>,
    /// Biography. Empty if none.
    pub bio: String,
    /// Job title. Null if not known.
    #[schema(required = true)]
    pub job_title: Option<String>,
    /// Years of experience. Null if not known.
    #[schema(required = true)]
    pub years_of_experience: Option<u16>,
    /// Name of the company, if the site has a page for the author. Null otherwise.
    #[schema(required = true)]
    pub works_for: Option<String>,
    /// Root-relative URL of the author's page. Null if there is none.
    #[schema(required = true)]
    pub url: Option<String>,
}

/// One page of a post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostView {
    /// The fields that lists show.
    #[serde(flatten)]
    pub card: Card,
    /// The other fields.
    #[serde(flatten)]
    pub article: ArticleFields,
    /// Content of this page as sanitised HTML.
    pub content: String,
    /// Number of this page, from 1.
    pub page: u32,
    /// Number of pages of the post.
    pub pages: u32,
    /// Headings of all pages, in document order.
    pub headings: Vec<Heading>,
    /// Reading time for display, such as "6 min read".
    pub reading_time_long: String,
    /// Number of words on all pages.
    pub word_count: u32,
    /// The author of the post.
    pub author_profile: AuthorProfile,
    /// Dimensions of the hero image. Omitted if it is not in the media library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub featured_picture: Option<Picture>,
    /// When the post was created.
    pub created_at: DateTime<Utc>,
    /// When the post was last updated.
    pub updated_at: DateTime<Utc>,
}

impl Views<'_> {
    /// A whole post.
    pub fn post(&self, mut record: PostRecord, related: Vec<PostSummary>) -> Post {
        let minutes = reading_time(&record.summary);
        let content = std::mem::take(&mut record.post.content);
        let pages = rich_text::split_pages(&content);
        Post {
            author_bio: self.author_bio(&record.post),
            created_at: record.summary.created_at,
            updated_at: record.summary.updated_at,
            related: self.cards(related),
            headings: record.headings,
            article: self.shown(record.post, pages.first().map_or("", String::as_str)).into(),
            content,
            pages,
            card: Card { reading_time: format!("{minutes} min read"), ..self.card(record.summary) },
        }
    }

    /// Returns page `number` (from 1) of a post whose first page is at `address`. None when it has no such page.
    pub fn post_page(
        &self,
        PostRecord { summary, mut post, headings, .. }: PostRecord,
        number: u32,
        address: String,
    ) -> Option<PostView> {
        let all = std::mem::take(&mut post.content);
        let content = rich_text::page_html(&all, number)?;
        let known = self.authors.get(&post.author);
        post.featured_image = self.pictures.updated(post.featured_image);
        let place = |id: &str| {
            let heading = headings.iter().find(|heading| heading.id == id && heading.page != number)?;
            Some(match heading.page {
                1 => format!("{address}#{id}"),
                page => format!("{address}?page={page}#{id}"),
            })
        };
        Some(PostView {
            page: number,
            pages: u32::try_from(rich_text::page_count(&all)).unwrap_or(u32::MAX),
            reading_time_long: format!("{} min read", reading_time(&summary)),
            word_count: summary.word_count.unsigned_abs(),
            author_profile: AuthorProfile {
                name: post.author.clone(),
                avatar: self.avatar(&post.author),
                focal_point: self.avatar_focal_point(&post.author),
                bio: self.author_bio(&post),
                job_title: known.map(|author| author.job_title.clone()).filter(|title| !title.is_empty()),
                years_of_experience: known.and_then(|author| author.years_of_experience),
                works_for: known.map(|_| self.site.name.clone()),
                url: known.map(|author| author_url(&author.slug)),
            },
            featured_picture: self.pictures.picture(post.featured_image.as_deref()),
            created_at: summary.created_at,
            updated_at: summary.updated_at,
            article: self.shown(post, content).into(),
            content: rendered(content, &self.pictures, place),
            headings,
            card: Card { url: address, ..self.card(summary) },
        })
    }

    /// Returns the input of a post as readers see it. The title for search results has no `==` marks, and a post
    /// without a summary is described by the beginning of `content`, the page that is shown.
    pub(in crate::posts) fn shown(&self, post: PostInput, content: &str) -> PostInput {
        let mut post = self.filled(post);
        if post.meta_description.is_empty() {
            post.meta_description = beginning(content);
        }
        PostInput { meta_title: plain_title(&post.meta_title), ..post }
    }

    /// Returns an article's text about its author: the one written by its editor, else the known author's biography.
    fn author_bio(&self, post: &PostInput) -> String {
        match self.authors.get(&post.author) {
            Some(author) if post.author_bio.is_empty() => author.bio.clone(),
            _ => post.author_bio.clone(),
        }
    }
}

/// Characters of a description that search results show.
const DESCRIPTION: usize = 155;

/// Returns the first words of an article's HTML below the headings at its top, as many as fit into a description.
fn beginning(html: &str) -> String {
    /// Bytes of HTML that contain enough words.
    const ENOUGH: usize = 4_000;
    let below = html.get(html.find("<p>").unwrap_or(0)..).unwrap_or(html);
    let text = rich_text::sanitize(below.get(..below.floor_char_boundary(ENOUGH)).unwrap_or(below), &[]).text;
    let Some((end, _)) = text.char_indices().nth(DESCRIPTION) else { return text };
    let cut = text.get(..end).and_then(|text| text.rsplit_once(' ')).map_or("", |(whole, _)| whole);
    if cut.is_empty() { String::new() } else { format!("{cut}…") }
}

/// Returns one page of an article's HTML as readers get it. `place` returns the address of an element on another page.
pub fn rendered(html: &str, pictures: &Pictures, place: impl Fn(&str) -> Option<String>) -> String {
    let picture = |address: &str| {
        let (known, replaced_by) = (pictures.get(address), pictures.replaced_by(address));
        if known.is_none() && replaced_by.is_none() {
            return None;
        }
        Some(rich_text::Picture {
            replaced_by,
            size: known.map(|known| (known.picture.width, known.picture.height)),
            srcset: known.and_then(|known| known.picture.srcset.as_deref()),
            alt: known.map_or("", |known| &known.alt_text),
        })
    };
    rich_text::render_page(html, picture, place)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beginning_is_whole_words_of_the_text_below_the_headings() {
        assert_eq!(
            beginning("<h2 id=\"a\">Part</h2><p>Fish &amp; <em>chips</em>.</p><p>More.</p>"),
            "Fish & chips. More."
        );
        assert_eq!(beginning("<h2 id=\"a\">Part</h2>"), "Part");
        assert_eq!(beginning(""), "");
        let long = beginning(&format!("<p>{}</p>", "naïve words ".repeat(2_000)));
        assert!(long.ends_with("naïve words…") || long.ends_with("naïve…"), "{long}");
        assert!((140..=DESCRIPTION).contains(&long.chars().count()), "{long}");
        // A single longer word is not a description.
        assert_eq!(beginning(&"x".repeat(9_000)), "");
    }
}
