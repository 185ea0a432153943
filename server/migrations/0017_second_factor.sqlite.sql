-- The second factor of accounts.

-- An account's authenticator app. The secret itself is kept, because codes are computed from it.
CREATE TABLE totp_secrets (
    user_id      BLOB    NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret       BLOB    NOT NULL,
    -- Null until a first code has shown that the app has the secret.
    confirmed_at TEXT,
    -- The 30-second step of the last accepted code: each code counts once.
    last_step    INTEGER NOT NULL,
    created_at   TEXT    NOT NULL
) STRICT;

-- Codes for a lost phone. Each is deleted when it is used.
CREATE TABLE recovery_codes (
    id         BLOB NOT NULL PRIMARY KEY,
    user_id    BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Argon2id, PHC string.
    code_hash  TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

CREATE TABLE passkeys (
    id            BLOB NOT NULL PRIMARY KEY,
    user_id       BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name          TEXT NOT NULL,
    credential_id BLOB NOT NULL UNIQUE,
    -- Public key and signature counter: JSON of webauthn-rs.
    credential    TEXT NOT NULL,
    created_at    TEXT NOT NULL,
    last_used_at  TEXT
) STRICT;
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Passkeys that are being added, by the session that adds them.
CREATE TABLE passkey_registrations (
    session_id BLOB NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    -- JSON of webauthn-rs.
    state      TEXT NOT NULL,
    expires_at TEXT NOT NULL
) STRICT;

-- Sign-ins whose password was right and whose second factor is awaited. Tokens are kept as SHA-256 only.
CREATE TABLE sign_in_challenges (
    token_hash    BLOB NOT NULL PRIMARY KEY,
    user_id       BLOB NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- What a passkey is asked to sign: JSON of webauthn-rs. Null before it is asked.
    passkey_state TEXT,
    expires_at    TEXT NOT NULL,
    created_at    TEXT NOT NULL
) STRICT;
CREATE INDEX sign_in_challenges_by_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_by_end ON sign_in_challenges (expires_at);
