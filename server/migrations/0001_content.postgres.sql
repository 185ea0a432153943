-- Posts, their tags and addresses, media, and the counter that every cached page is tied to.

CREATE TABLE blog_posts (
    id               uuid    NOT NULL PRIMARY KEY,
    title            text    NOT NULL,
    slug             text    NOT NULL UNIQUE,
    summary          text    NOT NULL,
    word_count       integer NOT NULL,
    author           text    NOT NULL,
    label            text    NOT NULL,
    published        boolean NOT NULL,
    trending         boolean NOT NULL,
    crawl_log        boolean NOT NULL,
    inside_the_index boolean NOT NULL,
    featured_at      timestamptz,
    published_date   timestamptz,
    -- published_date, else created_at: what lists are sorted by and a schedule waits for.
    listed_at        timestamptz    NOT NULL,
    featured_image   text,
    thumbnail_image  text,
    meta_title       text    NOT NULL,
    meta_description text    NOT NULL,
    canonical_url    text,
    version          bigint NOT NULL,
    created_at       timestamptz    NOT NULL,
    updated_at       timestamptz    NOT NULL,
    -- The long ones stand last: whoever reads the others of a row does not walk through these.
    author_bio       text    NOT NULL,
    schema_markup    text    NOT NULL,
    headings         text    NOT NULL,
    -- What readers search, in lower case by Unicode's rules, on which the engines do not agree.
    public_search    text    NOT NULL,
    -- What staff search: the content's text too.
    staff_search     text    NOT NULL,
    content          text    NOT NULL
);
CREATE INDEX blog_posts_listing ON blog_posts ((featured_at IS NOT NULL) DESC, listed_at DESC, id DESC) WHERE published;
CREATE INDEX blog_posts_newest ON blog_posts (listed_at DESC, id DESC) WHERE published;
CREATE INDEX blog_posts_created ON blog_posts (created_at DESC, id DESC);
CREATE INDEX blog_posts_label ON blog_posts (label, listed_at DESC) WHERE published;

CREATE TABLE tags (
    id   uuid NOT NULL PRIMARY KEY,
    name text NOT NULL,
    -- The name in lower case: two tags differ by more than capitals.
    key  text NOT NULL UNIQUE
);

CREATE TABLE blog_posts_tags (
    blog_post_id uuid    NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    tag_id       uuid    NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    -- The order in which the editor gave them, from 0: the first one labels the post.
    position     integer NOT NULL,
    PRIMARY KEY (blog_post_id, tag_id)
);
CREATE INDEX blog_posts_tags_by_tag ON blog_posts_tags (tag_id, blog_post_id);

CREATE TABLE blog_posts_section_tags (
    blog_post_id uuid    NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    section_tag  text    NOT NULL,
    position     integer NOT NULL,
    PRIMARY KEY (blog_post_id, section_tag)
);
CREATE INDEX blog_posts_section_tags_by_tag ON blog_posts_section_tags (section_tag, blog_post_id);

-- A slug that a post once had. It answers with a permanent redirect to the post's present one.
CREATE TABLE redirects (
    slug         text NOT NULL PRIMARY KEY,
    blog_post_id uuid NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    created_at   timestamptz NOT NULL
);
CREATE INDEX redirects_by_post ON redirects (blog_post_id);

CREATE TABLE media (
    id         uuid    NOT NULL PRIMARY KEY,
    file_name  text    NOT NULL,
    file_path  text    NOT NULL UNIQUE,
    mime_type  text    NOT NULL,
    size       bigint NOT NULL,
    width      integer,
    height     integer,
    alt_text   text    NOT NULL,
    variants   text    NOT NULL,
    created_at timestamptz    NOT NULL
);
CREATE INDEX media_newest ON media (created_at DESC, id DESC);

-- One row. Grows by one with every change of content: a cached page belongs to one version.
CREATE TABLE content_version (
    id      integer NOT NULL PRIMARY KEY CHECK (id = 1),
    version bigint NOT NULL
);
INSERT INTO content_version (id, version) VALUES (1, 1);
