-- What of a reservation's refunds became credit of its payer; refunded_cents counts it, too.
alter table reservations add column credited_cents integer not null default 0 check (credited_cents >= 0);

create or replace function keep_received() returns trigger language plpgsql as $$
declare
  refunded integer := case new.kind when 'refund' then new.amount_cents when 'reversal_in' then -new.amount_cents else 0 end;
begin
  update reservations set
    received_cents = received_cents + case new.direction when 'out' then -new.amount_cents else new.amount_cents end,
    refunded_cents = refunded_cents + refunded,
    credited_cents = credited_cents + case new.method when 'credit' then refunded else 0 end
  where id = new.reservation_id;
  return null;
end $$;

update reservations r set credited_cents = l.cents
from (
  select reservation_id, sum(case kind when 'refund' then amount_cents else -amount_cents end) as cents
  from ledger_entries where method = 'credit' and kind in ('refund', 'reversal_in') group by reservation_id
) l
where l.reservation_id = r.id and l.cents > 0;
