-- What staff search of each row, folded: whatever its capitals and however its accents are put together. SQLite itself folds
-- no letters beyond A to Z. The program fills the column of the rows that are there.

ALTER TABLE enquiries ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE bookings ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE media ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE newsletter_subscribers ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
