-- A stem that the files of an image had before it was replaced: the path of the file without its extension, which the
-- paths of its variants begin with too. Their addresses lead to the file that the image has now.
CREATE TABLE former_media_files (
    stem        text        NOT NULL PRIMARY KEY,
    media_id    uuid        NOT NULL REFERENCES media (id) ON DELETE CASCADE,
    replaced_at timestamptz NOT NULL
);
CREATE INDEX former_media_files_by_media ON former_media_files (media_id);
