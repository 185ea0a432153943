//! Rows of `blog_posts`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "blog_posts")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub title: String,
    pub slug: String,
    pub summary: String,
    pub content: String,
    pub headings: String,
    pub word_count: i32,
    pub page_count: i32,
    pub author: String,
    pub author_bio: String,
    pub label: String,
    pub published: bool,
    pub trending: bool,
    pub crawl_log: bool,
    pub inside_the_index: bool,
    pub featured_at: Option<ChronoDateTimeUtc>,
    pub published_date: Option<ChronoDateTimeUtc>,
    pub listed_at: ChronoDateTimeUtc,
    pub featured_image: Option<String>,
    pub thumbnail_image: Option<String>,
    pub meta_title: String,
    pub meta_description: String,
    pub canonical_url: Option<String>,
    pub schema_markup: String,
    pub version: i64,
    pub created_at: ChronoDateTimeUtc,
    pub updated_at: ChronoDateTimeUtc,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
