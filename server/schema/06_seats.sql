-- Vehicles and their seats. Who sits where is in participants.
create function seats_of(seat_map jsonb) returns integer language sql immutable parallel safe
  return jsonb_array_length(jsonb_path_query_array(seat_map, '$[*][*] ? (@.kind == "seat")'));

-- The operator's vehicles.
create table vehicles (
  id uuid primary key,
  name text not null check (length(name) between 2 and 60),
  plate text not null default '' check (plate ~ '^([A-Z]{3}[0-9][A-Z0-9][0-9]{2})?$'),
  -- Rows from the front, each an array of { "kind": "seat", "label": "12" }.
  seat_map jsonb not null check (jsonb_typeof(seat_map) = 'array'),
  seats integer not null generated always as (seats_of(seat_map)) stored check (seats > 0),
  version integer not null default 1,
  archived_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index vehicles_one_per_name on vehicles (searchable(name)) where archived_at is null;
create unique index vehicles_one_per_plate on vehicles (plate) where archived_at is null and plate <> '';

-- The vehicles of a trip, as they were when they were given to it: a vehicle that is drawn anew or renamed does not
-- change trips that it serves already. A trip without any only counts places.
create table trip_vehicles (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  vehicle_id uuid not null references vehicles,
  position integer not null check (position >= 0),
  name text not null check (name <> ''),
  seat_map jsonb not null check (jsonb_typeof(seat_map) = 'array'),
  seats integer not null generated always as (seats_of(seat_map)) stored check (seats > 0),
  constraint trip_vehicles_position_key unique (trip_id, position) deferrable initially deferred,
  constraint trip_vehicles_once_per_trip unique (trip_id, vehicle_id),
  -- What seats refer to, so that a vehicle belongs to their trip.
  constraint trip_vehicles_of_trip_key unique (id, trip_id)
);
create index trip_vehicles_vehicle_idx on trip_vehicles (vehicle_id);
create trigger trip_vehicles_tell_change after insert or update or delete on trip_vehicles
  for each row execute function tell_trip_change('trip_id');
create constraint trigger trip_vehicles_capacity_within_seats after insert or update or delete on trip_vehicles
  deferrable initially deferred for each row execute function check_seats_of_trip();

create function has_seat(seat_map jsonb, label text) returns boolean language sql immutable parallel safe
  return jsonb_path_exists(
    seat_map, '$[*][*] ? (@.kind == "seat" && @.label == $label)', jsonb_build_object('label', label)
  );

create function refuse_loss_of_seat() returns trigger language plpgsql as $$
begin
  if exists (select from participants p where p.trip_vehicle_id = new.id and not has_seat(new.seat_map, p.seat)) then
    raise exception 'somebody sits there' using errcode = 'check_violation', constraint = 'trip_vehicles_seats_in_use';
  end if;
  return new;
end $$;
create trigger trip_vehicles_seats_in_use before update of seat_map on trip_vehicles
  for each row execute function refuse_loss_of_seat();
