-- When the session's owner last proved who they are, with a password or a second factor. Exchanging tokens keeps it.
ALTER TABLE sessions ADD COLUMN authenticated_at TEXT NOT NULL DEFAULT '1970-01-01T00:00:00+00:00';
UPDATE sessions SET authenticated_at = created_at;
