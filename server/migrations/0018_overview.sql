-- Covering index: the amounts owed are summed per trip by an index-only scan.
create index reservations_open_idx on reservations (trip_id)
  include (price_cents, deposit_cents, received_cents, created_at, status)
  where status in ('held', 'confirmed');

-- Reservations whose deposit is not paid yet, oldest first.
create index reservations_without_deposit_idx on reservations (created_at) include (trip_id)
  where status = 'held' and received_cents < deposit_cents;
