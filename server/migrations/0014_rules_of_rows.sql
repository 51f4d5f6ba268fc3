-- Reserving writes these tables, and PostgreSQL parses the stored text of each CHECK anew in each statement that writes
-- its table: a fifth of the database's time of a reservation. So what their rows must be is in triggers, whose
-- expressions are parsed once per connection. By their names they run after the triggers that change a row; a broken
-- rule is reported as a CHECK of its name. Counting places of a trip meets the one CHECK that is about them.
create function keep_rules_of_trip() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.returns_at > new.departs_at then 'trips_return_after_departure'
    when not new.slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' then 'trips_slug_check'
    when not new.capacity > 0 then 'trips_capacity_check'
    when not new.min_participants >= 0 then 'trips_min_participants_check'
    when not new.min_participants <= new.capacity then 'trips_minimum_within_capacity'
    when not new.price_cents >= 0 then 'trips_price_cents_check'
    when not new.deposit_percent between 0 and 100 then 'trips_deposit_percent_check'
    when not new.balance_due_hours between 1 and 8760 then 'trips_balance_due_hours_check'
    when not jsonb_typeof(new.cancellation_tiers) = 'array' then 'trips_cancellation_tiers_check'
    when (new.guaranteed_at is null) <> (new.guaranteed_by is null) then 'trips_guaranteed_by_whom'
    when new.archived_at is not null and new.is_active then 'trips_archived_are_inactive'
    when new.cancelled_at is not null and new.is_active then 'trips_cancelled_are_inactive'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a trip that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
create trigger trips_within_rules
  before insert or update of returns_at, departs_at, slug, capacity, min_participants, price_cents, deposit_percent,
    balance_due_hours, cancellation_tiers, guaranteed_at, guaranteed_by, archived_at, cancelled_at, is_active
  on trips for each row execute function keep_rules_of_trip();
alter table trips
  drop constraint trips_return_after_departure,
  drop constraint trips_slug_check,
  drop constraint trips_capacity_check,
  drop constraint trips_min_participants_check,
  drop constraint trips_minimum_within_capacity,
  drop constraint trips_price_cents_check,
  drop constraint trips_deposit_percent_check,
  drop constraint trips_balance_due_hours_check,
  drop constraint trips_cancellation_tiers_check,
  drop constraint trips_guaranteed_by_whom,
  drop constraint trips_archived_are_inactive,
  drop constraint trips_cancelled_are_inactive;

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
alter table reservations
  drop constraint reservations_code_check,
  drop constraint reservations_channel_check,
  drop constraint reservations_places_check,
  drop constraint reservations_total_cents_check,
  drop constraint reservations_check,
  drop constraint reservations_received_cents_check,
  drop constraint reservations_refunded_cents_check,
  drop constraint reservations_credited_cents_check,
  drop constraint reservations_retained_of_cancelled,
  drop constraint reservations_cancelled_when,
  drop constraint reservations_requested_when,
  drop constraint reservations_answered_what,
  drop constraint reservations_refused_what,
  drop constraint reservations_choose_while_active;

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
alter table participants
  drop constraint participants_position_check,
  drop constraint participants_cpf_check,
  drop constraint participants_contact_check,
  drop constraint participants_document_type_check,
  drop constraint participants_notes_check,
  drop constraint participants_not_their_own_companion,
  drop constraint participants_attendance,
  drop constraint participants_held_deposit_cents_check,
  drop constraint participants_held_for,
  drop constraint participants_held_or_let_go,
  drop constraint participants_seat_in_vehicle,
  drop constraint participants_stand_without_seat,
  drop constraint participants_seated_are_going;

create function keep_rules_of_line() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.kind in ('fare', 'extra', 'discount', 'adjustment', 'penalty') then 'reservation_lines_kind_check'
    when not new.label <> '' then 'reservation_lines_label_check'
    when not new.quantity > 0 then 'reservation_lines_quantity_check'
    when new.kind = 'fare' and new.participant_id is null then 'reservation_lines_fare_of_person'
    when not case new.kind
        when 'fare' then new.unit_cents >= 0
        when 'discount' then new.unit_cents < 0
        when 'adjustment' then new.unit_cents <> 0
        else new.unit_cents > 0 end
      then 'reservation_lines_sign'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a line that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
create trigger reservation_lines_within_rules before insert or update on reservation_lines
  for each row execute function keep_rules_of_line();
alter table reservation_lines
  drop constraint reservation_lines_kind_check,
  drop constraint reservation_lines_label_check,
  drop constraint reservation_lines_quantity_check,
  drop constraint reservation_lines_fare_of_person,
  drop constraint reservation_lines_sign;

-- One query instead of a function with one, which PostgreSQL starts anew for each row.
create or replace function refuse_foreign_boarding_point() returns trigger language plpgsql as $$
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

-- What counts of a client's reservation, as before; a function without a query becomes a part of the query around it.
create function held_places_of(booked uuid) returns integer language sql stable as $$
  select count(*)::integer from participants p
  where p.reservation_id = booked and p.held_until is not null and p.removed_at is null and p.takes_place
$$;
create or replace function unpaid_places_of(r reservations) returns integer language sql stable as $$
  select case
    when r.state in ('requested', 'held') then case when r.channel = 'operator' then 0 else r.places end
    when r.state <> 'booked' then 0
    when r.channel <> 'operator' and r.deposit_cents = 0 and r.total_cents > 0 and r.received_cents = 0 then r.places
    else held_places_of(r.id) end
$$;
