//! Everything that knows HTTP.
//!
//! [`router`] has every route. [`api`] and [`admin`] have the calls, [`pages`] maps URLs to the props of pages,
//! [`discovery`] has resources for crawlers. [`listener`] accepts connections and answers from the page cache before
//! the router.

pub mod admin;
pub mod api;
pub mod app;
pub mod assets;
mod background;
mod cached_page;
pub mod compress;
pub mod cookies;
mod csv;
pub mod discovery;
pub mod errors;
pub mod extract;
mod file_body;
mod form_pages;
pub mod health;
pub mod listener;
pub mod media;
pub mod metrics;
pub mod openapi;
pub mod page_cache;
pub mod pages;
pub mod paging;
pub mod prepared;
pub mod proxies;
pub mod render_budget;
pub mod router;
pub mod scheme;
pub mod security;
pub mod site_fetch;
