//! Props of the blog.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    authors::{
        Author,
        domain::{AuthorLink, author_url},
    },
    media::pictures::{Picture, Pictures},
    posts::views::{Card, PostLinkView, PostView},
};

pages! {
    "blog/index" => BlogIndexProps,
    "blog/post" => BlogPostProps,
    "author" => AuthorPageProps,
    "preview" => PostPreviewProps,
}

/// The filter of a listing, at most one besides the search and featured.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BlogFilter {
    /// A category.
    #[schema(required = true)]
    pub tag: Option<String>,
    /// A section tag.
    #[schema(required = true)]
    pub section: Option<String>,
    /// Only trending posts.
    pub trending: bool,
    /// Sorted by date only.
    pub latest: bool,
    /// Only featured posts.
    pub featured: bool,
    /// A substring of title, summary, author or a tag.
    #[schema(required = true)]
    pub search: Option<String>,
}

/// What the page of a category says of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CategoryWords {
    /// The name as stored, whatever the capitals of the filter.
    pub name: String,
    /// Plain text.
    pub description: String,
}

/// The blog listing.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogIndexProps {
    /// The filter.
    pub filter: BlogFilter,
    /// The category that it is the page of, when somebody has described it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<CategoryWords>,
    /// The posts on this page.
    pub posts: Vec<Card>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of posts on a full page.
    pub per_page: u64,
    /// Number of pages.
    pub pages: u64,
    /// Number of posts on all pages.
    pub total: u64,
}

/// One post.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogPostProps {
    /// The requested page of the post.
    pub post: PostView,
    /// Up to three posts that share a tag.
    pub related: Vec<Card>,
    /// The next older post.
    #[schema(required = true)]
    pub previous: Option<PostLinkView>,
    /// The next newer post.
    #[schema(required = true)]
    pub next: Option<PostLinkView>,
}

/// An author and a page of their posts.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthorPageProps {
    /// The author.
    pub author: AuthorView,
    /// The posts on this page.
    pub posts: Vec<Card>,
    /// Page number, from 1.
    pub page: u64,
    /// Number of posts on a full page.
    pub per_page: u64,
    /// Number of pages.
    pub pages: u64,
    /// Number of posts on all pages.
    pub total: u64,
}

/// An author, as readers see them.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthorView {
    /// Root-relative address of the page.
    pub url: String,
    /// Name.
    pub name: String,
    /// Job title; may be empty.
    pub job_title: String,
    /// Biography, plain text; may be empty.
    pub bio: String,
    /// Address of a square picture.
    pub portrait: String,
    /// Whether that is the author's own and not the silhouette.
    pub has_portrait: bool,
    /// Size and forms of the portrait, where it is the library's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portrait_picture: Option<Picture>,
    /// Profiles on other sites.
    pub links: Vec<AuthorLink>,
    /// Years of experience.
    #[schema(required = true)]
    pub years_of_experience: Option<u16>,
    /// When the author was added.
    pub created_at: DateTime<Utc>,
    /// When the author was last changed.
    pub updated_at: DateTime<Utc>,
}

impl AuthorView {
    /// Returns an author with what the library knows of the portrait.
    pub fn new(author: Author, pictures: &Pictures) -> Self {
        Self {
            url: author_url(&author.slug),
            portrait: pictures.current(author.avatar()).to_owned(),
            has_portrait: author.portrait.is_some(),
            portrait_picture: pictures.picture(author.portrait.as_deref()),
            name: author.name,
            job_title: author.job_title,
            bio: author.bio,
            links: author.links,
            years_of_experience: author.years_of_experience,
            created_at: author.created_at,
            updated_at: author.updated_at,
        }
    }
}

/// A post that need not be published, for those who have a link to it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostPreviewProps {
    /// What readers would see.
    pub article: BlogPostProps,
    /// When the link ends, for display.
    pub expires_text: String,
}
