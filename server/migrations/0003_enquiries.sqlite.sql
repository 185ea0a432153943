-- What visitors send, the mail that goes out because of it, and the newsletter's subscribers.

CREATE TABLE enquiries (
    id          BLOB    NOT NULL PRIMARY KEY,
    -- Which form: contact, audit, footer, newsletter, seo-fix-list, quiz-lead.
    type        TEXT    NOT NULL,
    -- new, open, done or spam.
    status      TEXT    NOT NULL,
    name        TEXT    NOT NULL,
    email       TEXT    NOT NULL,
    website     TEXT    NOT NULL,
    company     TEXT    NOT NULL,
    phone       TEXT    NOT NULL,
    message     TEXT    NOT NULL,
    -- Of a quiz: what was recommended, and the answers as a JSON object.
    report_type TEXT    NOT NULL,
    answers     TEXT    NOT NULL,
    -- Path of the page that the form stood on; empty when unknown.
    source_page TEXT    NOT NULL,
    -- What the visitor was told about the use of these data.
    consent     TEXT    NOT NULL,
    -- Ours, for ourselves.
    note        TEXT    NOT NULL,
    -- SHA-256 of what was sent: the same again within minutes is one enquiry.
    fingerprint BLOB    NOT NULL,
    -- How often it was sent again.
    repeats     INTEGER NOT NULL,
    created_at  TEXT    NOT NULL,
    updated_at  TEXT    NOT NULL
) STRICT;
CREATE INDEX enquiries_by_date ON enquiries (created_at, id);
CREATE INDEX enquiries_by_fingerprint ON enquiries (fingerprint, created_at);

-- Mail on its way. A row is leased while it is being delivered; a lease that has run out was a crash.
CREATE TABLE outbox (
    id              BLOB    NOT NULL PRIMARY KEY,
    -- What sort of mail, for people who look.
    kind            TEXT    NOT NULL,
    recipient       TEXT    NOT NULL,
    subject         TEXT    NOT NULL,
    text_body       TEXT    NOT NULL,
    html_body       TEXT    NOT NULL,
    -- Further header lines: JSON, [[name, value], …].
    headers         TEXT    NOT NULL,
    -- queued, sent or failed.
    state           TEXT    NOT NULL,
    attempts        INTEGER NOT NULL,
    next_attempt_at TEXT    NOT NULL,
    leased_until    TEXT,
    last_error      TEXT,
    enquiry_id      BLOB    REFERENCES enquiries (id) ON DELETE CASCADE,
    created_at      TEXT    NOT NULL,
    sent_at         TEXT
) STRICT;
CREATE INDEX outbox_by_state ON outbox (state, next_attempt_at);
CREATE INDEX outbox_by_enquiry ON outbox (enquiry_id);

CREATE TABLE newsletter_subscribers (
    id              BLOB NOT NULL PRIMARY KEY,
    email           TEXT NOT NULL,
    -- The address in lower case: one subscriber an address.
    email_key       TEXT NOT NULL UNIQUE,
    -- pending, confirmed or unsubscribed.
    state           TEXT NOT NULL,
    source_page     TEXT NOT NULL,
    consent         TEXT NOT NULL,
    -- When the last mail went out that asks for confirmation.
    asked_at        TEXT NOT NULL,
    confirmed_at    TEXT,
    unsubscribed_at TEXT,
    created_at      TEXT NOT NULL,
    updated_at      TEXT NOT NULL
) STRICT;
CREATE INDEX newsletter_subscribers_by_date ON newsletter_subscribers (created_at, id);

-- Links in mails prove who was written to. Kept as SHA-256 only; each mail has its own.
CREATE TABLE newsletter_tokens (
    token_hash    BLOB NOT NULL PRIMARY KEY,
    subscriber_id BLOB NOT NULL REFERENCES newsletter_subscribers (id) ON DELETE CASCADE,
    created_at    TEXT NOT NULL
) STRICT;
CREATE INDEX newsletter_tokens_by_subscriber ON newsletter_tokens (subscriber_id);
