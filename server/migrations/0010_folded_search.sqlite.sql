-- Search takes the sigma at the end of a word for any other one. Texts that were stored before it did are made alike.

UPDATE blog_posts_staff_search SET text = replace(text, 'ς', 'σ') WHERE instr(text, 'ς') > 0;

-- Rows of what readers search are replaced, not changed: only here their index has to follow a change.
CREATE TRIGGER blog_posts_search_updated AFTER UPDATE ON blog_posts_search BEGIN
    INSERT INTO blog_posts_trigrams (blog_posts_trigrams, rowid, text) VALUES ('delete', old.standing, old.text);
    INSERT INTO blog_posts_trigrams (rowid, text) VALUES (new.standing, new.text);
END;
UPDATE blog_posts_search SET text = replace(text, 'ς', 'σ') WHERE instr(text, 'ς') > 0;
DROP TRIGGER blog_posts_search_updated;
