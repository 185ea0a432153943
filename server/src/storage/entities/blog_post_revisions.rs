//! Rows of `blog_post_revisions`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "blog_post_revisions")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub blog_post_id: Uuid,
    pub version: i64,
    pub editor_id: Option<Uuid>,
    pub created_at: ChronoDateTimeUtc,
    pub title: String,
    pub changes: String,
    pub post: String,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
