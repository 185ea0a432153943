-- The second factor of accounts.

-- An account's authenticator app. The secret itself is kept, because codes are computed from it.
CREATE TABLE totp_secrets (
    user_id       uuid        NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    secret        bytea       NOT NULL,
    -- Null until a first code has shown that the app has the secret.
    confirmed_at  timestamptz,
    -- The 30-second step of the last accepted code: each code counts once.
    last_step     bigint      NOT NULL,
    created_at    timestamptz NOT NULL
);

-- Codes for a lost phone. Each is deleted when it is used.
CREATE TABLE recovery_codes (
    id            uuid        NOT NULL PRIMARY KEY,
    user_id       uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- Argon2id, PHC string.
    code_hash     text        NOT NULL,
    created_at    timestamptz NOT NULL
);
CREATE INDEX recovery_codes_by_user ON recovery_codes (user_id);

CREATE TABLE passkeys (
    id            uuid        NOT NULL PRIMARY KEY,
    user_id       uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    name          text        NOT NULL,
    credential_id bytea       NOT NULL UNIQUE,
    -- Public key and signature counter: JSON of webauthn-rs.
    credential    text        NOT NULL,
    created_at    timestamptz NOT NULL,
    last_used_at  timestamptz
);
CREATE INDEX passkeys_by_user ON passkeys (user_id);

-- Passkeys that are being added, by the session that adds them.
CREATE TABLE passkey_registrations (
    session_id    uuid        NOT NULL PRIMARY KEY REFERENCES sessions (id) ON DELETE CASCADE,
    -- JSON of webauthn-rs.
    state         text        NOT NULL,
    expires_at    timestamptz NOT NULL
);

-- Sign-ins whose password was right and whose second factor is awaited. Tokens are kept as SHA-256 only.
CREATE TABLE sign_in_challenges (
    token_hash    bytea       NOT NULL PRIMARY KEY,
    user_id       uuid        NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    -- What a passkey is asked to sign: JSON of webauthn-rs. Null before it is asked.
    passkey_state text,
    expires_at    timestamptz NOT NULL,
    created_at    timestamptz NOT NULL
);
CREATE INDEX sign_in_challenges_by_user ON sign_in_challenges (user_id);
CREATE INDEX sign_in_challenges_by_end ON sign_in_challenges (expires_at);
