-- What posts said before each save, and what editors have not saved yet.

-- A post as it was before a save; each save writes one. They go with their post: whoever deletes it was asked, and
-- means all that it said.
CREATE TABLE blog_post_revisions (
    id           BLOB    NOT NULL PRIMARY KEY,
    blog_post_id BLOB    NOT NULL REFERENCES blog_posts (id) ON DELETE CASCADE,
    -- The version that it was.
    version      INTEGER NOT NULL,
    -- Who saved over it, and when.
    editor_id    BLOB    REFERENCES users (id) ON DELETE SET NULL,
    created_at   TEXT    NOT NULL,
    title        TEXT    NOT NULL,
    -- What the save changed: JSON, [{"field", "words_before", "words_after"}, …].
    changes      TEXT    NOT NULL,
    -- All that the post said: JSON, as the API takes it.
    post         TEXT    NOT NULL,
    UNIQUE (blog_post_id, version)
) STRICT;

-- Unsaved work, for the one who does it only. Each tab in which a post is open has a draft of its own, so that two of
-- them never write over each other.
CREATE TABLE blog_post_drafts (
    user_id      BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Made by the tab.
    key          BLOB NOT NULL,
    -- Null: a post that has not been made yet.
    blog_post_id BLOB REFERENCES blog_posts (id) ON DELETE CASCADE,
    updated_at   TEXT NOT NULL,
    -- As the form has it, uncleaned: JSON, as the API takes it, with the version that it was made from.
    post         TEXT NOT NULL,
    PRIMARY KEY (user_id, key)
) STRICT;
CREATE INDEX blog_post_drafts_by_post ON blog_post_drafts (blog_post_id);
CREATE INDEX blog_post_drafts_by_age ON blog_post_drafts (updated_at);
