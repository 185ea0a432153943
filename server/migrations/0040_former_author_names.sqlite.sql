-- The names that an author had before, folded, as JSON. Earlier versions of posts have them.
ALTER TABLE authors ADD COLUMN former_names TEXT NOT NULL DEFAULT '[]';
