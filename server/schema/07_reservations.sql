-- The rows of these two tables repeat contract/src/reservation-states.ts; a test compares them.
create table reservation_states (
  state text primary key,
  holds_places boolean not null
);
insert into reservation_states (state, holds_places) values
  ('requested', true), ('held', true), ('booked', true), ('expired', false), ('cancelled', false);

create table reservation_state_transitions (
  from_state text not null references reservation_states,
  to_state text not null references reservation_states,
  primary key (from_state, to_state)
);
insert into reservation_state_transitions (from_state, to_state) values
  ('requested', 'held'), ('requested', 'booked'), ('requested', 'expired'), ('requested', 'cancelled'),
  ('held', 'booked'), ('held', 'expired'), ('held', 'cancelled'),
  ('booked', 'held'), ('booked', 'cancelled'),
  ('expired', 'held'), ('expired', 'booked');

create table reservations (
  id uuid primary key,
  code text not null constraint reservations_code_key unique,
  trip_id uuid not null references trips,
  -- The person who pays and is responsible for the reservation.
  user_id uuid not null references users,
  channel text not null,
  state text not null references reservation_states,
  is_active boolean not null generated always as (state in ('requested', 'held', 'booked')) stored,
  -- Active participants that take one; checked at commit.
  places integer not null default 1,

  -- Money. The total is the sum of the lines that have not ended; checked at commit.
  total_cents integer not null,
  deposit_cents integer not null,
  -- The instalments as they were agreed, [{ dueOn, dueAt, cents }] by day: beside the deposit they were its total. What
  -- has become of each follows from the sums of the reservation.
  instalments jsonb,
  -- Sums of its entries, checked at commit: payments less refunds; refunds; refunds that became credit of the payer.
  received_cents integer not null default 0,
  refunded_cents integer not null default 0,
  credited_cents integer not null default 0,
  -- What the operator keeps of a cancelled reservation: what was received when it was cancelled, less the refund of
  -- then. Money that comes later goes back whole.
  retained_cents integer not null default 0,
  -- Whether the people of a reservation pay a share each. What the shares are follows from lines and entries.
  splits_payment boolean not null default false,
  -- The day for which a refund is promised, and since when a receipt waits.
  refund_due_on date,
  receipt_submitted_at timestamptz,
  -- What payments by card about which a bank has not decided would settle, and since when the latest of them is known.
  card_review_cents integer not null default 0 check (card_review_cents >= 0),
  card_review_at timestamptz,
  -- Cash that guides took and that waits for staff. What covers the deposit stops the clock of the hold.
  guide_cents integer not null default 0 check (guide_cents >= 0),

  -- Places are kept without money until then, or, of a request, until the operator answers; null: without a deadline.
  hold_expires_at timestamptz,
  -- When the payer was notified that it is about to end.
  hold_warned_at timestamptz,
  -- The instalment of which the payer was reminded last, and how: its day with 'soon', 'today' or 'overdue'.
  instalment_reminder text,
  instalment_reminded_at timestamptz,
  -- A receipt stops the clock of a hold once: when the first came that looks like a document, while this hold lasts.
  -- The clock stands still as long as that receipt waits for staff.
  clock_stopped_at timestamptz,
  -- The client's address (IPv6: its /64 network) from which places are held; null once nothing is unpaid, and for what
  -- staff does.
  client_network text,

  -- When it was asked for, on a trip on request; null: it needed no answer.
  requested_at timestamptz,
  answered_at timestamptz,
  answered_by uuid references users,
  -- Why it was refused, as the client reads it.
  refusal text,

  cancelled_at timestamptz,
  cancelled_by uuid references users,
  cancellation_reason text not null default '',
  -- Until when the payer of a cancelled departure chooses; null: there is nothing to choose.
  choose_until timestamptz,
  -- When it came to its departure from another one: from then on the deadline of its balance counts.
  moved_at timestamptz,
  -- The departures that it left: a guide's phone may still have it on their list.
  left_trips uuid[] not null default '{}',

  -- What the client accepted: { "tiers": [...], "textHash": "..." }.
  policy jsonb,
  coupon_id uuid references coupons,
  accepted_at timestamptz,
  -- When the payer was notified that the reservation was received.
  acknowledged_at timestamptz,
  -- The Idempotency-Key that made the reservation, and a hash of its request.
  request_key text,
  request_fingerprint text,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- What participants refer to.
  constraint reservations_party_key unique (id, trip_id, is_active)
);
create unique index reservations_one_active_per_payer on reservations (trip_id, user_id)
  where is_active and channel = 'site';
create unique index reservations_request_key on reservations (user_id, request_key);
create index reservations_of_person_idx on reservations (user_id, created_at desc, id);
create index reservations_of_trip_idx on reservations (trip_id, created_at, id);
create index reservations_created_idx on reservations (created_at);
-- Covering: the amounts owed are summed per trip by an index-only scan.
create index reservations_open_idx on reservations (trip_id)
  include (total_cents, deposit_cents, received_cents, created_at, state, hold_expires_at) where is_active;
create index reservations_hold_idx on reservations (hold_expires_at) include (trip_id)
  where state in ('requested', 'held') and hold_expires_at is not null;
create index reservations_hold_without_warning_idx on reservations (hold_expires_at)
  where state = 'held' and hold_expires_at is not null and hold_warned_at is null;
create index reservations_requested_idx on reservations (hold_expires_at) include (trip_id, total_cents)
  where state = 'requested';
create index reservations_without_deposit_idx on reservations (created_at) include (trip_id)
  where state = 'held' and received_cents < deposit_cents;
create index reservations_unacknowledged_idx on reservations (created_at)
  where acknowledged_at is null and channel = 'site';
create index reservations_unpaid_network_idx on reservations (client_network) where client_network is not null;
create index reservations_choose_until_idx on reservations (choose_until) where choose_until is not null;
create index reservations_cancelled_idx on reservations (cancelled_at desc)
  include (received_cents, retained_cents, trip_id) where state = 'cancelled';
-- Ended reservations with money to be refunded.
create index reservations_to_return_idx on reservations (cancelled_at desc)
  include (received_cents, retained_cents, trip_id)
  where state in ('cancelled', 'expired') and received_cents > retained_cents;
create index reservations_of_coupon on reservations (coupon_id, user_id) where coupon_id is not null;

-- When the first instalment is due that is not paid, as `nextInstalment` of the contract; null: none.
create function next_instalment_at(agreed jsonb, deposit integer, total integer, received integer)
  returns timestamptz language sql immutable parallel safe as $$
  select (value ->> 'dueAt')::timestamptz from (
    select *, lag(asked, 1, least(deposit, total)::bigint) over (order by ordinality) as asked_before from (
      select value, ordinality, case when ordinality = jsonb_array_length(agreed) then total
        else least(total, deposit + sum((value ->> 'cents')::integer) over (order by ordinality)) end as asked
      from jsonb_array_elements(agreed) with ordinality
    ) each_one
  ) one
  where asked > received and asked > asked_before
  order by ordinality limit 1
$$;
create index reservations_next_instalment on reservations
  (next_instalment_at(instalments, deposit_cents, total_cents, received_cents))
  where instalments is not null and state = 'booked' and received_cents < total_cents;
create index reservations_of_coupon_and_trip on reservations (coupon_id, trip_id)
  where coupon_id is not null and is_active;

create function refuse_unknown_transition() returns trigger language plpgsql as $$
begin
  if not exists (
    select from reservation_state_transitions t where t.from_state = old.state and t.to_state = new.state
  ) then
    raise exception 'a reservation cannot go from % to %', old.state, new.state
      using errcode = 'check_violation', constraint = 'reservations_known_transition';
  end if;
  return new;
end $$;
create trigger reservations_known_transition before update of state on reservations
  for each row when (old.state is distinct from new.state) execute function refuse_unknown_transition();

-- A new hold has a clock of its own, which a receipt that waits already stops.
create function start_clock_of_hold() returns trigger language plpgsql as $$
begin
  new.clock_stopped_at := new.receipt_submitted_at;
  return new;
end $$;
create trigger reservations_start_clock before update of state on reservations
  for each row when (new.state = 'held' and old.state <> 'held') execute function start_clock_of_hold();

-- What is left of a trip for anybody.
create function places_left(capacity integer, places_taken integer, places_set_aside integer) returns integer
  language sql immutable parallel safe
  return capacity - places_taken - places_set_aside;

-- A reservation with a coupon takes of what is set aside for it, and gives it back. Who takes only that overtakes
-- nobody.
create function count_places() returns trigger language plpgsql as $$
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
create trigger reservations_count_new_places after insert on reservations
  for each row when (new.is_active) execute function count_places();
create trigger reservations_count_changed_places after update on reservations
  referencing new table as new_rows old table as old_rows for each statement execute function count_places();
create trigger reservations_count_deleted_places after delete on reservations
  referencing old table as old_rows for each statement execute function count_places();

-- At commit, because reservation, participants and lines are separate rows, once for all rows of a statement or of a
-- commit: `places` is the number of participants that take one, `total_cents` the sum of the lines, everybody has a
-- fare and nobody who left a line; each lap child is on the lap of an adult of the reservation, and a companion is one.
create function check_party() returns trigger language plpgsql as $$
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
create constraint trigger reservations_party after insert or update of places, total_cents on reservations
  deferrable initially deferred for each row execute function check_party();

-- At commit: what a reservation has received, given back and credited is the sum of its entries, what must go back is
-- the refund that is due, and no more is kept than was received.
create function check_money() returns trigger language plpgsql as $$
declare
  checked uuid;
  mark text;
  -- Whether more may be kept now than was received.
  may_keep_more boolean := false;
  r record;
  entries record;
  kept_cents bigint;
begin
  if tg_table_name = 'reservations' then
    checked := new.id;
    may_keep_more := new.received_cents < old.received_cents;
  elsif tg_table_name = 'transfers' then
    checked := coalesce(new.reservation_id, case new.kind when 'penalty' then new.from_account else new.to_account end);
    may_keep_more := new.kind = 'penalty';
  else checked := coalesce(new.reservation_id, old.reservation_id);
  end if;
  mark := checked || ' ' || statement_timestamp();
  if current_setting('passeio.checked_money', true) = mark and not may_keep_more then return null; end if;
  select received_cents, refunded_cents, credited_cents, refund_due_on,
    greatest(received_cents - case when is_active then total_cents else retained_cents end, 0) as owed_cents
  into r from reservations where id = checked;
  select
    coalesce(sum(case direction when 'out' then -amount_cents else amount_cents end), 0) as received_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end), 0)
      as refunded_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end)
      filter (where method = 'credit'), 0) as credited_cents
  into entries from transfers where reservation_id = checked;
  if row(entries.received_cents, entries.refunded_cents, entries.credited_cents)
      <> row(r.received_cents, r.refunded_cents, r.credited_cents) then
    raise exception 'a reservation of % with entries of %', r, entries
      using errcode = 'check_violation', constraint = 'reservations_money_of_ledger';
  end if;
  if may_keep_more then
    select coalesce(sum(penalty.amount_cents), 0) into kept_cents from transfers penalty
    where penalty.from_account = checked and penalty.kind = 'penalty'
      and (select reversal.id from transfers reversal where reversal.reverses = penalty.id) is null;
    if kept_cents > r.received_cents then
      raise exception '% kept of %', kept_cents, r
        using errcode = 'check_violation', constraint = 'reservations_kept_of_received';
    end if;
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
  perform set_config('passeio.checked_money', mark, true);
  return null;
end $$;
create constraint trigger reservations_money after update on reservations
  deferrable initially deferred for each row when (
    row(new.received_cents, new.refunded_cents, new.credited_cents, new.refund_due_on)
      is distinct from row(old.received_cents, old.refunded_cents, old.credited_cents, old.refund_due_on)
    or (new.received_cents <> 0 and row(new.state, new.total_cents, new.retained_cents)
      is distinct from row(old.state, old.total_cents, old.retained_cents))
  ) execute function check_money();

create function keep_rules_of_reservation() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.code ~ '^[0-9A-Z]{6}$' then 'reservations_code_check'
    when not new.channel in ('site', 'operator', 'waiting_list') then 'reservations_channel_check'
    when not new.places > 0 then 'reservations_places_check'
    when not new.total_cents >= 0 then 'reservations_total_cents_check'
    when not new.deposit_cents between 0 and new.total_cents then 'reservations_check'
    when not new.received_cents >= 0 then 'reservations_received_cents_check'
    when not new.refunded_cents >= 0 then 'reservations_refunded_cents_check'
    when not new.credited_cents >= 0 then 'reservations_credited_cents_check'
    when not (new.retained_cents >= 0 and (new.retained_cents = 0 or new.state = 'cancelled'))
      then 'reservations_retained_of_cancelled'
    when (new.state = 'cancelled') <> (new.cancelled_at is not null) then 'reservations_cancelled_when'
    when new.state = 'requested'
        and (new.requested_at is null or new.answered_at is not null or new.hold_expires_at is null)
      then 'reservations_requested_when'
    when new.answered_at is not null and new.requested_at is null then 'reservations_answered_what'
    when new.refusal is not null and (new.state <> 'cancelled' or new.answered_at is null)
      then 'reservations_refused_what'
    when new.choose_until is not null and new.state not in ('held', 'booked') then 'reservations_choose_while_active'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a reservation that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
create trigger reservations_within_rules before insert or update on reservations
  for each row execute function keep_rules_of_reservation();

create function count_extras_of_reservation() returns trigger language plpgsql as $$
begin
  update trip_extras e set taken = taken + case when new.is_active then l.quantity else -l.quantity end
  from (
    select source_id, sum(quantity)::integer as quantity from reservation_lines
    where reservation_id = new.id and kind = 'extra' and ended_at is null group by source_id
  ) l
  where e.id = l.source_id;
  return null;
end $$;
create trigger reservations_count_extras after update on reservations
  for each row when (old.is_active <> new.is_active) execute function count_extras_of_reservation();

-- The update locks the coupon: of two reservations of a client at once the second sees the first.
create function count_coupon_use() returns trigger language plpgsql as $$
declare
  most integer;
begin
  update coupons set uses = uses + case when new.is_active then 1 else -1 end where id = new.coupon_id
  returning max_uses_per_client into most;
  if new.is_active and most < (
    select count(*) from reservations where coupon_id = new.coupon_id and user_id = new.user_id and is_active
  ) then
    raise exception 'a coupon that this client has used'
      using errcode = 'check_violation', constraint = 'coupons_uses_per_client';
  end if;
  return null;
end $$;
create trigger reservations_use_coupon after insert on reservations
  for each row when (new.coupon_id is not null and new.is_active) execute function count_coupon_use();
create trigger reservations_release_coupon after update on reservations
  for each row when (new.coupon_id is not null and old.is_active <> new.is_active) execute function count_coupon_use();

create function count_coupon_of_reservation() returns trigger language plpgsql as $$
begin
  update coupons c set discounted_cents = discounted_cents + case when new.is_active then l.cents else -l.cents end
  from (
    select source_id, -sum(quantity * unit_cents)::integer as cents from reservation_lines
    where reservation_id = new.id and kind = 'discount' and ended_at is null group by source_id
  ) l
  where c.id = l.source_id;
  return null;
end $$;
create trigger reservations_count_coupon after update on reservations
  for each row when (old.is_active <> new.is_active) execute function count_coupon_of_reservation();

create function keep_rules_of_instalments() returns trigger language plpgsql as $$
declare
  days date[];
  cents integer[];
begin
  select array_agg((one ->> 'dueOn')::date), array_agg((one ->> 'cents')::integer) into days, cents
  from jsonb_array_elements(new.instalments) as one;
  if cardinality(cents) between 1 and 12 and 0 < all (cents)
    and new.deposit_cents + (select sum(one) from unnest(cents) as one) = new.total_cents
    and days = (select array_agg(distinct one order by one) from unnest(days) as one) then
    return new;
  end if;
  raise exception 'instalments that are not the balance'
    using errcode = 'check_violation', constraint = 'reservations_instalments_are_balance';
end $$;
create trigger reservations_instalments_within_rules before insert on reservations
  for each row when (new.instalments is not null) execute function keep_rules_of_instalments();
create trigger reservations_new_instalments_within_rules before update of instalments on reservations
  for each row when (new.instalments is not null and new.instalments is distinct from old.instalments)
  execute function keep_rules_of_instalments();

-- The people of a reservation. `trip_id` and `is_active` repeat those of the reservation; the foreign key carries every
-- change of them over, so that the rules of a trip's list can be indexes.
create table participants (
  id uuid primary key,
  reservation_id uuid not null,
  trip_id uuid not null,
  is_active boolean not null,
  position integer not null,
  removed_at timestamptz,

  fare_id uuid not null,
  -- Snapshots of the fare.
  fare_label text not null,
  takes_place boolean not null,

  -- The person, where it is one of users.
  user_id uuid references users,
  name text not null default '',
  birthdate date,
  document_type text not null default 'rg',
  document_number text,
  document_issuer text,
  cpf text,
  contact text,
  -- What the crew should know: an allergy, a wheelchair.
  notes text,
  -- The adult who accompanies a minor, or on whose lap a lap child travels.
  companion_id uuid,
  boarding_point_id uuid,

  -- People whom the payer adds to a booked reservation have a deadline and a part of its deposit of their own: until it
  -- is paid their places are a hold. Null for people who are as firm as their reservation; kept by those who left
  -- unpaid.
  held_until timestamptz,
  held_deposit_cents integer,
  -- Until when a person was held who let go of their place to travel on a lap: a place that is taken again is held no
  -- longer.
  let_go_until timestamptz,

  trip_vehicle_id uuid,
  seat text,
  -- Staff removed their seat: automatic seating does not undo that.
  stands boolean not null default false,

  -- Set by the trigger on boarding_taps.
  boarded_at timestamptz,
  missed_at timestamptz,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text generated always as (searchable(name)) stored,
  search_text text
    generated always as (searchable(name || ' ' || coalesce(cpf, '') || ' ' || coalesce(contact, ''))) stored,

  constraint participants_of_reservation foreign key (reservation_id, trip_id, is_active)
    references reservations (id, trip_id, is_active) on update cascade,
  constraint participants_position_key unique (reservation_id, position),
  -- Deferred: a move to another departure changes the trip first.
  constraint participants_fare_of_trip foreign key (fare_id, trip_id)
    references trip_fares (id, trip_id) deferrable initially deferred,
  constraint participants_in_reservation_key unique (id, reservation_id),
  constraint participants_companion_of_reservation foreign key (companion_id, reservation_id)
    references participants (id, reservation_id) deferrable initially deferred,
  constraint participants_vehicle_of_trip foreign key (trip_vehicle_id, trip_id) references trip_vehicles (id, trip_id)
);
create index participants_of_trip_idx on participants (trip_id, is_active, sort_name, id) where removed_at is null;
create index participants_fare_idx on participants (fare_id);
create index participants_user_idx on participants (user_id) where user_id is not null;
create index participants_held_idx on participants (held_until) include (reservation_id)
  where held_until is not null and removed_at is null and is_active;
create index participants_with_notes_idx on participants (trip_id) where notes is not null;
create unique index participants_one_cpf_per_trip on participants (trip_id, cpf)
  where is_active and removed_at is null and cpf is not null;
create unique index participants_one_person_per_trip on participants (trip_id, user_id)
  where is_active and removed_at is null and user_id is not null;
create unique index participants_one_child_per_lap on participants (companion_id)
  where not takes_place and removed_at is null;
-- Decides when two ask for one seat, without a lock on the trip.
create unique index participants_one_per_seat on participants (trip_vehicle_id, seat) where seat is not null;
-- For staff's search: people with a reservation who have no account. Those with one are found by users_search_idx, so
-- that reserving, which names the payer alone, writes nothing here. Two blanks: a place without a name.
create index participants_search_idx on participants using gin (search_text gin_trgm_ops)
  where user_id is null and removed_at is null and search_text <> '  ';
create trigger participants_are_final before delete on participants
  for each row execute function refuse_deletion();

-- One query instead of a function with one, which PostgreSQL starts anew for each row.
create function refuse_foreign_boarding_point() returns trigger language plpgsql as $$
begin
  perform from trips t
  where t.id = new.trip_id
    and t.boarding_points @> jsonb_build_array(jsonb_build_object('id', new.boarding_point_id));
  if not found then
    raise exception 'the trip has no boarding point %', new.boarding_point_id
      using errcode = 'check_violation', constraint = 'participants_boarding_point_of_trip';
  end if;
  return new;
end $$;
create trigger participants_boarding_point_of_trip
  before insert or update of boarding_point_id, trip_id on participants
  for each row when (new.boarding_point_id is not null) execute function refuse_foreign_boarding_point();

-- The vehicle's row is locked, so that its map does not change while somebody takes a seat.
create function refuse_unknown_seat() returns trigger language plpgsql as $$
begin
  perform from trip_vehicles v where v.id = new.trip_vehicle_id and has_seat(v.seat_map, new.seat) for share;
  if not found then
    raise exception 'the vehicle has no seat %', new.seat
      using errcode = 'check_violation', constraint = 'participants_seat_of_vehicle';
  end if;
  return new;
end $$;
create trigger participants_seat_of_vehicle before insert or update of trip_vehicle_id, seat on participants
  for each row when (new.seat is not null) execute function refuse_unknown_seat();

create function clear_unseated_flag() returns trigger language plpgsql as $$
begin
  new.stands := false;
  return new;
end $$;
create trigger participants_clear_unseated_flag before update of seat on participants
  for each row when (new.stands and new.seat is not null) execute function clear_unseated_flag();

-- People who no longer travel on this trip give their seat back, whatever the reason.
create function free_seat() returns trigger language plpgsql as $$
begin
  new.seat := null;
  new.trip_vehicle_id := null;
  new.stands := false;
  return new;
end $$;
create trigger participants_free_seat before update on participants
  for each row when ((old.seat is not null or old.stands) and (
    not new.is_active or new.removed_at is not null or not new.takes_place or new.trip_id <> old.trip_id
  )) execute function free_seat();

-- Only taps say that somebody boarded or missed the trip. Written by the trigger on boarding_taps, the depth is 2.
create function refuse_direct_attendance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'attendance follows from the taps'
      using errcode = 'check_violation', constraint = 'participants_attendance_by_taps';
  end if;
  return new;
end $$;
create trigger participants_attendance_by_taps before update of boarded_at, missed_at on participants
  for each row when (
    (new.boarded_at is not null and new.boarded_at is distinct from old.boarded_at)
    or (new.missed_at is not null and new.missed_at is distinct from old.missed_at)
  ) execute function refuse_direct_attendance();
create constraint trigger participants_party after insert on participants
  deferrable initially deferred for each row execute function check_party();
-- Not where only the state follows the reservation's: expiring many at once would check each again.
create constraint trigger participants_party_changed after update on participants
  deferrable initially deferred for each row when (
    row(old.reservation_id, old.trip_id, old.takes_place, old.removed_at, old.companion_id, old.birthdate)
    is distinct from
    row(new.reservation_id, new.trip_id, new.takes_place, new.removed_at, new.companion_id, new.birthdate)
  ) execute function check_party();

-- A function of its own, because one without a query becomes a part of the query around it.
create function held_places_of(booked uuid) returns integer language sql stable as $$
  select count(*)::integer from participants p
  where p.reservation_id = booked and p.held_until is not null and p.removed_at is null and p.takes_place
$$;

-- What counts of a client's reservation: places of a hold or a request, of one that was booked without any money, and
-- of people who were added and are not paid for.
create function unpaid_places_of(r reservations) returns integer language sql stable as $$
  select case
    when r.state in ('requested', 'held') then case when r.channel = 'operator' then 0 else r.places end
    when r.state <> 'booked' then 0
    when r.channel <> 'operator' and r.deposit_cents = 0 and r.total_cents > 0 and r.received_cents = 0 then r.places
    else held_places_of(r.id) end
$$;

-- An address is stored only as long as it counts.
create function forget_network_of_reservation() returns trigger language plpgsql as $$
begin
  if unpaid_places_of(new) = 0 then
    new.client_network := null;
  end if;
  return new;
end $$;
create trigger reservations_forget_network before update of state, received_cents on reservations
  for each row when (new.client_network is not null) execute function forget_network_of_reservation();

create function keep_rules_of_participant() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.position >= 0 then 'participants_position_check'
    when not new.cpf ~ '^[0-9]{11}$' then 'participants_cpf_check'
    when not new.contact ~ '^\+[0-9]{8,15}$' then 'participants_contact_check'
    when not new.document_type in ('rg', 'cin', 'passport', 'birth_certificate', 'cnh')
      then 'participants_document_type_check'
    when not length(new.notes) between 1 and 200 then 'participants_notes_check'
    when new.companion_id = new.id then 'participants_not_their_own_companion'
    when new.boarded_at is not null and new.missed_at is not null then 'participants_attendance'
    when not new.held_deposit_cents > 0 then 'participants_held_deposit_cents_check'
    when (new.held_until is null) <> (new.held_deposit_cents is null) then 'participants_held_for'
    when new.held_until is not null and new.let_go_until is not null then 'participants_held_or_let_go'
    when (new.seat is null) <> (new.trip_vehicle_id is null) then 'participants_seat_in_vehicle'
    when new.seat is not null and new.stands then 'participants_stand_without_seat'
    when new.seat is not null and not (new.is_active and new.removed_at is null and new.takes_place)
      then 'participants_seated_are_going'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a participant who breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
create trigger participants_within_rules before insert or update on participants
  for each row execute function keep_rules_of_participant();

-- Links with which companions fill in their own data: one per participant.
create table participant_links (
  participant_id uuid primary key references participants on delete cascade,
  token_hash text not null constraint participant_links_token_key unique,
  made_by uuid references users on delete cascade,
  created_at timestamptz not null default now()
);

-- What a reservation costs: its total is the sum of the lines that have not ended. A line is never deleted: what no
-- longer counts has ended.
create table reservation_lines (
  id uuid not null,
  reservation_id uuid not null references reservations,
  -- The person whose share it is; null: the reservation as a whole.
  participant_id uuid,
  kind text not null,
  label text not null,
  quantity integer not null default 1,
  unit_cents integer not null,
  -- Whether an extra goes back by the trip's cancellation rules, as it was sold.
  is_refundable boolean not null default true,
  -- The fare, or the discount or extra of which it is a part.
  source_id uuid not null,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (reservation_id, id),
  constraint reservation_lines_of_participant foreign key (participant_id, reservation_id)
    references participants (id, reservation_id)
);
create unique index reservation_lines_one_fare on reservation_lines (reservation_id, participant_id)
  where kind = 'fare' and ended_at is null;
create unique index reservation_lines_one_part on reservation_lines
  (reservation_id, source_id, participant_id, unit_cents, is_refundable)
  nulls not distinct where kind <> 'fare' and ended_at is null;
-- Lines say of which extra they are.
create index reservation_lines_of_extra on reservation_lines (source_id) where kind = 'extra';
-- Whether a reservation has a discount.
create index reservation_lines_of_discount on reservation_lines (source_id) where kind = 'discount';
-- Once for each payment, also after it was taken back.
create unique index reservation_lines_one_per_payment on reservation_lines (source_id)
  where kind = 'payment_adjustment';

-- A line may only end.
create trigger reservation_lines_are_final before update on reservation_lines for each row when (
  (old.ended_at is not null or new.ended_at is null
  or row(old.id, old.reservation_id, old.participant_id, old.kind, old.label, old.quantity, old.unit_cents, old.source_id,
      old.is_refundable)
    is distinct from
    row(new.id, new.reservation_id, new.participant_id, new.kind, new.label, new.quantity, new.unit_cents, new.source_id,
      new.is_refundable))
  and not is_erasure(to_jsonb(old), to_jsonb(new), '{label}')
) execute function refuse_deletion();
create trigger reservation_lines_stay before delete on reservation_lines
  for each row execute function refuse_deletion();

-- A fare is checked with its participant.
create constraint trigger reservation_lines_party after insert on reservation_lines
  deferrable initially deferred for each row when (new.kind <> 'fare') execute function check_party();
create constraint trigger reservation_lines_party_ended after update on reservation_lines
  deferrable initially deferred for each row execute function check_party();

-- In a trigger, as keep_rules_of_trip(). A payment by a means with a price of its own changes the total by a line,
-- whose source is the payment's entry.
create function keep_rules_of_line() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.kind in ('fare', 'extra', 'discount', 'adjustment', 'penalty', 'payment_adjustment')
      then 'reservation_lines_kind_check'
    when not new.label <> '' then 'reservation_lines_label_check'
    when not new.quantity > 0 then 'reservation_lines_quantity_check'
    when new.kind = 'fare' and new.participant_id is null then 'reservation_lines_fare_of_person'
    when new.kind = 'payment_adjustment' and (new.participant_id is not null or new.quantity <> 1)
      then 'reservation_lines_adjustment_of_whole'
    when not case new.kind
        when 'fare' then new.unit_cents >= 0
        when 'extra' then new.unit_cents >= 0
        when 'discount' then new.unit_cents < 0
        when 'adjustment' then new.unit_cents <> 0
        when 'payment_adjustment' then new.unit_cents <> 0
        else new.unit_cents > 0 end
      then 'reservation_lines_sign'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a line that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
create trigger reservation_lines_within_rules before insert or update on reservation_lines
  for each row execute function keep_rules_of_line();

-- Gives back what a line that ends had taken.
create function count_extra() returns trigger language plpgsql as $$
begin
  update trip_extras e set taken = taken - new.quantity
  from reservations r
  where e.id = new.source_id and r.id = new.reservation_id and r.is_active;
  return null;
end $$;
create trigger reservation_lines_release_extra after update on reservation_lines
  for each row when (new.kind = 'extra' and old.ended_at is null) execute function count_extra();

create function count_coupon_line() returns trigger language plpgsql as $$
begin
  update coupons c set discounted_cents = discounted_cents + new.quantity * new.unit_cents
  from reservations r
  where c.id = new.source_id and r.id = new.reservation_id and r.is_active;
  return null;
end $$;
create trigger reservation_lines_release_coupon after update on reservation_lines
  for each row when (new.kind = 'discount' and old.ended_at is null) execute function count_coupon_line();

-- Each part changes the price by its share of what the charge says; all of them together by no more.
create function keep_adjustment_of_payment() returns trigger language plpgsql as $$
begin
  if exists (
    select from transfers entry join charges c on c.id = entry.charge_id
    where entry.id = new.source_id and entry.reservation_id = new.reservation_id and entry.direction = 'in'
      and entry.amount_cents <= c.amount_cents
      and new.unit_cents + (
        select coalesce(sum(line.unit_cents), 0) from transfers other join reservation_lines line
          on line.source_id = other.id and line.kind = 'payment_adjustment' and line.ended_at is null
        where other.reservation_id = new.reservation_id and other.charge_id = c.id)
        between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
  ) then
    return new;
  end if;
  raise exception 'an adjustment of no payment'
    using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
end $$;
create trigger reservation_lines_of_payment before insert on reservation_lines
  for each row when (new.kind = 'payment_adjustment') execute function keep_adjustment_of_payment();

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
create trigger reservation_lines_count_sold after insert on reservation_lines
  referencing new table as new_lines for each statement execute function count_sold_lines();

-- `participant_id` null: of the reservation as a whole. Whether a value fits its question is for the server to say.
-- They are erased with the names of the passenger list.
create table answers (
  question_id uuid not null references trip_questions,
  reservation_id uuid not null references reservations on delete cascade,
  participant_id uuid references participants on delete cascade,
  value jsonb not null check (octet_length(value::text) <= 8000),
  updated_at timestamptz not null default now(),
  constraint answers_once unique nulls not distinct (reservation_id, participant_id, question_id)
);
create index answers_of_question on answers (question_id);
create index answers_of_participant on answers (participant_id);

-- What staff writes about a reservation for one another; clients see neither notes nor tags.
create table reservation_notes (
  -- In the order of time.
  id uuid primary key,
  reservation_id uuid not null references reservations,
  author_id uuid not null references users,
  text text not null check (length(text) between 1 and 1000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index reservation_notes_of_reservation_idx on reservation_notes (reservation_id, id);

create table reservation_tags (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  -- A reservation has at most ten.
  position int not null check (position between 1 and 10),
  label text not null check (label = btrim(label) and length(label) between 1 and 30),
  -- What makes two tags the same: case and accents do not count.
  key text not null generated always as (searchable(label)) stored,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint reservation_tags_position unique (reservation_id, position),
  constraint reservation_tags_once unique (reservation_id, key)
);
create index reservation_tags_key_idx on reservation_tags (key, reservation_id);

-- The links with which whoever pays for a reservation opens it without an account: staff and e-mails make one more
-- each.
create table reservation_links (
  token_hash text primary key,
  reservation_id uuid not null references reservations on delete cascade,
  -- Who of staff made a link, or could read it where it was sent: nobody acts by their own. Null: the client, or the
  -- server for an address that is the client's.
  made_by uuid references users on delete cascade,
  created_at timestamptz not null default now()
);
create index reservation_links_of_reservation_idx on reservation_links (reservation_id);

-- Wrong last digits of the payer's phone, which acts with money ask for, since the last right ones.
create table reservation_link_attempts (
  reservation_id uuid primary key references reservations on delete cascade,
  failures integer not null default 0 check (failures >= 0),
  locked_until timestamptz
);

-- Browsers in which whoever has the payer's link of a reservation wants to be notified of it; they end with its links.
create table reservation_link_devices (
  reservation_id uuid not null references reservations on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (reservation_id, endpoint)
);
create index reservation_link_devices_endpoint_idx on reservation_link_devices (endpoint);

-- Codes at the payer's e-mail, by which the holder of a link that staff made proves to be the payer.
create table reservation_link_proofs (
  reservation_id uuid primary key references reservations on delete cascade,
  email text not null check (length(email) <= 254),
  code text check (code ~ '^\d{6}$'),
  failures smallint not null default 0,
  created_at timestamptz not null default now()
);

-- What was asked for by a link that staff made, where nothing can prove that its holder is the payer.
create table link_requests (
  id uuid primary key,
  reservation_id uuid not null references reservations on delete cascade,
  -- The route by links that was asked for.
  name text not null,
  -- What it is called with; null once it is decided.
  input jsonb,
  -- The account that asks to become the payer.
  person_id uuid references users on delete cascade,
  made_by uuid not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  is_confirmed boolean,
  check ((decided_at is null) = (is_confirmed is null))
);
create unique index link_requests_open_idx on link_requests (reservation_id, name) where decided_at is null;
create index link_requests_of_reservation_idx on link_requests (reservation_id, asked_at desc);

-- Codes with which who reserves without an account confirms an e-mail; six digits, of which a hash would hide nothing.
create table reservation_email_codes (
  reservation_id uuid primary key references reservations on delete cascade,
  email text not null check (length(email) <= 254),
  code text check (code ~ '^\d{6}$'),
  failures smallint not null default 0,
  created_at timestamptz not null default now()
);
