//! Rows of `audit_entries`.

use sea_orm::entity::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, DeriveEntityModel)]
#[sea_orm(table_name = "audit_entries")]
pub struct Model {
    #[sea_orm(primary_key, auto_increment = false)]
    pub number: i64,
    pub id: Uuid,
    pub at: ChronoDateTimeUtc,
    pub actor_kind: String,
    pub actor: Option<String>,
    pub address: Option<String>,
    pub actor_salt: Option<Vec<u8>>,
    pub actor_digest: Vec<u8>,
    pub action: String,
    pub object_kind: String,
    pub object_id: Option<String>,
    pub object_name: Option<String>,
    pub object_salt: Option<Vec<u8>>,
    pub object_digest: Vec<u8>,
    pub old_values: Option<String>,
    pub new_values: Option<String>,
    pub hash: Vec<u8>,
}

/// No relations: stores write their joins out.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
