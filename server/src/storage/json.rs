//! JSON in text columns.

use sea_orm::DbErr;
use serde::{Serialize, de::DeserializeOwned};

/// Returns what a column holds of a value.
pub fn to_json(value: &(impl Serialize + ?Sized)) -> Result<String, DbErr> {
    serde_json::to_string(value).map_err(|error| DbErr::Json(error.to_string()))
}

/// Reads the value that a column holds.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, DbErr> {
    serde_json::from_str(text).map_err(|error| DbErr::Json(error.to_string()))
}
