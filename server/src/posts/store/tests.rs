//! Tests of the post store, each on both engines.

mod admin_list;
mod any_filter;
mod any_staff_search;
mod beside;
mod changes;
mod list;
mod renames;
mod schedule;
mod search;
mod sitemap;
mod staff_search;
mod tagging;

use std::slice;

use chrono::{DateTime, TimeDelta, Utc};
use uuid::Uuid;

use super::{ListFilter, NewPost, PostStore, WriteError};
use crate::{
    posts::{
        domain::{PostInput, ValidPost},
        testing::*,
    },
    storage::testing::{TestDatabase, on_both_engines},
};
