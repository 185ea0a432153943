-- Lists, categories and search that take as long with ten thousand posts as with a hundred.

-- What readers search: one row a post, in lower case by Unicode's rules: title, summary, author and tags with a
-- separator between them. Rows are numbered, since the index below knows rows by number only.
CREATE TABLE blog_posts_search (
    number       INTEGER NOT NULL PRIMARY KEY,
    blog_post_id BLOB    NOT NULL UNIQUE REFERENCES blog_posts (id) ON DELETE CASCADE,
    text         TEXT    NOT NULL
) STRICT;
INSERT INTO blog_posts_search (blog_post_id, text)
SELECT id, public_search || coalesce((
    SELECT group_concat(char(31) || tags.key, '')
    FROM blog_posts_tags JOIN tags ON tags.id = tag_id
    WHERE blog_post_id = blog_posts.id), '')
FROM blog_posts;

-- Every three characters in a row of that text, wherever they stand. The text itself stays in the table.
CREATE VIRTUAL TABLE blog_posts_trigrams USING fts5 (
    text, content = 'blog_posts_search', content_rowid = 'number', tokenize = 'trigram case_sensitive 1'
);
INSERT INTO blog_posts_trigrams (blog_posts_trigrams) VALUES ('rebuild');
CREATE TRIGGER blog_posts_search_inserted AFTER INSERT ON blog_posts_search BEGIN
    INSERT INTO blog_posts_trigrams (rowid, text) VALUES (new.number, new.text);
END;
CREATE TRIGGER blog_posts_search_deleted AFTER DELETE ON blog_posts_search BEGIN
    INSERT INTO blog_posts_trigrams (blog_posts_trigrams, rowid, text) VALUES ('delete', old.number, old.text);
END;
CREATE TRIGGER blog_posts_search_updated AFTER UPDATE ON blog_posts_search BEGIN
    INSERT INTO blog_posts_trigrams (blog_posts_trigrams, rowid, text) VALUES ('delete', old.number, old.text);
    INSERT INTO blog_posts_trigrams (rowid, text) VALUES (new.number, new.text);
END;
ALTER TABLE blog_posts DROP COLUMN public_search;

-- How many pages a post has, and its label in lower case. Both stand behind the content in a row, so that whoever
-- asks for many of them reads an index instead.
ALTER TABLE blog_posts ADD COLUMN page_count INTEGER NOT NULL DEFAULT 1;
ALTER TABLE blog_posts ADD COLUMN label_key TEXT NOT NULL DEFAULT '';
UPDATE blog_posts SET
    page_count = 1 + (length(content) - length(replace(content, '<!-- pagebreak -->', ''))) / 18,
    label_key = coalesce((SELECT key FROM tags WHERE name = label), lower(label));
CREATE INDEX blog_posts_canonical
    ON blog_posts (listed_at DESC, id DESC, slug, page_count, updated_at, canonical_url, published) WHERE published;
DROP INDEX blog_posts_label;
CREATE INDEX blog_posts_label ON blog_posts (label_key, id, published) WHERE published;

-- All that a list asks of a post before it knows which ones it shows: with every column that it names, the row itself
-- is not read.
CREATE INDEX blog_posts_visible
    ON blog_posts (id, listed_at, (featured_at IS NOT NULL), featured_at, trending, updated_at, published)
    WHERE published;
CREATE INDEX blog_posts_trending ON blog_posts (listed_at DESC, id DESC) WHERE published AND trending;
