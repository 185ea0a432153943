//! Props of the blog.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    authors::{
        Author,
        domain::{AuthorLink, author_url},
    },
    http::paging::Paging,
    media::pictures::{Picture, Pictures},
    posts::views::{Card, PostLinkView, PostView},
};

pages! {
    "blog/index" => BlogIndexProps,
    "blog/post" => BlogPostProps,
    "author" => AuthorPageProps,
    "preview" => PostPreviewProps,
}

/// The filter of the blog list: at most one field besides `search` and `featured`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct BlogFilter {
    /// Only posts in this category. Null for all.
    #[schema(required = true)]
    pub tag: Option<String>,
    /// Only posts with this section tag. Null for all.
    #[schema(required = true)]
    pub section: Option<String>,
    /// Whether only trending posts are shown.
    pub trending: bool,
    /// Whether posts are sorted by date only.
    pub latest: bool,
    /// Whether only featured posts are shown.
    pub featured: bool,
    /// Substring of title, summary, author or a tag. Null for none.
    #[schema(required = true)]
    pub search: Option<String>,
}

/// The introduction of a category's page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct CategoryWords {
    /// Name of the category as stored, whatever the case in the filter.
    pub name: String,
    /// Description of the category in plain text.
    pub description: String,
}

/// Props of the blog list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogIndexProps {
    /// The filter.
    pub filter: BlogFilter,
    /// Introduction of the category that the list is filtered by. Omitted if it has no description.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub category: Option<CategoryWords>,
    /// The posts on this page.
    pub posts: Vec<Card>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// Props of a post's page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct BlogPostProps {
    /// The requested page of the post.
    pub post: PostView,
    /// Up to three posts with a tag in common.
    pub related: Vec<Card>,
    /// The next older post. Null if this is the oldest.
    #[schema(required = true)]
    pub previous: Option<PostLinkView>,
    /// The next newer post. Null if this is the newest.
    #[schema(required = true)]
    pub next: Option<PostLinkView>,
}

/// Props of an author's page.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthorPageProps {
    /// The author.
    pub author: AuthorView,
    /// The posts on this page.
    pub posts: Vec<Card>,
    /// The page.
    #[serde(flatten)]
    pub paging: Paging,
}

/// An author, as shown to readers.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct AuthorView {
    /// Root-relative URL of the author's page.
    pub url: String,
    /// Name of the author.
    pub name: String,
    /// Job title. Empty if none.
    pub job_title: String,
    /// Biography in plain text. Empty if none.
    pub bio: String,
    /// URL of a square image: the portrait, or a default image if there is none.
    pub portrait: String,
    /// Whether the author has a portrait.
    pub has_portrait: bool,
    /// Dimensions of the portrait. Omitted if it is not in the media library.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub portrait_picture: Option<Picture>,
    /// Profiles on other sites.
    pub links: Vec<AuthorLink>,
    /// Years of experience. Null if not given.
    #[schema(required = true)]
    pub years_of_experience: Option<u16>,
    /// When the author was created.
    pub created_at: DateTime<Utc>,
    /// When the author was last updated.
    pub updated_at: DateTime<Utc>,
}

impl AuthorView {
    /// Returns an author with what the library knows about the portrait.
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

/// Props of a post's preview, which anyone with the link can open.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct PostPreviewProps {
    /// The post as readers would see it.
    pub article: BlogPostProps,
    /// When the link expires, formatted for display.
    pub expires_text: String,
}
