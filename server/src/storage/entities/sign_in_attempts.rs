//! Rows of `sign_in_attempts`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "sign_in_attempts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub email_key: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub network: String,
    pub failures: i32,
    pub blocked_until: Option<ChronoDateTimeUtc>,
    pub updated_at: ChronoDateTimeUtc,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
