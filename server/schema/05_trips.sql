-- Departures: each date of a trip is a row.
create table trips (
  id uuid primary key,
  slug text not null constraint trips_slug_key unique,
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

  -- "A partir de": what an adult pays, by the fares. Stored, because lists of trips are sorted by it.
  price_cents integer not null default 0,
  deposit_percent integer not null default 30,
  -- Hours before departure; null: the operator's setting.
  balance_due_hours integer,
  payment_means text not null default 'both',
  -- A trip's balance in monthly instalments: at most so many, the last so many days before the departure.
  plan_instalments integer,
  plan_last_due_days integer,
  -- [{ "minHoursBefore": 720, "penaltyPercent": 10 }, …], most hours first; empty: only the operator's policy text.
  cancellation_tiers jsonb not null default '[]',

  capacity integer not null,
  -- Counted by the trigger on reservations; the check below prevents overselling.
  places_taken integer not null default 0,
  places_set_aside integer not null default 0,
  -- Places of the smallest party that waits; null: nobody waits. While so many are free, only an offer takes them.
  smallest_waiting integer,

  min_participants integer not null default 0,
  decision_date date,
  guaranteed_at timestamptz,
  guaranteed_by uuid references users,
  -- When the e-mails were queued. Stays when the guarantee is taken back, so that nobody is notified twice.
  guarantee_notified_at timestamptz,

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
  -- Questions that people ask before they reserve, with the operator's answers, in order:
  -- [{ "question": …, "answer": … }].
  faq text not null default '[]' check (jsonb_typeof(faq::jsonb) = 'array' and jsonb_array_length(faq::jsonb) <= 20),

  -- Incremented by every edit, for optimistic locking: saving an older version is rejected.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search_text text generated always as (searchable_words(title || ' ' || summary)) stored,

  constraint trips_places_within_capacity
    check (places_taken >= 0 and places_set_aside >= 0 and places_taken + places_set_aside <= capacity)
);
create index trips_active_departure_idx on trips (departs_at, id) where is_active;
create index trips_departure_idx on trips (departs_at, id);
create index trips_search_idx on trips using gin (search_text gin_trgm_ops);
create index trips_title_idx on trips (searchable(title), id);
create index trips_of_series_idx on trips (series_id, departs_at);
create index trips_with_waiting_idx on trips (departs_at) where smallest_waiting is not null;
-- For counting and paging all lists of trips except that of archived ones.
create index trips_listed_idx on trips (departs_at, id) where archived_at is null;
create index trips_guarantee_to_notify_idx on trips (guaranteed_at)
  where guaranteed_at is not null and guarantee_notified_at is null;

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

-- Nobody joins a cancelled departure: every path that takes places grows this count. Leaving stays possible.
create function refuse_places_of_cancelled_trip() returns trigger language plpgsql as $$
begin
  raise exception 'the departure was cancelled'
    using errcode = 'check_violation', constraint = 'trips_cancelled_take_nobody';
end $$;
create trigger trips_cancelled_take_nobody before update of places_taken on trips
  for each row when (new.places_taken > old.places_taken and old.cancelled_at is not null)
  execute function refuse_places_of_cancelled_trip();

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

-- At commit, because capacity and vehicles are separate rows. The trip is locked before its capacity is read, so that
-- of two transactions that change one each the later sees both.
create function check_seats_of_trip() returns trigger language plpgsql as $$
declare
  checked uuid;
  capacity_of_trip integer;
  seats_of_trip integer;
begin
  if tg_table_name = 'trips' then checked := new.id;
  elsif tg_op = 'DELETE' then checked := old.trip_id;
  else checked := new.trip_id;
  end if;
  select capacity into capacity_of_trip from trips where id = checked for no key update;
  if not found then return null; end if;
  select sum(seats) into seats_of_trip from trip_vehicles where trip_id = checked;
  if capacity_of_trip > seats_of_trip then
    raise exception '% places in vehicles with % seats', capacity_of_trip, seats_of_trip
      using errcode = 'check_violation', constraint = 'trips_capacity_within_seats';
  end if;
  return null;
end $$;
create constraint trigger trips_capacity_within_seats after update on trips
  deferrable initially deferred for each row when (old.capacity < new.capacity) execute function check_seats_of_trip();

-- Reserving writes trips, extras, reservations, participants and lines, and PostgreSQL parses the stored text of each
-- CHECK anew in each statement that writes its table: a fifth of the database's time of a reservation. So what their
-- rows must be is in triggers, whose expressions are parsed once per connection. By their names they run after the
-- triggers that change a row; a broken rule is reported as a CHECK of its name. Counting places of a trip meets the one
-- CHECK that is about them.
create function keep_rules_of_trip() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.returns_at > new.departs_at then 'trips_return_after_departure'
    when not new.slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' then 'trips_slug_check'
    when not new.capacity > 0 then 'trips_capacity_check'
    when not new.min_participants >= 0 then 'trips_min_participants_check'
    when not new.min_participants <= new.capacity then 'trips_minimum_within_capacity'
    when not new.price_cents >= 0 then 'trips_price_cents_check'
    when not new.deposit_percent between 0 and 100 then 'trips_deposit_percent_check'
    when not new.balance_due_hours between 1 and 8760 then 'trips_balance_due_hours_check'
    when not jsonb_typeof(new.cancellation_tiers) = 'array' then 'trips_cancellation_tiers_check'
    when (new.guaranteed_at is null) <> (new.guaranteed_by is null) then 'trips_guaranteed_by_whom'
    when new.archived_at is not null and new.is_active then 'trips_archived_are_inactive'
    when new.cancelled_at is not null and new.is_active then 'trips_cancelled_are_inactive'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a trip that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
create trigger trips_within_rules
  before insert or update of returns_at, departs_at, slug, capacity, min_participants, price_cents, deposit_percent,
    balance_due_hours, cancellation_tiers, guaranteed_at, guaranteed_by, archived_at, cancelled_at, is_active
  on trips for each row execute function keep_rules_of_trip();

create function keep_rules_of_plan() returns trigger language plpgsql as $$
begin
  if new.plan_instalments between 1 and 12 and new.plan_last_due_days between 0 and 365 then return new; end if;
  raise exception 'a plan of other instalments' using errcode = 'check_violation', constraint = 'trips_payment_plan';
end $$;
create trigger trips_plan_within_rules before insert or update of plan_instalments, plan_last_due_days on trips
  for each row when (new.plan_instalments is not null or new.plan_last_due_days is not null)
  execute function keep_rules_of_plan();

create function keep_means_of_trip() returns trigger language plpgsql as $$
begin
  raise exception 'unknown means of payment'
    using errcode = 'check_violation', constraint = 'trips_payment_means_check';
end $$;
create trigger trips_means_within_rules before insert or update of payment_means on trips
  for each row when (new.payment_means not in ('both', 'pix', 'card')) execute function keep_means_of_trip();
create trigger trips_set_aside_follows_allotments before update of places_set_aside on trips
  for each row when (old.places_set_aside is distinct from new.places_set_aside)
  execute function refuse_direct_places();

-- A copy of a trip sets nothing aside.
create function start_without_set_aside() returns trigger language plpgsql as $$
begin
  new.places_set_aside := 0;
  return new;
end $$;
create trigger trips_start_without_set_aside before insert on trips
  for each row when (new.places_set_aside <> 0) execute function start_without_set_aside();

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
create trigger trip_fares_tell_change after insert or update or delete on trip_fares
  for each row execute function tell_trip_change('trip_id');

-- What is sold with a place, as a lunch or a bicycle: for each participant or for a reservation as a whole. `taken`
-- counts what the lines of active reservations have of it, never above its stock (null: without one). A sold one is
-- never deleted: it ends being offered.
create table trip_extras (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  position integer not null,
  label text not null,
  description text not null default '',
  price_cents integer not null,
  per text not null,
  -- Whether it is part of every reservation, or of those that do not leave it out, and for which ages it is.
  choice text not null default 'optional',
  min_age integer,
  max_age integer,
  -- How many of it whoever chooses it takes.
  min_quantity integer not null default 1,
  max_quantity integer not null,
  stock integer,
  -- Clients choose it until so many hours before the departure.
  sold_until_hours integer not null default 0,
  -- Whether it goes back by the trip's cancellation rules; false: never.
  refundable boolean not null default true,
  taken integer not null default 0,
  ended_at timestamptz
);
create index trip_extras_of_trip on trip_extras (trip_id, position);
create trigger trip_extras_tell_change after insert or delete on trip_extras
  for each row execute function tell_trip_change('trip_id');
create trigger trip_extras_tell_change_of_facts after update on trip_extras
  for each row when (old.taken = new.taken) execute function tell_trip_change('trip_id');

-- In a trigger, as keep_rules_of_trip().
create function keep_rules_of_extra() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.position >= 0 then 'trip_extras_position_check'
    when not new.label <> '' then 'trip_extras_label_check'
    when not new.price_cents >= 0 then 'trip_extras_price_cents_check'
    when not new.per in ('participant', 'reservation') then 'trip_extras_per_check'
    when not (new.min_quantity >= 0 and new.max_quantity >= greatest(new.min_quantity, 1)) then 'trip_extras_quantities'
    when not new.sold_until_hours >= 0 then 'trip_extras_sold_until_hours_check'
    when not new.stock >= 0 then 'trip_extras_stock_check'
    when not new.taken >= 0 then 'trip_extras_taken_check'
    when new.taken > new.stock then 'trip_extras_taken_within_stock'
    when not new.choice in ('optional', 'preselected', 'required') then 'trip_extras_choice_check'
    when not new.min_age >= 0 or not new.max_age >= 0 or new.min_age > new.max_age then 'trip_extras_ages'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'an extra that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
create trigger trip_extras_within_rules before insert or update on trip_extras
  for each row execute function keep_rules_of_extra();

create function keep_sold_extra() returns trigger language plpgsql as $$
begin
  if exists (select from reservation_lines where kind = 'extra' and source_id = old.id) then
    raise exception 'an extra that was sold'
      using errcode = 'foreign_key_violation', constraint = 'reservation_lines_extra_of_trip';
  end if;
  return old;
end $$;
create trigger trip_extras_stay_when_sold before delete on trip_extras
  for each row execute function keep_sold_extra();

-- Only the count of lines writes `taken`. Written by its triggers, the depth is 2.
create function refuse_direct_taken() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'taken follows from the lines of reservations'
      using errcode = 'check_violation', constraint = 'trip_extras_taken_follows_lines';
  end if;
  return new;
end $$;
create trigger trip_extras_taken_follows_lines before update of taken on trip_extras
  for each row when (old.taken is distinct from new.taken) execute function refuse_direct_taken();
create trigger trip_extras_start_untaken before insert on trip_extras
  for each row when (new.taken <> 0) execute function refuse_direct_taken();

-- What a trip asks of each participant, or once of a reservation. (The column `faq` of `trips` is what visitors ask,
-- with the operator's answers.) An answered question is never deleted: it ends being asked.
create table trip_questions (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  position integer not null check (position >= 0),
  label text not null check (label <> '' and char_length(label) <= 120),
  help text not null default '' check (char_length(help) <= 200),
  kind text not null check (kind in ('text', 'yes_no', 'one_of', 'several_of', 'date', 'number')),
  options text[] not null default '{}' check (cardinality(options) <= 20),
  per text not null check (per in ('participant', 'reservation')),
  is_required boolean not null default false,
  sensitivity text not null default 'personal' check (sensitivity in ('personal', 'sensitive')),
  ended_at timestamptz
);
create index trip_questions_of_trip on trip_questions (trip_id, position);
create trigger trip_questions_tell_change after insert or update or delete on trip_questions
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
  -- Twelve of a trip, because positions are unique within it.
  constraint trip_images_at_most_twelve check (position < 12)
);
create unique index trip_images_one_card on trip_images (trip_id) where is_card_img;
create trigger trip_images_tell_change after insert or update or delete on trip_images
  for each row execute function tell_trip_change('trip_id');

-- The terms of a trip of its own instead of the operator's; an empty text: that trip has no contract.
create table trip_contracts (
  trip_id uuid primary key references trips on delete cascade,
  text text not null
);

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

-- Guides with an account, who board these departures and see nothing else.
create table trip_guides (
  trip_id uuid not null references trips (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  -- When staff took them off it: cash that they took before is still recorded.
  removed_at timestamptz,
  primary key (trip_id, user_id)
);
create index trip_guides_of_user_idx on trip_guides (user_id);

-- People who want one e-mail when the next date of a trip is published. Nothing but the question is sent until they
-- confirm their address by its link.
create table trip_alerts (
  id uuid primary key,
  series_id uuid not null,
  -- On whose page it was asked for.
  trip_id uuid not null references trips on delete cascade,
  name text not null,
  email text not null,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz,
  constraint trip_alerts_once unique (series_id, email)
);
create index trip_alerts_waiting_idx on trip_alerts (series_id) where confirmed_at is not null and sent_at is null;
create index trip_alerts_email_idx on trip_alerts (email);

-- The links of their e-mails.
create table trip_alert_links (
  token_hash text primary key,
  alert_id uuid not null references trip_alerts on delete cascade
);
create index trip_alert_links_of_alert_idx on trip_alert_links (alert_id);

create function has_boarding_point(trip uuid, point uuid) returns boolean
  language sql stable
  return exists (
    select from trips t
    where t.id = has_boarding_point.trip
      and t.boarding_points @> jsonb_build_array(jsonb_build_object('id', has_boarding_point.point))
  );
