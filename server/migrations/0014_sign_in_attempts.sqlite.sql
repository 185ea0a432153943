-- Sign-in attempts that have not succeeded, by account and network. The network '' stands for all of them together.
-- Locks of the old table end with it: the longest lasts ten minutes.
DROP TABLE sign_in_failures;
CREATE TABLE sign_in_attempts (
    email_key     TEXT    NOT NULL,
    network       TEXT    NOT NULL,
    failures      INTEGER NOT NULL,
    blocked_until TEXT,
    updated_at    TEXT    NOT NULL,
    PRIMARY KEY (email_key, network)
) STRICT;
