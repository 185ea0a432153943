//! Which settings can be changed, and their rules.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{
    error::{AppError, Fields},
    site::{Bookings, FOUNDING_YEARS, Site, SocialProfile},
};

/// Maximum number of characters in a line, such as the strapline.
pub const LINE: usize = 200;
/// Maximum number of profiles of the company.
pub const PROFILES: usize = 20;
/// Maximum number of days off.
pub const DAYS_OFF: usize = 200;

/// The settings of the site that can be changed, with the names and structure of `site.toml`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SiteSettings {
    /// Registered name of the company, at most 200 characters in one line. Required.
    #[schema(min_length = 1, max_length = 200)]
    pub legal_name: String,
    /// Year the company was founded, from 1800 to the current year.
    #[schema(minimum = 1800, maximum = 2100)]
    pub founding_year: u16,
    /// Sentence under the logo in the footer, at most 200 characters in one line.
    #[schema(max_length = 200)]
    pub strapline: String,
    /// Email address that receives enquiries.
    pub contact_email: String,
    /// The company's profiles on other sites, at most 20.
    #[schema(max_items = 20)]
    pub social_profiles: Vec<SocialProfile>,
    /// When calls can be booked.
    pub bookings: Bookings,
}

impl SiteSettings {
    /// Returns the settings of a site.
    pub fn of(site: &Site) -> Self {
        Self {
            legal_name: site.legal_name.clone(),
            founding_year: site.founding_year,
            strapline: site.strapline.clone(),
            contact_email: site.contact_email.clone(),
            social_profiles: site.social_profiles.clone(),
            bookings: site.bookings.clone(),
        }
    }

    /// Returns a copy of the site with these settings.
    pub fn applied_to(self, site: &Site) -> Site {
        let Self { legal_name, founding_year, strapline, contact_email, social_profiles, bookings } = self;
        Site { legal_name, founding_year, strapline, contact_email, social_profiles, bookings, ..site.clone() }
    }

    /// Returns the settings of `file`, overridden by those in `changed`. None when the result is not valid, for example
    /// after an update of the program that knows other keys.
    pub fn merged(file: &Self, changed: Map<String, Value>) -> Option<Self> {
        let mut all = fields(file);
        all.extend(changed);
        serde_json::from_value(Value::Object(all)).ok()
    }

    /// Returns the settings that differ from those of `file`.
    pub fn differing(&self, file: &Self) -> Map<String, Value> {
        let of_file = fields(file);
        fields(self).into_iter().filter(|(key, value)| of_file.get(key) != Some(value)).collect()
    }

    /// Removes white space around text, and empty days off.
    #[must_use]
    pub fn trimmed(mut self) -> Self {
        let hours = &mut self.bookings.hours;
        let days = [
            &mut hours.monday,
            &mut hours.tuesday,
            &mut hours.wednesday,
            &mut hours.thursday,
            &mut hours.friday,
            &mut hours.saturday,
            &mut hours.sunday,
        ];
        let lines =
            [&mut self.legal_name, &mut self.strapline, &mut self.contact_email, &mut self.bookings.meeting_link];
        let profiles = self.social_profiles.iter_mut().flat_map(|SocialProfile { label, url }| [label, url]);
        for text in days.into_iter().chain(lines).chain(profiles).chain(&mut self.bookings.days_off) {
            *text = text.trim().to_owned();
        }
        self.bookings.days_off.retain(|day| !day.is_empty());
        self
    }

    /// Checks the rules of `site.toml`, and those of the form: lengths, link addresses and a plausible year.
    pub fn check(&self, site: &Site, year: i32) -> Result<(), AppError> {
        let mut fields = Fields::new();
        let mut require = |kept: bool, key: String, message: &str| {
            if !kept {
                fields.entry(key).or_insert_with(|| message.to_owned());
            }
        };
        let is_line = |text: &str| text.chars().count() <= LINE && !text.chars().any(char::is_control);
        require(!self.legal_name.is_empty(), "legal_name".into(), "Enter the company's registered name");
        require(is_line(&self.legal_name), "legal_name".into(), "Use at most 200 characters on one line");
        require(is_line(&self.strapline), "strapline".into(), "Use at most 200 characters on one line");
        let founded = FOUNDING_YEARS.contains(&self.founding_year) && i32::from(self.founding_year) <= year;
        require(founded, "founding_year".into(), "Enter a year from 1800 to this year");
        require(self.social_profiles.len() <= PROFILES, "social_profiles".into(), "Use at most 20 profiles");
        for (index, SocialProfile { label, url }) in self.social_profiles.iter().enumerate() {
            let named = !label.is_empty() && is_line(label);
            require(named, format!("social_profiles.{index}.label"), "Enter the name of the network");
            require(is_link(url), format!("social_profiles.{index}.url"), "Enter a full address (https://…)");
        }
        let link = &self.bookings.meeting_link;
        require(link.is_empty() || is_link(link), "bookings.meeting_link".into(), "Enter a full address (https://…)");
        require(self.bookings.lead_hours <= 744, "bookings.lead_hours".into(), "Must be at most 744 hours");
        require(self.bookings.days_off.len() <= DAYS_OFF, "bookings.days_off".into(), "Use at most 200 days");
        // Last, since the first message for a field is kept, and those above are written for the form.
        for (key, reason) in self.clone().applied_to(site).faults() {
            fields.entry(key.to_owned()).or_insert_with(|| sentence(&reason));
        }
        if fields.is_empty() {
            return Ok(());
        }
        Err(AppError::Invalid { message: "Some settings are not valid".to_owned(), fields })
    }
}

fn fields(settings: &SiteSettings) -> Map<String, Value> {
    match serde_json::to_value(settings) {
        Ok(Value::Object(fields)) => fields,
        _ => Map::new(),
    }
}

/// Returns whether text is an address that a link may have.
fn is_link(text: &str) -> bool {
    text.chars().count() <= 500
        && url::Url::parse(text).is_ok_and(|url| matches!(url.scheme(), "https" | "http") && url.has_host())
}

/// Returns a reason with an initial capital, as in messages at fields.
fn sentence(reason: &str) -> String {
    let mut chars = reason.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> SiteSettings {
        SiteSettings::of(&Site::default())
    }

    fn messages(change: impl FnOnce(&mut SiteSettings)) -> Vec<(String, String)> {
        let mut settings = settings();
        change(&mut settings);
        match settings.check(&Site::default(), 2027) {
            Ok(()) => Vec::new(),
            Err(error) => error.fields().into_iter().collect(),
        }
    }

    fn faults(change: impl FnOnce(&mut SiteSettings)) -> Vec<String> {
        messages(change).into_iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn the_settings_of_the_file_are_valid() {
        assert_eq!(faults(|_| ()), Vec::<String>::new());
    }

    #[test]
    fn every_fault_is_named_with_the_key_of_the_file() {
        assert_eq!(faults(|s| s.legal_name.clear()), ["legal_name"]);
        assert_eq!(faults(|s| s.strapline = "x".repeat(LINE + 1)), ["strapline"]);
        for year in [1799, 2028] {
            let messages = messages(|s| s.founding_year = year);
            assert_eq!(messages, [("founding_year".to_owned(), "Enter a year from 1800 to this year".to_owned())]);
        }
        assert_eq!(faults(|s| s.contact_email = "nobody".into()), ["contact_email"]);
        assert_eq!(faults(|s| s.bookings.hours.friday = "9-5".into()), ["bookings.hours.friday"]);
        assert_eq!(faults(|s| s.bookings.days_off = vec!["Easter".into()]), ["bookings.days_off"]);
        assert_eq!(faults(|s| s.bookings.slot_minutes = 0), ["bookings.slot_minutes"]);
        assert_eq!(faults(|s| s.bookings.lead_hours = 745), ["bookings.lead_hours"]);
        for link in ["meet.example", "javascript:alert(1)", "ftp://x.test/"] {
            assert_eq!(faults(|s| s.bookings.meeting_link = link.into()), ["bookings.meeting_link"], "{link}");
        }
        let both = faults(|s| s.social_profiles = vec![SocialProfile { label: String::new(), url: "x".into() }]);
        assert_eq!(both, ["social_profiles.0.label", "social_profiles.0.url"]);
    }

    #[test]
    fn only_what_differs_from_the_file_is_kept_and_the_rest_follows_the_file() {
        let mut changed = settings();
        changed.strapline = "Another".into();
        let differing = changed.differing(&settings());
        assert_eq!(differing.keys().collect::<Vec<_>>(), ["strapline"]);
        let mut file = settings();
        file.legal_name = "Renamed Ltd".into();
        let merged = SiteSettings::merged(&file, differing).unwrap();
        assert_eq!((merged.legal_name.as_str(), merged.strapline.as_str()), ("Renamed Ltd", "Another"));
    }

    #[test]
    fn settings_that_the_program_does_not_know_are_refused() {
        let unknown = Map::from_iter([("colour".to_owned(), Value::from("red"))]);
        assert_eq!(SiteSettings::merged(&settings(), unknown), None);
    }

    #[test]
    fn white_space_and_empty_days_are_removed() {
        let mut typed = settings();
        typed.legal_name = " Acme Ltd ".into();
        typed.bookings.days_off = vec![" 12-25 ".into(), String::new()];
        let trimmed = typed.trimmed();
        assert_eq!((trimmed.legal_name.as_str(), trimmed.bookings.days_off), ("Acme Ltd", vec!["12-25".to_owned()]));
    }
}
