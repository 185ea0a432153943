//! Rows of `site_check_lease`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "site_check_lease")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: i64,
    pub token: Uuid,
    pub begun_at: ChronoDateTimeUtc,
    pub leased_until: ChronoDateTimeUtc,
    pub content_version: i64,
    pub failure: String,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
