-- When an email is of no use any more: the reminder of a call, once that begins.
ALTER TABLE outbox ADD COLUMN expires_at TEXT;
UPDATE outbox SET expires_at = (SELECT bookings.start_at FROM bookings WHERE bookings.id = outbox.booking_id)
WHERE kind = 'booking-reminder' AND state = 'queued';
