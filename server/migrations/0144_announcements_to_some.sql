-- Whom staff has chosen one by one; null: whoever is going. Such a message is sent at once, never by the clock: a server
-- of before would send it to the whole trip.
alter table trip_announcements add column participant_ids uuid[]
  constraint trip_announcements_chosen check (cardinality(participant_ids) > 0);
