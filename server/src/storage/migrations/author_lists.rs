//! Adds existing posts to the lists of their authors, for 0024.

use sea_orm::{ConnectionTrait, DbErr, Statement};

use crate::storage::search::{author_list, fold};

/// Adds each published post to the list of its author.
pub(super) async fn fill(connection: &impl ConnectionTrait) -> Result<(), DbErr> {
    let backend = connection.get_database_backend();
    let names = Statement::from_string(backend, "SELECT DISTINCT author FROM blog_posts WHERE published");
    for row in connection.query_all_raw(names).await? {
        let name: String = row.try_get_by_index(0)?;
        let list = author_list(&fold(name.trim()));
        let fill = Statement::from_sql_and_values(
            backend,
            "INSERT INTO blog_posts_lists (list, featured, listed_at, blog_post_id, trending, tagged) \
             SELECT CAST($1 AS text), featured_at IS NOT NULL, listed_at, id, trending, FALSE FROM blog_posts \
             WHERE published AND author = $2",
            [list.into(), name.into()],
        );
        connection.execute_raw(fill).await?;
    }
    Ok(())
}
