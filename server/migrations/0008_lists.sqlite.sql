-- Lists, categories and search that take as long with a hundred thousand posts as with a hundred.

-- Where a post stands by its date, among all others: 64 numbers for each microsecond of listed_at since 1970, of which a
-- post has the first that is free. The later number is the newer post; no two have one.
ALTER TABLE blog_posts ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
UPDATE blog_posts SET place = placed.place FROM (
    SELECT id, number + max(first - number) OVER (ORDER BY number) AS place FROM (
        SELECT id, first, row_number() OVER (ORDER BY first, id) AS number FROM (
            SELECT id, 64 * (
                CAST(strftime('%s', listed_at) AS INTEGER) * 1000000
                + CASE WHEN substr(listed_at, 20, 1) = '.'
                    THEN CAST(substr(substr(listed_at, 21, instr(substr(listed_at, 21), '+') - 1) || '000000', 1, 6) AS INTEGER)
                    ELSE 0 END
            ) AS first FROM blog_posts
        )
    )
) AS placed WHERE blog_posts.id = placed.id;
CREATE UNIQUE INDEX blog_posts_place ON blog_posts (place);
-- All that sitemap and feed ask of many posts.
CREATE INDEX blog_posts_changes ON blog_posts (place, updated_at, listed_at);

-- Where each published post stands in each list that readers see: 'all', 'trending', 'section:' with a section tag,
-- 'tag:' with a category in lower case. The standing is the place, for featured posts 2^62 higher: its order is that of
-- a list, featured posts before the others.
CREATE TABLE blog_posts_lists (
    list         TEXT    NOT NULL,
    standing     INTEGER NOT NULL,
    blog_post_id BLOB    NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    place        INTEGER NOT NULL,
    trending     INTEGER NOT NULL,
    -- Of a category: by one of the post's tags, not by its label alone.
    tagged       INTEGER NOT NULL,
    PRIMARY KEY (list, standing)
) STRICT;
INSERT INTO blog_posts_lists (list, standing, blog_post_id, place, trending, tagged)
SELECT list, place + (CASE WHEN featured_at IS NULL THEN 0 ELSE 1 << 62 END), blog_posts.id, place, trending, max(tagged) FROM (
    SELECT 'all' AS list, id, 0 AS tagged FROM blog_posts
    UNION ALL SELECT 'trending', id, 0 FROM blog_posts WHERE trending
    UNION ALL SELECT 'section:' || section_tag, blog_post_id, 0 FROM blog_posts_section_tags
    UNION ALL SELECT 'tag:' || key, blog_post_id, 1 FROM blog_posts_tags JOIN tags ON tags.id = tag_id
    UNION ALL SELECT 'tag:' || label_key, id, 0 FROM blog_posts
) JOIN blog_posts USING (id) WHERE published GROUP BY list, blog_posts.id;
CREATE INDEX blog_posts_lists_related ON blog_posts_lists (list, tagged, trending, place);
CREATE INDEX blog_posts_lists_by_post ON blog_posts_lists (blog_post_id);

-- What readers search, of published posts only, numbered by their standing: the index of trigrams finds the newest
-- first, and finds no more than are shown.
DROP TRIGGER blog_posts_search_inserted;
DROP TRIGGER blog_posts_search_deleted;
DROP TRIGGER blog_posts_search_updated;
DROP TABLE blog_posts_trigrams;
ALTER TABLE blog_posts_search RENAME TO blog_posts_search_before;
CREATE TABLE blog_posts_search (
    standing     INTEGER NOT NULL PRIMARY KEY,
    blog_post_id BLOB    NOT NULL UNIQUE REFERENCES blog_posts (id) ON DELETE CASCADE,
    text         TEXT    NOT NULL
) STRICT;
INSERT INTO blog_posts_search (standing, blog_post_id, text)
SELECT standing, blog_post_id, text
FROM blog_posts_search_before JOIN blog_posts_lists USING (blog_post_id) WHERE list = 'all';
DROP TABLE blog_posts_search_before;
CREATE VIRTUAL TABLE blog_posts_trigrams USING fts5 (
    text, content = 'blog_posts_search', content_rowid = 'standing', tokenize = 'trigram case_sensitive 1'
);
INSERT INTO blog_posts_trigrams (blog_posts_trigrams) VALUES ('rebuild');
CREATE TRIGGER blog_posts_search_inserted AFTER INSERT ON blog_posts_search BEGIN
    INSERT INTO blog_posts_trigrams (rowid, text) VALUES (new.standing, new.text);
END;
CREATE TRIGGER blog_posts_search_deleted AFTER DELETE ON blog_posts_search BEGIN
    INSERT INTO blog_posts_trigrams (blog_posts_trigrams, rowid, text) VALUES ('delete', old.standing, old.text);
END;

DROP INDEX blog_posts_listing;
DROP INDEX blog_posts_label;
DROP INDEX blog_posts_visible;
DROP INDEX blog_posts_trending;
ALTER TABLE blog_posts DROP COLUMN label_key;
