-- Who of a party that waits would share rooms, so many adults in rooms of one type; all others sleep in private ones.
alter table waiting_list_entries
  add column share text constraint waiting_list_entries_share_check check (share in ('women', 'men', 'any')),
  add column sharers integer constraint waiting_list_entries_sharers_check check (sharers > 0),
  add constraint waiting_list_share_of_sharers check ((share is null) = (sharers is null));

-- Whether beds and private rooms are left for a party of which so many share: beds of one type in rooms that are shared
-- already, or in rooms that they begin; for all others private rooms, with an adult in each, the largest first.
create function fits_rooms(trip uuid, party jsonb, with_share text, sharers integer) returns boolean language sql stable as $$
  with types as (
    select id, places, greatest(count - private_rooms - (sharing_women + places - 1) / places
      - (sharing_men + places - 1) / places - (sharing_any + places - 1) / places, 0) as rooms_left,
      case with_share when 'women' then sharing_women when 'men' then sharing_men else sharing_any end as sharing
    from trip_room_types where trip_id = trip and ended_at is null
  ), begun as (
    -- Rooms that the sharers begin in each type that has some left for them.
    select id as type_id, rooms from types,
      lateral (select (sharers + sharing + places - 1) / places - (sharing + places - 1) / places as rooms) needed
    where places > 1 and rooms <= rooms_left
  ), alone as (
    select coalesce(sum(entry.count), 0) - sharers as people,
      coalesce(sum(entry.count) filter (where f.max_age is null or f.max_age >= 18), 0) - sharers as adults
    from jsonb_to_recordset(party) as entry ("fareId" uuid, count integer)
    join trip_fares f on f.id = entry."fareId" and f.trip_id = trip and f.takes_place
  ), ordered as (
    select type_id, places, left_over, sum(left_over) over larger - left_over as larger
    from begun, types, lateral (select rooms_left - case when id = type_id then rooms else 0 end as left_over) rest
    window larger as (partition by type_id order by places desc, id)
  )
  select case when sharers is null then fits_rooms(trip, party)
    else not exists (select from types) or exists (
      select from ordered, alone group by type_id, people, adults
      having adults >= 0 and people <= sum(places * least(left_over, greatest(adults - larger, 0)))
    ) end
$$;

create or replace function write_smallest_waiting(trip uuid) returns void language sql as $$
  update trips set smallest_waiting = smallest.places
  from (
    select min(w.places) as places from waiting_list_entries w join trips t on t.id = w.trip_id
    where w.trip_id = trip and w.state = 'waiting' and (not t.has_rooms or fits_rooms(trip, w.party, w.share, w.sharers))
  ) smallest
  where trips.id = trip and trips.smallest_waiting is distinct from smallest.places
$$;
