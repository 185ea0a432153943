-- The files of deleted and replaced images that are still to be removed from the media store, which may not respond.
-- They are recorded with the change of their image, so that none stays public.
CREATE TABLE removed_files (
    path            text        NOT NULL PRIMARY KEY,
    next_attempt_at timestamptz NOT NULL
);
