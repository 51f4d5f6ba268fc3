-- Cancelled reservations, latest first; and cancelled or expired ones with money to be refunded.
create index reservations_cancelled_idx on reservations (cancelled_at desc) include (received_cents, trip_id)
  where status = 'cancelled';
create index reservations_to_return_idx on reservations (cancelled_at desc) include (received_cents, trip_id)
  where status in ('cancelled', 'expired') and received_cents > 0;
