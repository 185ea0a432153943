//! Rows of `blog_posts_lists`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "blog_posts_lists")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub list: String,
    #[sea_orm(primary_key, auto_increment = false)]
    pub featured: bool,
    #[sea_orm(primary_key, auto_increment = false)]
    pub listed_at: ChronoDateTimeUtc,
    #[sea_orm(primary_key, auto_increment = false)]
    pub blog_post_id: Uuid,
    pub trending: bool,
    pub tagged: bool,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
