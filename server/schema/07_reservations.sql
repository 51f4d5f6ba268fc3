-- The rows of these two tables repeat contract/src/reservations/reservation-states.ts; a test compares them.
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
  code text not null constraint reservations_code_key unique check (code ~ '^[0-9A-Z]{6}$'),
  trip_id uuid not null references trips,
  -- The person who pays and is responsible for the reservation.
  user_id uuid not null references users,
  channel text not null check (channel in ('site', 'operator', 'waiting_list')),
  state text not null references reservation_states,
  is_active boolean not null generated always as (state in ('requested', 'held', 'booked')) stored,
  -- Active participants that take one; checked at commit.
  places integer not null default 1 check (places > 0),

  -- Money. The total is the sum of fares and adjustments; checked at commit.
  total_cents integer not null check (total_cents >= 0),
  deposit_cents integer not null check (deposit_cents between 0 and total_cents),
  -- By the triggers on the ledger: payments less refunds; refunds; those of them that became credit of the payer.
  received_cents integer not null default 0 check (received_cents >= 0),
  refunded_cents integer not null default 0 check (refunded_cents >= 0),
  credited_cents integer not null default 0 check (credited_cents >= 0),
  -- What the operator keeps of a cancelled reservation: what was received when it was cancelled, less the refund of
  -- then. Money that comes later goes back whole.
  retained_cents integer not null default 0,
  -- By the triggers on refunds and receipts: the day for which a refund is promised, and since when a receipt waits.
  refund_due_on date,
  receipt_submitted_at timestamptz,

  -- Places are kept without money until then, or, of a request, until the operator answers; null: without a deadline.
  hold_expires_at timestamptz,
  -- When the payer was notified that it is about to end.
  hold_warned_at timestamptz,
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

  -- What the client accepted: { "tiers": [...], "textHash": "..." }.
  policy jsonb,
  accepted_at timestamptz,
  -- When the payer was notified that the reservation was received.
  acknowledged_at timestamptz,
  -- The Idempotency-Key that made the reservation, and a hash of its request.
  request_key text,
  request_fingerprint text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),

  -- What participants refer to.
  constraint reservations_party_key unique (id, trip_id, is_active),
  constraint reservations_cancelled_when check ((state = 'cancelled') = (cancelled_at is not null)),
  constraint reservations_retained_of_cancelled
    check (retained_cents >= 0 and (retained_cents = 0 or state = 'cancelled')),
  constraint reservations_requested_when check (
    state <> 'requested' or (requested_at is not null and answered_at is null and hold_expires_at is not null)
  ),
  constraint reservations_answered_what check (answered_at is null or requested_at is not null),
  constraint reservations_refused_what check (refusal is null or (state = 'cancelled' and answered_at is not null)),
  constraint reservations_choose_while_active check (choose_until is null or state in ('held', 'booked'))
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

-- A reservation's open charge ends with what it was made for, and what must go back is due, whoever changes it.
create function follow_reservation_money() returns trigger language plpgsql as $$
declare
  to_return integer;
  why text;
begin
  update charges set updated_at = now(), state = case
    when new.state = 'cancelled' then 'cancelled' when new.state = 'expired' then 'expired' else 'replaced' end
  where reservation_id = new.id and state = 'open'
    and (new.state in ('cancelled', 'expired')
      or new.total_cents <> old.total_cents or new.deposit_cents <> old.deposit_cents
      or amount_cents > new.total_cents - new.received_cents
      or (purpose = 'deposit' and new.received_cents >= new.deposit_cents));
  if new.received_cents = 0 and old.received_cents = 0 then
    return null;
  end if;
  to_return := greatest(new.received_cents
      - case when new.is_active then new.total_cents else new.retained_cents end, 0)
    - coalesce((select sum(amount_cents) from refunds where reservation_id = new.id and state = 'sent'), 0);
  why := case new.state when 'cancelled' then 'cancelled' when 'expired' then 'expired' else 'overpaid' end;
  if to_return > 0 then
    insert into refunds (id, reservation_id, amount_cents, reason, promised_for)
    select gen_random_uuid(), new.id, to_return, why, (now() at time zone o.time_zone)::date + o.refund_days
    from operator o
    on conflict (reservation_id) where state = 'due'
      do update set amount_cents = excluded.amount_cents, reason = excluded.reason
      where row(refunds.amount_cents, refunds.reason) is distinct from row(excluded.amount_cents, excluded.reason);
  else
    delete from refunds where reservation_id = new.id and state = 'due';
  end if;
  return null;
end $$;
create trigger reservations_follow_money
  after update of state, total_cents, deposit_cents, received_cents, retained_cents on reservations
  for each row when (
    row(old.state, old.total_cents, old.deposit_cents, old.received_cents, old.retained_cents)
    is distinct from row(new.state, new.total_cents, new.deposit_cents, new.received_cents, new.retained_cents)
  ) execute function follow_reservation_money();

-- A charge at the provider ends no later than the places are kept. Where a hold is shortened, its open charge ends with
-- it, and is wanted again, so that the provider is told. Whole milliseconds: JavaScript, which compares this end with
-- the one that the provider was told, knows no less.
create function shorten_open_charge() returns trigger language plpgsql as $$
begin
  update charges set updated_at = now(), provider_state = 'wanted',
    expires_at = date_trunc('milliseconds', new.hold_expires_at)
  where reservation_id = new.id and state = 'open' and method = 'provider_pix' and expires_at > new.hold_expires_at;
  return null;
end $$;
create trigger reservations_shorten_open_charge after update of hold_expires_at on reservations
  for each row when (new.state = 'held' and new.hold_expires_at is distinct from old.hold_expires_at)
  execute function shorten_open_charge();

-- An offer of the waiting list is what has become of its reservation, whoever changes that.
create function follow_offered_reservation() returns trigger language plpgsql as $$
begin
  update waiting_list_entries set updated_at = now(), state = case new.state
    when 'booked' then 'taken' when 'expired' then 'lapsed' else 'left' end
  where reservation_id = new.id and state = 'offered';
  return null;
end $$;
create trigger reservations_follow_offer after update of state on reservations
  for each row when (new.channel = 'waiting_list' and old.state = 'held' and new.state <> 'held')
  execute function follow_offered_reservation();

-- Nothing is paid for a departure that does not take place.
create function end_charge_of_chooser() returns trigger language plpgsql as $$
begin
  update charges set updated_at = now(), state = 'cancelled' where reservation_id = new.id and state = 'open';
  return null;
end $$;
create trigger reservations_end_charge_of_chooser after update of choose_until on reservations
  for each row when (old.choose_until is null and new.choose_until is not null)
  execute function end_charge_of_chooser();

-- The choice of a cancelled departure: a reservation that ends or moves away has been chosen for.
create function settle_choice() returns trigger language plpgsql as $$
begin
  update trip_cancellation_choices set settled_at = now(),
    outcome = case when new.trip_id <> old.trip_id then 'moved' else 'refund' end,
    moved_to = case when new.trip_id <> old.trip_id then new.trip_id end
  where reservation_id = old.id and trip_id = old.trip_id and outcome is null;
  new.choose_until := null;
  return new;
end $$;
create trigger reservations_settle_choice before update of state, trip_id on reservations
  for each row when (
    old.choose_until is not null and (new.state not in ('held', 'booked') or new.trip_id <> old.trip_id)
  ) execute function settle_choice();

-- The trip's count of taken places, one update per statement and trip. A client who reserves leaves the waiting list.
create function count_places() returns trigger language plpgsql as $$
declare
  is_awaited boolean;
begin
  if tg_op = 'INSERT' then
    with counted as (
      update trips set places_taken = places_taken + d.places
      from (select trip_id, sum(places)::integer as places from new_rows where is_active group by trip_id) d
      where trips.id = d.trip_id
      returning smallest_waiting
    ) select bool_or(smallest_waiting is not null) into is_awaited from counted;
    if is_awaited then
      update waiting_list_entries w set state = 'left', updated_at = now()
      from new_rows r
      where w.trip_id = r.trip_id and w.user_id = r.user_id and w.state = 'waiting' and r.is_active
        and r.channel <> 'waiting_list';
    end if;
  elsif tg_op = 'DELETE' then
    update trips set places_taken = places_taken - d.places
    from (select trip_id, sum(places)::integer as places from old_rows where is_active group by trip_id) d
    where trips.id = d.trip_id;
  else
    update trips set places_taken = places_taken + d.places
    from (
      select trip_id, sum(places)::integer as places from (
        select trip_id, places from new_rows where is_active
        union all
        select trip_id, -places from old_rows where is_active
      ) changes group by trip_id having sum(places) <> 0
    ) d
    where trips.id = d.trip_id;
  end if;
  return null;
end $$;
create trigger reservations_count_new_places after insert on reservations
  referencing new table as new_rows for each statement execute function count_places();
create trigger reservations_count_changed_places after update on reservations
  referencing new table as new_rows old table as old_rows for each statement execute function count_places();
create trigger reservations_count_deleted_places after delete on reservations
  referencing old table as old_rows for each statement execute function count_places();

-- The people of a reservation. `trip_id` and `is_active` repeat those of the reservation; the foreign key carries every
-- change of them over, so that the rules of a trip's list can be indexes.
create table participants (
  id uuid primary key,
  reservation_id uuid not null,
  trip_id uuid not null,
  is_active boolean not null,
  position integer not null check (position >= 0),
  removed_at timestamptz,

  fare_id uuid not null,
  -- Snapshots of the fare.
  fare_label text not null,
  price_cents integer not null check (price_cents >= 0),
  takes_place boolean not null,

  -- The person, where it is one of users.
  user_id uuid references users,
  name text not null default '',
  birthdate date,
  document_type text not null default 'rg'
    check (document_type in ('rg', 'cin', 'passport', 'birth_certificate', 'cnh')),
  document_number text,
  document_issuer text,
  cpf text check (cpf ~ '^[0-9]{11}$'),
  contact text check (contact ~ '^\+[0-9]{8,15}$'),
  -- What the crew should know: an allergy, a wheelchair.
  notes text check (length(notes) between 1 and 200),
  -- The adult who accompanies a minor, or on whose lap a lap child travels.
  companion_id uuid,
  boarding_point_id uuid,

  -- People whom the payer adds to a booked reservation have a deadline and a part of its deposit of their own: until it
  -- is paid their places are a hold. Null for people who are as firm as their reservation; kept by those who left
  -- unpaid.
  held_until timestamptz,
  held_deposit_cents integer check (held_deposit_cents > 0),
  -- Until when a person was held who let go of their place to travel on a lap: a place that is taken again is held no
  -- longer.
  let_go_until timestamptz,

  trip_vehicle_id uuid,
  seat text,
  -- Staff removed their seat: automatic seating does not undo that.
  stands boolean not null default false,

  -- By the trigger on boarding_taps.
  boarded_at timestamptz,
  missed_at timestamptz,

  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text generated always as (searchable(name)) stored,
  search_text text generated always as (
    searchable(name || ' ' || coalesce(cpf, '') || ' ' || coalesce(contact, ''))
  ) stored,

  constraint participants_of_reservation foreign key (reservation_id, trip_id, is_active)
    references reservations (id, trip_id, is_active) on update cascade,
  constraint participants_position_key unique (reservation_id, position),
  -- Deferred: a move to another departure changes the trip first.
  constraint participants_fare_of_trip foreign key (fare_id, trip_id)
    references trip_fares (id, trip_id) deferrable initially deferred,
  constraint participants_in_reservation_key unique (id, reservation_id),
  constraint participants_companion_of_reservation foreign key (companion_id, reservation_id)
    references participants (id, reservation_id) deferrable initially deferred,
  constraint participants_not_their_own_companion check (companion_id <> id),
  constraint participants_held_for check ((held_until is null) = (held_deposit_cents is null)),
  constraint participants_held_or_let_go check (held_until is null or let_go_until is null),
  constraint participants_vehicle_of_trip foreign key (trip_vehicle_id, trip_id) references trip_vehicles (id, trip_id),
  constraint participants_seat_in_vehicle check ((seat is null) = (trip_vehicle_id is null)),
  constraint participants_seated_are_going check (seat is null or (is_active and removed_at is null and takes_place)),
  constraint participants_stand_without_seat check (not (stands and seat is not null)),
  constraint participants_attendance check (boarded_at is null or missed_at is null)
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

create trigger participants_are_final before delete on participants
  for each row execute function refuse_deletion();

create function refuse_foreign_boarding_point() returns trigger language plpgsql as $$
begin
  if not has_boarding_point(new.trip_id, new.boarding_point_id) then
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

-- Discounts (negative) and extras on a reservation; history: one is taken back by its opposite.
create table adjustments (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  -- A person who left takes back their share of discounts and extras; null: of all who travelled when it was given.
  participant_id uuid references participants,
  amount_cents integer not null check (amount_cents <> 0),
  -- What is kept for people who left a reservation that goes on.
  is_penalty boolean not null default false,
  reason text not null check (reason <> ''),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint adjustments_penalty_above_zero check (not is_penalty or amount_cents > 0)
);
create index adjustments_of_reservation_idx on adjustments (reservation_id, created_at, id);
create trigger adjustments_are_final before update or delete on adjustments
  for each row execute function refuse_deletion();

-- At commit, because reservation, participants and adjustments are separate rows: `places` is the number of active
-- participants that take one, `total_cents` the sum of fares and adjustments; each lap child is on the lap of an adult
-- of the reservation, and a companion is one.
create function check_party() returns trigger language plpgsql as $$
declare
  checked uuid;
  r record;
  p record;
begin
  if tg_table_name = 'reservations' then checked := new.id; else checked := new.reservation_id; end if;
  select reservations.places, reservations.total_cents into r from reservations where id = checked;
  if not found then return null; end if;
  select
    count(*) filter (where one.takes_place) as places,
    coalesce(sum(one.price_cents), 0)
      + (select coalesce(sum(a.amount_cents), 0) from adjustments a where a.reservation_id = checked) as total_cents,
    count(*) filter (where not one.takes_place and one.companion_id is null) as without_lap,
    count(*) filter (where one.companion_id is not null and not exists (
      select from participants other
      where other.id = one.companion_id and other.removed_at is null and other.takes_place
        and (other.birthdate is null or other.birthdate <= (
          select (t.departs_at at time zone o.time_zone)::date - interval '18 years'
          from trips t, operator o where t.id = one.trip_id))
    )) as unfit_companions
  into p from participants one where one.reservation_id = checked and one.removed_at is null;
  if p.places <> r.places then
    raise exception '% places for % participants', r.places, p.places
      using errcode = 'check_violation', constraint = 'reservations_places_of_party';
  elsif p.total_cents <> r.total_cents then
    raise exception 'a total of % for fares of %', r.total_cents, p.total_cents
      using errcode = 'check_violation', constraint = 'reservations_total_of_party';
  elsif p.without_lap > 0 or p.unfit_companions > 0 then
    raise exception 'a lap child or minor without an adult of the reservation'
      using errcode = 'check_violation', constraint = 'participants_companion_is_adult';
  end if;
  return null;
end $$;
create constraint trigger reservations_party after insert or update of places, total_cents on reservations
  deferrable initially deferred for each row execute function check_party();
create constraint trigger participants_party after insert on participants
  deferrable initially deferred for each row execute function check_party();
-- Not where only the state follows the reservation's: expiring many at once would check each again.
create constraint trigger participants_party_changed after update on participants
  deferrable initially deferred for each row when (
    row(old.reservation_id, old.trip_id, old.takes_place, old.price_cents, old.removed_at, old.companion_id,
      old.birthdate)
    is distinct from
    row(new.reservation_id, new.trip_id, new.takes_place, new.price_cents, new.removed_at, new.companion_id,
      new.birthdate)
  ) execute function check_party();
create constraint trigger adjustments_party after insert or update on adjustments
  deferrable initially deferred for each row execute function check_party();

-- Links with which companions fill in their own data: one per participant.
create table participant_links (
  participant_id uuid primary key references participants on delete cascade,
  token_hash text not null constraint participant_links_token_key unique,
  created_at timestamptz not null default now()
);

-- What counts of a client's reservation: places of a hold or a request, of one that was booked without any money, and
-- of people who were added and are not paid for.
create function unpaid_places_of(r reservations) returns integer language sql stable as $$
  select case
    when r.state in ('requested', 'held') then case when r.channel = 'operator' then 0 else r.places end
    when r.state <> 'booked' then 0
    when r.channel <> 'operator' and r.deposit_cents = 0 and r.total_cents > 0 and r.received_cents = 0 then r.places
    else (
      select count(*)::integer from participants p
      where p.reservation_id = r.id and p.held_until is not null and p.removed_at is null and p.takes_place
    ) end
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
