//! The rules of `site.toml` beyond the types of its values.

use std::ops::RangeInclusive;

use super::{Bookings, DayOff, Site, parse_hours};
use crate::{
    email_address::EmailAddress,
    values::{ImageUrl, PublicUrl},
};

/// Years that a company may be founded in. The last one is not the current year, since the validity of a file or saved
/// settings must not depend on the machine's clock.
pub const FOUNDING_YEARS: RangeInclusive<u16> = 1800..=2100;

impl Site {
    /// Returns the key and reason of each broken rule that is not about types.
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
        require(FOUNDING_YEARS.contains(&self.founding_year), "founding_year", &|| "must be from 1800 to 2100".into());
        require(is_address(contact), "contact_email", &|| no_address(contact));
        require(is_address(founder), "founder.email", &|| no_address(founder));
        if let Some(sender) = &self.mail_from {
            require(is_address(sender), "mail_from", &|| no_address(sender));
        }
        let (key, sender) = match &self.mail_from {
            Some(sender) => ("mail_from", sender),
            None => ("contact_email", contact),
        };
        let is_ascii = sender.rsplit_once('@').is_none_or(|(local, _)| local.is_ascii());
        require(is_ascii, key, &|| {
            format!("\"{sender}\" must have ASCII characters only before the @, since few mail servers accept others")
        });
        let figures = self.evidence.figures.len();
        require(figures <= 4, "evidence.figures", &|| format!("there must be four or fewer, not {figures}"));
        require(self.retention_months > 0, "retention_months", &|| "must be at least 1".into());
        for (key, hours) in self.bookings.hours.days() {
            require(hours.is_empty() || parse_hours(hours).is_some(), key, &|| {
                format!("\"{hours}\" must be HH:MM-HH:MM, with the end after the start")
            });
        }
        if let Some(domain) = &self.domain {
            let is_host = !domain.is_empty() && domain.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '-'));
            require(is_host, "domain", &|| format!("\"{domain}\" is not a host name, such as example.org"));
        }
        let Bookings { slot_minutes, buffer_minutes, days_ahead, days_off, .. } = &self.bookings;
        require((5..=480).contains(slot_minutes), "bookings.slot_minutes", &|| "must be 5 to 480".into());
        require(*buffer_minutes <= 480, "bookings.buffer_minutes", &|| "must be at most 480".into());
        require((1..=31).contains(days_ahead), "bookings.days_ahead", &|| "must be 1 to 31".into());
        if let Some(day) = days_off.iter().find(|day| DayOff::parse(day).is_none()) {
            require(false, "bookings.days_off", &|| format!("\"{day}\" is neither YYYY-MM-DD nor MM-DD"));
        }
        faults
    }

    /// Returns the key and reason of each link and image that no page can use.
    pub fn unusable_addresses(&self) -> Vec<(&'static str, String)> {
        let links = self.links().filter(|(_, address)| PublicUrl::parse(address).is_err());
        let links = links.map(|(key, address)| (key, format!("\"{address}\" must start with https:// or http://")));
        // The pages' Content-Security-Policy blocks images from http://.
        let is_blocked = |address: &str| address.get(..5).is_some_and(|start| start.eq_ignore_ascii_case("http:"));
        let is_image = |address: &str| !is_blocked(address) && ImageUrl::parse(address).is_ok();
        let images = self.images().filter(|(_, address)| !is_image(address));
        let images = images.map(|(key, address)| (key, format!("\"{address}\" must start with https:// or /")));
        let empty = self.client_logos.iter().filter(|logo| logo.width == 0 || logo.height == 0);
        let empty = empty.map(|logo| ("client_logos", format!("\"{}\" has no width or height", logo.name)));
        links.chain(images).chain(empty).collect()
    }

    /// Returns the key and address of each link to another site. An empty address means no link.
    fn links(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let founder =
            [("founder.network_url", &*self.founder.network_url), ("founder.social_url", &self.founder.social_url)];
        let profiles = self.social_profiles.iter().map(|profile| ("social_profiles", &*profile.url));
        let authors = self.authors.iter().filter_map(|author| Some(("authors", author.url.as_deref()?)));
        founder
            .into_iter()
            .chain([("bookings.meeting_link", &*self.bookings.meeting_link)])
            .chain(profiles)
            .chain(authors)
    }

    /// Returns the key and address of each image.
    fn images(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let photo = self.founder.photo.as_deref().map(|photo| ("founder.photo", photo));
        let authors = self.authors.iter().map(|author| ("authors", &*author.avatar));
        photo.into_iter().chain(authors).chain(self.client_logos.iter().map(|logo| ("client_logos", &*logo.image)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Site::parse("site.toml", text).unwrap_err().to_string()
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
    fn links_and_images_are_addresses_that_a_page_can_use() {
        for (text, at) in [
            ("[founder]\nnetwork_url = \"javascript:alert(1)\"", "line 2: founder.network_url"),
            ("[founder]\nsocial_url = \"not a url\"", "line 2: founder.social_url"),
            ("[founder]\nphoto = \"photo.jpg\"", "line 2: founder.photo"),
            ("[founder]\nphoto = \"Http://img.example/photo.jpg\"", "line 2: founder.photo"),
            ("[bookings]\nmeeting_link = \"javascript:alert(1)\"", "line 2: bookings.meeting_link"),
            ("[[social_profiles]]\nlabel = \"X\"\nurl = \"x.example\"", "social_profiles"),
            ("[[authors]]\nname = \"A\"\nurl = \"mailto:a@b.example\"", "authors"),
            ("[[authors]]\nname = \"A\"\navatar = \"data:image/png;base64,x\"", "authors"),
            ("[[client_logos]]\nname = \"A\"\nimage = \"//a.example/x.svg\"", "client_logos"),
            ("[[client_logos]]\nname = \"A\"\nimage = \"/a.svg\"\nwidth = 0", "client_logos"),
        ] {
            let text = error(text);
            assert!(text.contains(at), "{at}: {text}");
        }
        let right = "[founder]\nnetwork_url = \"\"\nsocial_url = \"https://x.example/a\"\nphoto = \"/photo.jpg\"";
        Site::parse("site.toml", right).unwrap();
    }

    #[test]
    fn values_that_parse_but_make_no_sense_are_refused() {
        assert!(error("contact_email = \"nobody\"").contains("line 1: contact_email: \"nobody\" is not an email"));
        assert!(error("mail_from = \"nobody\"").contains("line 1: mail_from: \"nobody\" is not an email"));
        for text in
            ["contact_email = \"jörg@acme.test\"", "contact_email = \"jörg@acme.test\"\nmail_from = \"jörg@a.test\""]
        {
            let text = error(text);
            assert!(text.contains("\" must have ASCII characters only before the @"), "{text}");
        }
        Site::parse("site.toml", "contact_email = \"jörg@acme.test\"\nmail_from = \"jo@müller.test\"").unwrap();
        let figures = "[[evidence.figures]]\nvalue = \"1\"\nlabel = \"a\"\n";
        assert!(error(&figures.repeat(5)).contains("evidence.figures: there must be four or fewer, not 5"));
        Site::parse("site.toml", &figures.repeat(4)).unwrap();
        assert!(error("retention_months = 0").contains("line 1: retention_months: must be at least 1"));
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
        for year in [1200, 1799, 2101] {
            let text = error(&format!("founding_year = {year}"));
            assert!(text.contains("line 1: founding_year: must be from 1800 to 2100"), "{text}");
        }
    }
}
