-- What visitors send, the mail that goes out because of it, and the newsletter's subscribers.

CREATE TABLE enquiries (
    id          uuid        NOT NULL PRIMARY KEY,
    -- Which form: contact, audit, footer, newsletter, seo-fix-list, quiz-lead.
    type        text        NOT NULL,
    -- new, open, done or spam.
    status      text        NOT NULL,
    name        text        NOT NULL,
    email       text        NOT NULL,
    website     text        NOT NULL,
    company     text        NOT NULL,
    phone       text        NOT NULL,
    message     text        NOT NULL,
    -- Of a quiz: what was recommended, and the answers as a JSON object.
    report_type text        NOT NULL,
    answers     text        NOT NULL,
    -- Path of the page that the form stood on; empty when unknown.
    source_page text        NOT NULL,
    -- What the visitor was told about the use of these data.
    consent     text        NOT NULL,
    -- Ours, for ourselves.
    note        text        NOT NULL,
    -- SHA-256 of what was sent: the same again within minutes is one enquiry.
    fingerprint bytea       NOT NULL,
    -- How often it was sent again.
    repeats     integer     NOT NULL,
    created_at  timestamptz NOT NULL,
    updated_at  timestamptz NOT NULL
);
CREATE INDEX enquiries_by_date ON enquiries (created_at, id);
CREATE INDEX enquiries_by_fingerprint ON enquiries (fingerprint, created_at);

-- Mail on its way. A row is leased while it is being delivered; a lease that has run out was a crash.
CREATE TABLE outbox (
    id              uuid        NOT NULL PRIMARY KEY,
    -- What sort of mail, for people who look.
    kind            text        NOT NULL,
    recipient       text        NOT NULL,
    subject         text        NOT NULL,
    text_body       text        NOT NULL,
    html_body       text        NOT NULL,
    -- Further header lines: JSON, [[name, value], …].
    headers         text        NOT NULL,
    -- queued, sent or failed.
    state           text        NOT NULL,
    attempts        integer     NOT NULL,
    next_attempt_at timestamptz NOT NULL,
    leased_until    timestamptz,
    last_error      text,
    enquiry_id      uuid        REFERENCES enquiries (id) ON DELETE CASCADE,
    created_at      timestamptz NOT NULL,
    sent_at         timestamptz
);
CREATE INDEX outbox_by_state ON outbox (state, next_attempt_at);
CREATE INDEX outbox_by_enquiry ON outbox (enquiry_id);

CREATE TABLE newsletter_subscribers (
    id              uuid        NOT NULL PRIMARY KEY,
    email           text        NOT NULL,
    -- The address in lower case: one subscriber an address.
    email_key       text        NOT NULL UNIQUE,
    -- pending, confirmed or unsubscribed.
    state           text        NOT NULL,
    source_page     text        NOT NULL,
    consent         text        NOT NULL,
    -- When the last mail went out that asks for confirmation.
    asked_at        timestamptz NOT NULL,
    confirmed_at    timestamptz,
    unsubscribed_at timestamptz,
    created_at      timestamptz NOT NULL,
    updated_at      timestamptz NOT NULL
);
CREATE INDEX newsletter_subscribers_by_date ON newsletter_subscribers (created_at, id);

-- Links in mails prove who was written to. Kept as SHA-256 only; each mail has its own.
CREATE TABLE newsletter_tokens (
    token_hash    bytea       NOT NULL PRIMARY KEY,
    subscriber_id uuid        NOT NULL REFERENCES newsletter_subscribers (id) ON DELETE CASCADE,
    created_at    timestamptz NOT NULL
);
CREATE INDEX newsletter_tokens_by_subscriber ON newsletter_tokens (subscriber_id);
