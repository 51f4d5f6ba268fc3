-- Cash that a guide reports is on the book: their hand owes it until staff confirms or refuses it.
alter table accounts
  drop constraint accounts_name_check,
  drop constraint accounts_name_of_clearing,
  -- A hand of a person is named after them: their own id is that of their credit.
  add constraint accounts_name_of_kind check (case kind
    when 'clearing' then name is not null and name ~ '^[a-z_]{1,40}$'
    when 'hand' then name is null or name ~ '^[0-9a-f-]{36}$'
    else name is null end);
create index accounts_hands_idx on accounts (id) where kind = 'hand';

create or replace function check_transfer() returns trigger language plpgsql as $$
declare
  payer accounts;
  payee accounts;
  ends text;
  e transfers;
begin
  -- Not by foreign keys, which would lock the row of an account that every payment shares.
  select * into payer from accounts where id = new.from_account;
  select * into payee from accounts where id = new.to_account;
  ends := payer.kind || ' ' || payee.kind;
  if not coalesce(case
      when new.kind in ('deposit', 'balance', 'full', 'extra') then payee.kind = 'reservation' and case
        when new.method in ('credit', 'gift_card') then payer.kind = 'stored_value'
        when new.method = 'cash' then payer.kind = 'office'
        else payer.kind in ('clearing', 'unknown') end
      when new.kind = 'refund' then payer.kind = 'reservation' and case
        when new.method in ('credit', 'gift_card') then payee.kind = 'stored_value'
        when new.method = 'cash' then payee.kind = 'office'
        else payee.kind = 'clearing' end
      when new.kind = 'chargeback' then ends = 'reservation clearing'
      when new.kind = 'reversal_out' then payer.kind = 'reservation'
      when new.kind = 'reversal_in' then payee.kind = 'reservation'
      when new.kind = 'sale' then payee.kind = 'stored_value' and payer.kind in ('clearing', 'unknown', 'office')
      when new.kind = 'sale_refund' then payer.kind = 'stored_value' and payee.kind in ('clearing', 'office')
      when new.kind = 'sale_chargeback' then payer.kind in ('stored_value', 'kept') and payee.kind = 'clearing'
      when new.kind = 'revocation' then ends = 'stored_value kept'
      when new.kind = 'reissue' then ends = 'kept stored_value'
      when new.kind = 'credit_move' then ends = 'stored_value stored_value'
      when new.kind = 'cash_report' then ends = 'reservation hand'
      when new.kind in ('hand_in', 'report_refusal') then ends = 'hand reservation'
      when new.kind = 'arrival' then ends = 'clearing unknown'
      when new.kind = 'arrival_end' then ends = 'unknown clearing'
      when new.kind = 'penalty' then ends = 'reservation kept'
      when new.kind = 'penalty_end' then ends = 'kept reservation' end, false) then
    raise exception '% by % between % and %', new.kind, new.method, payer.kind, payee.kind
      using errcode = 'check_violation', constraint = 'transfers_accounts_of_kind';
  end if;
  if payer.closed_at is not null or payee.closed_at is not null then
    raise exception 'stored value that is closed'
      using errcode = 'check_violation', constraint = 'transfers_stored_value_is_open';
  end if;
  if new.reverses is not null then
    select * into e from transfers where id = new.reverses;
    if (e.from_account, e.to_account, e.amount_cents) <> (new.to_account, new.from_account, new.amount_cents)
      or e.reverses is not null or (e.kind = 'cash_report') <> (new.kind in ('hand_in', 'report_refusal')) then
      raise exception 'a reversal is the opposite of its transfer'
        using errcode = 'check_violation', constraint = 'transfers_reversal_is_opposite';
    end if;
  end if;
  if new.reference is not null then
    new.records_again := (
      select t.id from transfers t
      where t.provider = new.provider and upper(t.reference) = upper(new.reference)
        and (select reversal.id from transfers reversal where reversal.reverses = t.id) is not null
        and (
          select again.id from transfers again
          where again.provider = t.provider and upper(again.reference) = upper(t.reference) and again.records_again = t.id
        ) is null
    );
  elsif new.records_again is not null then
    -- Cash counts in the place of a guide's report, and waits again in the place of a payment that was reversed.
    select * into e from transfers where id = new.records_again;
    if not coalesce(new.method = 'cash' and e.method = 'cash' and e.amount_cents = new.amount_cents and case
        when new.kind = 'cash_report' then e.to_account = new.from_account
          and e.kind in ('deposit', 'balance', 'full', 'extra')
          and exists (select from transfers reversal where reversal.reverses = e.id)
        else new.kind in ('deposit', 'balance', 'full', 'extra')
          and e.kind = 'cash_report' and e.from_account = new.to_account end, false) then
      raise exception 'cash in the place of %', new.records_again
        using errcode = 'check_violation', constraint = 'transfers_cash_of_report';
    end if;
  end if;
  return new;
end $$;

-- What staff confirms of a guide's cash counts, once.
create unique index transfers_cash_counts_once on transfers (records_again)
  where records_again is not null and reference is null;

create or replace function check_balance() returns trigger language plpgsql as $$
declare
  wrong record;
  written jsonb := to_jsonb(new);
begin
  select a.id, a.balance_cents into wrong from accounts a
  where a.balance_cents is not null
    and a.id in ((written ->> 'id')::uuid, (written ->> 'from_account')::uuid, (written ->> 'to_account')::uuid)
    and (a.balance_cents > (select value_cents from gift_cards g where g.id = a.id)
      or a.balance_cents <> coalesce((select sum(amount_cents) from transfers where to_account = a.id), 0)
        - coalesce((select sum(amount_cents) from transfers where from_account = a.id), 0));
  if found then
    raise exception 'a balance of % in %', wrong.balance_cents, wrong.id
      using errcode = 'check_violation', constraint = 'accounts_balance_of_transfers';
  end if;
  if written ->> 'kind' = 'hand_in' and not exists (select from transfers counted
      where counted.records_again = (written ->> 'reverses')::uuid and counted.reference is null)
    or written ->> 'reservation_id' is not null and written ->> 'method' = 'cash' and written ->> 'reference' is null
      and not exists (select from transfers ending
        where ending.reverses = (written ->> 'records_again')::uuid and ending.kind = 'hand_in') then
    raise exception 'cash that is handed in counts, and cash that counts is handed in'
      using errcode = 'check_violation', constraint = 'transfers_cash_in_one_place';
  end if;
  return null;
end $$;
drop trigger transfers_balance on transfers;
create constraint trigger transfers_balance after insert on transfers deferrable initially deferred for each row
  when (new.method in ('credit', 'gift_card') or new.records_again is not null or new.kind not in
    ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback'))
  execute function check_balance();

alter table transfers disable trigger transfers_are_final;
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
update transfers t set records_again = d.id from door_payments d where d.transfer_id = t.id;
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
set constraints all immediate;
set constraints all deferred;
alter table transfers enable trigger transfers_are_final;
drop table door_payments;

-- Cash that guides reported, and what became of it.
create view cash_reports as
select report.id, report.from_account as reservation_id, report.amount_cents, report.occurred_at as taken_at,
  hand.id as hand, hand.name::uuid as person_id, coalesce(link.name, person.name) as guide, hand.balance_cents as hand_cents,
  case ending.kind when 'hand_in' then 'confirmed' when 'report_refusal' then 'refused' else 'waiting' end as state
from transfers report
join accounts hand on hand.id = report.to_account and hand.kind = 'hand'
left join guide_links link on link.id = hand.id
left join users person on person.id = hand.name::uuid
left join transfers ending on ending.reverses = report.id
where report.kind = 'cash_report';

-- What guides still have to hand in.
create view cash_with_guides as select * from cash_reports where hand_cents > 0 and state = 'waiting';
