-- When a client requested the cancellation of a reservation with payments. Not a status: the reservation stays active.
-- Kept when the reservation is cancelled; cleared when the request is withdrawn or dismissed.
alter table reservations add column cancellation_requested_at timestamptz;
create index reservations_cancellation_requested_idx on reservations (cancellation_requested_at)
  where cancellation_requested_at is not null and status in ('held', 'confirmed', 'paid');
