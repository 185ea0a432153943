-- A booking may be held until the link in its email is followed; one network has a budget of bookings a day.

-- The network that the call was booked from, in CIDR notation; emptied after a day.
ALTER TABLE bookings ADD COLUMN network TEXT NOT NULL DEFAULT '';
-- When the hold ends; none for a call that is booked.
ALTER TABLE bookings ADD COLUMN held_until TEXT;
-- SHA-256 of the secret in the link that confirms the call.
ALTER TABLE bookings ADD COLUMN confirm_hash BLOB;
-- Two more states: held, and lapsed once a hold has ended. A held time cannot be booked by others.
DROP INDEX bookings_by_start;
CREATE UNIQUE INDEX bookings_by_start ON bookings (start_at) WHERE status IN ('booked', 'held');
CREATE INDEX bookings_by_network ON bookings (network, created_at) WHERE network <> '';

-- Grows with every booking: only pages that show free times belong to one of its values.
ALTER TABLE content_version ADD COLUMN availability INTEGER NOT NULL DEFAULT 1;
