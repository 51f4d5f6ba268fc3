-- What only servers of release 0.2.0 needed: effects by triggers, and prices and adjustments beside lines.
drop trigger users_update_participants on users;
drop trigger trip_fares_set_lowest_price on trip_fares;
drop trigger reservations_follow_money on reservations;
drop trigger reservations_shorten_open_charge on reservations;
drop trigger reservations_follow_offer on reservations;
drop trigger reservations_end_charge_of_chooser on reservations;
drop trigger reservations_settle_choice on reservations;
drop trigger waiting_list_keeps_smallest on waiting_list_entries;
drop trigger waiting_list_keeps_smallest_changed on waiting_list_entries;
drop trigger refunds_keep_due on refunds;
drop trigger ledger_entries_sync_received on ledger_entries;
drop trigger receipts_keep_submitted on receipts;
drop trigger credit_entries_keep_balance on credit_entries;
drop trigger credit_entries_settle_choice on credit_entries;
drop trigger ledger_entries_move_credit on ledger_entries;
drop trigger reservation_lines_repeated on reservation_lines;
drop trigger reservation_lines_ended_repeated on reservation_lines;
drop function update_participants_of_person, set_lowest_price, follow_reservation_money, shorten_open_charge,
  follow_offered_reservation, end_charge_of_chooser, settle_choice, keep_smallest_waiting, keep_refund_due,
  sync_received, keep_receipt_submitted, keep_credit_balance, settle_choice_by_credit, move_credit, repeat_new_lines,
  repeat_ended_lines, follow_party_in_lines;

-- The trip's count of taken places, one update per statement and trip. Only an offer of the waiting list, which is a
-- new reservation of that channel, takes places for which somebody is waiting.
create or replace function count_places() returns trigger language plpgsql as $$
declare
  overtaken boolean;
begin
  if tg_op = 'INSERT' then
    with counted as (
      update trips set places_taken = places_taken + d.places
      from (
        select trip_id, sum(places)::integer as places, bool_and(channel = 'waiting_list') as are_offers
        from new_rows where is_active group by trip_id
      ) d
      where trips.id = d.trip_id
      returning not d.are_offers and is_for_waiting(capacity, places_taken - d.places, smallest_waiting) as overtaken
    ) select bool_or(counted.overtaken) into overtaken from counted;
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
drop function acts_in_triggers;

-- At commit, because reservation, participants and lines are separate rows, once for all rows of a statement or of a
-- commit: `places` is the number of participants that take one, `total_cents` the sum of the lines, everybody has a
-- fare and nobody who left a line; each lap child is on the lap of an adult of the reservation, and a companion is one.
create or replace function check_party() returns trigger language plpgsql as $$
declare
  checked uuid;
  mark text;
  r record;
  p record;
  l record;
begin
  if tg_table_name = 'reservations' then checked := new.id; else checked := new.reservation_id; end if;
  mark := checked || ' ' || statement_timestamp();
  if current_setting('passeio.checked_party', true) = mark then return null; end if;
  select places, total_cents into r from reservations where id = checked;
  if not found then return null; end if;
  select
    count(*) as people,
    count(*) filter (where one.takes_place) as places,
    count(*) filter (where not one.takes_place and one.companion_id is null) as without_lap,
    count(*) filter (where one.companion_id is not null and not exists (
      select from participants other
      where other.id = one.companion_id and other.removed_at is null and other.takes_place
        and (other.birthdate is null or other.birthdate <= (
          select (t.departs_at at time zone o.time_zone)::date - interval '18 years'
          from trips t, operator o where t.id = one.trip_id))
    )) as unfit_companions
  into p from participants one where one.reservation_id = checked and one.removed_at is null;
  select
    coalesce(sum(line.quantity * line.unit_cents), 0) as total_cents,
    count(*) filter (where line.kind = 'fare') as fares,
    coalesce(bool_or(one.removed_at is not null), false) as has_left
  into l from reservation_lines line left join participants one on one.id = line.participant_id
  where line.reservation_id = checked and line.ended_at is null;
  if p.places <> r.places then
    raise exception '% places for % participants', r.places, p.places
      using errcode = 'check_violation', constraint = 'reservations_places_of_party';
  elsif l.total_cents <> r.total_cents then
    raise exception 'a total of % for lines of %', r.total_cents, l.total_cents
      using errcode = 'check_violation', constraint = 'reservations_total_of_party';
  elsif l.fares <> p.people or l.has_left then
    raise exception '% fares for % participants, or a line of somebody who left', l.fares, p.people
      using errcode = 'check_violation', constraint = 'reservation_lines_of_party';
  elsif p.without_lap > 0 or p.unfit_companions > 0 then
    raise exception 'a lap child or minor without an adult of the reservation'
      using errcode = 'check_violation', constraint = 'participants_companion_is_adult';
  end if;
  perform set_config('passeio.checked_party', mark, true);
  return null;
end $$;
drop trigger participants_party_changed on participants;
-- Not where only the state follows the reservation's: expiring many at once would check each again.
create constraint trigger participants_party_changed after update on participants
  deferrable initially deferred for each row when (
    row(old.reservation_id, old.trip_id, old.takes_place, old.removed_at, old.companion_id, old.birthdate)
    is distinct from
    row(new.reservation_id, new.trip_id, new.takes_place, new.removed_at, new.companion_id, new.birthdate)
  ) execute function check_party();
drop table adjustments;
alter table participants drop column price_cents;
