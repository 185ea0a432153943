-- Search takes the sigma at the end of a word for any other one. Texts that were stored before it did are made alike.

UPDATE blog_posts_staff_search SET text = replace(text, 'ς', 'σ') WHERE text LIKE '%ς%';
UPDATE blog_posts_search SET text = replace(text, 'ς', 'σ') WHERE text LIKE '%ς%';
