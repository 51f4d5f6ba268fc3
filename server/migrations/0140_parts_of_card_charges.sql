-- A charge that is paid with several cards comes as several payments, which wait until they are all of it.
alter table unmatched_payments
  -- What of a waiting payment went back already.
  add column returned_cents integer not null default 0 check (returned_cents >= 0),
  -- What the provider keeps of it, and the day on which it pays out the rest.
  add column fee_cents integer check (fee_cents >= 0),
  add column settles_on date;
create index unmatched_payments_of_charge_idx on unmatched_payments (charge_reference)
  where state = 'waiting' and charge_reference <> '';

-- Each part changes the price by its share of what the charge says; all of them together by no more.
create or replace function keep_adjustment_of_payment() returns trigger language plpgsql as $$
begin
  if exists (
    select from ledger_entries entry join charges c on c.id = entry.charge_id
    where entry.id = new.source_id and entry.reservation_id = new.reservation_id and entry.direction = 'in'
      and entry.amount_cents <= c.amount_cents
      and new.unit_cents + (
        select coalesce(sum(line.unit_cents), 0) from ledger_entries other join reservation_lines line
          on line.source_id = other.id and line.kind = 'payment_adjustment' and line.ended_at is null
        where other.reservation_id = new.reservation_id and other.charge_id = c.id)
        between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
  ) then
    return new;
  end if;
  raise exception 'an adjustment of no payment'
    using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
end $$;
