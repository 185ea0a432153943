-- Deleted posts stay in the trash for 30 days, and a link can show a post before it is published.

-- A post in the trash is not published and has no slug that an address could name, so that its own is free: here are
-- both as they were.
CREATE TABLE trashed_posts (
    blog_post_id uuid        NOT NULL PRIMARY KEY REFERENCES blog_posts (id) ON DELETE CASCADE,
    slug         text        NOT NULL,
    published    boolean     NOT NULL,
    trashed_at   timestamptz NOT NULL
);
CREATE INDEX trashed_posts_by_date ON trashed_posts (trashed_at);

CREATE TABLE post_previews (
    -- SHA-256 of the token in the link.
    token_hash   bytea       NOT NULL PRIMARY KEY,
    blog_post_id uuid        NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    -- What the editor had typed, as JSON; without it the link shows the post as saved.
    post         text,
    expires_at   timestamptz NOT NULL
);
CREATE INDEX post_previews_by_post ON post_previews (blog_post_id);
CREATE INDEX post_previews_by_expiry ON post_previews (expires_at);
