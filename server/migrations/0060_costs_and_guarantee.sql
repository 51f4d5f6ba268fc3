-- What a trip costs its operator: for the departure as a whole, and for each person with a place.
create table trip_costs (
  trip_id uuid primary key references trips,
  vehicle_cents integer not null default 0 check (vehicle_cents >= 0),
  guide_cents integer not null default 0 check (guide_cents >= 0),
  other_cents integer not null default 0 check (other_cents >= 0),
  ticket_cents integer not null default 0 check (ticket_cents >= 0),
  meal_cents integer not null default 0 check (meal_cents >= 0),
  version integer not null default 1,
  updated_at timestamptz not null default now()
);

-- A guaranteed departure. `guarantee_told_at`: when the e-mails were queued; it stays if the guarantee is taken back, so
-- that nobody is told twice.
alter table trips
  add column guaranteed_at timestamptz,
  add column guaranteed_by uuid references users,
  add column guarantee_told_at timestamptz,
  add constraint trips_guaranteed_by_whom check ((guaranteed_at is null) = (guaranteed_by is null));
create index trips_guarantee_to_tell_idx on trips (guaranteed_at)
  where guaranteed_at is not null and guarantee_told_at is null;
