-- Accounts that do not exist yet: nobody signs in to them, and nothing is granted to them. `users` holds only accounts
-- whose address was confirmed; those from before this migration count as such. Tokens are kept as SHA-256 only.
CREATE TABLE pending_sign_ups (
    -- The address in lower case: the newest sign-up replaces the one before.
    email_key     text NOT NULL PRIMARY KEY,
    email         text NOT NULL,
    -- Argon2id, PHC string.
    password_hash text NOT NULL,
    token_hash    bytea NOT NULL UNIQUE,
    expires_at    timestamptz NOT NULL,
    created_at    timestamptz NOT NULL
);
CREATE INDEX pending_sign_ups_by_end ON pending_sign_ups (expires_at);

-- Apart from sign-ups, so that a stranger's sign-up with the address does not replace the invitation.
CREATE TABLE invitations (
    email_key  text NOT NULL PRIMARY KEY,
    email      text NOT NULL,
    -- 'administrator' or 'editor'.
    role       text NOT NULL,
    token_hash bytea NOT NULL UNIQUE,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX invitations_by_end ON invitations (expires_at);

-- 'administrator' or 'editor'; none without rights. Both have the same rights so far: is_admin.
ALTER TABLE users ADD COLUMN role text;
UPDATE users SET role = 'administrator' WHERE is_admin;
