#![doc = include_str!("../README.md")]

mod check;
mod document;
mod draft;
mod english;
mod keyphrase;
mod page;
mod site;
mod width;

pub use check::{Check, Level, score};
pub use document::{Block, BlockKind, Document, Heading, Image, Link};
pub use draft::{Draft, check_draft};
pub use page::{Page, check_page};
pub use site::{Finding, Outcome, SitePage, check_site};
pub use width::{DESCRIPTION_SIZE, TITLE_SIZE, text_width};
