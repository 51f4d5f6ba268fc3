-- The operator's vehicles.
create function seats_of(seat_map jsonb) returns integer language sql immutable parallel safe
  return jsonb_array_length(jsonb_path_query_array(seat_map, '$[*][*] ? (@.kind == "seat")'));

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
