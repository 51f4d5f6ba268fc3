-- The trip's count of taken places: of a new reservation by its row, because a table of new rows costs more than the
-- update; else one update per statement and trip. Only an offer of the waiting list, which is a new reservation of that
-- channel, takes places for which somebody is waiting.
create or replace function count_places() returns trigger language plpgsql as $$
declare
  overtaken boolean;
begin
  if tg_op = 'INSERT' then
    update trips set places_taken = places_taken + new.places where id = new.trip_id
    returning new.channel <> 'waiting_list' and is_for_waiting(capacity, places_taken - new.places, smallest_waiting)
    into overtaken;
  elsif tg_op = 'DELETE' then
    update trips set places_taken = places_taken - d.places
    from (select trip_id, sum(places)::integer as places from old_rows where is_active group by trip_id) d
    where trips.id = d.trip_id;
  else
    with counted as (
      update trips set places_taken = places_taken + d.places
      from (
        select trip_id, sum(places)::integer as places from (
          select trip_id, places from new_rows where is_active
          union all
          select trip_id, -places from old_rows where is_active
        ) changes group by trip_id having sum(places) <> 0
      ) d
      where trips.id = d.trip_id
      returning d.places > 0 and is_for_waiting(capacity, places_taken - d.places, smallest_waiting) as overtaken
    ) select bool_or(counted.overtaken) into overtaken from counted;
  end if;
  if overtaken then
    raise exception 'somebody waits for these places'
      using errcode = 'check_violation', constraint = 'trips_places_for_waiting';
  end if;
  return null;
end $$;
drop trigger reservations_count_new_places on reservations;
create trigger reservations_count_new_places after insert on reservations
  for each row when (new.is_active) execute function count_places();

-- At commit, because reservation, participants and lines are separate rows, once for all rows of a statement or of a
-- commit: `places` is the number of participants that take one, `total_cents` the sum of the lines, everybody has a
-- fare and nobody who left a line; each lap child is on the lap of an adult of the reservation, and a companion is one.
create or replace function check_party() returns trigger language plpgsql as $$
declare
  checked uuid;
  mark text;
  r record;
begin
  if tg_table_name = 'reservations' then checked := new.id; else checked := new.reservation_id; end if;
  mark := checked || ' ' || statement_timestamp();
  if current_setting('passeio.checked_party', true) = mark then return null; end if;
  select reservation.places, reservation.total_cents, p.people, p.taken, p.without_lap, p.has_companion, l.sum_cents,
    l.fares, l.has_left
  into r
  from reservations reservation,
    lateral (
      select
        count(*) as people,
        count(*) filter (where one.takes_place) as taken,
        count(*) filter (where not one.takes_place and one.companion_id is null) as without_lap,
        count(one.companion_id) > 0 as has_companion
      from participants one where one.reservation_id = reservation.id and one.removed_at is null
    ) p,
    lateral (
      select
        coalesce(sum(line.quantity * line.unit_cents), 0) as sum_cents,
        count(*) filter (where line.kind = 'fare') as fares,
        coalesce(bool_or(line.participant_id is not null and not exists (
          select from participants one where one.id = line.participant_id and one.removed_at is null
        )), false) as has_left
      from reservation_lines line where line.reservation_id = reservation.id and line.ended_at is null
    ) l
  where reservation.id = checked;
  if not found then return null; end if;
  if r.taken <> r.places then
    raise exception '% places for % participants', r.places, r.taken
      using errcode = 'check_violation', constraint = 'reservations_places_of_party';
  elsif r.sum_cents <> r.total_cents then
    raise exception 'a total of % for lines of %', r.total_cents, r.sum_cents
      using errcode = 'check_violation', constraint = 'reservations_total_of_party';
  elsif r.fares <> r.people or r.has_left then
    raise exception '% fares for % participants, or a line of somebody who left', r.fares, r.people
      using errcode = 'check_violation', constraint = 'reservation_lines_of_party';
  elsif r.without_lap > 0 or (r.has_companion and exists (
    select from participants one join trips t on t.id = one.trip_id cross join operator o
    where one.reservation_id = checked and one.removed_at is null and one.companion_id is not null and not exists (
      select from participants other
      where other.id = one.companion_id and other.removed_at is null and other.takes_place
        and (other.birthdate is null
          or other.birthdate <= (t.departs_at at time zone o.time_zone)::date - interval '18 years')
    )
  )) then
    raise exception 'a lap child or minor without an adult of the reservation'
      using errcode = 'check_violation', constraint = 'participants_companion_is_adult';
  end if;
  perform set_config('passeio.checked_party', mark, true);
  return null;
end $$;
