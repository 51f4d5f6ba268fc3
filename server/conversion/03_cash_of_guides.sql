-- Cash that a guide reports is on the book: their hand owes it until staff confirms or refuses it.
-- What staff confirms of a guide's cash counts, once.
create unique index transfers_cash_counts_once on transfers (records_again)
  where records_again is not null and reference is null;

insert into accounts (id, kind, name, balance_cents)
select coalesce(guide_link_id, own_account('hand', recorded_by::text)), 'hand', recorded_by::text,
  coalesce(sum(amount_cents) filter (where state = 'waiting'), 0)
from door_payments group by guide_link_id, recorded_by;
insert into accounts (id, kind) select distinct reservation_id, 'reservation' from door_payments on conflict do nothing;
insert into transfers (id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
  recorded_by)
select id, reservation_id, coalesce(guide_link_id, own_account('hand', recorded_by::text)), amount_cents, 'cash_report',
  'cash', taken_at, recorded_at, case when recorded_by is null then 'system' else 'person' end, recorded_by
from door_payments;
update transfers t set records_again = d.id from door_payments d where d.ledger_entry_id = t.id;
insert into transfers (id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
  recorded_by, note, reverses)
select uuidv7(), report.to_account, report.from_account, report.amount_cents,
  case d.state when 'confirmed' then 'hand_in' else 'report_refusal' end, 'cash', decided_at, decided_at,
  case when decided_by is null then 'system' else 'person' end, decided_by,
  case d.state when 'refused' then coalesce((
    select changes #>> '{reason,1}' from audit_entries e
    where e.subject_type = 'reservation' and e.subject_id = d.reservation_id::text
      and e.action = 'reservation.cash_refused' and e.changes #>> '{amountCents,1}' = d.amount_cents::text
    order by abs(extract(epoch from e.at - d.decided_at)) limit 1), '') else '' end, report.id
from door_payments d join transfers report on report.id = d.id where d.state <> 'waiting';
-- Cash that was confirmed and whose payment was reversed then was with nobody, and stays so: its guide has it again, and
-- staff refuses it at once.
with again as (
  insert into transfers (id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
    recorded_by, records_again)
  select uuidv7(), report.from_account, report.to_account, report.amount_cents, 'cash_report', 'cash', report.occurred_at,
    reversal.recorded_at, reversal.recorded_via, reversal.recorded_by, counted.id
  from transfers report join accounts hand on hand.id = report.to_account
  join transfers counted on counted.records_again = report.id and counted.recorded_by::text is distinct from hand.name
  join transfers reversal on reversal.reverses = counted.id
  where report.kind = 'cash_report'
  returning *
)
insert into transfers (id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
  recorded_by, note, reverses)
select uuidv7(), again.to_account, again.from_account, again.amount_cents, 'report_refusal', 'cash', again.recorded_at,
  again.recorded_at, again.recorded_via, again.recorded_by, reversal.note, again.id
from again join transfers reversal on reversal.reverses = again.records_again;

alter table reservations add column guide_cents integer not null default 0 check (guide_cents >= 0),
  add column left_trips uuid[] not null default '{}';
update reservations r set guide_cents = waiting.cents
from (select reservation_id, sum(amount_cents)::integer as cents from door_payments where state = 'waiting' group by 1) waiting
where r.id = waiting.reservation_id;
alter table trip_guides add column removed_at timestamptz;

drop table door_payments;
