-- Authors: what readers see of those who write posts. A post names its author by text, which is compared folded.

CREATE TABLE authors (
    id                  uuid        NOT NULL PRIMARY KEY,
    slug                text        NOT NULL UNIQUE,
    name                text        NOT NULL,
    -- The name folded, as posts are matched by it.
    name_key            text        NOT NULL UNIQUE,
    job_title           text        NOT NULL,
    bio                 text        NOT NULL,
    -- Address of a square picture; without one, a silhouette is shown.
    portrait            text,
    -- A JSON array of objects with "label" and "url".
    links               text        NOT NULL,
    years_of_experience integer,
    version             bigint      NOT NULL,
    created_at          timestamptz NOT NULL,
    updated_at          timestamptz NOT NULL
);

-- The names that were taken in from site.toml, so that a deleted or renamed author does not come back.
CREATE TABLE imported_authors (
    name_key    text        NOT NULL PRIMARY KEY,
    imported_at timestamptz NOT NULL
);

-- Which names posts carry, and how many carry each. The lists of authors' posts are filled by the program, which folds
-- the names: 'author:' with the folded name.
CREATE INDEX blog_posts_author_names ON blog_posts (author);
