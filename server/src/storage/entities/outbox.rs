//! Rows of `outbox`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "outbox")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: Uuid,
    pub kind: String,
    pub recipient: String,
    pub subject: String,
    pub text_body: String,
    pub html_body: String,
    pub headers: String,
    pub state: String,
    pub attempts: i32,
    pub next_attempt_at: ChronoDateTimeUtc,
    pub leased_until: Option<ChronoDateTimeUtc>,
    pub last_error: Option<String>,
    pub enquiry_id: Option<Uuid>,
    pub booking_id: Option<Uuid>,
    pub calendar: Option<String>,
    pub created_at: ChronoDateTimeUtc,
    pub sent_at: Option<ChronoDateTimeUtc>,
    pub expires_at: Option<ChronoDateTimeUtc>,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
