//! The defaults of `site.toml`: the demo brand.

use chrono_tz::Tz;

use super::{
    Author, Bookings, ClientLogo, Founder, OpeningHours, Security, Site, SocialProfile, default_avatar,
    default_logo_height,
};

impl Default for Site {
    fn default() -> Self {
        Self {
            name: "Found First".into(),
            legal_name: "Found First Ltd".into(),
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
            authors: vec![Author {
                name: "Admin".into(),
                avatar: default_avatar(),
                bio: "SEO Specialist with 14 years of experience in technical audits, migrations and log analysis."
                    .into(),
                job_title: Some("SEO Specialist".into()),
                years_of_experience: Some(14),
                url: None,
            }],
            client_logos: DEMO_CLIENTS
                .iter()
                .map(|(name, file, width)| ClientLogo {
                    name: (*name).into(),
                    image: format!("/images/clients/{file}.svg"),
                    width: *width,
                    height: default_logo_height(),
                })
                .collect(),
            bookings: Bookings::default(),
            security: Security::default(),
            demo_values: Vec::new(),
        }
    }
}

impl Default for Founder {
    fn default() -> Self {
        Self {
            name: "Rowan Hale".into(),
            title: "Founder and SEO Specialist".into(),
            bio: "Rowan has worked in digital marketing since 2005 and founded the agency in 2011.".into(),
            email: "rowan@foundfirst.example".into(),
            network_url: "https://www.linkedin.com/in/rowan-hale-example".into(),
            social_url: "https://x.com/rowanhale_example".into(),
            photo: None,
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
