-- Discovery calls that visitors have booked, and what mail needs for them.

CREATE TABLE bookings (
    id         uuid NOT NULL PRIMARY KEY,
    -- booked, cancelled, or spam, which takes no time from anybody.
    status     text NOT NULL,
    start_at   timestamptz NOT NULL,
    end_at     timestamptz NOT NULL,
    name       text NOT NULL,
    email      text NOT NULL,
    website    text NOT NULL,
    message    text NOT NULL,
    -- SHA-256 of the secret in the link that moves or cancels the call.
    token_hash bytea NOT NULL UNIQUE,
    -- How often the call was changed: the invitation's SEQUENCE.
    sequence   integer NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);
-- One call at a time, whatever happens at once.
CREATE UNIQUE INDEX bookings_by_start ON bookings (start_at) WHERE status = 'booked';
CREATE INDEX bookings_by_date ON bookings (created_at, id);

-- An invitation that travels with the mail: iCalendar text.
ALTER TABLE outbox ADD COLUMN calendar text;
-- The booking that the mail is about: its reminder is withdrawn when the call moves.
ALTER TABLE outbox ADD COLUMN booking_id uuid REFERENCES bookings (id) ON DELETE CASCADE;
CREATE INDEX outbox_by_booking ON outbox (booking_id);
