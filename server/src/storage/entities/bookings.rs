//! Rows of `bookings`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "bookings")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub status: String,
    pub start_at: ChronoDateTimeUtc,
    pub end_at: ChronoDateTimeUtc,
    pub name: String,
    pub email: String,
    pub website: String,
    pub message: String,
    pub search_text: String,
    pub token_hash: Vec<u8>,
    pub sequence: i32,
    pub network: String,
    pub held_until: Option<ChronoDateTimeUtc>,
    pub confirm_hash: Option<Vec<u8>>,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
