-- Discovery calls that visitors have booked, and what mail needs for them.

CREATE TABLE bookings (
    id         BLOB NOT NULL PRIMARY KEY,
    -- booked, cancelled, or spam, which takes no time from anybody.
    status     TEXT NOT NULL,
    start_at   TEXT NOT NULL,
    end_at     TEXT NOT NULL,
    name       TEXT NOT NULL,
    email      TEXT NOT NULL,
    website    TEXT NOT NULL,
    message    TEXT NOT NULL,
    -- SHA-256 of the secret in the link that moves or cancels the call.
    token_hash BLOB NOT NULL UNIQUE,
    -- How often the call was changed: the invitation's SEQUENCE.
    sequence   INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL
) STRICT;
-- One call at a time, whatever happens at once.
CREATE UNIQUE INDEX bookings_by_start ON bookings (start_at) WHERE status = 'booked';
CREATE INDEX bookings_by_date ON bookings (created_at, id);

-- An invitation that travels with the mail: iCalendar text.
ALTER TABLE outbox ADD COLUMN calendar TEXT;
-- The booking that the mail is about: its reminder is withdrawn when the call moves.
ALTER TABLE outbox ADD COLUMN booking_id BLOB REFERENCES bookings (id) ON DELETE CASCADE;
CREATE INDEX outbox_by_booking ON outbox (booking_id);
