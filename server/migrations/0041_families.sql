-- Reservations for parties. A reservation's status becomes three: its state (this table), its money (derived from the
-- ledger) and each participant's attendance. The rows of these two tables repeat contract/src/reservations/reservation-states.ts; a
-- test compares them. Runs in minutes with 1,000,000 reservations, because each table is written once: triggers and
-- indexes are created afterwards.
create table reservation_states (
  state text primary key,
  holds_places boolean not null
);
insert into reservation_states (state, holds_places) values
  ('held', true), ('booked', true), ('expired', false), ('cancelled', false);

create table reservation_state_transitions (
  from_state text not null references reservation_states,
  to_state text not null references reservation_states,
  primary key (from_state, to_state)
);
insert into reservation_state_transitions (from_state, to_state) values
  ('held', 'booked'), ('held', 'expired'), ('held', 'cancelled'), ('booked', 'cancelled'), ('booked', 'held'),
  ('expired', 'held'), ('expired', 'booked');

drop trigger reservations_count_new_places on reservations;
drop trigger reservations_keep_places_taken on reservations;
drop trigger reservations_known_transition on reservations;
drop trigger reservations_boarding_point_of_trip on reservations;
drop trigger trips_boarding_point_in_use on trips;
drop trigger trips_archived_without_reservations on trips;
drop function count_new_places, keep_places_taken, refuse_unknown_transition, refuse_foreign_boarding_point,
  refuse_loss_of_boarding_point, refuse_archiving_with_reservations;
drop index reservations_one_active_per_person, reservations_status_idx, reservations_open_idx,
  reservations_without_deposit_idx, reservations_cancellation_requested_idx, reservations_cancelled_idx,
  reservations_to_return_idx;
alter table reservations
  drop constraint reservations_status_fkey,
  drop constraint reservations_cancelled_when,
  drop constraint reservations_channel_check;

create temporary table former_reservations on commit drop as
  select id, status, boarding_point_id from reservations
  where boarding_point_id is not null or status in ('boarded', 'completed', 'no_show');

-- One rewrite of the table for all columns.
alter table reservations rename column price_cents to total_cents;
alter table reservations rename column status to state;
alter table reservations
  alter column state type text using case
    when state in ('held', 'expired', 'cancelled') then state
    when state = 'waitlisted' then 'expired'
    else 'booked' end,
  drop column boarding_point_id,
  -- Places are kept without money until then; null: without a deadline, as for all that were made before.
  add column hold_expires_at timestamptz,
  -- When the payer was told that it is about to end.
  add column hold_warned_at timestamptz,
  -- What the client accepted: { "tiers": [...], "textHash": "..." }.
  add column policy jsonb,
  add column accepted_at timestamptz,
  -- The Idempotency-Key that made the reservation, and a hash of its request.
  add column request_key text,
  add column request_fingerprint text,
  add column cancelled_by uuid references users;
alter table reservations
  add column is_active boolean not null generated always as (state in ('held', 'booked')) stored;

drop function places_held(text, integer);
drop table reservation_transitions, reservation_statuses;

alter table reservations
  add constraint reservations_state_fkey foreign key (state) references reservation_states,
  add constraint reservations_channel_check check (channel in ('site', 'operator', 'waiting_list')),
  add constraint reservations_cancelled_when check ((state = 'cancelled') = (cancelled_at is not null)),
  -- What participants refer to.
  add constraint reservations_party_key unique (id, trip_id, is_active);
create unique index reservations_one_active_per_payer on reservations (trip_id, user_id)
  where is_active and channel = 'site';
create unique index reservations_request_key on reservations (user_id, request_key);

-- The people of a reservation. `trip_id` and `is_active` repeat those of the reservation; the foreign key carries every
-- change of them over, so that the rules of a trip's list can be indexes.
create table participants (
  id uuid primary key,
  reservation_id uuid not null,
  trip_id uuid not null,
  is_active boolean not null,
  position integer not null check (position >= 0),
  fare_id uuid not null,
  -- Snapshots of the fare.
  fare_label text not null,
  price_cents integer not null check (price_cents >= 0),
  takes_place boolean not null,
  name text not null default '',
  birthdate date,
  document_type text not null default 'rg'
    check (document_type in ('rg', 'cin', 'passport', 'birth_certificate', 'cnh')),
  document_number text,
  document_issuer text,
  cpf text check (cpf ~ '^[0-9]{11}$'),
  contact text check (contact ~ '^\+[0-9]{8,15}$'),
  boarding_point_id uuid,
  -- Who accompanies a minor; on whose lap a lap child travels.
  companion_id uuid,
  -- The person, where it is one that we know.
  user_id uuid references users,
  removed_at timestamptz,
  boarded_at timestamptz,
  missed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  sort_name text generated always as (searchable(name)) stored,
  search_text text generated always as (
    searchable(name || ' ' || coalesce(cpf, '') || ' ' || coalesce(contact, ''))
  ) stored,
  constraint participants_attendance check (boarded_at is null or missed_at is null),
  constraint participants_not_their_own_companion check (companion_id <> id)
);

insert into participants (
  id, reservation_id, trip_id, is_active, position, fare_id, fare_label, price_cents, takes_place, name, birthdate,
  document_number, document_issuer, cpf, contact, boarding_point_id, user_id, boarded_at, missed_at, created_at,
  updated_at
)
select
  gen_random_uuid(), r.id, r.trip_id, r.is_active, n - 1, f.id, f.label,
  r.total_cents / r.places + case when n = 1 then r.total_cents % r.places else 0 end, true,
  case when n = 1 then u.name else '' end,
  case when n = 1 then u.birthdate end,
  case when n = 1 then u.rg end,
  case when n = 1 then u.emitter end,
  case when n = 1 then u.cpf end,
  case when n = 1 then u.contact end,
  former.boarding_point_id,
  case when n = 1 then u.id end,
  case when former.status in ('boarded', 'completed') then t.departs_at end,
  case when former.status = 'no_show' then t.departs_at end,
  r.created_at, r.updated_at
from reservations r
join users u on u.id = r.user_id
join trips t on t.id = r.trip_id
join trip_fares f on f.trip_id = r.trip_id and f.position = 0
left join former_reservations former on former.id = r.id
cross join lateral generate_series(1, r.places) as n;

alter table participants
  add constraint participants_of_reservation foreign key (reservation_id, trip_id, is_active)
    references reservations (id, trip_id, is_active) on update cascade,
  -- Deferred: a move to another departure changes the trip first.
  add constraint participants_fare_of_trip foreign key (fare_id, trip_id)
    references trip_fares (id, trip_id) deferrable initially deferred,
  add constraint participants_position_key unique (reservation_id, position),
  add constraint participants_in_reservation_key unique (id, reservation_id),
  add constraint participants_companion_of_reservation foreign key (companion_id, reservation_id)
    references participants (id, reservation_id) deferrable initially deferred;
create index participants_of_trip_idx on participants (trip_id, is_active, sort_name, id) where removed_at is null;
create index participants_fare_idx on participants (fare_id);
create index participants_user_idx on participants (user_id) where user_id is not null;
create unique index participants_one_cpf_per_trip on participants (trip_id, cpf)
  where is_active and removed_at is null and cpf is not null;
create unique index participants_one_person_per_trip on participants (trip_id, user_id)
  where is_active and removed_at is null and user_id is not null;
create unique index participants_one_child_per_lap on participants (companion_id)
  where not takes_place and removed_at is null;

-- Discounts (negative) and extras on a reservation.
create table adjustments (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  amount_cents integer not null check (amount_cents <> 0),
  reason text not null check (reason <> ''),
  created_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index adjustments_of_reservation_idx on adjustments (reservation_id, created_at, id);

-- Links with which companions fill in their own data: one per participant.
create table participant_links (
  participant_id uuid primary key references participants on delete cascade,
  token_hash text not null constraint participant_links_token_key unique,
  created_at timestamptz not null default now()
);

alter table operator
  add column hold_minutes integer not null default 1440 check (hold_minutes >= 1),
  add column shortest_hold_minutes integer not null default 30 check (shortest_hold_minutes >= 1),
  add column last_moment_minutes integer not null default 120 check (last_moment_minutes >= 1),
  add column offer_minutes integer not null default 240 check (offer_minutes >= 1),
  add column balance_due_hours integer not null default 48 check (balance_due_hours >= 1),
  add column transfer_hours integer not null default 48 check (transfer_hours >= 1),
  add column withdrawal_days integer not null default 7 check (withdrawal_days >= 1),
  add column refund_days integer not null default 10 check (refund_days >= 1);

-- The trip's count of taken places follows from its reservations, one update per statement and trip.
create function count_places() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update trips set places_taken = places_taken + d.places
    from (select trip_id, sum(places)::integer as places from new_rows where is_active group by trip_id) d
    where trips.id = d.trip_id;
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

-- Nobody else writes it. Written by the trigger above, the depth is 2.
create function refuse_direct_places() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'places_taken follows from the reservations'
      using errcode = 'check_violation', constraint = 'trips_places_follow_reservations';
  end if;
  return new;
end $$;
create trigger trips_places_follow_reservations before update of places_taken on trips
  for each row when (old.places_taken is distinct from new.places_taken) execute function refuse_direct_places();
create trigger trips_start_without_places before insert on trips
  for each row when (new.places_taken <> 0) execute function refuse_direct_places();

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

-- A boarding point that somebody boards at cannot be removed; its time and place may change.
create function refuse_loss_of_boarding_point() returns trigger language plpgsql as $$
begin
  if exists (
    select from participants p
    where p.trip_id = new.id and p.is_active and p.removed_at is null and p.boarding_point_id is not null
      and not new.boarding_points @> jsonb_build_array(jsonb_build_object('id', p.boarding_point_id))
  ) then
    raise exception 'somebody boards there' using errcode = 'check_violation', constraint = 'trips_boarding_point_in_use';
  end if;
  return new;
end $$;
create trigger trips_boarding_point_in_use before update of boarding_points on trips
  for each row when (old.boarding_points is distinct from new.boarding_points)
  execute function refuse_loss_of_boarding_point();

create function refuse_archiving_with_reservations() returns trigger language plpgsql as $$
begin
  if new.departs_at > now() and exists (select from reservations r where r.trip_id = new.id and r.is_active) then
    raise exception 'people are going' using errcode = 'check_violation', constraint = 'trips_archived_without_reservations';
  end if;
  return new;
end $$;
create trigger trips_archived_without_reservations before update of archived_at on trips
  for each row when (old.archived_at is null and new.archived_at is not null)
  execute function refuse_archiving_with_reservations();

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

-- Participants and adjustments are history: a participant is removed by `removed_at`, an adjustment by its opposite.
create function refuse_deletion() returns trigger language plpgsql as $$
begin
  raise exception '% are not deleted', tg_table_name
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $$;
create trigger participants_are_final before delete on participants
  for each row execute function refuse_deletion();
create trigger adjustments_are_final before update or delete on adjustments
  for each row execute function refuse_deletion();

-- A profile that changes changes the participants of its person that had the former value, until departure. What a trip's
-- list would refuse stays there as it was, so that nobody is kept from correcting their profile.
create function update_participants_of_person() returns trigger language plpgsql as $$
begin
  update participants p set
    name = case when p.name = old.name then new.name else p.name end,
    birthdate = case when p.birthdate is not distinct from old.birthdate and not (
      new.birthdate > (t.departs_at at time zone o.time_zone)::date - interval '18 years'
      and exists (select from participants child where child.companion_id = p.id and child.removed_at is null)
    ) then new.birthdate else p.birthdate end,
    document_number = case when p.document_number is not distinct from old.rg then new.rg else p.document_number end,
    document_issuer = case when p.document_issuer is not distinct from old.emitter then new.emitter else p.document_issuer end,
    cpf = case when p.cpf is not distinct from old.cpf and not exists (
      select from participants other
      where other.trip_id = p.trip_id and other.cpf = new.cpf and other.id <> p.id
        and other.is_active and other.removed_at is null
    ) then new.cpf else p.cpf end,
    contact = case when p.contact is not distinct from old.contact then new.contact else p.contact end
  from trips t, operator o
  where p.user_id = new.id and p.is_active and p.removed_at is null and t.id = p.trip_id and t.departs_at > now();
  return null;
end $$;
create trigger users_update_participants after update of name, birthdate, rg, emitter, cpf, contact on users
  for each row when (
    row(old.name, old.birthdate, old.rg, old.emitter, old.cpf, old.contact)
    is distinct from row(new.name, new.birthdate, new.rg, new.emitter, new.cpf, new.contact)
  ) execute function update_participants_of_person();

-- Holds by deadline, and those whose payer is not yet told that it is near; what is still to be received, trip by trip; held reservations without their deposit; requests to
-- cancel; ended reservations, and those with money to be paid back.
create index reservations_hold_idx on reservations (hold_expires_at) include (trip_id)
  where state = 'held' and hold_expires_at is not null;
create index reservations_hold_without_warning_idx on reservations (hold_expires_at)
  where state = 'held' and hold_expires_at is not null and hold_warned_at is null;
create index reservations_open_idx on reservations (trip_id)
  include (total_cents, deposit_cents, received_cents, created_at, state, hold_expires_at) where is_active;
create index reservations_without_deposit_idx on reservations (created_at) include (trip_id)
  where state = 'held' and received_cents < deposit_cents;
create index reservations_cancellation_requested_idx on reservations (cancellation_requested_at)
  where cancellation_requested_at is not null and is_active;
create index reservations_cancelled_idx on reservations (cancelled_at desc) include (received_cents, trip_id)
  where state = 'cancelled';
create index reservations_to_return_idx on reservations (cancelled_at desc) include (received_cents, trip_id)
  where state in ('cancelled', 'expired') and received_cents > 0;
