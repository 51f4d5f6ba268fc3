-- Departures: each date of a trip is a row.
create table trips (
  id uuid primary key,
  slug text not null constraint trips_slug_key unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  -- Departures of one trip share a series: they show each other's dates and reviews. A trip that names none begins one.
  series_id uuid not null default gen_random_uuid(),
  title text not null,
  summary text not null default '',
  description text not null default '',
  show_description boolean not null default true,
  departs_at timestamptz not null,
  returns_at timestamptz not null,

  -- On sale.
  is_active boolean not null default false,
  -- When it was first published, by the trigger. Messages and search engines may link to it from then on: after
  -- unpublishing, the link says so, while a draft that was never published is not found.
  published_at timestamptz,
  archived_at timestamptz,
  cancelled_at timestamptz,
  -- Whether clients ask, and the operator accepts or refuses.
  on_request boolean not null default false,

  -- "A partir de": what an adult pays, by the trigger on fares. Stored, because lists of trips are sorted by it.
  price_cents integer not null default 0 check (price_cents >= 0),
  deposit_percent integer not null default 30 check (deposit_percent between 0 and 100),
  -- Hours before departure; null: the operator's setting.
  balance_due_hours integer check (balance_due_hours between 1 and 8760),
  -- [{ "minHoursBefore": 720, "penaltyPercent": 10 }, …], most hours first; empty: only the operator's policy text.
  cancellation_tiers jsonb not null default '[]' check (jsonb_typeof(cancellation_tiers) = 'array'),

  capacity integer not null check (capacity > 0),
  -- By the trigger on reservations; the check below prevents overselling.
  places_taken integer not null default 0,
  -- Places of the smallest party that waits, by the trigger on the waiting list; null: nobody waits. While so many are
  -- free, only an offer takes them.
  smallest_waiting integer,

  min_participants integer not null default 0 check (min_participants >= 0),
  decision_date date,
  guaranteed_at timestamptz,
  guaranteed_by uuid references users,
  -- When the e-mails were queued. Stays when the guarantee is taken back, so that nobody is notified twice.
  guarantee_told_at timestamptz,

  -- A description for the page; the vehicles with seats are rows of trip_vehicles.
  vehicle text not null default '',
  -- Whether clients choose the seats of their party.
  seat_choice boolean not null default false,
  -- Whether people without a seat get one when the departure is near; only trips with vehicles have seats.
  auto_seating boolean not null default true,

  interstate boolean not null default false,
  -- Each has an id, to which participants refer.
  boarding_points jsonb not null default '[]',
  itinerary jsonb not null default '[]',
  included text[] not null default '{}',
  excluded text[] not null default '{}',
  bring text[] not null default '{}',
  risks text not null default '',

  -- Incremented by every edit, for optimistic locking: saving an older version is rejected.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (searchable_words(title || ' ' || summary)) stored,

  constraint trips_return_after_departure check (returns_at > departs_at),
  constraint trips_places_within_capacity check (places_taken between 0 and capacity),
  constraint trips_minimum_within_capacity check (min_participants <= capacity),
  constraint trips_archived_are_inactive check (archived_at is null or not is_active),
  constraint trips_cancelled_are_inactive check (cancelled_at is null or not is_active),
  constraint trips_guaranteed_by_whom check ((guaranteed_at is null) = (guaranteed_by is null))
);
create index trips_active_departure_idx on trips (departs_at, id) where is_active;
create index trips_departure_idx on trips (departs_at, id);
create index trips_search_idx on trips using gin (search_text gin_trgm_ops);
create index trips_title_idx on trips (searchable(title), id);
create index trips_of_series_idx on trips (series_id, departs_at);
create index trips_with_waiting_idx on trips (departs_at) where smallest_waiting is not null;
create index trips_guarantee_to_tell_idx on trips (guaranteed_at)
  where guaranteed_at is not null and guarantee_told_at is null;
-- For counting and paging all lists of trips except that of archived ones.
create index trips_listed_idx on trips (departs_at, id) where archived_at is null;

-- Derived from is_active, whatever a statement sets, and never changed once set.
create function keep_first_publication() returns trigger language plpgsql as $$
begin
  new.published_at := case
    when tg_op = 'UPDATE' and old.published_at is not null then old.published_at
    when new.is_active then now()
  end;
  return new;
end $$;
create trigger trips_keep_first_publication before insert or update of is_active, published_at on trips
  for each row execute function keep_first_publication();

-- A future trip with active reservations cannot be archived.
create function refuse_archiving_with_reservations() returns trigger language plpgsql as $$
begin
  if new.departs_at > now() and exists (select from reservations r where r.trip_id = new.id and r.is_active) then
    raise exception 'people are going'
      using errcode = 'check_violation', constraint = 'trips_archived_without_reservations';
  end if;
  return new;
end $$;
create trigger trips_archived_without_reservations before update of archived_at on trips
  for each row when (old.archived_at is null and new.archived_at is not null)
  execute function refuse_archiving_with_reservations();

-- Only the count of reservations writes places_taken. Written by that trigger, the depth is 2.
create function refuse_direct_places() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'places_taken follows from the reservations'
      using errcode = 'check_violation', constraint = 'trips_places_follow_reservations';
  end if;
  return new;
end $$;
create trigger trips_places_follow_reservations before update of places_taken on trips
  for each row when (old.places_taken is distinct from new.places_taken) execute function refuse_direct_places();
create trigger trips_start_without_places before insert on trips
  for each row when (new.places_taken <> 0) execute function refuse_direct_places();

-- Nobody takes places for which a party that fits is waiting. Offers say that they are one.
create function refuse_overtaking() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('passeio.offering', true), '') <> 'on' then
    raise exception 'somebody waits for % places', new.smallest_waiting
      using errcode = 'check_violation', constraint = 'trips_places_for_waiting';
  end if;
  return new;
end $$;
create trigger trips_places_for_waiting before update of places_taken on trips
  for each row when (
    new.places_taken > old.places_taken and old.capacity - old.places_taken >= new.smallest_waiting
  ) execute function refuse_overtaking();

-- Nobody joins a cancelled departure: every path that takes places grows this count. Leaving stays possible.
create function refuse_places_of_cancelled_trip() returns trigger language plpgsql as $$
begin
  raise exception 'the departure was cancelled'
    using errcode = 'check_violation', constraint = 'trips_cancelled_take_nobody';
end $$;
create trigger trips_cancelled_take_nobody before update of places_taken on trips
  for each row when (new.places_taken > old.places_taken and old.cancelled_at is not null)
  execute function refuse_places_of_cancelled_trip();

create function has_boarding_point(trip uuid, point uuid) returns boolean
  language sql stable
  return exists (
    select from trips t
    where t.id = has_boarding_point.trip
      and t.boarding_points @> jsonb_build_array(jsonb_build_object('id', has_boarding_point.point))
  );

-- A boarding point that somebody boards at cannot be removed; its time and place may change.
create function refuse_loss_of_boarding_point() returns trigger language plpgsql as $$
begin
  if exists (
    select from participants p
    where p.trip_id = new.id and p.is_active and p.removed_at is null and p.boarding_point_id is not null
      and not new.boarding_points @> jsonb_build_array(jsonb_build_object('id', p.boarding_point_id))
  ) then
    raise exception 'somebody boards there'
      using errcode = 'check_violation', constraint = 'trips_boarding_point_in_use';
  end if;
  return new;
end $$;
create trigger trips_boarding_point_in_use before update of boarding_points on trips
  for each row when (old.boarding_points is distinct from new.boarding_points)
  execute function refuse_loss_of_boarding_point();

-- Notifies every process, as tell_operator_change() does. The argument names the column with the trip's id. Changes of
-- places taken are announced by the process that makes them: NOTIFY in each of those transactions would serialise their
-- commits.
create function tell_trip_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('passeio_content', ' trip:' || (to_jsonb(coalesce(new, old)) ->> tg_argv[0]));
  return null;
end $$;
create trigger trips_tell_change after insert or delete on trips for each row execute function tell_trip_change('id');
create trigger trips_tell_change_of_facts after update on trips
  for each row when (old.places_taken = new.places_taken) execute function tell_trip_change('id');

-- Price classes of a trip. Ages are complete years on the departure date, both ends included; null is open. A fare that
-- takes no place is that of a lap child.
create table trip_fares (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  position integer not null check (position >= 0),
  label text not null check (label <> ''),
  min_age integer check (min_age >= 0),
  max_age integer check (max_age >= 0),
  price_cents integer not null check (price_cents >= 0),
  takes_place boolean not null default true,
  audience text not null default 'public' check (audience in ('public', 'staff')),
  constraint trip_fares_position_key unique (trip_id, position) deferrable initially deferred,
  -- What participants refer to, so that a fare belongs to their trip.
  constraint trip_fares_of_trip_key unique (id, trip_id),
  constraint trip_fares_ages check (min_age <= max_age)
);

-- The lowest of several public fares for adults; the lowest of all where none is for adults.
create function set_lowest_price() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.trip_id else new.trip_id end;
begin
  update trips t set price_cents = lowest.price_cents
  from (
    select coalesce(min(f.price_cents) filter (where coalesce(f.max_age, 18) >= 18), min(f.price_cents), 0)
      as price_cents
    from trip_fares f
    where f.trip_id = changed and f.audience = 'public' and f.takes_place
  ) lowest
  where t.id = changed and t.price_cents <> lowest.price_cents;
  return null;
end $$;
create trigger trip_fares_set_lowest_price after insert or update or delete on trip_fares
  for each row execute function set_lowest_price();
create trigger trip_fares_tell_change after insert or update or delete on trip_fares
  for each row execute function tell_trip_change('trip_id');

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
  constraint trip_images_position_key unique (trip_id, position) deferrable,
  -- Of a trip, because positions are unique within it.
  constraint trip_images_at_most_twelve check (position < 12)
);
create unique index trip_images_one_card on trip_images (trip_id) where is_card_img;
create trigger trip_images_tell_change after insert or update or delete on trip_images
  for each row execute function tell_trip_change('trip_id');

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
