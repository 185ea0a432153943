-- The search of staff knows posts by their words: an index a seventh as large as that of every three characters, and
-- quick for a word of letters that every other post has somewhere, too.

DROP TRIGGER blog_posts_staff_search_inserted;
DROP TRIGGER blog_posts_staff_search_deleted;
DROP TRIGGER blog_posts_staff_search_updated;
DROP TABLE blog_posts_staff_trigrams;

-- From here on a single space is all the white space that a text has between words. Only summaries had any other.
UPDATE blog_posts_staff_search SET text = replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(replace(replace(replace(replace(text,
        char(9), ' '), char(10), ' '), char(160), ' '), char(5760), ' '), char(8192), ' '), char(8193), ' '),
        char(8194), ' '), char(8195), ' '), char(8196), ' '), char(8197), ' '), char(8198), ' '), char(8199), ' '),
        char(8200), ' '), char(8201), ' '), char(8202), ' '), char(8232), ' '), char(8233), ' '), char(8239), ' '),
        char(8287), ' '), char(12288), ' '),
        -- A run of spaces becomes one by way of pairs, of which all but one cancel out.
        ' ', char(2) || char(3)), char(3) || char(2), ''), char(2) || char(3), ' ')
WHERE blog_post_id IN (
    SELECT id FROM blog_posts WHERE instr(summary, '  ') > 0 OR summary GLOB '*['
        || char(9) || char(10) || char(160) || char(5760) || char(8192) || '-' || char(8202) || char(8232) || char(8233)
        || char(8239) || char(8287) || char(12288) || ']*'
);

-- Which posts have a word, by their numbers. A word is what stands between spaces, whatever characters it is of. Between
-- two texts stands a no-break space, which no word is, so that no phrase reaches from one into the next.
CREATE VIRTUAL TABLE blog_posts_staff_index USING fts5 (
    text, content = '', columnsize = 0, tokenize = "ascii tokenchars '!""#$%&''()*+,-./:;<=>?@[\]^_`{|}~'"
);
INSERT INTO blog_posts_staff_index (rowid, text)
SELECT number, replace(text, char(31), ' ' || char(160) || ' ') FROM blog_posts_staff_search ORDER BY number;
INSERT INTO blog_posts_staff_index (blog_posts_staff_index) VALUES ('optimize');

-- Every word that a post has. One that the last post with it has lost stays, and finds nothing.
CREATE TABLE blog_posts_staff_words (
    id     INTEGER NOT NULL PRIMARY KEY,
    word   TEXT    NOT NULL UNIQUE,
    -- Marked at its end, which for search is a piece of it like others, and lends three characters to the shortest.
    marked TEXT    NOT NULL AS (word || '  ') VIRTUAL
) STRICT;
CREATE VIRTUAL TABLE blog_posts_staff_terms USING fts5vocab (blog_posts_staff_index, row);
INSERT INTO blog_posts_staff_words (word)
SELECT term FROM blog_posts_staff_terms WHERE term <> char(160) AND octet_length(term) < 32768;
DROP TABLE blog_posts_staff_terms;
-- FTS5 cuts words of 32 KB.
INSERT INTO blog_posts_staff_words (word)
SELECT DISTINCT value FROM blog_posts_staff_search, json_each(
    '[' || replace(json_quote(replace(text, char(31), ' ')), ' ', '","') || ']'
) WHERE octet_length(text) >= 32768 AND octet_length(value) >= 32768;

-- Every three characters in a row of a marked word, and the words that have them.
CREATE VIRTUAL TABLE blog_posts_staff_pieces USING fts5 (
    marked, content = 'blog_posts_staff_words', content_rowid = 'id', tokenize = 'trigram case_sensitive 1',
    columnsize = 0
);
INSERT INTO blog_posts_staff_pieces (blog_posts_staff_pieces) VALUES ('rebuild');
CREATE VIRTUAL TABLE blog_posts_staff_trigrams USING fts5vocab (blog_posts_staff_pieces, instance);

CREATE TRIGGER blog_posts_staff_words_inserted AFTER INSERT ON blog_posts_staff_words BEGIN
    INSERT INTO blog_posts_staff_pieces (rowid, marked) VALUES (new.id, new.marked);
END;
CREATE TRIGGER blog_posts_staff_search_inserted AFTER INSERT ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_index (rowid, text)
    VALUES (new.number, replace(new.text, char(31), ' ' || char(160) || ' '));
    INSERT INTO blog_posts_staff_words (word)
    SELECT DISTINCT value FROM json_each(
        '[' || replace(json_quote(replace(new.text, char(31), ' ')), ' ', '","') || ']'
    ) WHERE value <> '' ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER blog_posts_staff_search_deleted AFTER DELETE ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_index (blog_posts_staff_index, rowid, text)
    VALUES ('delete', old.number, replace(old.text, char(31), ' ' || char(160) || ' '));
END;
CREATE TRIGGER blog_posts_staff_search_updated AFTER UPDATE ON blog_posts_staff_search BEGIN
    INSERT INTO blog_posts_staff_index (blog_posts_staff_index, rowid, text)
    VALUES ('delete', old.number, replace(old.text, char(31), ' ' || char(160) || ' '));
    INSERT INTO blog_posts_staff_index (rowid, text)
    VALUES (new.number, replace(new.text, char(31), ' ' || char(160) || ' '));
    INSERT INTO blog_posts_staff_words (word)
    SELECT DISTINCT value FROM json_each(
        '[' || replace(json_quote(replace(new.text, char(31), ' ')), ' ', '","') || ']'
    ) WHERE value <> '' ON CONFLICT DO NOTHING;
END;
