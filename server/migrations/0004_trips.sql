create table trips (
  id uuid primary key,
  slug text not null constraint trips_slug_key unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  summary text not null default '',
  description text not null default '',
  show_description boolean not null default true,
  departs_at timestamptz not null,
  returns_at timestamptz not null,
  is_active boolean not null default false,
  price_cents integer not null check (price_cents >= 0),
  child_price_cents integer check (child_price_cents >= 0),
  lap_child_price_cents integer check (lap_child_price_cents >= 0),
  deposit_percent integer not null default 30 check (deposit_percent between 0 and 100),
  vehicle text not null default '',
  capacity integer not null check (capacity > 0),
  -- Maintained by the trigger on reservations; the check below prevents overselling.
  places_taken integer not null default 0,
  min_participants integer not null default 0 check (min_participants >= 0),
  decision_date date,
  interstate boolean not null default false,
  boarding_points jsonb not null default '[]',
  itinerary jsonb not null default '[]',
  included text[] not null default '{}',
  excluded text[] not null default '{}',
  bring text[] not null default '{}',
  risks text not null default '',
  search_text text generated always as (searchable(title || ' ' || summary)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint trips_places_within_capacity check (places_taken between 0 and capacity),
  constraint trips_return_after_departure check (returns_at > departs_at)
);
create index trips_active_departure_idx on trips (departs_at, id) where is_active;
create index trips_departure_idx on trips (departs_at, id);
create index trips_search_idx on trips using gin (search_text gin_trgm_ops);

create table trip_images (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  position integer not null check (position >= 0),
  is_card_img boolean not null default false,
  alt text not null default '',
  -- The picture's dominant colour, shown while it loads.
  color text not null check (color ~ '^#[0-9a-f]{6}$'),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  widths integer[] not null,
  created_at timestamptz not null default now(),
  constraint trip_images_position_key unique (trip_id, position) deferrable
);
create unique index trip_images_one_card on trip_images (trip_id) where is_card_img;
