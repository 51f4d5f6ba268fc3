-- Extras that are part of every reservation, or of those that do not leave them out, and extras for some ages only.
alter table trip_extras
  add column choice text not null default 'optional',
  add column min_age integer,
  add column max_age integer;

create or replace function keep_rules_of_extra() returns trigger language plpgsql as $$
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
    when not new.choice in ('optional', 'preselected', 'required') then 'trip_extras_choice_check'
    when not new.min_age >= 0 or not new.max_age >= 0 or new.min_age > new.max_age then 'trip_extras_ages'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'an extra that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;
