-- Staff sort posts by status: drafts, then live posts, then scheduled ones, whose dates are later.
DROP INDEX blog_posts_by_status;
CREATE INDEX blog_posts_by_status ON blog_posts (published, listed_at, id);
