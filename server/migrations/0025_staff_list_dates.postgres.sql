-- The list of staff is sorted by publish date and by the last change as well.
CREATE INDEX blog_posts_by_listed ON blog_posts (listed_at, id, published);
CREATE INDEX blog_posts_by_updated ON blog_posts (updated_at, id, published);
