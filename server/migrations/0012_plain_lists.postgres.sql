-- Lists and search by ordinary indexes: columns instead of packed numbers.

-- Where each published post stands in each list that readers see: 'all', 'trending', 'section:' with a section tag,
-- 'tag:' with a category in lower case. The primary key has the order of a list: featured posts first, then by date.
CREATE TABLE blog_posts_listed (
    list         text        NOT NULL,
    featured     boolean     NOT NULL,
    listed_at    timestamptz NOT NULL,
    blog_post_id uuid        NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    trending     boolean     NOT NULL,
    -- Of a category: by one of the post's tags, not by its label alone.
    tagged       boolean     NOT NULL,
    PRIMARY KEY (list, featured, listed_at, blog_post_id)
);
INSERT INTO blog_posts_listed (list, featured, listed_at, blog_post_id, trending, tagged)
SELECT list, featured_at IS NOT NULL, listed_at, blog_post_id, blog_posts_lists.trending, tagged
FROM blog_posts_lists JOIN blog_posts ON blog_posts.id = blog_post_id;
DROP TABLE blog_posts_lists;
ALTER TABLE blog_posts_listed RENAME TO blog_posts_lists;
ALTER INDEX blog_posts_listed_pkey RENAME TO blog_posts_lists_pkey;
CREATE UNIQUE INDEX blog_posts_lists_by_post ON blog_posts_lists (blog_post_id, list);
CREATE INDEX blog_posts_lists_by_date ON blog_posts_lists (list, listed_at, blog_post_id);
CREATE INDEX blog_posts_lists_related ON blog_posts_lists (list, tagged, trending, listed_at, blog_post_id);

DROP INDEX blog_posts_place;
DROP INDEX blog_posts_changes;
ALTER TABLE blog_posts DROP COLUMN place;
-- All that sitemap and feed ask of many posts.
CREATE INDEX blog_posts_changes ON blog_posts (id) INCLUDE (updated_at, listed_at);

-- What staff search of every post. The id is the post's number in both search tables; it grows with each new post.
ALTER TABLE blog_posts_staff_search RENAME COLUMN number TO id;
ALTER TABLE blog_posts_staff_search DROP CONSTRAINT blog_posts_staff_search_pkey;
UPDATE blog_posts_staff_search SET id = numbered.id FROM (
    SELECT blog_post_id, row_number() OVER (ORDER BY id) AS id FROM blog_posts_staff_search
) AS numbered WHERE blog_posts_staff_search.blog_post_id = numbered.blog_post_id;
ALTER TABLE blog_posts_staff_search ADD PRIMARY KEY (id);

-- What readers search of published posts.
DROP INDEX blog_posts_search_standing;
ALTER TABLE blog_posts_search ADD COLUMN id bigint;
ALTER TABLE blog_posts_search ADD COLUMN featured boolean;
ALTER TABLE blog_posts_search ADD COLUMN listed_at timestamptz;
UPDATE blog_posts_search SET id = staff.id, featured = featured_at IS NOT NULL, listed_at = blog_posts.listed_at
FROM blog_posts_staff_search AS staff, blog_posts
WHERE staff.blog_post_id = blog_posts_search.blog_post_id AND blog_posts.id = blog_posts_search.blog_post_id;
ALTER TABLE blog_posts_search
    DROP COLUMN standing,
    ALTER COLUMN id SET NOT NULL,
    ALTER COLUMN featured SET NOT NULL,
    ALTER COLUMN listed_at SET NOT NULL;
CREATE UNIQUE INDEX blog_posts_search_id ON blog_posts_search (id);
