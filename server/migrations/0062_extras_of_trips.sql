-- What is sold with a place, as a lunch or a bicycle: for each participant or for a reservation as a whole. `taken` counts
-- what the lines of active reservations have of it, never above its stock (null: without one). A sold one is never
-- deleted: it ends being offered.
create table trip_extras (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  position integer not null,
  label text not null,
  description text not null default '',
  price_cents integer not null,
  per text not null,
  -- How many of it whoever chooses it takes.
  min_quantity integer not null default 1,
  max_quantity integer not null,
  stock integer,
  -- Clients choose it until so many hours before the departure.
  sold_until_hours integer not null default 0,
  -- By the trip's cancellation rules; false: never.
  refundable boolean not null default true,
  taken integer not null default 0,
  ended_at timestamptz
);
create index trip_extras_of_trip on trip_extras (trip_id, position);
create trigger trip_extras_tell_change after insert or delete on trip_extras
  for each row execute function tell_trip_change('trip_id');
create trigger trip_extras_tell_change_of_facts after update on trip_extras
  for each row when (old.taken = new.taken) execute function tell_trip_change('trip_id');

-- In a trigger as the rules of tables that reserving writes, see 0014_rules_of_rows.
create function keep_rules_of_extra() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.position >= 0 then 'trip_extras_position_check'
    when not new.label <> '' then 'trip_extras_label_check'
    when not new.price_cents >= 0 then 'trip_extras_price_cents_check'
    when not new.per in ('participant', 'reservation') then 'trip_extras_per_check'
    when not (new.min_quantity >= 0 and new.max_quantity >= greatest(new.min_quantity, 1)) then 'trip_extras_quantities'
    when not new.sold_until_hours >= 0 then 'trip_extras_sold_until_hours_check'
    when not new.stock >= 0 then 'trip_extras_stock_check'
    when not new.taken >= 0 then 'trip_extras_taken_check'
    when new.taken > new.stock then 'trip_extras_taken_within_stock'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'an extra that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
create trigger trip_extras_within_rules before insert or update on trip_extras
  for each row execute function keep_rules_of_extra();

-- Lines say of which extra they are.
create index reservation_lines_of_extra on reservation_lines (source_id) where kind = 'extra';
create function keep_sold_extra() returns trigger language plpgsql as $$
begin
  if exists (select from reservation_lines where kind = 'extra' and source_id = old.id) then
    raise exception 'an extra that was sold'
      using errcode = 'foreign_key_violation', constraint = 'reservation_lines_extra_of_trip';
  end if;
  return old;
end $$;
create trigger trip_extras_stay_when_sold before delete on trip_extras
  for each row execute function keep_sold_extra();
