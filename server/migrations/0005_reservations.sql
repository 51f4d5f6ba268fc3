-- The rows of these two tables repeat contract/src/reservations/reservation-states.ts; a test compares them.
create table reservation_statuses (
  status text primary key,
  holds_place boolean not null
);
insert into reservation_statuses (status, holds_place) values
  ('waitlisted', false),
  ('held', true),
  ('confirmed', true),
  ('paid', true),
  ('boarded', true),
  ('no_show', true),
  ('completed', true),
  ('expired', false),
  ('cancelled', false);

create table reservation_transitions (
  from_status text not null references reservation_statuses,
  to_status text not null references reservation_statuses,
  primary key (from_status, to_status)
);
insert into reservation_transitions (from_status, to_status) values
  ('waitlisted', 'held'),
  ('held', 'confirmed'),
  ('confirmed', 'paid'),
  ('paid', 'boarded'),
  ('paid', 'no_show'),
  ('boarded', 'completed'),
  ('no_show', 'completed'),
  ('held', 'expired'),
  ('held', 'cancelled'),
  ('confirmed', 'cancelled'),
  ('paid', 'cancelled');

create table reservations (
  id uuid primary key,
  code text not null constraint reservations_code_key unique check (code ~ '^[0-9A-Z]{6}$'),
  trip_id uuid not null references trips,
  -- The person who pays and is responsible for the reservation.
  user_id uuid not null references users,
  status text not null references reservation_statuses,
  places integer not null default 1 check (places > 0),
  -- Snapshots of the trip's price when the reservation was taken.
  price_cents integer not null check (price_cents >= 0),
  deposit_cents integer not null check (deposit_cents between 0 and price_cents),
  channel text not null check (channel in ('site', 'operator')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  cancelled_at timestamptz,
  constraint reservations_cancelled_when check ((status = 'cancelled') = (cancelled_at is not null))
);
create unique index reservations_one_active_per_person on reservations (trip_id, user_id)
  where status not in ('expired', 'cancelled');
create index reservations_of_person_idx on reservations (user_id, created_at desc, id);

create function places_held(status text, places integer) returns integer
  language sql stable
  return (select case when s.holds_place then places_held.places else 0 end
          from reservation_statuses s where s.status = places_held.status);

-- Maintains trips.places_taken.
create function keep_places_taken() returns trigger language plpgsql as $$
declare
  given_back integer := 0;
  taken integer := 0;
begin
  if tg_op <> 'INSERT' then given_back := places_held(old.status, old.places); end if;
  if tg_op <> 'DELETE' then taken := places_held(new.status, new.places); end if;
  if tg_op = 'UPDATE' and old.trip_id = new.trip_id then
    taken := taken - given_back;
    given_back := 0;
  end if;
  if given_back <> 0 then
    update trips set places_taken = places_taken - given_back where id = old.trip_id;
  end if;
  if taken <> 0 then
    update trips set places_taken = places_taken + taken where id = new.trip_id;
  end if;
  return null;
end $$;
create trigger reservations_keep_places_taken
  after insert or delete or update of status, places, trip_id on reservations
  for each row execute function keep_places_taken();

create function refuse_unknown_transition() returns trigger language plpgsql as $$
begin
  if not exists (
    select from reservation_transitions t where t.from_status = old.status and t.to_status = new.status
  ) then
    raise exception 'a reservation cannot go from % to %', old.status, new.status
      using errcode = 'check_violation', constraint = 'reservations_known_transition';
  end if;
  return new;
end $$;
create trigger reservations_known_transition
  before update of status on reservations
  for each row when (old.status is distinct from new.status)
  execute function refuse_unknown_transition();
