-- Checks of the site: the newest 90.
CREATE TABLE site_checks (
    id         uuid        NOT NULL PRIMARY KEY,
    checked_at timestamptz NOT NULL,
    -- Addresses that were asked, and those of them that are pages.
    addresses  bigint      NOT NULL,
    pages      bigint      NOT NULL,
    -- Whether every address was asked.
    complete   boolean     NOT NULL,
    errors     bigint      NOT NULL,
    warnings   bigint      NOT NULL,
    -- Errors and warnings of each rule, as JSON.
    kinds      text        NOT NULL,
    -- What is wrong, as JSON. Only the newest check has it.
    findings   text
);
CREATE INDEX site_checks_by_date ON site_checks (checked_at);

-- The check that runs, or ran last: one row, made by the first check. It keeps two processes from checking at once.
CREATE TABLE site_check_lease (
    id              bigint      NOT NULL PRIMARY KEY CHECK (id = 1),
    token           uuid        NOT NULL,
    begun_at        timestamptz NOT NULL,
    leased_until    timestamptz NOT NULL,
    -- Version of the content that is checked.
    content_version bigint      NOT NULL,
    -- Why the check failed; empty when it did not.
    failure         text        NOT NULL
);
