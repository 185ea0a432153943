-- The folder that staff keep an image in; empty for none. Addresses do not depend on it.
ALTER TABLE media ADD COLUMN folder TEXT NOT NULL DEFAULT '';
CREATE INDEX media_by_folder ON media (folder, created_at DESC, id DESC);
