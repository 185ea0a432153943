//! Rows of `site_checks`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "site_checks")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub checked_at: ChronoDateTimeUtc,
    pub addresses: i64,
    pub pages: i64,
    pub complete: bool,
    pub errors: i64,
    pub warnings: i64,
    pub kinds: String,
    pub findings: Option<String>,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
