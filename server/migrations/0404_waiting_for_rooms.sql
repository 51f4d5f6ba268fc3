-- Whoever waits for rooms that are taken keeps no places from others: trips.smallest_waiting is of those for whom
-- private rooms are left, and follows what is taken of them.

-- Whether private rooms are left for a party, with an adult in each: as many as it has adults, the largest first.
create function fits_rooms(trip uuid, party jsonb) returns boolean language sql stable as $$
  with sleepers as (
    select coalesce(sum(entry.count), 0) as people,
      sum(entry.count) filter (where f.max_age is null or f.max_age >= 18) as adults
    from jsonb_to_recordset(party) as entry ("fareId" uuid, count integer)
    join trip_fares f on f.id = entry."fareId" and f.trip_id = trip and f.takes_place
  ), types as (
    select id, places, greatest(count - private_rooms - (sharing_women + places - 1) / places
      - (sharing_men + places - 1) / places - (sharing_any + places - 1) / places, 0) as rooms_left
    from trip_room_types where trip_id = trip and ended_at is null
  ), ordered as (
    select places, rooms_left, sum(rooms_left) over (order by places desc, id) - rooms_left as larger from types
  )
  select count(places) = 0 or min(people) <= sum(places * least(rooms_left,
    greatest(coalesce(nullif(adults, 0), people) - larger, 0)))
  from sleepers left join ordered on true
$$;

-- Of a locked trip.
create function write_smallest_waiting(trip uuid) returns void language sql as $$
  update trips set smallest_waiting = smallest.places
  from (
    select min(w.places) as places from waiting_list_entries w join trips t on t.id = w.trip_id
    where w.trip_id = trip and w.state = 'waiting' and (not t.has_rooms or fits_rooms(trip, w.party))
  ) smallest
  where trips.id = trip and trips.smallest_waiting is distinct from smallest.places
$$;

create function follow_rooms_left() returns trigger language plpgsql as $$
declare
  trip uuid := coalesce(new.trip_id, old.trip_id);
begin
  perform from trips where id = trip for no key update;
  perform write_smallest_waiting(trip);
  return null;
end $$;
-- At commit, so that rooms that are given back for others are not offered in between.
create constraint trigger trip_room_types_smallest_waiting after insert or update or delete on trip_room_types
  deferrable initially deferred for each row execute function follow_rooms_left();
create constraint trigger trip_fares_smallest_waiting after update on trip_fares
  deferrable initially deferred for each row
  when (row(old.max_age, old.takes_place) is distinct from row(new.max_age, new.takes_place))
  execute function follow_rooms_left();

select write_smallest_waiting(id) from trips where has_rooms;
