-- What is still to be received is added up from the index alone, trip by trip, without a look at the reservations.
create index reservations_open_idx on reservations (trip_id)
  include (price_cents, deposit_cents, received_cents, created_at, status)
  where status in ('held', 'confirmed');

-- Who has not paid the deposit yet, the oldest first.
create index reservations_without_deposit_idx on reservations (created_at) include (trip_id)
  where status = 'held' and received_cents < deposit_cents;
