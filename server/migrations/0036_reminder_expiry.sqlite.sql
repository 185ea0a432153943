-- 0034 gave an end only to reminders of a kind that does not exist.
UPDATE outbox SET expires_at = (SELECT bookings.start_at FROM bookings WHERE bookings.id = outbox.booking_id)
WHERE kind = 'visitor-booking-reminder' AND state = 'queued' AND expires_at IS NULL;
