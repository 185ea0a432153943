//! What visitors send: stored before it is answered, then mailed to the company.

pub mod domain;
mod emails;
mod fix_list;
pub mod service;
pub mod staff_store;
mod store;

pub use domain::{EnquiryInput, EnquiryType, Verdict};
pub use service::EnquiryService;

/// The rules of single fields, for other forms that have them.
pub(crate) mod rules {
    pub(crate) use super::domain::{
        check::{EMAIL_MESSAGE, MESSAGE, Wrong, many_lines, name_rule, too_long, website_rule},
        spam::judge_texts,
    };
}
