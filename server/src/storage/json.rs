//! JSON in text columns.

use sea_orm::DbErr;
use serde::{Serialize, de::DeserializeOwned};

/// Returns a value as JSON for a text column.
pub fn to_json(value: &(impl Serialize + ?Sized)) -> Result<String, DbErr> {
    serde_json::to_string(value).map_err(|error| DbErr::Json(error.to_string()))
}

/// Parses the JSON of a text column.
pub fn from_json<T: DeserializeOwned>(text: &str) -> Result<T, DbErr> {
    serde_json::from_str(text).map_err(|error| DbErr::Json(error.to_string()))
}
