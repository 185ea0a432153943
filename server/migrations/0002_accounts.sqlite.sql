-- People who sign in, their sessions, and the count of failed tries.

CREATE TABLE users (
    id            BLOB    NOT NULL PRIMARY KEY,
    email         TEXT    NOT NULL,
    -- The address in lower case: one account an address.
    email_key     TEXT    NOT NULL UNIQUE,
    -- Argon2id, PHC string.
    password_hash TEXT    NOT NULL,
    is_admin      INTEGER NOT NULL,
    created_at    TEXT    NOT NULL,
    updated_at    TEXT    NOT NULL
) STRICT;

-- Tokens are kept as SHA-256 only.
CREATE TABLE sessions (
    id                 BLOB NOT NULL PRIMARY KEY,
    user_id            BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    access_hash        BLOB NOT NULL UNIQUE,
    access_expires_at  TEXT NOT NULL,
    refresh_hash       BLOB NOT NULL UNIQUE,
    refresh_expires_at TEXT NOT NULL,
    created_at         TEXT NOT NULL,
    updated_at         TEXT NOT NULL
) STRICT;
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (refresh_expires_at);

-- Refresh tokens that were exchanged. Whoever shows one again has a stolen copy: the session ends.
CREATE TABLE spent_refresh_tokens (
    refresh_hash BLOB NOT NULL PRIMARY KEY,
    session_id   BLOB NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    spent_at     TEXT NOT NULL
) STRICT;
CREATE INDEX spent_refresh_tokens_by_session ON spent_refresh_tokens (session_id);

-- Failed tries by subject: "account:<address>" or "address:<ip>".
CREATE TABLE sign_in_failures (
    subject      TEXT    NOT NULL PRIMARY KEY,
    failures     INTEGER NOT NULL,
    locked_until TEXT,
    updated_at   TEXT    NOT NULL
) STRICT;
