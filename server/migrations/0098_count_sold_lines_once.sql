-- What is sold with a reservation is counted once for all of its lines, and a trip is read where it is written: with
-- extras and a coupon a reservation holds its trip for less long.
create function count_sold_lines() returns trigger language plpgsql as $$
declare
  sold record;
begin
  for sold in
    select l.kind, l.source_id, r.trip_id, sum(l.quantity)::integer as quantity,
      sum(l.quantity * l.unit_cents)::integer as cents
    from new_lines l join reservations r on r.id = l.reservation_id
    where l.kind in ('extra', 'discount') and l.ended_at is null and r.is_active
    group by l.kind, l.source_id, r.trip_id
    -- All lock them in one order.
    order by l.kind, l.source_id
  loop
    if sold.kind = 'discount' then
      update coupons set discounted_cents = discounted_cents - sold.cents where id = sold.source_id;
    else
      update trip_extras set taken = taken + sold.quantity where id = sold.source_id and trip_id = sold.trip_id;
      if not found and exists (select from trip_extras where id = sold.source_id) then
        raise exception 'an extra of another trip'
          using errcode = 'foreign_key_violation', constraint = 'reservation_lines_extra_of_trip';
      end if;
    end if;
  end loop;
  return null;
end $$;
drop trigger reservation_lines_count_extra on reservation_lines;
drop trigger reservation_lines_count_coupon on reservation_lines;
create trigger reservation_lines_count_sold after insert on reservation_lines
  referencing new table as new_lines for each statement execute function count_sold_lines();

-- Of lines that end.
create or replace function count_extra() returns trigger language plpgsql as $$
begin
  update trip_extras e set taken = taken - new.quantity
  from reservations r
  where e.id = new.source_id and r.id = new.reservation_id and r.is_active;
  return null;
end $$;
create or replace function count_coupon_line() returns trigger language plpgsql as $$
begin
  update coupons c set discounted_cents = discounted_cents + new.quantity * new.unit_cents
  from reservations r
  where c.id = new.source_id and r.id = new.reservation_id and r.is_active;
  return null;
end $$;

create or replace function count_places() returns trigger language plpgsql as $$
declare
  overtaken boolean;
begin
  if tg_op = 'INSERT' then
    -- Of nothing nothing is taken.
    update trips set places_taken = places_taken + new.places,
      places_set_aside = case when new.coupon_id is null or places_set_aside = 0 then places_set_aside
        else left_of_allotments(id) end
    where id = new.trip_id
    returning with (old as before, new as after) new.channel <> 'waiting_list'
      and places_left(after.capacity, after.places_taken, after.places_set_aside)
        < places_left(before.capacity, before.places_taken, before.places_set_aside)
      and is_for_waiting(before.capacity, before.places_taken + before.places_set_aside, before.smallest_waiting)
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
        select changes.trip_id, sum(changes.places)::integer as places, bool_or(changes.has_coupon) as has_coupon
        from (
          select trip_id, places, coupon_id is not null as has_coupon from new_rows where is_active
          union all
          select trip_id, -places, coupon_id is not null from old_rows where is_active
        ) changes group by changes.trip_id having sum(changes.places) <> 0
      ) d
      where trips.id = d.trip_id
      returning with (old as before, new as after) d.places > 0
        and places_left(after.capacity, after.places_taken, after.places_set_aside)
          < places_left(before.capacity, before.places_taken, before.places_set_aside)
        and is_for_waiting(before.capacity, before.places_taken + before.places_set_aside, before.smallest_waiting)
        as overtaken
    ) select bool_or(counted.overtaken) into overtaken from counted;
  end if;
  if overtaken then
    raise exception 'somebody waits for these places'
      using errcode = 'check_violation', constraint = 'trips_places_for_waiting';
  end if;
  return null;
end $$;
