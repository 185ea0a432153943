-- Redirects that staff made. Sources and target_path are normalised: lower case, no slash at the end, no query.
CREATE TABLE manual_redirects (
    id          uuid    NOT NULL PRIMARY KEY,
    source      text    NOT NULL UNIQUE,
    -- A path of this site with query and fragment, or an https address.
    target      text    NOT NULL,
    -- The path that the target leads to on this site; empty for an address elsewhere.
    target_path text    NOT NULL,
    search_text text    NOT NULL,
    hits        bigint  NOT NULL DEFAULT 0,
    last_hit_at timestamptz,
    created_at  timestamptz NOT NULL
);
CREATE INDEX manual_redirects_by_target ON manual_redirects (target_path);

ALTER TABLE redirects ADD COLUMN hits bigint NOT NULL DEFAULT 0;
ALTER TABLE redirects ADD COLUMN last_hit_at timestamptz;

-- Addresses that readers asked for and that no page has: at most 1,000.
CREATE TABLE missed_addresses (
    id           uuid    NOT NULL PRIMARY KEY,
    path         text    NOT NULL UNIQUE,
    misses       bigint  NOT NULL,
    last_seen_at timestamptz NOT NULL
);
CREATE INDEX missed_addresses_by_use ON missed_addresses (misses DESC, last_seen_at DESC);
