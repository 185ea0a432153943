//! Rows of `enquiries`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "enquiries")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    #[sea_orm(column_name = "type")]
    pub kind: String,
    pub status: String,
    pub name: String,
    pub email: String,
    pub website: String,
    pub company: String,
    pub phone: String,
    pub message: String,
    pub report_type: String,
    pub answers: String,
    pub source_page: String,
    pub consent: String,
    pub note: String,
    pub search_text: String,
    pub fingerprint: Vec<u8>,
    pub repeats: i32,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
