-- Lists, categories and search that take as long with a hundred thousand posts as with a hundred.

-- Where a post stands by its date, among all others: 64 numbers for each microsecond of listed_at since 1970, of which a
-- post has the first that is free. The later number is the newer post; no two have one.
ALTER TABLE blog_posts ADD COLUMN place bigint NOT NULL DEFAULT 0;
UPDATE blog_posts SET place = placed.place FROM (
    SELECT id, number + max(first - number) OVER (ORDER BY number) AS place FROM (
        SELECT id, first, row_number() OVER (ORDER BY first, id) AS number FROM (
            SELECT id, 64 * (extract(epoch FROM listed_at) * 1000000)::bigint AS first FROM blog_posts
        ) AS dated
    ) AS numbered
) AS placed WHERE blog_posts.id = placed.id;
ALTER TABLE blog_posts ALTER COLUMN place DROP DEFAULT;
CREATE UNIQUE INDEX blog_posts_place ON blog_posts (place);
-- All that sitemap and feed ask of many posts.
CREATE INDEX blog_posts_changes ON blog_posts (place) INCLUDE (updated_at, listed_at);

-- Where each published post stands in each list that readers see: 'all', 'trending', 'section:' with a section tag,
-- 'tag:' with a category in lower case. The standing is the place, for featured posts 2^62 higher: its order is that of
-- a list, featured posts before the others.
CREATE TABLE blog_posts_lists (
    list         text    NOT NULL,
    standing     bigint  NOT NULL,
    blog_post_id uuid    NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    place        bigint  NOT NULL,
    trending     boolean NOT NULL,
    -- Of a category: by one of the post's tags, not by its label alone.
    tagged       boolean NOT NULL,
    PRIMARY KEY (list, standing)
);
INSERT INTO blog_posts_lists (list, standing, blog_post_id, place, trending, tagged)
SELECT list, place + (CASE WHEN featured_at IS NULL THEN 0 ELSE 1::bigint << 62 END), blog_posts.id, place, trending, bool_or(tagged)
FROM (
    SELECT 'all' AS list, id, FALSE AS tagged FROM blog_posts
    UNION ALL SELECT 'trending', id, FALSE FROM blog_posts WHERE trending
    UNION ALL SELECT 'section:' || section_tag, blog_post_id, FALSE FROM blog_posts_section_tags
    UNION ALL SELECT 'tag:' || key, blog_post_id, TRUE FROM blog_posts_tags JOIN tags ON tags.id = tag_id
    UNION ALL SELECT 'tag:' || label_key, id, FALSE FROM blog_posts
) AS listed JOIN blog_posts USING (id) WHERE published GROUP BY list, blog_posts.id;
CREATE INDEX blog_posts_lists_related ON blog_posts_lists (list, tagged, trending, place);
CREATE INDEX blog_posts_lists_by_post ON blog_posts_lists (blog_post_id);

-- What readers search, of published posts only, with their standing.
ALTER TABLE blog_posts_search ADD COLUMN standing bigint;
UPDATE blog_posts_search SET standing = blog_posts_lists.standing
FROM blog_posts_lists WHERE list = 'all' AND blog_posts_lists.blog_post_id = blog_posts_search.blog_post_id;
DELETE FROM blog_posts_search WHERE standing IS NULL;
ALTER TABLE blog_posts_search ALTER COLUMN standing SET NOT NULL;
CREATE UNIQUE INDEX blog_posts_search_standing ON blog_posts_search (standing);

DROP INDEX blog_posts_listing;
DROP INDEX blog_posts_label;
DROP INDEX blog_posts_visible;
DROP INDEX blog_posts_trending;
ALTER TABLE blog_posts DROP COLUMN label_key;
