-- Titles are sorted as staff see them, without the signs of marked words.
DROP INDEX blog_posts_by_title;
CREATE INDEX blog_posts_by_title ON blog_posts (replace(lower(title), '==', ''), id) INCLUDE (published);
