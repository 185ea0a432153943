//! The brand: the contents of `site.toml`. Every key has a default, so that an empty or absent file is valid: the
//! demo.
//!
//! A file with another brand's name inherits only defaults that fit every consultancy, such as opening hours. People,
//! profiles, clients and links that it omits do not appear on the site ([`Site::without_demo`]).

mod current;
mod day_off;
mod demo;
mod evidence;

use std::{fs, path::Path};

use chrono::NaiveTime;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub use current::CurrentSite;
pub use day_off::DayOff;
pub use evidence::{CaseStudy, Evidence, Figure, Measure};

use crate::email_address::EmailAddress;

/// The contents of `site.toml`.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Site {
    /// The brand's name as visitors read it. Its first word is in the logo's block.
    pub name: String,
    /// The company's registered name.
    pub legal_name: String,
    /// The domain that addresses on pages show while the public address is this machine's.
    pub domain: Option<String>,
    /// The year the company was founded.
    pub founding_year: u16,
    /// One sentence under the logo in the footer.
    pub strapline: String,
    /// The address that receives enquiries.
    pub contact_email: String,
    /// The address that mail is sent from; the contact address when omitted.
    pub mail_from: Option<String>,
    /// Number of months that enquiries are stored.
    pub retention_months: u16,
    /// IANA name of the time zone of dates and opening hours.
    pub time_zone: Tz,
    /// The person behind the company.
    pub founder: Founder,
    /// The company's profiles on other sites.
    pub social_profiles: Vec<SocialProfile>,
    /// Authors whose posts carry a profile, taken into the database once.
    pub authors: Vec<Author>,
    /// Logos of clients, in the order shown.
    pub client_logos: Vec<ClientLogo>,
    /// What clients gained.
    pub evidence: Evidence,
    /// When calls can be booked.
    pub bookings: Bookings,
    /// How staff sign in.
    pub security: Security,
    /// Keys that another brand has omitted and whose demo values are in use. For the operator.
    #[serde(skip)]
    pub demo_values: Vec<&'static str>,
}

/// The founder, as the about page presents them.
#[derive(Debug, Clone, PartialEq, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Founder {
    /// Full name.
    pub name: String,
    /// Job title.
    pub title: String,
    /// Biography in a sentence, plain text.
    pub bio: String,
    /// The founder's story, plain text, for the about page.
    #[serde(skip_serializing)]
    #[schema(ignore)]
    pub story: String,
    /// Email address.
    pub email: String,
    /// Profile on a professional network.
    pub network_url: String,
    /// Profile on a social network.
    pub social_url: String,
    /// Portrait: a root-relative path or an https URL. None shows an initials tile.
    pub photo: Option<String>,
}

/// A link to the company's profile on another site.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SocialProfile {
    /// The link's text.
    pub label: String,
    /// Absolute URL.
    pub url: String,
}

/// A known author of posts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Author {
    /// The name that posts carry.
    pub name: String,
    /// Root-relative path or https URL of a square picture.
    #[serde(default = "default_avatar")]
    pub avatar: String,
    /// One or two sentences.
    #[serde(default)]
    pub bio: String,
    /// Job title.
    #[serde(default)]
    pub job_title: Option<String>,
    /// Years of experience.
    #[serde(default)]
    pub years_of_experience: Option<u16>,
    /// A profile of the author on another site.
    #[serde(default)]
    pub url: Option<String>,
}

/// A client's logo.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClientLogo {
    /// The client's name, which is the picture's text alternative.
    pub name: String,
    /// Root-relative path or https URL of the picture.
    pub image: String,
    /// The picture's intrinsic width, px.
    #[serde(default = "default_logo_width")]
    pub width: u16,
    /// The picture's intrinsic height, px.
    #[serde(default = "default_logo_height")]
    pub height: u16,
}

/// When a discovery call can be booked.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Bookings {
    /// Opening hours, `HH:MM-HH:MM` in the site's time zone; an empty text is a closed day.
    pub hours: OpeningHours,
    /// URL of the video call.
    pub meeting_link: String,
    /// Length of a call in minutes.
    pub slot_minutes: u16,
    /// Minutes that stay free after a call.
    pub buffer_minutes: u16,
    /// Hours from now until the earliest call.
    pub lead_hours: u16,
    /// Number of days that are offered, including today.
    pub days_ahead: u16,
    /// Days without calls: `YYYY-MM-DD`, or `MM-DD` for every year.
    pub days_off: Vec<String>,
}

/// How staff sign in.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Security {
    /// Whether staff need a second factor: an authenticator app or a passkey.
    pub require_second_factor: bool,
}

/// Opening hours by weekday, each `HH:MM-HH:MM` or empty.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
#[expect(missing_docs, reason = "the weekdays say it")]
pub struct OpeningHours {
    pub monday: String,
    pub tuesday: String,
    pub wednesday: String,
    pub thursday: String,
    pub friday: String,
    pub saturday: String,
    pub sunday: String,
}

/// The picture of an author without one.
pub const DEFAULT_AVATAR: &str = "/images/avatar-default.svg";

fn default_logo_width() -> u16 {
    200
}

fn default_logo_height() -> u16 {
    56
}

fn default_avatar() -> String {
    DEFAULT_AVATAR.to_owned()
}

/// Why `site.toml` is invalid. The message names file, line and key.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SiteError {
    /// The file exists and cannot be read.
    #[error("{file}: {reason}")]
    Unreadable {
        /// The file.
        file: String,
        /// The operating system's error.
        reason: String,
    },
    /// A key is unknown, or its value has the wrong type or form.
    #[error("{file}, line {line}: {key}: {reason}")]
    Key {
        /// The file.
        file: String,
        /// Line, counted from 1.
        line: usize,
        /// Dotted path of the key.
        key: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl Site {
    /// Returns the sender's address of mail.
    pub fn mail_from(&self) -> &str {
        self.mail_from.as_ref().unwrap_or(&self.contact_email).trim()
    }

    /// Reads the file. `required` makes its absence an error, as when the operator named the file.
    pub fn load(path: &Path, required: bool) -> Result<Self, SiteError> {
        let file = path.display().to_string();
        match fs::read_to_string(path) {
            Ok(text) => Self::parse(&file, &text),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !required => Ok(Self::default()),
            Err(error) => Err(SiteError::Unreadable { file, reason: error.to_string() }),
        }
    }

    /// Parses a `site.toml`; `file` is its name in errors.
    pub fn parse(file: &str, text: &str) -> Result<Self, SiteError> {
        let fail = |key: String, error: &toml::de::Error| SiteError::Key {
            file: file.to_owned(),
            line: error.span().map_or(1, |span| line_of(text, span.start)),
            key,
            reason: error.message().to_owned(),
        };
        let input = toml::Deserializer::parse(text).map_err(|error| fail("syntax".to_owned(), &error))?;
        let site: Self = serde_path_to_error::deserialize(input).map_err(|error| {
            let path = error.path().to_string();
            let inner = error.into_inner();
            let key = match unknown_key(inner.message()) {
                Some(name) if path == "." => name,
                Some(name) if path != name && !path.ends_with(&format!(".{name}")) => format!("{path}.{name}"),
                _ => path,
            };
            fail(key, &inner)
        })?;
        let given = toml::from_str(text).map_err(|error| fail("syntax".to_owned(), &error))?;
        let site = site.without_demo(&given);
        match site.faults().into_iter().next() {
            None => Ok(site),
            Some((key, reason)) => {
                Err(SiteError::Key { file: file.to_owned(), line: line_of_key(text, key), key: key.to_owned(), reason })
            }
        }
    }

    /// Returns whether this is the built-in demo brand.
    pub fn is_demo(&self) -> bool {
        self.name == Self::default().name
    }

    /// Removes the demo's own values from another brand's site, unless the file sets them.
    fn without_demo(mut self, given: &toml::Table) -> Self {
        if self.is_demo() {
            return self;
        }
        let (of_site, none) = (|key: &str| given.contains_key(key), toml::Table::new());
        let table = |key: &str| given.get(key).and_then(toml::Value::as_table).unwrap_or(&none);
        if !of_site("legal_name") {
            self.legal_name.clone_from(&self.name);
        }
        if !of_site("domain") {
            self.domain = None;
        }
        if !of_site("strapline") {
            self.strapline.clear();
        }
        if !of_site("social_profiles") {
            self.social_profiles.clear();
        }
        if !of_site("authors") {
            self.authors.clear();
        }
        if !of_site("client_logos") {
            self.client_logos.clear();
        }
        if !of_site("evidence") {
            self.evidence = Evidence::default();
        }
        let founder = table("founder");
        for (key, text) in [
            ("name", &mut self.founder.name),
            ("bio", &mut self.founder.bio),
            ("story", &mut self.founder.story),
            ("network_url", &mut self.founder.network_url),
            ("social_url", &mut self.founder.social_url),
        ] {
            if !founder.contains_key(key) {
                text.clear();
            }
        }
        if !founder.contains_key("photo") {
            self.founder.photo = None;
        }
        if !founder.contains_key("email") {
            self.founder.email.clone_from(&self.contact_email);
        }
        if !table("bookings").contains_key("meeting_link") {
            self.bookings.meeting_link.clear();
        }
        self.demo_values = ["contact_email", "founding_year"].into_iter().filter(|key| !of_site(key)).collect();
        self
    }

    /// Returns key and reason of each rule beyond types that is broken.
    pub fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let mut require = |kept: bool, key: &'static str, reason: &dyn Fn() -> String| {
            if !kept {
                faults.push((key, reason()));
            }
        };
        let is_address = |text: &str| EmailAddress::parse(text).is_ok();
        let no_address = |text: &str| format!("\"{text}\" is not an email address");
        let (contact, founder) = (&self.contact_email, &self.founder.email);
        require(!self.name.trim().is_empty(), "name", &|| "must not be empty".into());
        require(is_address(contact), "contact_email", &|| no_address(contact));
        require(is_address(founder), "founder.email", &|| no_address(founder));
        if let Some(sender) = &self.mail_from {
            require(is_address(sender), "mail_from", &|| no_address(sender));
        }
        require(self.retention_months > 0, "retention_months", &|| "must be 1 at least".into());
        for (key, hours) in self.bookings.hours.days() {
            require(hours.is_empty() || parse_hours(hours).is_some(), key, &|| {
                format!("\"{hours}\" is not of the form HH:MM-HH:MM")
            });
        }
        if let Some(domain) = &self.domain {
            let is_host = !domain.is_empty() && domain.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-'));
            require(is_host, "domain", &|| format!("\"{domain}\" is not a host name, such as example.org"));
        }
        let Bookings { slot_minutes, buffer_minutes, days_ahead, days_off, .. } = &self.bookings;
        require((5..=480).contains(slot_minutes), "bookings.slot_minutes", &|| "must be 5 to 480".into());
        require(*buffer_minutes <= 480, "bookings.buffer_minutes", &|| "must be 480 at most".into());
        require((1..=31).contains(days_ahead), "bookings.days_ahead", &|| "must be 1 to 31".into());
        if let Some(day) = days_off.iter().find(|day| DayOff::parse(day).is_none()) {
            require(false, "bookings.days_off", &|| format!("\"{day}\" is neither YYYY-MM-DD nor MM-DD"));
        }
        faults
    }
}

impl OpeningHours {
    /// Returns the hours of each day under its key, from Monday to Sunday.
    pub fn days(&self) -> [(&'static str, &str); 7] {
        [
            ("bookings.hours.monday", &self.monday),
            ("bookings.hours.tuesday", &self.tuesday),
            ("bookings.hours.wednesday", &self.wednesday),
            ("bookings.hours.thursday", &self.thursday),
            ("bookings.hours.friday", &self.friday),
            ("bookings.hours.saturday", &self.saturday),
            ("bookings.hours.sunday", &self.sunday),
        ]
    }
}

/// Returns opening and closing time of `HH:MM-HH:MM`; None for any other text, including a closed day's empty one.
pub fn parse_hours(value: &str) -> Option<(NaiveTime, NaiveTime)> {
    let time = |text: &str| NaiveTime::parse_from_str(text, "%H:%M").ok();
    let (from, to) = value.split_once('-')?;
    Some((time(from)?, time(to)?)).filter(|(from, to)| from < to)
}

fn line_of(text: &str, offset: usize) -> usize {
    text.bytes().take(offset).filter(|byte| *byte == b'\n').count() + 1
}

/// Returns the line of the last part of a dotted key; 1 when the key is not in the text.
fn line_of_key(text: &str, key: &str) -> usize {
    let name = key.rsplit('.').next().unwrap_or(key);
    text.lines()
        .position(|line| line.trim_start().strip_prefix(name).is_some_and(|rest| rest.trim_start().starts_with('=')))
        .map_or(1, |index| index + 1)
}

/// Returns the name in serde's "unknown field `x`, expected …".
fn unknown_key(message: &str) -> Option<String> {
    let rest = message.strip_prefix("unknown field `")?;
    rest.split('`').next().map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Site::parse("site.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn an_empty_file_is_the_demo_brand() {
        assert_eq!(Site::parse("site.toml", "").unwrap(), Site::default());
        assert_eq!(Site::default().client_logos.len(), 14);
    }

    #[test]
    fn the_shipped_file_is_valid_and_says_the_defaults() {
        let text = include_str!("../../site.toml");
        assert_eq!(Site::parse("site.toml", text).unwrap(), Site::default());
    }

    #[test]
    fn another_brand_inherits_nothing_that_is_the_demos_own() {
        let site = Site::parse("site.toml", "name = \"Acme Search\"\ncontact_email = \"hi@acme.test\"").unwrap();
        assert_eq!((site.legal_name.as_str(), site.strapline.as_str()), ("Acme Search", ""));
        assert!(site.social_profiles.is_empty() && site.authors.is_empty() && site.client_logos.is_empty());
        let Founder { name, email, bio, story, network_url, social_url, photo, .. } = &site.founder;
        assert_eq!([name, email, bio, story, network_url, social_url], ["", "hi@acme.test", "", "", "", ""]);
        assert_eq!((photo, &site.evidence), (&None, &Evidence::default()));
        assert_eq!(site.bookings, Bookings { meeting_link: String::new(), ..Bookings::default() });
        assert_eq!(site.demo_values, ["founding_year"]);
        assert_eq!(site.domain, None);
    }

    #[test]
    fn another_brand_keeps_what_it_says_and_the_demo_what_it_is() {
        let text = "name = \"Acme\"\nlegal_name = \"Acme plc\"\nfounding_year = 1999\nstrapline = \"S\"\n\
                    contact_email = \"a@acme.test\"\n[founder]\nname = \"F\"\nemail = \"f@acme.test\"\n\
                    [[social_profiles]]\nlabel = \"L\"\nurl = \"https://l.test/\"\n\
                    [bookings]\nmeeting_link = \"https://m.test/\"\n";
        let site = Site::parse("site.toml", text).unwrap();
        assert_eq!((site.legal_name.as_str(), site.founding_year, site.strapline.as_str()), ("Acme plc", 1999, "S"));
        assert_eq!((site.founder.name.as_str(), site.founder.email.as_str()), ("F", "f@acme.test"));
        assert_eq!((site.founder.title.as_str(), site.founder.bio.as_str()), ("Founder and SEO Specialist", ""));
        assert_eq!((site.social_profiles.len(), site.bookings.meeting_link.as_str()), (1, "https://m.test/"));
        assert!(site.demo_values.is_empty());
        let demo = Site::parse("site.toml", "strapline = \"Another\"").unwrap();
        assert_eq!(demo, Site { strapline: "Another".into(), ..Site::default() });
    }

    #[test]
    fn a_domain_is_a_host_name_alone() {
        assert_eq!(Site::parse("site.toml", "domain = \"a.example\"").unwrap().domain.as_deref(), Some("a.example"));
        for wrong in ["", "https://a.example", "a.example/b", "a b"] {
            let text = error(&format!("domain = \"{wrong}\"\n"));
            assert!(text.starts_with("site.toml, line 1: domain: "), "{text}");
        }
    }

    #[test]
    fn an_unknown_key_is_named_with_file_and_line() {
        let text = error("name = \"A\"\nnmae = \"B\"\n");
        assert!(text.starts_with("site.toml, line 2: nmae: unknown field"), "{text}");
    }

    #[test]
    fn an_unknown_nested_key_is_named_by_its_path() {
        let text = error("[founder]\nname = \"A\"\nnick = \"B\"\n");
        assert!(text.starts_with("site.toml, line 3: founder.nick: unknown field"), "{text}");
    }

    #[test]
    fn a_second_factor_is_required_on_request() {
        assert!(!Site::default().security.require_second_factor);
        let site = Site::parse("site.toml", "[security]\nrequire_second_factor = true").unwrap();
        assert!(site.security.require_second_factor);
        let text = error("[security]\nrequire_2fa = true");
        assert!(text.starts_with("site.toml, line 2: security.require_2fa: unknown field"), "{text}");
    }

    #[test]
    fn a_wrong_type_is_named_with_file_line_and_key() {
        let text = error("name = \"A\"\n\nfounding_year = \"long ago\"\n");
        assert!(text.starts_with("site.toml, line 3: founding_year: invalid type"), "{text}");
    }

    #[test]
    fn broken_toml_names_the_line() {
        let text = error("name = \"A\"\nlegal_name = \n");
        assert!(text.starts_with("site.toml, line 2: "), "{text}");
    }

    #[test]
    fn values_that_parse_but_make_no_sense_are_refused() {
        assert!(error("contact_email = \"nobody\"").contains("line 1: contact_email: \"nobody\" is not an email"));
        assert!(error("mail_from = \"nobody\"").contains("line 1: mail_from: \"nobody\" is not an email"));
        assert!(error("retention_months = 0").contains("line 1: retention_months: must be 1 at least"));
        assert!(error("[bookings.hours]\nmonday = \"9-5\"").contains("line 2: bookings.hours.monday"));
        for (line, key) in [
            ("slot_minutes = 0", "slot_minutes"),
            ("buffer_minutes = 999", "buffer_minutes"),
            ("days_ahead = 32", "days_ahead"),
            ("days_off = [\"Christmas\"]", "days_off"),
        ] {
            let text = error(&format!("[bookings]\n{line}"));
            assert!(text.contains(&format!("line 2: bookings.{key}: ")), "{text}");
        }
        assert!(error("time_zone = \"Europe/Atlantis\"").contains("time_zone"));
        assert!(error("name = \" \"").contains("name: must not be empty"));
    }

    #[test]
    fn a_named_file_must_exist_and_the_default_one_need_not() {
        let missing = Path::new("/nonexistent/site.toml");
        assert_eq!(Site::load(missing, false).unwrap(), Site::default());
        assert!(Site::load(missing, true).unwrap_err().to_string().starts_with("/nonexistent/site.toml: "));
    }
}
