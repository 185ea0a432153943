-- Links that set a new password, and what a session's owner recognises it by.

-- Tokens are kept as SHA-256 only. A row without a user was asked for by somebody who has no account: it is
-- written all the same, so that both answers take as long.
CREATE TABLE password_resets (
    token_hash bytea       NOT NULL PRIMARY KEY,
    user_id    uuid        REFERENCES users (id) ON DELETE CASCADE,
    expires_at timestamptz NOT NULL,
    created_at timestamptz NOT NULL
);
CREATE INDEX password_resets_by_user ON password_resets (user_id);
CREATE INDEX password_resets_by_end ON password_resets (expires_at);

-- Where a session was opened from, and the browser's own name for itself.
ALTER TABLE sessions ADD COLUMN ip text NOT NULL DEFAULT '';
ALTER TABLE sessions ADD COLUMN agent text NOT NULL DEFAULT '';
