-- Sign-in attempts that have not succeeded, by account and network. The network '' stands for all of them together.
-- Locks of the old table end with it: the longest lasts ten minutes.
DROP TABLE sign_in_failures;
CREATE TABLE sign_in_attempts (
    email_key     text    NOT NULL,
    network       text    NOT NULL,
    failures      integer NOT NULL,
    blocked_until timestamptz,
    updated_at    timestamptz NOT NULL,
    PRIMARY KEY (email_key, network)
);
