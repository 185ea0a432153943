-- Lists, categories and search that take as long with ten thousand posts as with a hundred.

-- What readers search: one row a post, in lower case by Unicode's rules: title, summary, author and tags with a
-- separator between them.
CREATE TABLE blog_posts_search (
    blog_post_id uuid NOT NULL PRIMARY KEY REFERENCES blog_posts (id) ON DELETE CASCADE,
    text         text NOT NULL
);
INSERT INTO blog_posts_search (blog_post_id, text)
SELECT id, public_search || coalesce((
    SELECT string_agg(chr(31) || tags.key, '')
    FROM blog_posts_tags JOIN tags ON tags.id = tag_id
    WHERE blog_post_id = blog_posts.id), '')
FROM blog_posts;
ALTER TABLE blog_posts DROP COLUMN public_search;

-- Every three characters in a row of that text, where the server has what it takes. Without, search reads the table
-- through: the same posts are found, only not as fast.
DO $$ BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX blog_posts_trigrams ON blog_posts_search USING gin (text gin_trgm_ops);
EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
    RAISE NOTICE 'pg_trgm is not to be had: search works without its index';
END $$;

-- How many pages a post has, and its label in lower case.
ALTER TABLE blog_posts ADD COLUMN page_count integer NOT NULL DEFAULT 1;
ALTER TABLE blog_posts ADD COLUMN label_key text NOT NULL DEFAULT '';
UPDATE blog_posts SET
    page_count = 1 + (length(content) - length(replace(content, '<!-- pagebreak -->', ''))) / 18,
    label_key = lower(label);
CREATE INDEX blog_posts_canonical ON blog_posts (listed_at DESC, id DESC) INCLUDE (slug, page_count, updated_at, canonical_url)
    WHERE published;
DROP INDEX blog_posts_label;
CREATE INDEX blog_posts_label ON blog_posts (label_key, id) WHERE published;

-- All that a list asks of a post before it knows which ones it shows.
CREATE INDEX blog_posts_visible ON blog_posts (id) INCLUDE (listed_at, featured_at, trending, updated_at)
    WHERE published;
CREATE INDEX blog_posts_trending ON blog_posts (listed_at DESC, id DESC) WHERE published AND trending;
