-- Categories: what readers see of a tag beside its name, and the names that categories had before.

ALTER TABLE tags ADD COLUMN description text NOT NULL DEFAULT '';
ALTER TABLE tags ADD COLUMN version bigint NOT NULL DEFAULT 1;

-- A name in lower case that a category had, or that was merged into it. The address of its list leads to the category's.
CREATE TABLE former_category_names (
    key        text        NOT NULL PRIMARY KEY,
    tag_id     uuid        NOT NULL REFERENCES tags (id) ON DELETE CASCADE,
    created_at timestamptz NOT NULL
);
CREATE INDEX former_category_names_by_tag ON former_category_names (tag_id);
