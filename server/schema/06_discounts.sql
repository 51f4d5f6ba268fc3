-- Codes that lower the price of a reservation. The database counts their uses and what they have taken off, whoever
-- writes: of reservations that have not ended, by the lines that say of which coupon they are.
create table coupons (
  id uuid primary key,
  code text not null constraint coupons_code_key unique,
  tag text not null default '',
  effect text not null check (effect in ('percent', 'amount', 'fixed')),
  value integer not null check (value >= 0 and (effect <> 'percent' or value between 1 and 100)),
  valid_from timestamptz,
  valid_until timestamptz,
  -- Empty: all.
  trip_ids uuid[] not null default '{}',
  fare_labels text[] not null default '{}',
  max_uses integer check (max_uses > 0),
  max_uses_per_client integer check (max_uses_per_client > 0),
  max_discount_cents integer check (max_discount_cents > 0),
  min_people integer not null default 1 check (min_people > 0),
  min_total_cents integer not null default 0 check (min_total_cents >= 0),
  first_only boolean not null default false,
  -- How many places of each of its trips are set aside for it, and until when; null: until it or the sale ends.
  places_set_aside integer check (places_set_aside > 0),
  set_aside_until timestamptz,
  is_active boolean not null default true,
  uses integer not null default 0 check (uses >= 0),
  discounted_cents integer not null default 0 check (discounted_cents >= 0),
  created_at timestamptz not null default now(),
  constraint coupons_code_is_upper check (code <> '' and code = upper(code)),
  constraint coupons_uses_within_limit check (uses <= max_uses),
  constraint coupons_discount_within_budget check (discounted_cents <= max_discount_cents)
);
create index coupons_by_age on coupons (created_at desc, id);

-- Only the triggers on reservations and their lines write the counts; within them the depth is 2.
create function refuse_direct_count_of_coupon() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'uses of a coupon follow from reservations'
      using errcode = 'check_violation', constraint = 'coupons_counts_follow_reservations';
  end if;
  return new;
end $$;
create trigger coupons_counts_follow_reservations before update on coupons
  for each row when (old.uses <> new.uses or old.discounted_cents <> new.discounted_cents)
  execute function refuse_direct_count_of_coupon();
create trigger coupons_start_unused before insert on coupons
  for each row when (new.uses <> 0 or new.discounted_cents <> 0) execute function refuse_direct_count_of_coupon();

-- Automatic discounts. What one takes off a reservation is a line with its id as source, which stays as it was agreed.
create table discount_rules (
  id uuid primary key,
  label text not null check (label <> ''),
  -- When it applies; null: whatever there is. Empty lists: all.
  min_people integer check (min_people > 0),
  min_total_cents integer check (min_total_cents > 0),
  min_days_before integer check (min_days_before > 0),
  counted_fares text[] not null default '{}',
  benefit text not null check (benefit in ('percent', 'amount_each', 'cheapest_free')),
  value integer not null check (value > 0 and (benefit <> 'percent' or value <= 100)),
  lowered_fares text[] not null default '{}',
  trip_ids uuid[] not null default '{}',
  valid_from timestamptz,
  valid_until timestamptz,
  is_active boolean not null default true,
  position integer not null,
  created_at timestamptz not null default now()
);

-- Places of a departure that are set aside for who reserves with a coupon, until a moment. What is left of them is not
-- for sale to others; what its reservations take comes from them first.
create table allotments (
  id uuid primary key,
  coupon_id uuid not null references coupons,
  trip_id uuid not null references trips on delete cascade,
  places integer not null check (places > 0),
  ends_at timestamptz not null,
  ended_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index allotments_one_of_coupon_and_trip on allotments (coupon_id, trip_id) where ended_at is null;
create index allotments_of_trip on allotments (trip_id) where ended_at is null;
create index allotments_to_end on allotments (ends_at) where ended_at is null;

-- Whether free places are for somebody who is waiting: a party that fits. Nobody overtakes them.
create function is_for_waiting(capacity integer, places_taken integer, smallest_waiting integer) returns boolean
  language sql immutable parallel safe
  return coalesce(smallest_waiting <= capacity - places_taken, false);

-- Volatile, so that it counts what was committed while its caller waited for the trip.
create function left_of_allotments(trip uuid, coupon uuid default null) returns integer language plpgsql as $$
begin
  return (
    select coalesce(sum(greatest(a.places - (
      select coalesce(sum(r.places), 0) from reservations r
      where r.coupon_id = a.coupon_id and r.trip_id = a.trip_id and r.is_active
    ), 0)), 0)
    from allotments a
    where a.trip_id = trip and a.ended_at is null and (coupon is null or a.coupon_id = coupon)
  );
end $$;

-- Setting aside is taking places: not those for which somebody is waiting.
create function count_allotment() returns trigger language plpgsql as $$
declare
  overtaken boolean;
begin
  update trips set places_set_aside = left_of_allotments(id)
  where id = coalesce(new.trip_id, old.trip_id)
  returning tg_op = 'INSERT' and is_for_waiting(capacity, places_taken + places_set_aside - new.places, smallest_waiting)
  into overtaken;
  if overtaken then
    raise exception 'somebody waits for these places'
      using errcode = 'check_violation', constraint = 'trips_places_for_waiting';
  end if;
  return null;
end $$;
create trigger allotments_count after insert or update or delete on allotments
  for each row execute function count_allotment();
