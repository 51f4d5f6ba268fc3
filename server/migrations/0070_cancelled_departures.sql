-- A departure that the operator cancelled: it is never on sale, and nobody joins it.
alter table trips
  add column cancelled_at timestamptz,
  add constraint trips_cancelled_are_inactive check (cancelled_at is null or not is_active);

-- Every path that takes places grows this count; leaving stays possible.
create function refuse_places_of_cancelled_trip() returns trigger language plpgsql as $$
begin
  raise exception 'the departure was cancelled'
    using errcode = 'check_violation', constraint = 'trips_cancelled_take_nobody';
end $$;
create trigger trips_cancelled_take_nobody before update of places_taken on trips
  for each row when (new.places_taken > old.places_taken and old.cancelled_at is not null)
  execute function refuse_places_of_cancelled_trip();

-- Why, and the last day on which its payers choose what becomes of their money. `told_at`: when its people began to be
-- told, after which it is not undone; `done_at`: when all were.
create table trip_cancellations (
  trip_id uuid primary key references trips,
  reason text not null check (length(btrim(reason)) between 1 and 500),
  choose_until date not null,
  cancelled_by uuid not null references users,
  cancelled_at timestamptz not null default now(),
  told_at timestamptz,
  done_at timestamptz,
  constraint trip_cancellations_done_once_told check (done_at is null or told_at is not null)
);
create index trip_cancellations_to_tell_idx on trip_cancellations (cancelled_at) where done_at is null;

create function refuse_undoing_told_cancellation() returns trigger language plpgsql as $$
begin
  raise exception 'people were told' using errcode = 'check_violation', constraint = 'trip_cancellations_told_stay';
end $$;
create trigger trip_cancellations_told_stay before delete on trip_cancellations
  for each row when (old.told_at is not null) execute function refuse_undoing_told_cancellation();

-- One row for each reservation of a cancelled departure, written in the transaction that tells its payer. Its outcome is
-- what has become of the reservation, whoever changes that; null: the payer has not chosen. 'ended': nothing was paid.
create table trip_cancellation_choices (
  reservation_id uuid not null references reservations,
  trip_id uuid not null references trip_cancellations,
  received_cents integer not null check (received_cents >= 0),
  -- The entry of its e-mail in the log; null: the payer has no address.
  email_id uuid,
  told_at timestamptz not null default now(),
  outcome text check (outcome in ('ended', 'refund', 'credit', 'moved')),
  moved_to uuid references trips,
  settled_at timestamptz,
  -- Refunded because the day passed without a choice.
  is_default boolean not null default false,
  primary key (reservation_id, trip_id),
  constraint trip_cancellation_choices_settled check ((outcome is null) = (settled_at is null)),
  constraint trip_cancellation_choices_moved check ((outcome is not distinct from 'moved') = (moved_to is not null)),
  constraint trip_cancellation_choices_of_money check (received_cents > 0 or outcome is not null),
  constraint trip_cancellation_choices_default check (not is_default or outcome in ('refund', 'credit'))
);
create index trip_cancellation_choices_of_trip_idx on trip_cancellation_choices (trip_id, reservation_id);
create index trip_cancellation_choices_open_idx on trip_cancellation_choices (trip_id) where outcome is null;

-- Links with which a payer chooses without an account: that of the e-mail, those that staff sent.
create table trip_choice_links (
  token_hash text primary key,
  reservation_id uuid not null,
  trip_id uuid not null,
  created_at timestamptz not null default now(),
  foreign key (reservation_id, trip_id) references trip_cancellation_choices on delete cascade
);
create index trip_choice_links_of_choice_idx on trip_choice_links (reservation_id, trip_id);

-- Until when the payer chooses; null: there is nothing to choose.
alter table reservations
  add column choose_until timestamptz,
  add constraint reservations_choose_while_active check (choose_until is null or state in ('held', 'booked'));
create index reservations_choose_until_idx on reservations (choose_until) where choose_until is not null;

-- Nothing is paid for a departure that does not take place.
create function end_charge_of_chooser() returns trigger language plpgsql as $$
begin
  update charges set updated_at = now(), state = 'cancelled' where reservation_id = new.id and state = 'open';
  return null;
end $$;
create trigger reservations_end_charge_of_chooser after update of choose_until on reservations
  for each row when (old.choose_until is null and new.choose_until is not null)
  execute function end_charge_of_chooser();

-- A reservation that ends or moves away has been chosen for.
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

-- The refund of a cancelled departure that goes back as credit.
create function settle_choice_by_credit() returns trigger language plpgsql as $$
begin
  update trip_cancellation_choices c set outcome = 'credit'
  from ledger_entries e join reservations r on r.id = e.reservation_id
  where e.id = new.ledger_entry_id and c.reservation_id = r.id and c.trip_id = r.trip_id and c.outcome = 'refund';
  return null;
end $$;
create trigger credit_entries_settle_choice after insert on credit_entries
  for each row when (new.kind = 'granted') execute function settle_choice_by_credit();
