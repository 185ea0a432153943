-- Settings of the site that differ from site.toml, a row for each time they were saved. The newest holds.
CREATE TABLE site_settings (
    -- From 1, without gaps but for the oldest, which are deleted.
    version    bigint      NOT NULL PRIMARY KEY,
    -- The keys that differ, as a JSON object with the names and structure of site.toml.
    changed    text        NOT NULL,
    created_at timestamptz NOT NULL
);
