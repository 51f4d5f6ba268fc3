-- What an e-mail is about, from which its subject is read until it is sent: { "reservationId": …, … }. Null afterwards,
-- and where its subject was written when it was queued.
alter table reservation_emails add column about jsonb;

-- The server's table of reminders says which kinds there are.
alter table trip_reminders drop constraint trip_reminders_kind_check;
