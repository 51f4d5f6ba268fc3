-- Trips on request: the client asks, the operator accepts or refuses, and the places are held meanwhile. Runs in minutes
-- with 1,000,000 reservations, because `is_active`, a stored column, is written anew: PostgreSQL before 17 cannot change
-- its expression in place, so that it is dropped with what depends on it and made again.
insert into reservation_states (state, holds_places) values ('requested', true);
insert into reservation_state_transitions (from_state, to_state) values
  ('requested', 'held'), ('requested', 'booked'), ('requested', 'expired'), ('requested', 'cancelled');

alter table trips add column on_request boolean not null default false;
-- How long the operator has to answer.
alter table operator add column request_minutes integer not null default 1440 check (request_minutes >= 1);

alter table participants drop constraint participants_of_reservation;
alter table reservations drop constraint reservations_party_key;
drop index reservations_one_active_per_payer, reservations_open_idx, reservations_cancellation_requested_idx,
  reservations_hold_idx;
alter table reservations
  drop column is_active,
  -- When it was asked for; null: it needed no answer. `hold_expires_at` is until when the operator answers.
  add column requested_at timestamptz,
  add column answered_at timestamptz,
  add column answered_by uuid references users,
  -- Why it was refused, as the client reads it.
  add column refusal text,
  add column is_active boolean not null generated always as (state in ('requested', 'held', 'booked')) stored,
  add constraint reservations_requested_when check (state <> 'requested' or (requested_at is not null and answered_at is null
    and hold_expires_at is not null)),
  add constraint reservations_answered_what check (answered_at is null or requested_at is not null),
  add constraint reservations_refused_what check (refusal is null or (state = 'cancelled' and answered_at is not null));

alter table reservations add constraint reservations_party_key unique (id, trip_id, is_active);
alter table participants
  add constraint participants_of_reservation foreign key (reservation_id, trip_id, is_active)
    references reservations (id, trip_id, is_active) on update cascade;
create unique index reservations_one_active_per_payer on reservations (trip_id, user_id)
  where is_active and channel = 'site';
create index reservations_open_idx on reservations (trip_id)
  include (total_cents, deposit_cents, received_cents, created_at, state, hold_expires_at) where is_active;
create index reservations_cancellation_requested_idx on reservations (cancellation_requested_at)
  where cancellation_requested_at is not null and is_active;
-- Holds and requests that end, and requests by their deadline.
create index reservations_hold_idx on reservations (hold_expires_at) include (trip_id)
  where state in ('requested', 'held') and hold_expires_at is not null and receipt_submitted_at is null;
create index reservations_requested_idx on reservations (hold_expires_at) include (trip_id, total_cents)
  where state = 'requested';
