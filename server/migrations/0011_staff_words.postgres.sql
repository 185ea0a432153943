-- Search of staff takes any white space for any other. Texts that were stored before it did are made alike.

UPDATE blog_posts_staff_search SET text = regexp_replace(text, '[\u0001-\u001e\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000 ]+', ' ', 'g')
WHERE text ~ '[\u0001-\u001e\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]|  ';
