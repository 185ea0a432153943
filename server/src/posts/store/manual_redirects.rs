//! Redirects that staff made follow the addresses of posts, so that none takes two hops or hides a page.

use sea_orm::{ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QuerySelect, sea_query::Expr};

use crate::storage::{
    entities::manual_redirects::{Column, Entity},
    search::search_text,
};

fn post_url(slug: &str) -> String {
    format!("/blog/{slug}")
}

/// Removes the redirect from the address that a post takes.
pub async fn give_way(connection: &impl ConnectionTrait, slug: &str) -> Result<(), DbErr> {
    Entity::delete_many().filter(Column::Source.eq(post_url(slug))).exec(connection).await?;
    Ok(())
}

/// Leads redirects to a renamed post to its new address.
pub async fn follow(connection: &impl ConnectionTrait, old: &str, new: &str) -> Result<(), DbErr> {
    let (old, new) = (post_url(old), post_url(new));
    let leading = Entity::find().select_only().columns([Column::Id, Column::Source]);
    let leading: Vec<(uuid::Uuid, String)> =
        leading.filter(Column::TargetPath.eq(old)).into_tuple().all(connection).await?;
    for (id, source) in leading {
        Entity::update_many()
            .col_expr(Column::Target, Expr::value(new.as_str()))
            .col_expr(Column::TargetPath, Expr::value(new.as_str()))
            .col_expr(Column::SearchText, Expr::value(search_text([source.as_str(), new.as_str()])))
            .filter(Column::Id.eq(id))
            .exec(connection)
            .await?;
    }
    Ok(())
}
