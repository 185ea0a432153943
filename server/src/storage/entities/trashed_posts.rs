//! Rows of `trashed_posts`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "trashed_posts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub blog_post_id: Uuid,
    pub slug: String,
    pub published: bool,
    pub trashed_at: ChronoDateTimeUtc,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
