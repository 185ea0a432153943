//! Removes the `==` marks of titles from the search texts of existing posts, for 0033.

use sea_orm::{
    ConnectionTrait, DbErr,
    sea_query::{Expr, ExprTrait, Query},
};
use uuid::Uuid;

use crate::{
    storage::{
        reader_search,
        search::{SEPARATOR, fold},
    },
    text::{plain_title, single_line},
};

/// Maximum number of posts that are in memory at once.
const POSTS: usize = 200;

/// Rewrites the search rows of posts with a mark in the title.
pub(super) async fn fill(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let marked = Query::select()
        .columns(["id", "title"])
        .from("blog_posts")
        .and_where(Expr::col("title").like("%==%"))
        .to_owned();
    let mut posts: Vec<(Uuid, String)> = Vec::new();
    for row in connection.query_all(&marked).await? {
        posts.push((row.try_get_by_index(0)?, row.try_get_by_index(1)?));
    }
    for batch in posts.chunks(POSTS) {
        let ids: Vec<Uuid> = batch.iter().map(|(id, _)| *id).collect();
        reader_search::write(connection, &ids).await?;
    }
    for (id, title) in posts {
        renew_staff_text(connection, id, &title).await?;
    }
    Ok(())
}

/// Removes the marks from the title with which the staff's search text begins. Text that begins otherwise is rewritten
/// on the next save.
async fn renew_staff_text(connection: &impl ConnectionTrait, id: Uuid, title: &str) -> Result<(), DbErr> {
    let table = "blog_posts_staff_search";
    let of_post = Expr::col("blog_post_id").eq(id);
    let stored = Query::select().column("text").from(table).and_where(of_post.clone()).to_owned();
    let Some(row) = connection.query_one(&stored).await? else { return Ok(()) };
    let text: String = row.try_get_by_index(0)?;
    let begin = |title: &str| format!("{}{SEPARATOR}", fold(&single_line(title)));
    let Some(rest) = text.strip_prefix(&begin(title)) else { return Ok(()) };
    let renewed = format!("{}{rest}", begin(&plain_title(title)));
    let change = Query::update().table(table).value("text", renewed).and_where(of_post).to_owned();
    connection.execute(&change).await?;
    Ok(())
}
