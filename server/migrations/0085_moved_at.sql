-- When a reservation came to its departure from another one: from then on the deadline of its balance counts. Null: it
-- was never moved, or by an older server.
alter table reservations add column moved_at timestamptz;
