-- One pending sign-up a link: each confirms the password that was typed with it, so that nobody who signs up later with the
-- same address decides it. Those that wait stay as they are.
ALTER TABLE pending_sign_ups RENAME TO old_sign_ups;
DROP INDEX pending_sign_ups_by_end;
CREATE TABLE pending_sign_ups (
    token_hash    BLOB NOT NULL PRIMARY KEY,
    -- The address in lower case.
    email_key     TEXT NOT NULL,
    email         TEXT NOT NULL,
    -- Argon2id, PHC string.
    password_hash TEXT NOT NULL,
    expires_at    TEXT NOT NULL,
    created_at    TEXT NOT NULL
) STRICT;
INSERT INTO pending_sign_ups (token_hash, email_key, email, password_hash, expires_at, created_at)
SELECT token_hash, email_key, email, password_hash, expires_at, created_at FROM old_sign_ups;
DROP TABLE old_sign_ups;
CREATE INDEX pending_sign_ups_by_end ON pending_sign_ups (expires_at);
CREATE INDEX pending_sign_ups_by_email ON pending_sign_ups (email_key, created_at);
