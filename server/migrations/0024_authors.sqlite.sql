-- Authors: what readers see of those who write posts. A post names its author by text, which is compared folded.

CREATE TABLE authors (
    id                  BLOB    NOT NULL PRIMARY KEY,
    slug                TEXT    NOT NULL UNIQUE,
    name                TEXT    NOT NULL,
    -- The name folded, as posts are matched by it.
    name_key            TEXT    NOT NULL UNIQUE,
    job_title           TEXT    NOT NULL,
    bio                 TEXT    NOT NULL,
    -- Address of a square picture; without one, a silhouette is shown.
    portrait            TEXT,
    -- A JSON array of objects with "label" and "url".
    links               TEXT    NOT NULL,
    years_of_experience INTEGER,
    version             INTEGER NOT NULL,
    created_at          TEXT    NOT NULL,
    updated_at          TEXT    NOT NULL
) STRICT;

-- The names that were taken in from site.toml, so that a deleted or renamed author does not come back.
CREATE TABLE imported_authors (
    name_key    TEXT NOT NULL PRIMARY KEY,
    imported_at TEXT NOT NULL
) STRICT;

-- Which names posts carry, and how many carry each. The lists of authors' posts are filled by the program, which folds
-- the names: 'author:' with the folded name.
CREATE INDEX blog_posts_author_names ON blog_posts (author);
