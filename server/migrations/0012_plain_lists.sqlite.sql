-- Lists and search by ordinary indexes: columns instead of packed numbers, trigrams instead of a dictionary of words.

-- Where each published post stands in each list that readers see: 'all', 'trending', 'section:' with a section tag,
-- 'tag:' with a category in lower case. The primary key has the order of a list: featured posts first, then by date.
CREATE TABLE blog_posts_listed (
    list         TEXT    NOT NULL,
    featured     INTEGER NOT NULL,
    listed_at    TEXT    NOT NULL,
    blog_post_id BLOB    NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    trending     INTEGER NOT NULL,
    -- Of a category: by one of the post's tags, not by its label alone.
    tagged       INTEGER NOT NULL,
    PRIMARY KEY (list, featured, listed_at, blog_post_id)
) STRICT;
INSERT INTO blog_posts_listed (list, featured, listed_at, blog_post_id, trending, tagged)
SELECT list, featured_at IS NOT NULL, listed_at, blog_post_id, blog_posts_lists.trending, tagged
FROM blog_posts_lists JOIN blog_posts ON blog_posts.id = blog_post_id
ORDER BY blog_post_id;
DROP TABLE blog_posts_lists;
ALTER TABLE blog_posts_listed RENAME TO blog_posts_lists;
CREATE UNIQUE INDEX blog_posts_lists_by_post ON blog_posts_lists (blog_post_id, list);
CREATE INDEX blog_posts_lists_by_date ON blog_posts_lists (list, listed_at, blog_post_id);
CREATE INDEX blog_posts_lists_related ON blog_posts_lists (list, tagged, trending, listed_at, blog_post_id);

DROP INDEX blog_posts_place;
DROP INDEX blog_posts_changes;
ALTER TABLE blog_posts DROP COLUMN place;
-- All that sitemap and feed ask of many posts.
CREATE INDEX blog_posts_changes ON blog_posts (id, updated_at, listed_at);

-- What staff search of every post: one row a post. The id is the post's number in both search tables; it grows with
-- each new post, so that the indexes of trigrams find the newest post first.
DROP TRIGGER blog_posts_staff_search_inserted;
DROP TRIGGER blog_posts_staff_search_deleted;
DROP TRIGGER blog_posts_staff_search_updated;
DROP TRIGGER blog_posts_staff_words_inserted;
DROP TABLE blog_posts_staff_trigrams;
DROP TABLE blog_posts_staff_pieces;
DROP TABLE blog_posts_staff_words;
DROP TABLE blog_posts_staff_index;
ALTER TABLE blog_posts_staff_search RENAME TO blog_posts_staff_search_before;
CREATE TABLE blog_posts_staff_search (
    id           INTEGER NOT NULL PRIMARY KEY,
    blog_post_id BLOB    NOT NULL UNIQUE REFERENCES blog_posts (id) ON DELETE CASCADE,
    text         TEXT    NOT NULL
) STRICT;
INSERT INTO blog_posts_staff_search (id, blog_post_id, text)
SELECT row_number() OVER (ORDER BY number), blog_post_id, text FROM blog_posts_staff_search_before ORDER BY number;
DROP TABLE blog_posts_staff_search_before;

-- What readers search of published posts.
DROP TRIGGER blog_posts_search_inserted;
DROP TRIGGER blog_posts_search_deleted;
DROP TABLE blog_posts_trigrams;
ALTER TABLE blog_posts_search RENAME TO blog_posts_search_before;
CREATE TABLE blog_posts_search (
    id           INTEGER NOT NULL PRIMARY KEY,
    blog_post_id BLOB    NOT NULL UNIQUE REFERENCES blog_posts (id) ON DELETE CASCADE,
    featured     INTEGER NOT NULL,
    listed_at    TEXT    NOT NULL,
    text         TEXT    NOT NULL
) STRICT;
INSERT INTO blog_posts_search (id, blog_post_id, featured, listed_at, text)
SELECT staff.id, staff.blog_post_id, featured_at IS NOT NULL, listed_at, readers.text
FROM blog_posts_staff_search AS staff
JOIN blog_posts_search_before AS readers USING (blog_post_id)
JOIN blog_posts ON blog_posts.id = staff.blog_post_id
ORDER BY staff.id;
DROP TABLE blog_posts_search_before;

-- Which rows have which three characters in a row, wherever they stand. Without positions an index is a third as large
-- as its text; what it finds is held against the text.
CREATE VIRTUAL TABLE blog_posts_trigrams USING fts5 (
    text, content = 'blog_posts_search', content_rowid = 'id', tokenize = 'trigram case_sensitive 1',
    columnsize = 0, detail = none
);
INSERT INTO blog_posts_trigrams (blog_posts_trigrams) VALUES ('rebuild');
CREATE TRIGGER blog_posts_search_inserted AFTER INSERT ON blog_posts_search BEGIN
    INSERT INTO blog_posts_trigrams (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER blog_posts_search_deleted AFTER DELETE ON blog_posts_search BEGIN
    INSERT INTO blog_posts_trigrams (blog_posts_trigrams, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE VIRTUAL TABLE blog_posts_staff_trigrams USING fts5 (
    text, content = 'blog_posts_staff_search', content_rowid = 'id', tokenize = 'trigram case_sensitive 1',
    columnsize = 0, detail = none
);
INSERT INTO blog_posts_staff_trigrams (blog_posts_staff_trigrams) VALUES ('rebuild');
CREATE TRIGGER blog_posts_staff_search_inserted AFTER INSERT ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_trigrams (rowid, text) VALUES (new.id, new.text);
END;
CREATE TRIGGER blog_posts_staff_search_deleted AFTER DELETE ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_trigrams (blog_posts_staff_trigrams, rowid, text) VALUES ('delete', old.id, old.text);
END;
CREATE TRIGGER blog_posts_staff_search_updated AFTER UPDATE ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_trigrams (blog_posts_staff_trigrams, rowid, text) VALUES ('delete', old.id, old.text);
    INSERT INTO blog_posts_staff_trigrams (rowid, text) VALUES (new.id, new.text);
END;
