-- Redirects that staff made. Sources and target_path are normalised: lower case, no slash at the end, no query.
CREATE TABLE manual_redirects (
    id          BLOB    NOT NULL PRIMARY KEY,
    source      TEXT    NOT NULL UNIQUE,
    -- A path of this site with query and fragment, or an https address.
    target      TEXT    NOT NULL,
    -- The path that the target leads to on this site; empty for an address elsewhere.
    target_path TEXT    NOT NULL,
    search_text TEXT    NOT NULL,
    hits        INTEGER NOT NULL DEFAULT 0,
    last_hit_at TEXT,
    created_at  TEXT    NOT NULL
) STRICT;
CREATE INDEX manual_redirects_by_target ON manual_redirects (target_path);

ALTER TABLE redirects ADD COLUMN hits INTEGER NOT NULL DEFAULT 0;
ALTER TABLE redirects ADD COLUMN last_hit_at TEXT;

-- Addresses that readers asked for and that no page has: at most 1,000.
CREATE TABLE missed_addresses (
    id           BLOB    NOT NULL PRIMARY KEY,
    path         TEXT    NOT NULL UNIQUE,
    misses       INTEGER NOT NULL,
    last_seen_at TEXT    NOT NULL
) STRICT;
CREATE INDEX missed_addresses_by_use ON missed_addresses (misses DESC, last_seen_at DESC);
