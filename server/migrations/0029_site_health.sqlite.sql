-- Checks of the site: the newest 90.
CREATE TABLE site_checks (
    id         BLOB    NOT NULL PRIMARY KEY,
    checked_at TEXT    NOT NULL,
    -- Addresses that were asked, and those of them that are pages.
    addresses  INTEGER NOT NULL,
    pages      INTEGER NOT NULL,
    -- Whether every address was asked.
    complete   INTEGER NOT NULL,
    errors     INTEGER NOT NULL,
    warnings   INTEGER NOT NULL,
    -- Errors and warnings of each rule, as JSON.
    kinds      TEXT    NOT NULL,
    -- What is wrong, as JSON. Only the newest check has it.
    findings   TEXT
) STRICT;
CREATE INDEX site_checks_by_date ON site_checks (checked_at);

-- The check that runs, or ran last: one row, made by the first check. It keeps two processes from checking at once.
CREATE TABLE site_check_lease (
    id              INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    token           BLOB    NOT NULL,
    begun_at        TEXT    NOT NULL,
    leased_until    TEXT    NOT NULL,
    -- Version of the content that is checked.
    content_version INTEGER NOT NULL,
    -- Why the check failed; empty when it did not.
    failure         TEXT    NOT NULL
) STRICT;
