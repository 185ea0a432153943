-- Lists and searches of staff that take about as long with a hundred thousand posts as with a hundred.

-- What staff search: one row a post, in lower case by Unicode's rules: title, summary and the content's text with a
-- separator between them. Rows are numbered like places, by the date of creation: the index below finds the post that
-- was made last first, and finds no more than are shown.
CREATE TABLE blog_posts_staff_search (
    number       INTEGER NOT NULL PRIMARY KEY,
    blog_post_id BLOB    NOT NULL UNIQUE REFERENCES blog_posts (id) ON DELETE CASCADE,
    text         TEXT    NOT NULL
) STRICT;
INSERT INTO blog_posts_staff_search (number, blog_post_id, text)
SELECT number + max(first - number) OVER (ORDER BY number), id, staff_search FROM (
    SELECT id, staff_search, first, row_number() OVER (ORDER BY first, id) AS number FROM (
        SELECT id, staff_search, 64 * (
            CAST(strftime('%s', created_at) AS INTEGER) * 1000000
            + CASE WHEN substr(created_at, 20, 1) = '.'
                THEN CAST(substr(substr(created_at, 21, instr(substr(created_at, 21), '+') - 1) || '000000', 1, 6) AS INTEGER)
                ELSE 0 END
        ) AS first FROM blog_posts
    )
);
ALTER TABLE blog_posts DROP COLUMN staff_search;

-- Every three characters in a row of that text, wherever they stand.
CREATE VIRTUAL TABLE blog_posts_staff_trigrams USING fts5 (
    text, content = 'blog_posts_staff_search', content_rowid = 'number', tokenize = 'trigram case_sensitive 1',
    columnsize = 0
);
INSERT INTO blog_posts_staff_trigrams (blog_posts_staff_trigrams) VALUES ('rebuild');
CREATE TRIGGER blog_posts_staff_search_inserted AFTER INSERT ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_trigrams (rowid, text) VALUES (new.number, new.text);
END;
CREATE TRIGGER blog_posts_staff_search_deleted AFTER DELETE ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_trigrams (blog_posts_staff_trigrams, rowid, text)
    VALUES ('delete', old.number, old.text);
END;
CREATE TRIGGER blog_posts_staff_search_updated AFTER UPDATE ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_trigrams (blog_posts_staff_trigrams, rowid, text)
    VALUES ('delete', old.number, old.text);
    INSERT INTO blog_posts_staff_trigrams (rowid, text) VALUES (new.number, new.text);
END;

-- The orders of the list of staff, each with what its filter asks for.
CREATE INDEX blog_posts_by_title ON blog_posts (lower(title), id, published);
CREATE INDEX blog_posts_by_author ON blog_posts (lower(author), id, published);
CREATE INDEX blog_posts_by_status ON blog_posts (published, id);
CREATE INDEX blog_posts_by_status_created ON blog_posts (published, created_at DESC, id DESC);
