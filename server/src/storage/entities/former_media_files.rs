//! Rows of `former_media_files`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "former_media_files")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub stem: String,
    pub media_id: Uuid,
    pub replaced_at: ChronoDateTimeUtc,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
