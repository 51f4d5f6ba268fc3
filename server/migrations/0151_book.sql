-- All money is on one book: transfers between two accounts. Its guards are check_transfer, check_balance and
-- refuse_change_of_book; check_money compares a reservation's sums with it.
create table accounts (
  id uuid primary key,
  kind text not null check (kind in ('reservation', 'stored_value', 'hand', 'office', 'clearing', 'unknown', 'kept')),
  -- Of a clearing: the provider, or the means by which it came without one.
  name text check (name ~ '^[a-z_]{1,40}$'),
  balance_cents integer,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint accounts_name_of_clearing check ((kind = 'clearing') = (name is not null)),
  constraint accounts_with_balance check ((kind in ('stored_value', 'hand')) = (balance_cents is not null)),
  constraint accounts_balance_not_negative check (balance_cents >= 0),
  constraint accounts_closed_stored_value check (closed_at is null or (kind = 'stored_value' and balance_cents = 0))
);
create unique index accounts_one_of_its_name on accounts (kind, name) nulls not distinct
  where kind in ('office', 'clearing', 'unknown', 'kept');

-- The id of one of the operator's own accounts.
create function own_account(kind text, name text default '') returns uuid language sql immutable
  return md5(kind || ' ' || name)::uuid;

insert into accounts (id, kind)
select own_account(kind), kind from unnest(array['office', 'unknown', 'kept']) kind;
insert into accounts (id, kind, name)
select own_account('clearing', name), 'clearing', name from (
  select coalesce(provider, method) as name from ledger_entries where method not in ('cash', 'credit', 'gift_card')
  union select coalesce(provider, method) from gift_card_payments
  union select provider from unmatched_payments
) names;
insert into accounts (id, kind)
select reservation_id, 'reservation' from ledger_entries union select reservation_id, 'reservation' from charges
where reservation_id is not null;
insert into accounts (id, kind, balance_cents) select user_id, 'stored_value', cents from credit_balances;
-- Staff revoked those whose payment nobody took back.
insert into accounts (id, kind, balance_cents, closed_at)
select g.id, 'stored_value', balance_cents, case when g.state = 'revoked' and paid.returned_at is null then now() end
from gift_cards g join gift_card_payments paid on paid.gift_card_id = g.id;

drop trigger ledger_entries_are_final on ledger_entries;
drop trigger ledger_entries_copy_reference on ledger_entries;
drop trigger ledger_entries_find_reversed_recording on ledger_entries;
drop trigger ledger_entries_reversal_is_opposite on ledger_entries;
drop trigger ledger_entries_money on ledger_entries;
drop trigger ledger_entries_end_adjustment on ledger_entries;

alter table ledger_entries rename to transfers;
alter table transfers
  add from_account uuid,
  add to_account uuid,
  alter method drop not null,
  drop constraint ledger_entries_kind_check;
update transfers t set
  from_account = case when direction = 'in' then other.id else reservation_id end,
  to_account = case when direction = 'in' then reservation_id else other.id end
from (
  select e.id as transfer_id, case e.method
    when 'cash' then own_account('office')
    when 'credit' then c.user_id
    when 'gift_card' then g.gift_card_id
    else own_account('clearing', coalesce(e.provider, returned.provider, e.method)) end as id
  from transfers e
  left join refunds f on f.id = e.refund_id
  left join transfers returned on returned.id = f.returned_entry
  left join credit_entries c on c.ledger_entry_id = e.id
  left join gift_card_entries g on g.ledger_entry_id = e.id
) other
where other.transfer_id = t.id;
-- A reversal goes back to where its transfer came from.
update transfers t set from_account = e.to_account, to_account = e.from_account
from transfers e where e.id = t.reverses and (t.from_account, t.to_account) <> (e.to_account, e.from_account);

alter table transfers
  alter from_account set not null,
  alter to_account set not null,
  drop direction,
  drop end_to_end_id,
  drop reservation_id;
alter table transfers
  add constraint transfers_kind_check check (kind in (
    'deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback',
    'sale', 'sale_refund', 'sale_chargeback', 'revocation', 'reissue', 'credit_move',
    'cash_report', 'hand_in', 'report_refusal', 'arrival', 'arrival_end', 'penalty', 'penalty_end')),
  -- Whose money it is: of the kinds that a reservation has received or given back.
  add reservation_id uuid generated always as (case
    when kind in ('deposit', 'balance', 'full', 'extra', 'reversal_in') then to_account
    when kind in ('refund', 'reversal_out', 'chargeback') then from_account end) stored,
  add direction text not null generated always as (case
    when kind in ('refund', 'reversal_out', 'chargeback', 'sale_refund', 'sale_chargeback') then 'out'
    else 'in' end) stored;

insert into transfers (id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
  recorded_by, payer_name, provider, reference, charge_id)
select id, own_account('clearing', coalesce(provider, method)), gift_card_id, amount_cents, 'sale', method, occurred_at,
  recorded_at, recorded_via, recorded_by, payer_name, provider, reference, charge_id
from gift_card_payments;
insert into transfers (id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
  recorded_by, note)
select id, case kind when 'revoked' then gift_card_id else own_account('kept') end,
  case kind when 'revoked' then own_account('kept') else gift_card_id end, abs(amount_cents),
  case kind when 'revoked' then 'revocation' else 'reissue' end, 'gift_card', created_at, created_at,
  case when recorded_by is null then 'system' else 'person' end, recorded_by, reason
from gift_card_entries where kind in ('revoked', 'reissued') and amount_cents <> 0;

-- Staff sees to a card whose payment went back.
alter table gift_cards
  add returned_cents integer not null default 0 check (returned_cents >= 0),
  add returned_at timestamptz,
  add return_checked_at timestamptz,
  add return_checked_by uuid references users,
  drop constraint gift_cards_balance_within_value,
  drop balance_cents;
update gift_cards g set returned_cents = p.returned_cents, returned_at = p.returned_at,
  return_checked_at = p.return_checked_at, return_checked_by = p.return_checked_by
from gift_card_payments p where p.gift_card_id = g.id and p.returned_at is not null;
alter table gift_cards
  add constraint gift_cards_returned_when check ((returned_cents > 0) = (returned_at is not null)),
  add constraint gift_cards_return_checked check ((return_checked_at is null) = (return_checked_by is null)
    and (return_checked_at is null or returned_at is not null));

drop table gift_card_entries, gift_card_payments, credit_entries, credit_balances;

alter table receipts rename ledger_entry_id to transfer_id;
alter table receipts rename constraint receipts_ledger_entry_id_fkey to receipts_transfer_id_fkey;
alter table statement_lines rename ledger_entry_id to transfer_id;
alter table statement_lines rename constraint statement_lines_ledger_entry_id_fkey to statement_lines_transfer_id_fkey;
alter table unmatched_payments rename ledger_entry_id to transfer_id;
alter table unmatched_payments rename constraint unmatched_payments_ledger_entry_id_fkey to unmatched_payments_transfer_id_fkey;
alter table door_payments rename ledger_entry_id to transfer_id;
alter table door_payments rename constraint door_payments_ledger_entry_id_fkey to door_payments_transfer_id_fkey;
alter table door_payments rename constraint door_payments_ledger_entry_key to door_payments_transfer_key;

alter table transfers rename constraint ledger_entries_pkey to transfers_pkey;
do $$
declare
  named record;
begin
  for named in select conname from pg_constraint
    where conrelid = 'transfers'::regclass and conname like 'ledger\_entries%' loop
    execute format('alter table transfers rename constraint %I to %I', named.conname,
      replace(named.conname, 'ledger_entries', 'transfers'));
  end loop;
  for named in select c.relname from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'transfers'::regclass and c.relname like 'ledger\_entries%' loop
    execute format('alter index %I rename to %I', named.relname, replace(named.relname, 'ledger_entries', 'transfers'));
  end loop;
end $$;
alter table transfers
  add constraint transfers_two_accounts check (from_account <> to_account),
  add constraint transfers_with_means check ((kind in ('penalty', 'penalty_end')) = (method is null)),
  drop constraint transfers_reversal,
  add constraint transfers_reversal check (
    (kind in ('reversal_out', 'reversal_in', 'hand_in', 'report_refusal', 'arrival_end', 'penalty_end')) = (reverses is not null));
create index transfers_of_reservation_idx on transfers (reservation_id, recorded_at, id);
create index transfers_from_idx on transfers (from_account, recorded_at);
create index transfers_to_idx on transfers (to_account, recorded_at);
create index transfers_of_gift_cards on transfers (reservation_id) where method = 'gift_card';
create unique index transfers_one_sale_per_card on transfers (to_account) where kind = 'sale';

-- What reservations have received and given back.
create view entries as select * from transfers where reservation_id is not null;

drop function refuse_change_of_ledger_entry(), refuse_change_of_credit_entry(), refuse_change_of_gift_card_entry(),
  find_reversed_recording(), check_reversal(), copy_reference_of_entry();

-- A transfer joins two accounts that its kind and means name, is the opposite of what it reverses, and puts nothing into
-- stored value that is closed. A payment that was recorded and reversed may be recorded again: each time after the last.
create function check_transfer() returns trigger language plpgsql as $$
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
      or e.reverses is not null then
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
  end if;
  return new;
end $$;
create trigger transfers_checked before insert on transfers for each row execute function check_transfer();

-- What accounts know of themselves, and transfers but for what an erasure blanks, stays.
create function refuse_change_of_book() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'transfers' then
    if is_erasure(to_jsonb(old), to_jsonb(new), '{payer_name,note,direction,reservation_id}') then return new; end if;
  end if;
  raise exception 'the book is never changed; record the opposite'
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $$;
create trigger transfers_are_final before update or delete on transfers
  for each row execute function refuse_change_of_book();
create trigger accounts_are_final before delete or update of id, kind, name, opened_at on accounts
  for each row execute function refuse_change_of_book();

-- The balance of stored value and of a guide's hand is that of its transfers; a gift card never has more than its value.
create function check_balance() returns trigger language plpgsql as $$
declare
  wrong record;
begin
  select a.id, a.balance_cents into wrong from accounts a
  where a.balance_cents is not null
    and a.id in ((to_jsonb(new) ->> 'id')::uuid, (to_jsonb(new) ->> 'from_account')::uuid, (to_jsonb(new) ->> 'to_account')::uuid)
    and (a.balance_cents > (select value_cents from gift_cards g where g.id = a.id)
      or a.balance_cents <> coalesce((select sum(amount_cents) from transfers where to_account = a.id), 0)
        - coalesce((select sum(amount_cents) from transfers where from_account = a.id), 0));
  if found then
    raise exception 'a balance of % in %', wrong.balance_cents, wrong.id
      using errcode = 'check_violation', constraint = 'accounts_balance_of_transfers';
  end if;
  return null;
end $$;
create constraint trigger transfers_balance after insert on transfers deferrable initially deferred for each row
  when (new.method in ('credit', 'gift_card') or new.kind not in
    ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback'))
  execute function check_balance();
create constraint trigger accounts_balance after insert or update on accounts deferrable initially deferred
  for each row when (new.balance_cents is not null) execute function check_balance();

create constraint trigger transfers_end_adjustment after insert on transfers deferrable initially deferred for each row
  when (new.reverses is not null) execute function keep_adjustment_of_reversed();
create constraint trigger transfers_money after insert on transfers deferrable initially deferred for each row
  when (new.kind in ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback'))
  execute function check_money();

create or replace function check_money() returns trigger language plpgsql as $$
declare
  checked uuid;
  r record;
  entries record;
begin
  if tg_table_name = 'reservations' then checked := new.id;
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

create or replace function keep_adjustment_of_payment() returns trigger language plpgsql as $$
begin
  if exists (
    select from transfers entry join charges c on c.id = entry.charge_id
    where entry.id = new.source_id and entry.reservation_id = new.reservation_id and entry.direction = 'in'
      and entry.amount_cents <= c.amount_cents
      and new.unit_cents + (
        select coalesce(sum(line.unit_cents), 0) from transfers other join reservation_lines line
          on line.source_id = other.id and line.kind = 'payment_adjustment' and line.ended_at is null
        where other.reservation_id = new.reservation_id and other.charge_id = c.id)
        between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
  ) then
    return new;
  end if;
  raise exception 'an adjustment of no payment'
    using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
end $$;
