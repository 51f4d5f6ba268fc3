-- Places of a departure that are set aside for who reserves with a coupon, until a moment. What is left of them is not
-- for sale to others; what its reservations take comes from them first.
alter table coupons
  -- Of each of its trips.
  add column places_set_aside integer check (places_set_aside > 0),
  -- Null: until it ends, or the departure.
  add column set_aside_until timestamptz;

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
create index reservations_of_coupon_and_trip on reservations (coupon_id, trip_id) where coupon_id is not null and is_active;

alter table trips
  add column places_set_aside integer not null default 0,
  drop constraint trips_places_within_capacity,
  add constraint trips_places_within_capacity
    check (places_taken >= 0 and places_set_aside >= 0 and places_taken + places_set_aside <= capacity);

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

-- What is left of a trip for anybody.
create function places_left(capacity integer, places_taken integer, places_set_aside integer) returns integer
  language sql immutable parallel safe
  return capacity - places_taken - places_set_aside;

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

create trigger trips_set_aside_follows_allotments before update of places_set_aside on trips
  for each row when (old.places_set_aside is distinct from new.places_set_aside) execute function refuse_direct_places();
-- Also of a copy of a trip that a server of the last release makes.
create function start_without_set_aside() returns trigger language plpgsql as $$
begin
  new.places_set_aside := 0;
  return new;
end $$;
create trigger trips_start_without_set_aside before insert on trips
  for each row when (new.places_set_aside <> 0) execute function start_without_set_aside();

-- A reservation with a coupon takes of what is set aside for it, and gives it back. Who takes only that overtakes nobody.
create or replace function count_places() returns trigger language plpgsql as $$
declare
  overtaken boolean;
  aside integer;
begin
  if tg_op = 'INSERT' then
    -- Of nothing nothing is taken.
    if new.coupon_id is not null then
      select nullif(places_set_aside, 0) into aside from trips where id = new.trip_id for no key update;
    end if;
    update trips set places_taken = places_taken + new.places,
      places_set_aside = case when aside is null then places_set_aside else left_of_allotments(id) end
    where id = new.trip_id
    returning new.channel <> 'waiting_list' and places_left(capacity, places_taken, places_set_aside)
        < places_left(capacity, places_taken - new.places, coalesce(aside, places_set_aside))
      and is_for_waiting(capacity, places_taken - new.places + coalesce(aside, places_set_aside), smallest_waiting)
    into overtaken;
  elsif tg_op = 'DELETE' then
    update trips set places_taken = places_taken - d.places, places_set_aside = left_of_allotments(id)
    from (select trip_id, sum(places)::integer as places from old_rows where is_active group by trip_id) d
    where trips.id = d.trip_id;
  else
    with counted as (
      update trips set places_taken = places_taken + d.places,
        places_set_aside = case when d.has_coupon then left_of_allotments(id) else places_set_aside end
      from (
        select changes.trip_id, sum(changes.places)::integer as places, bool_or(changes.has_coupon) as has_coupon,
          (select places_set_aside from trips before where before.id = changes.trip_id) as aside
        from (
          select trip_id, places, coupon_id is not null as has_coupon from new_rows where is_active
          union all
          select trip_id, -places, coupon_id is not null from old_rows where is_active
        ) changes group by changes.trip_id having sum(changes.places) <> 0
      ) d
      where trips.id = d.trip_id
      returning d.places > 0 and places_left(capacity, places_taken, places_set_aside)
          < places_left(capacity, places_taken - d.places, d.aside)
        and is_for_waiting(capacity, places_taken - d.places + d.aside, smallest_waiting) as overtaken
    ) select bool_or(counted.overtaken) into overtaken from counted;
  end if;
  if overtaken then
    raise exception 'somebody waits for these places'
      using errcode = 'check_violation', constraint = 'trips_places_for_waiting';
  end if;
  return null;
end $$;
