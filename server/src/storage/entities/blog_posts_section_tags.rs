//! Rows of `blog_posts_section_tags`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "blog_posts_section_tags")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub blog_post_id: Uuid,
    #[sea_orm(primary_key, auto_increment = false)]
    pub section_tag: String,
    pub position: i32,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
