-- What the operator keeps of cancelled reservations, and of people who left one that goes on, as far as it was
-- received, is on the book: a penalty of the day on which reports had it until now.
insert into transfers (id, from_account, to_account, amount_cents, kind, occurred_at, recorded_at, recorded_via)
select uuidv7(kept.at - now()), kept.id, own_account('kept'), kept.cents, 'penalty', kept.at, kept.at, 'system'
from (
  select id, least(retained_cents, received_cents) as cents, cancelled_at as at
  from reservations where state = 'cancelled'
  union all
  select r.id, least(sum(line.quantity * line.unit_cents)::integer, r.received_cents), max(line.created_at)
  from reservations r join reservation_lines line
    on line.reservation_id = r.id and line.kind = 'penalty' and line.ended_at is null
  where r.state in ('held', 'booked')
  group by r.id
) kept
where kept.cents > 0;
