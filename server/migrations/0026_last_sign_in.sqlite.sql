-- When the account last signed in: the list of staff shows it after its session has ended.
ALTER TABLE users ADD COLUMN last_sign_in_at TEXT;
UPDATE users SET last_sign_in_at = (SELECT MAX(created_at) FROM sessions WHERE sessions.user_id = users.id);
