-- A payment by a means with a price of its own changes the total of its reservation by a line, whose source is the
-- payment's entry of the ledger.
create or replace function keep_rules_of_line() returns trigger language plpgsql as $$
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

-- Once for each payment, also after it was taken back.
create unique index reservation_lines_one_per_payment on reservation_lines (source_id)
  where kind = 'payment_adjustment';

-- The payment is that of the reservation, has the amount of its charge, and changes no more than the charge says: no
-- two payments of one charge do.
create function keep_adjustment_of_payment() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entries entry join charges c on c.id = entry.charge_id
    where entry.id = new.source_id and entry.reservation_id = new.reservation_id and entry.direction = 'in'
      and entry.amount_cents = c.amount_cents
      and new.unit_cents between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
      and not exists (
        select from ledger_entries other join reservation_lines line
          on line.source_id = other.id and line.kind = 'payment_adjustment' and line.ended_at is null
        where other.reservation_id = new.reservation_id and other.charge_id = c.id)
  ) then
    return new;
  end if;
  raise exception 'an adjustment of no payment'
    using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
end $$;
create trigger reservation_lines_of_payment before insert on reservation_lines
  for each row when (new.kind = 'payment_adjustment') execute function keep_adjustment_of_payment();

-- With a payment that was recorded by mistake its adjustment ends.
create function keep_adjustment_of_reversed() returns trigger language plpgsql as $$
begin
  if exists (
    select from reservation_lines
    where source_id = new.reverses and kind = 'payment_adjustment' and ended_at is null
  ) then
    raise exception 'an adjustment of a reversed payment'
      using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
  end if;
  return null;
end $$;
create constraint trigger ledger_entries_end_adjustment after insert on ledger_entries
  deferrable initially deferred for each row when (new.reverses is not null)
  execute function keep_adjustment_of_reversed();
