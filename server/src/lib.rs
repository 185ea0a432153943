//! The website of a search consultancy in one binary: pages rendered by React inside the process,
//! content in an embedded database, every asset compiled in.
//!
//! Start at [`http::router`] for what answers a URL, at [`http::pages`] for where a page's data comes from and at
//! [`http::app`] for what a handler may use. `docs/architecture.md` shows the layers and follows eight requests through
//! the code.

pub mod accounts;
pub mod audit;
pub mod authors;
pub mod backup;
pub mod bookings;
pub mod cli;
pub mod clock;
pub mod colours;
pub mod config;
pub mod dates;
pub mod detached;
pub mod dkim;
pub mod email_address;
pub mod enquiries;
pub mod error;
pub mod http;
pub mod limits;
pub mod mail;
pub mod media;
pub mod newsletter;
pub mod posts;
pub mod privacy;
pub mod redirects;
pub mod settings;
pub mod site;
pub mod site_health;
pub mod storage;
pub mod text;
pub mod token;
pub mod values;
