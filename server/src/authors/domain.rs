//! An author: the fields, their rules and the messages of broken rules.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{
    error::{AppError, Fields},
    site::{self, DEFAULT_AVATAR},
    storage::search::fold,
    text::single_line,
    values::{ImageUrl, PublicUrl, Slug, ValueError},
};

/// Maximum number of characters in a name or job title.
const LINE: usize = 200;
/// Maximum number of characters in a biography.
const BIO: usize = 5_000;
/// Maximum number of links per author.
const LINKS: usize = 10;
/// Maximum number of characters in a link's label.
const LABEL: usize = 100;
/// Maximum number of years of experience.
const YEARS: u16 = 99;

/// A link to an author's profile on another site.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct AuthorLink {
    /// Link text, at most 100 characters.
    #[schema(max_length = 100)]
    pub label: String,
    /// Absolute `http` or `https` URL, at most 2,000 characters.
    #[schema(max_length = 2000)]
    pub url: String,
}

/// Details of an author.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct AuthorInput {
    /// Name, at most 200 characters. Matches the author of posts, case-insensitively. Required.
    #[schema(max_length = 200)]
    pub name: String,
    /// Last segment of the URL of the author's page: lower-case letters, digits and hyphens, at most 200. If empty,
    /// derived from the name.
    #[schema(max_length = 200)]
    pub slug: String,
    /// Job title, at most 200 characters.
    #[schema(max_length = 200)]
    pub job_title: String,
    /// Biography in plain text, at most 5,000 characters.
    #[schema(max_length = 5000)]
    pub bio: String,
    /// URL or root-relative path of a square image. Null or empty for none.
    pub portrait: Option<String>,
    /// Profiles on other sites, at most 10.
    pub links: Vec<AuthorLink>,
    /// Years of experience, at most 99. Null or 0 for none.
    #[schema(maximum = 99)]
    pub years_of_experience: Option<u16>,
    /// Version of the author that was edited. Required for an update.
    pub version: Option<i64>,
}

/// A checked author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the fields are those of AuthorInput")]
pub struct ValidAuthor {
    pub name: String,
    pub slug: Slug,
    pub job_title: String,
    pub bio: String,
    pub portrait: Option<ImageUrl>,
    pub links: Vec<AuthorLink>,
    pub years_of_experience: Option<u16>,
}

/// An author.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Author {
    /// Unique identifier (UUIDv7).
    pub id: Uuid,
    /// Last segment of the URL of the author's page.
    pub slug: String,
    /// Name, as shown on posts.
    pub name: String,
    /// Job title. Empty if none.
    pub job_title: String,
    /// Biography in plain text. Empty if none.
    pub bio: String,
    /// URL or root-relative path of a square image. Null if none.
    #[schema(required = true)]
    pub portrait: Option<String>,
    /// Profiles on other sites.
    pub links: Vec<AuthorLink>,
    /// Years of experience. Null if not given.
    #[schema(required = true)]
    pub years_of_experience: Option<u16>,
    /// Version number, incremented on every change. An update must send the current one.
    pub version: i64,
    /// When the author was created.
    pub created_at: DateTime<Utc>,
    /// When the author was last updated.
    pub updated_at: DateTime<Utc>,
}

/// Authors by the folded name that is matched against posts.
#[derive(Debug, Clone, Default)]
pub struct Authors(HashMap<String, Author>);

/// Returns the folded form of a name, by which authors and posts are matched.
pub fn name_key(name: &str) -> String {
    fold(name.trim())
}

/// Returns the root-relative address of an author's page.
pub fn author_url(slug: &str) -> String {
    format!("/authors/{slug}")
}

impl Author {
    /// Returns the address of the author's image.
    pub fn avatar(&self) -> &str {
        self.portrait.as_deref().unwrap_or(DEFAULT_AVATAR)
    }
}

impl Authors {
    /// Returns the author of a name.
    pub fn get(&self, name: &str) -> Option<&Author> {
        self.0.get(&name_key(name))
    }

    /// Returns the addresses of their images.
    pub fn portraits(&self) -> impl Iterator<Item = &str> {
        self.0.values().filter_map(|author| author.portrait.as_deref())
    }
}

impl FromIterator<Author> for Authors {
    fn from_iter<T: IntoIterator<Item = Author>>(authors: T) -> Self {
        Self(authors.into_iter().map(|author| (name_key(&author.name), author)).collect())
    }
}

impl ValidAuthor {
    /// Checks and cleans an author.
    pub fn from_input(input: &AuthorInput) -> Result<Self, AppError> {
        let mut check = Check::default();
        let name = check.line("name", "Name", &input.name, LINE);
        if name.is_empty() {
            check.fail("name", "Name is required");
        }
        let slug = match input.slug.trim() {
            "" => Slug::from_title(&name).ok_or(ValueError::Slug),
            given => Slug::parse(given),
        };
        let slug = slug.map_err(|error| check.fail("slug", error.to_string())).ok();
        let portrait = ImageUrl::parse(input.portrait.as_deref().unwrap_or_default());
        let portrait = portrait.map_err(|error| check.fail("portrait", error.to_string())).ok().flatten();
        let valid = Self {
            job_title: check.line("job_title", "Job title", &input.job_title, LINE),
            bio: check.text("bio", "Biography", &input.bio, BIO),
            portrait,
            links: check.links(&input.links),
            years_of_experience: input.years_of_experience.filter(|years| *years > 0),
            slug: match slug {
                Some(slug) => slug,
                None => return Err(check.failure()),
            },
            name,
        };
        if valid.years_of_experience.is_some_and(|years| years > YEARS) {
            check.fail("years_of_experience", format!("Years of experience must be at most {YEARS}"));
        }
        if check.errors.is_empty() { Ok(valid) } else { Err(check.failure()) }
    }

    /// Converts an author of `site.toml`. A name from which no slug can be derived gets a random one. The error names the
    /// fields that break a rule.
    pub fn from_site(author: &site::Author) -> Result<Self, AppError> {
        let links = author.url.iter().filter_map(|url| {
            let label = url::Url::parse(url).ok()?.host_str()?.trim_start_matches("www.").to_owned();
            Some(AuthorLink { label, url: url.clone() })
        });
        let input = AuthorInput {
            name: author.name.clone(),
            job_title: author.job_title.clone().unwrap_or_default(),
            bio: author.bio.clone(),
            portrait: Some(author.avatar.clone()).filter(|avatar| avatar != DEFAULT_AVATAR),
            links: links.collect(),
            years_of_experience: author.years_of_experience,
            slug: Slug::from_title(&author.name).map_or_else(|| Uuid::now_v7().to_string(), |_| String::new()),
            ..AuthorInput::default()
        };
        Self::from_input(&input)
    }
}

/// Collects broken rules while fields are cleaned.
#[derive(Default)]
struct Check {
    errors: Fields,
}

impl Check {
    fn fail(&mut self, field: &str, message: impl Into<String>) {
        self.errors.entry(field.to_owned()).or_insert_with(|| message.into());
    }

    fn length(&mut self, field: &str, label: &str, text: &str, most: usize) {
        if text.chars().count() > most {
            self.fail(field, format!("{label} must be at most {most} characters"));
        }
    }

    fn line(&mut self, field: &str, label: &str, text: &str, most: usize) -> String {
        let line = single_line(text);
        self.length(field, label, &line, most);
        line
    }

    fn text(&mut self, field: &str, label: &str, text: &str, most: usize) -> String {
        let text: String = text.trim().chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
        self.length(field, label, &text, most);
        text
    }

    /// Cleans links. Those without a label and address are left out.
    fn links(&mut self, given: &[AuthorLink]) -> Vec<AuthorLink> {
        let mut links = Vec::new();
        for link in given {
            let label = self.line("links", "A link's text", &link.label, LABEL);
            match PublicUrl::parse(&link.url) {
                Ok(None) if label.is_empty() => {}
                Ok(Some(url)) if !label.is_empty() => links.push(AuthorLink { label, url: url.into() }),
                Ok(Some(_)) => self.fail("links", "Every link needs a text"),
                _ => self.fail("links", "Every link needs a full address that starts with http:// or https://"),
            }
        }
        if links.len() > LINKS {
            self.fail("links", format!("An author can have at most {LINKS} links"));
        }
        links
    }

    fn failure(self) -> AppError {
        let message = self.errors.values().next().cloned().unwrap_or_default();
        AppError::Invalid { message, fields: self.errors }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn input(name: &str) -> AuthorInput {
        AuthorInput { name: name.into(), ..AuthorInput::default() }
    }

    #[test]
    fn an_author_needs_a_name_and_takes_the_slug_from_it() {
        let valid = ValidAuthor::from_input(&input("  Zoë   Hale ")).unwrap();
        assert_eq!((valid.name.as_str(), valid.slug.as_str()), ("Zoë Hale", "zoe-hale"));
        let fields = ValidAuthor::from_input(&input(" ")).unwrap_err().fields();
        assert_eq!(fields.get("name").unwrap(), "Name is required");
    }

    #[test]
    fn broken_rules_are_told_by_field() {
        let link = |label: &str, url: &str| AuthorLink { label: label.into(), url: url.into() };
        let wrong = AuthorInput {
            slug: "Not A Slug".into(),
            portrait: Some("data:image/png;base64,x".into()),
            years_of_experience: Some(100),
            links: vec![link("Profile", "javascript:alert(1)")],
            job_title: "x".repeat(LINE + 1),
            ..input("Zoë")
        };
        let fields = ValidAuthor::from_input(&wrong).unwrap_err().fields();
        assert_eq!(fields.keys().collect::<Vec<_>>(), ["job_title", "links", "portrait", "slug"]);
        let years = AuthorInput { years_of_experience: Some(100), ..input("Zoë") };
        assert!(ValidAuthor::from_input(&years).unwrap_err().fields().contains_key("years_of_experience"));
        let empty = AuthorInput { links: vec![link("", ""), link("A", "https://a.test/x")], ..input("Zoë") };
        assert_eq!(ValidAuthor::from_input(&empty).unwrap().links, [link("A", "https://a.test/x")]);
    }

    #[test]
    fn authors_of_the_site_file_keep_what_they_have() {
        let demo = site::Site::default();
        let first = &demo.authors[0];
        let valid = ValidAuthor::from_site(first).unwrap();
        assert_eq!((valid.slug.as_str(), valid.years_of_experience), ("rowan-hale", Some(21)));
        let linked = site::Author { url: Some("https://www.rowan.test/me".into()), ..first.clone() };
        assert_eq!(ValidAuthor::from_site(&linked).unwrap().links[0].label, "rowan.test");
        let cyrillic = site::Author { name: "\u{41d}\u{430}\u{442}\u{430}".into(), ..first.clone() };
        assert_eq!(ValidAuthor::from_site(&cyrillic).unwrap().name, cyrillic.name);
        let long_lived = site::Author { years_of_experience: Some(100), ..first.clone() };
        assert!(ValidAuthor::from_site(&long_lived).is_err());
    }
}
