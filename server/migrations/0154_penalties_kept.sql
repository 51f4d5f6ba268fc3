-- What the operator keeps of cancelled reservations, and of people who left one that goes on, as far as it was
-- received, is on the book: a penalty of the day on which reports had it until now.
alter table transfers disable trigger user;
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
alter table transfers enable trigger user;

-- At commit: what a reservation has received, given back and credited is the sum of its entries, what must go back is
-- the refund that is due, and no more is kept than was received.
create or replace function check_money() returns trigger language plpgsql as $$
declare
  checked uuid;
  r record;
  entries record;
  kept_cents bigint;
begin
  if tg_table_name = 'reservations' then checked := new.id;
  elsif tg_table_name = 'transfers' then
    checked := coalesce(new.reservation_id, case new.kind when 'penalty' then new.from_account else new.to_account end);
  else checked := coalesce(new.reservation_id, old.reservation_id);
  end if;
  select received_cents, refunded_cents, credited_cents, refund_due_on,
    greatest(received_cents - case when is_active then total_cents else retained_cents end, 0) as owed_cents
  into r from reservations where id = checked;
  select
    coalesce(sum(case direction when 'out' then -amount_cents else amount_cents end), 0) as received_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end), 0)
      as refunded_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end)
      filter (where method = 'credit'), 0) as credited_cents
  into entries from transfers where reservation_id = checked;
  if row(entries.received_cents, entries.refunded_cents, entries.credited_cents)
      <> row(r.received_cents, r.refunded_cents, r.credited_cents) then
    raise exception 'a reservation of % with entries of %', r, entries
      using errcode = 'check_violation', constraint = 'reservations_money_of_ledger';
  end if;
  select coalesce(sum(penalty.amount_cents), 0) into kept_cents from transfers penalty
  where penalty.from_account = checked and penalty.kind = 'penalty'
    and (select reversal.id from transfers reversal where reversal.reverses = penalty.id) is null;
  if kept_cents > r.received_cents then
    raise exception '% kept of %', kept_cents, r
      using errcode = 'check_violation', constraint = 'reservations_kept_of_received';
  end if;
  if r.owed_cents > 0 or r.refund_due_on is not null then
    select
      coalesce(sum(amount_cents) filter (where state = 'sent'), 0) as sent_cents,
      coalesce(sum(amount_cents) filter (where state = 'due'), 0) as due_cents,
      min(promised_for) as due_on
    into entries from refunds where reservation_id = checked and state in ('due', 'sent');
    if greatest(r.owed_cents - entries.sent_cents, 0) <> entries.due_cents
      or entries.due_on is distinct from r.refund_due_on then
      raise exception 'refunds of % for %', entries, r
        using errcode = 'check_violation', constraint = 'reservations_refund_due';
    end if;
  end if;
  return null;
end $$;
drop trigger transfers_money on transfers;
create constraint trigger transfers_money after insert on transfers deferrable initially deferred for each row
  when (new.kind in ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback',
    'penalty', 'penalty_end'))
  execute function check_money();
