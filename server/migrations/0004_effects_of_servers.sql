-- What a write does to other tables stands in the server, which says so when it connects. These triggers act for a
-- server of release 0.2.0, which may answer beside it; the next version drops them.
create function acts_in_triggers() returns boolean language sql stable
  return coalesce(current_setting('passeio.effects', true), '') <> 'server';

drop trigger users_update_participants on users;
create trigger users_update_participants after update of name, birthdate, rg, emitter, cpf, contact on users
  for each row when (
    row(old.name, old.birthdate, old.rg, old.emitter, old.cpf, old.contact)
    is distinct from row(new.name, new.birthdate, new.rg, new.emitter, new.cpf, new.contact)
    and acts_in_triggers()
  ) execute function update_participants_of_person();

drop trigger trip_fares_set_lowest_price on trip_fares;
create trigger trip_fares_set_lowest_price after insert or update or delete on trip_fares
  for each row when (acts_in_triggers()) execute function set_lowest_price();

drop trigger reservations_follow_money on reservations;
create trigger reservations_follow_money
  after update of state, total_cents, deposit_cents, received_cents, retained_cents on reservations
  for each row when (
    row(old.state, old.total_cents, old.deposit_cents, old.received_cents, old.retained_cents)
    is distinct from row(new.state, new.total_cents, new.deposit_cents, new.received_cents, new.retained_cents)
    and acts_in_triggers()
  ) execute function follow_reservation_money();

drop trigger reservations_shorten_open_charge on reservations;
create trigger reservations_shorten_open_charge after update of hold_expires_at on reservations
  for each row when (
    new.state = 'held' and new.hold_expires_at is distinct from old.hold_expires_at and acts_in_triggers()
  ) execute function shorten_open_charge();

drop trigger reservations_follow_offer on reservations;
create trigger reservations_follow_offer after update of state on reservations
  for each row when (
    new.channel = 'waiting_list' and old.state = 'held' and new.state <> 'held' and acts_in_triggers()
  ) execute function follow_offered_reservation();

drop trigger reservations_end_charge_of_chooser on reservations;
create trigger reservations_end_charge_of_chooser after update of choose_until on reservations
  for each row when (old.choose_until is null and new.choose_until is not null and acts_in_triggers())
  execute function end_charge_of_chooser();

drop trigger reservations_settle_choice on reservations;
create trigger reservations_settle_choice before update of state, trip_id on reservations
  for each row when (
    old.choose_until is not null and (new.state not in ('held', 'booked') or new.trip_id <> old.trip_id)
    and acts_in_triggers()
  ) execute function settle_choice();

drop trigger waiting_list_keeps_smallest on waiting_list_entries;
create trigger waiting_list_keeps_smallest after insert on waiting_list_entries
  for each row when (new.state = 'waiting' and acts_in_triggers()) execute function keep_smallest_waiting();
drop trigger waiting_list_keeps_smallest_changed on waiting_list_entries;
create trigger waiting_list_keeps_smallest_changed after update of state, places on waiting_list_entries
  for each row when (
    ((old.state = 'waiting') is distinct from (new.state = 'waiting') or old.places <> new.places)
    and acts_in_triggers()
  ) execute function keep_smallest_waiting();

drop trigger refunds_keep_due on refunds;
create trigger refunds_keep_due after insert or update of state, promised_for or delete on refunds
  for each row when (acts_in_triggers()) execute function keep_refund_due();

drop trigger ledger_entries_sync_received on ledger_entries;
create trigger ledger_entries_sync_received after insert on ledger_entries
  for each row when (acts_in_triggers()) execute function sync_received();

drop trigger receipts_keep_submitted on receipts;
create trigger receipts_keep_submitted after insert or update of state on receipts
  for each row when (acts_in_triggers()) execute function keep_receipt_submitted();

drop trigger credit_entries_keep_balance on credit_entries;
create trigger credit_entries_keep_balance after insert on credit_entries
  for each row when (acts_in_triggers()) execute function keep_credit_balance();

drop trigger credit_entries_settle_choice on credit_entries;
create trigger credit_entries_settle_choice after insert on credit_entries
  for each row when (new.kind = 'granted' and acts_in_triggers()) execute function settle_choice_by_credit();

drop trigger ledger_entries_move_credit on ledger_entries;
create trigger ledger_entries_move_credit after insert on ledger_entries
  for each row when (new.method = 'credit' and acts_in_triggers()) execute function move_credit();

-- Whether free places are for somebody who is waiting: a party that fits. Nobody overtakes them.
create function is_for_waiting(capacity integer, places_taken integer, smallest_waiting integer) returns boolean
  language sql immutable parallel safe
  return coalesce(smallest_waiting <= capacity - places_taken, false);

drop trigger trips_places_for_waiting on trips;
drop function refuse_overtaking();

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
      returning not d.are_offers and is_for_waiting(capacity, places_taken - d.places, smallest_waiting) as overtaken,
        smallest_waiting
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
  if tg_op = 'INSERT' and acts_in_triggers() then
    update waiting_list_entries w set state = 'left', updated_at = now()
    from new_rows r
    where w.trip_id = r.trip_id and w.user_id = r.user_id and w.state = 'waiting' and r.is_active
      and r.channel <> 'waiting_list';
  end if;
  return null;
end $$;

-- At commit: what a reservation has received, given back and credited is the sum of its ledger, and what must go back
-- is the refund that is due.
create function check_money() returns trigger language plpgsql as $$
declare
  checked uuid;
  r record;
  entries record;
begin
  if tg_table_name = 'reservations' then checked := new.id;
  else checked := coalesce(new.reservation_id, old.reservation_id);
  end if;
  select received_cents, refunded_cents, credited_cents, refund_due_on,
    greatest(received_cents - case when is_active then total_cents else retained_cents end, 0) as owed_cents
  into r from reservations where id = checked;
  select
    coalesce(sum(case direction when 'out' then -amount_cents else amount_cents end), 0) as received_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end), 0)
      as refunded_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end)
      filter (where method = 'credit'), 0) as credited_cents
  into entries from ledger_entries where reservation_id = checked;
  if row(entries.received_cents, entries.refunded_cents, entries.credited_cents)
      <> row(r.received_cents, r.refunded_cents, r.credited_cents) then
    raise exception 'a reservation of % with entries of %', r, entries
      using errcode = 'check_violation', constraint = 'reservations_money_of_ledger';
  end if;
  if r.owed_cents > 0 or r.refund_due_on is not null then
    select
      coalesce(sum(amount_cents) filter (where state = 'sent'), 0) as sent_cents,
      coalesce(sum(amount_cents) filter (where state = 'due'), 0) as due_cents,
      min(promised_for) as due_on
    into entries from refunds where reservation_id = checked and state in ('due', 'sent');
    if greatest(r.owed_cents - entries.sent_cents, 0) <> entries.due_cents
      or entries.due_on is distinct from r.refund_due_on then
      raise exception 'refunds of % for %', entries, r
        using errcode = 'check_violation', constraint = 'reservations_refund_due';
    end if;
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_money after insert on ledger_entries
  deferrable initially deferred for each row execute function check_money();
create constraint trigger refunds_money after insert or update or delete on refunds
  deferrable initially deferred for each row execute function check_money();
create constraint trigger reservations_money after update on reservations
  deferrable initially deferred for each row when (
    row(new.received_cents, new.refunded_cents, new.credited_cents, new.refund_due_on)
      is distinct from row(old.received_cents, old.refunded_cents, old.credited_cents, old.refund_due_on)
    or (new.received_cents <> 0 and row(new.state, new.total_cents, new.retained_cents)
      is distinct from row(old.state, old.total_cents, old.retained_cents))
  ) execute function check_money();
