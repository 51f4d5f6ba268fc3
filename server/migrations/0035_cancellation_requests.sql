-- When a client asked staff to cancel a reservation with money in it. Not a status: the reservation goes on meanwhile.
-- It stays when the reservation is cancelled, and is emptied when the wish is withdrawn or dismissed.
alter table reservations add column cancellation_requested_at timestamptz;
create index reservations_cancellation_requested_idx on reservations (cancellation_requested_at)
  where cancellation_requested_at is not null and status in ('held', 'confirmed', 'paid');
