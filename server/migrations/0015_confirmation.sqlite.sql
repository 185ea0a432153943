-- Accounts that do not exist yet: nobody signs in to them, and nothing is granted to them. `users` holds only accounts
-- whose address was confirmed; those from before this migration count as such. Tokens are kept as SHA-256 only.
CREATE TABLE pending_sign_ups (
    -- The address in lower case: the newest sign-up replaces the one before.
    email_key     TEXT NOT NULL PRIMARY KEY,
    email         TEXT NOT NULL,
    -- Argon2id, PHC string.
    password_hash TEXT NOT NULL,
    token_hash    BLOB NOT NULL UNIQUE,
    expires_at    TEXT NOT NULL,
    created_at    TEXT NOT NULL
) STRICT;
CREATE INDEX pending_sign_ups_by_end ON pending_sign_ups (expires_at);

-- Apart from sign-ups, so that a stranger's sign-up with the address does not replace the invitation.
CREATE TABLE invitations (
    email_key  TEXT NOT NULL PRIMARY KEY,
    email      TEXT NOT NULL,
    -- 'administrator' or 'editor'.
    role       TEXT NOT NULL,
    token_hash BLOB NOT NULL UNIQUE,
    expires_at TEXT NOT NULL,
    created_at TEXT NOT NULL
) STRICT;
CREATE INDEX invitations_by_end ON invitations (expires_at);

-- 'administrator' or 'editor'; none without rights. Both have the same rights so far: is_admin.
ALTER TABLE users ADD COLUMN role TEXT;
UPDATE users SET role = 'administrator' WHERE is_admin;
