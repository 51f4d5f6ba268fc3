-- Extras of a trip as lines of reservations, whose source is the trip's extra. They may be free, and some are never
-- refunded, as they were sold.
alter table reservation_lines add column is_refundable boolean not null default true;

-- One of each price, because what was sold keeps the price at which it was.
drop index reservation_lines_one_part;
create unique index reservation_lines_one_part on reservation_lines
  (reservation_id, source_id, participant_id, unit_cents, is_refundable)
  nulls not distinct where kind <> 'fare' and ended_at is null;

create or replace function keep_rules_of_line() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.kind in ('fare', 'extra', 'discount', 'adjustment', 'penalty') then 'reservation_lines_kind_check'
    when not new.label <> '' then 'reservation_lines_label_check'
    when not new.quantity > 0 then 'reservation_lines_quantity_check'
    when new.kind = 'fare' and new.participant_id is null then 'reservation_lines_fare_of_person'
    when not case new.kind
        when 'fare' then new.unit_cents >= 0
        when 'extra' then new.unit_cents >= 0
        when 'discount' then new.unit_cents < 0
        when 'adjustment' then new.unit_cents <> 0
        else new.unit_cents > 0 end
      then 'reservation_lines_sign'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a line that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;

drop trigger reservation_lines_are_final on reservation_lines;
create trigger reservation_lines_are_final before update on reservation_lines for each row when (
  old.ended_at is not null or new.ended_at is null
  or row(old.id, old.reservation_id, old.participant_id, old.kind, old.label, old.quantity, old.unit_cents, old.source_id,
      old.is_refundable)
    is distinct from
    row(new.id, new.reservation_id, new.participant_id, new.kind, new.label, new.quantity, new.unit_cents, new.source_id,
      new.is_refundable)
) execute function refuse_deletion();

-- The database counts what is taken of each extra, as it counts places, whoever writes: lines that have not ended of
-- reservations that have not. An extra of staff's has no row in trip_extras.
create function count_extra() returns trigger language plpgsql as $$
declare
  is_foreign boolean;
begin
  update trip_extras e set taken = taken + case tg_op when 'INSERT' then new.quantity else -new.quantity end
  from reservations r
  where e.id = new.source_id and r.id = new.reservation_id and r.is_active
  returning tg_op = 'INSERT' and e.trip_id <> r.trip_id into is_foreign;
  if is_foreign then
    raise exception 'an extra of another trip'
      using errcode = 'foreign_key_violation', constraint = 'reservation_lines_extra_of_trip';
  end if;
  return null;
end $$;
create trigger reservation_lines_count_extra after insert on reservation_lines
  for each row when (new.kind = 'extra' and new.ended_at is null) execute function count_extra();
create trigger reservation_lines_release_extra after update on reservation_lines
  for each row when (new.kind = 'extra' and old.ended_at is null) execute function count_extra();

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
