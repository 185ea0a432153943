//! The defaults of `site.toml`: the demo brand, and the part of it that other brands do not inherit.

use chrono_tz::Tz;

use super::{
    Author, Bookings, CaseStudy, ClientLogo, Evidence, Figure, Founder, Measure, OpeningHours, Security, Site,
    SocialProfile, default_logo_height,
};

impl Default for Site {
    fn default() -> Self {
        Self {
            name: "Found First".into(),
            legal_name: "Found First Ltd".into(),
            domain: Some("foundfirst.example".into()),
            founding_year: 2011,
            strapline: "Search consultancy for brands that would rather be the answer than the tenth blue link.".into(),
            contact_email: "hello@foundfirst.example".into(),
            mail_from: None,
            retention_months: 24,
            time_zone: Tz::Europe__London,
            founder: Founder::default(),
            social_profiles: vec![
                SocialProfile {
                    label: "LinkedIn".into(),
                    url: "https://www.linkedin.com/company/foundfirst-example".into(),
                },
                SocialProfile { label: "X".into(), url: "https://x.com/foundfirst_example".into() },
            ],
            authors: authors(),
            client_logos: DEMO_CLIENTS
                .iter()
                .map(|(name, file, width)| ClientLogo {
                    name: (*name).into(),
                    image: format!("/images/clients/{file}.svg"),
                    width: *width,
                    height: default_logo_height(),
                })
                .collect(),
            evidence: evidence(),
            bookings: Bookings::default(),
            security: Security::default(),
            demo_values: Vec::new(),
        }
    }
}

impl Site {
    /// Removes the demo's own values from another brand's site, unless the file sets them.
    pub(super) fn without_demo(mut self, given: &toml::Table) -> Self {
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
}

impl Default for Founder {
    fn default() -> Self {
        Self {
            name: "Rowan Hale".into(),
            title: "Founder and SEO Specialist".into(),
            bio: "Rowan has worked in digital marketing since 2005 and founded the agency in 2011.".into(),
            story: STORY.into(),
            email: "rowan@foundfirst.example".into(),
            network_url: "https://www.linkedin.com/in/rowan-hale-example".into(),
            social_url: "https://x.com/rowanhale_example".into(),
            photo: Some("/images/founder.svg".into()),
        }
    }
}

impl Default for Bookings {
    fn default() -> Self {
        Self {
            hours: OpeningHours::default(),
            meeting_link: "https://meet.foundfirst.example/discovery".into(),
            slot_minutes: 20,
            buffer_minutes: 10,
            lead_hours: 12,
            days_ahead: 14,
            days_off: ["01-01", "12-25", "12-26"].map(str::to_owned).to_vec(),
        }
    }
}

impl Default for OpeningHours {
    fn default() -> Self {
        let day = || "09:30-17:00".to_owned();
        Self {
            monday: day(),
            tuesday: day(),
            wednesday: day(),
            thursday: day(),
            friday: day(),
            saturday: String::new(),
            sunday: String::new(),
        }
    }
}

const STORY: &str = "Rowan started in 2005, buying clicks for a mail-order seed company in Norfolk. The adverts worked; what \
    puzzled him was the page beneath them that came up for free, every day, and sold more. In 2011 he left to work on \
    that page, for a handful of clients who wanted to know why it came up. A place on a search provider's training \
    programme followed, then larger sites, in more countries. The question has stayed the same: who has the best answer, \
    and can a machine read it? Rowan still reads every audit before a client does.";

fn authors() -> Vec<Author> {
    [
        (
            "Rowan Hale",
            "rowan-hale",
            "Founder and SEO Specialist",
            21,
            "Rowan founded Found First in 2011 and reads every audit before a client does.",
        ),
        (
            "Samir Desai",
            "samir-desai",
            "SEO Specialist",
            14,
            "Samir does technical audits, migrations and log analysis, and reads a raw access log for pleasure.",
        ),
        (
            "Imogen Firth",
            "imogen-firth",
            "Head of Content",
            11,
            "Imogen was a newspaper subeditor before she wrote for search.",
        ),
        (
            "Catrin Lloyd",
            "catrin-lloyd",
            "Search Analyst",
            8,
            "Catrin trained as a statistician and distrusts every round number.",
        ),
    ]
    .map(|(name, file, job_title, years, bio)| Author {
        name: name.into(),
        avatar: format!("/images/authors/{file}.svg"),
        bio: bio.into(),
        job_title: Some(job_title.into()),
        years_of_experience: Some(years),
        url: None,
    })
    .to_vec()
}

fn evidence() -> Evidence {
    let measure = |name: &str, before: &str, after: &str| Measure {
        name: name.into(),
        before: before.into(),
        after: after.into(),
    };
    let figure = |value: &str, label: &str| Figure { value: value.into(), label: label.into() };
    Evidence {
        case_study: Some(CaseStudy {
            client: "Northquay Freight".into(),
            summary: "A new website had cost Northquay Freight a third of its visits from search. We mapped what was \
                      lost, repaired the redirects and rewrote the eleven pages that bring in requests for quotes."
                .into(),
            period: "seven months".into(),
            measures: vec![
                measure("Enquiries a month from search", "31", "74"),
                measure("Service pages in the index", "58%", "97%"),
                measure("Mobile pages that pass Core Web Vitals", "22%", "91%"),
            ],
        }),
        figures: vec![
            figure("212", "audits since 2011"),
            figure("38", "site moves, none with a lasting drop in rankings"),
            figure("91%", "of fixes live within three months"),
            figure("6 years", "how long the average client stays"),
        ],
    }
}

const DEMO_CLIENTS: [(&str, &str, u16); 14] = [
    ("Ambertide", "ambertide", 135),
    ("Brindlemere", "brindlemere", 197),
    ("Custerly", "custerly", 163),
    ("Dovestead", "dovestead", 204),
    ("Fenmarrow", "fenmarrow", 175),
    ("Halvening", "halvening", 157),
    ("Larkspindle", "larkspindle", 172),
    ("Northquay Freight", "northquay-freight", 201),
    ("Oakhollow", "oakhollow", 209),
    ("Pellthorpe", "pellthorpe", 127),
    ("Quillhaven", "quillhaven", 205),
    ("Stavelow & Co.", "stavelow-and-co", 215),
    ("Tarnwick", "tarnwick", 188),
    ("Wexmoor", "wexmoor", 224),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_file_is_the_demo_brand() {
        assert_eq!(Site::parse("site.toml", "").unwrap(), Site::default());
        assert_eq!(Site::default().client_logos.len(), 14);
    }

    #[test]
    fn the_shipped_file_is_valid_and_says_the_defaults() {
        let text = include_str!("../../../site.toml");
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

    /// The texts of `site.toml` that fit every consultancy.
    const INHERITED: [&str; 5] = ["Founder and SEO Specialist", "09:30-17:00", "01-01", "12-25", "12-26"];

    /// A setting whose default is the demo's own is removed by [`Site::without_demo`]; any other text joins [`INHERITED`].
    #[test]
    fn no_text_of_the_demo_is_left_on_another_brand() {
        fn texts(value: &toml::Value, found: &mut Vec<String>) {
            match value {
                toml::Value::String(text) => found.push(text.clone()),
                toml::Value::Array(values) => values.iter().for_each(|value| texts(value, found)),
                toml::Value::Table(table) => table.values().for_each(|value| texts(value, found)),
                _ => {}
            }
        }
        let mut demo = Vec::new();
        texts(&toml::Value::Table(toml::from_str(include_str!("../../../site.toml")).unwrap()), &mut demo);
        let site = Site::parse("site.toml", "name = \"Acme Search\"\ncontact_email = \"hi@acme.test\"").unwrap();
        let debug = format!("{site:?}");
        demo.retain(|text| !text.is_empty() && debug.contains(&format!("{text:?}")));
        demo.retain(|text| !INHERITED.contains(&text.as_str()));
        assert_eq!(demo, [""; 0]);
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
}
