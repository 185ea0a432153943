-- People who sign in, their sessions, and the count of failed tries.

CREATE TABLE users (
    id            uuid    NOT NULL PRIMARY KEY,
    email         text    NOT NULL,
    -- The address in lower case: one account an address.
    email_key     text    NOT NULL UNIQUE,
    -- Argon2id, PHC string.
    password_hash text    NOT NULL,
    is_admin      boolean NOT NULL,
    created_at    timestamptz    NOT NULL,
    updated_at    timestamptz    NOT NULL
);

-- Tokens are kept as SHA-256 only.
CREATE TABLE sessions (
    id                 uuid NOT NULL PRIMARY KEY,
    user_id            uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    access_hash        bytea NOT NULL UNIQUE,
    access_expires_at  timestamptz NOT NULL,
    refresh_hash       bytea NOT NULL UNIQUE,
    refresh_expires_at timestamptz NOT NULL,
    created_at         timestamptz NOT NULL,
    updated_at         timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_end ON sessions (refresh_expires_at);

-- Refresh tokens that were exchanged. Whoever shows one again has a stolen copy: the session ends.
CREATE TABLE spent_refresh_tokens (
    refresh_hash bytea NOT NULL PRIMARY KEY,
    session_id   uuid NOT NULL REFERENCES sessions (id) ON DELETE CASCADE,
    spent_at     timestamptz NOT NULL
);
CREATE INDEX spent_refresh_tokens_by_session ON spent_refresh_tokens (session_id);

-- Failed tries by subject: "account:<address>" or "address:<ip>".
CREATE TABLE sign_in_failures (
    subject      text    NOT NULL PRIMARY KEY,
    failures     integer NOT NULL,
    locked_until timestamptz,
    updated_at   timestamptz    NOT NULL
);
