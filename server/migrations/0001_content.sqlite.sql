-- Posts, their tags and addresses, media, and the counter that every cached page is tied to.
-- SQLite has no type for points in time: they are RFC 3339 texts in UTC, which sort as they read.

CREATE TABLE blog_posts (
    id               BLOB    NOT NULL PRIMARY KEY,
    title            TEXT    NOT NULL,
    slug             TEXT    NOT NULL UNIQUE,
    summary          TEXT    NOT NULL,
    word_count       INTEGER NOT NULL,
    author           TEXT    NOT NULL,
    label            TEXT    NOT NULL,
    published        INTEGER NOT NULL,
    trending         INTEGER NOT NULL,
    crawl_log        INTEGER NOT NULL,
    inside_the_index INTEGER NOT NULL,
    featured_at      TEXT,
    published_date   TEXT,
    -- published_date, else created_at: what lists are sorted by and a schedule waits for.
    listed_at        TEXT    NOT NULL,
    featured_image   TEXT,
    thumbnail_image  TEXT,
    meta_title       TEXT    NOT NULL,
    meta_description TEXT    NOT NULL,
    canonical_url    TEXT,
    version          INTEGER NOT NULL,
    created_at       TEXT    NOT NULL,
    updated_at       TEXT    NOT NULL,
    -- The long ones stand last: whoever reads the others of a row does not walk through these.
    author_bio       TEXT    NOT NULL,
    schema_markup    TEXT    NOT NULL,
    headings         TEXT    NOT NULL,
    -- What readers search, in lower case by Unicode's rules, on which the engines do not agree.
    public_search    TEXT    NOT NULL,
    -- What staff search: the content's text too.
    staff_search     TEXT    NOT NULL,
    content          TEXT    NOT NULL
) STRICT;
CREATE INDEX blog_posts_listing ON blog_posts ((featured_at IS NOT NULL) DESC, listed_at DESC, id DESC) WHERE published;
CREATE INDEX blog_posts_newest ON blog_posts (listed_at DESC, id DESC) WHERE published;
CREATE INDEX blog_posts_created ON blog_posts (created_at DESC, id DESC);
CREATE INDEX blog_posts_label ON blog_posts (label, listed_at DESC) WHERE published;

CREATE TABLE tags (
    id   BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    -- The name in lower case: two tags differ by more than capitals.
    key  TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE blog_posts_tags (
    blog_post_id BLOB    NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    tag_id       BLOB    NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    -- The order in which the editor gave them, from 0: the first one labels the post.
    position     INTEGER NOT NULL,
    PRIMARY KEY (blog_post_id, tag_id)
) STRICT;
CREATE INDEX blog_posts_tags_by_tag ON blog_posts_tags (tag_id, blog_post_id);

CREATE TABLE blog_posts_section_tags (
    blog_post_id BLOB    NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    section_tag  TEXT    NOT NULL,
    position     INTEGER NOT NULL,
    PRIMARY KEY (blog_post_id, section_tag)
) STRICT;
CREATE INDEX blog_posts_section_tags_by_tag ON blog_posts_section_tags (section_tag, blog_post_id);

-- A slug that a post once had. It answers with a permanent redirect to the post's present one.
CREATE TABLE redirects (
    slug         TEXT NOT NULL PRIMARY KEY,
    blog_post_id BLOB NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    created_at   TEXT NOT NULL
) STRICT;
CREATE INDEX redirects_by_post ON redirects (blog_post_id);

CREATE TABLE media (
    id         BLOB    NOT NULL PRIMARY KEY,
    file_name  TEXT    NOT NULL,
    file_path  TEXT    NOT NULL UNIQUE,
    mime_type  TEXT    NOT NULL,
    size       INTEGER NOT NULL,
    width      INTEGER,
    height     INTEGER,
    alt_text   TEXT    NOT NULL,
    variants   TEXT    NOT NULL,
    created_at TEXT    NOT NULL
) STRICT;
CREATE INDEX media_newest ON media (created_at DESC, id DESC);

-- One row. Grows by one with every change of content: a cached page belongs to one version.
CREATE TABLE content_version (
    id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    version INTEGER NOT NULL
) STRICT;
INSERT INTO content_version (id, version) VALUES (1, 1);
