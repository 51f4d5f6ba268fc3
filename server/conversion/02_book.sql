-- All money is on one book: transfers between two accounts.
create table accounts (
  id uuid primary key,
  kind text not null check (kind in ('reservation', 'stored_value', 'hand', 'office', 'clearing', 'unknown', 'kept')),
  -- A clearing's is the provider, or the means by which money came without one.
  name text,
  balance_cents integer,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  -- A hand of a person is named after them: their own id is that of their credit.
  constraint accounts_name_of_kind check (case kind
    when 'clearing' then name is not null and name ~ '^[a-z_]{1,40}$'
    when 'hand' then name is null or name ~ '^[0-9a-f-]{36}$'
    else name is null end),
  constraint accounts_with_balance check ((kind in ('stored_value', 'hand')) = (balance_cents is not null)),
  constraint accounts_balance_not_negative check (balance_cents >= 0),
  constraint accounts_closed_stored_value check (closed_at is null or (kind = 'stored_value' and balance_cents = 0))
);
create unique index accounts_one_of_its_name on accounts (kind, name) nulls not distinct
  where kind in ('office', 'clearing', 'unknown', 'kept');
create index accounts_hands_idx on accounts (id) where kind = 'hand';

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
  -- The reservation that has received it or given it back; null of other kinds.
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
    (kind in ('reversal_out', 'reversal_in', 'hand_in', 'report_refusal', 'arrival_end', 'penalty_end'))
    = (reverses is not null));
create index transfers_of_reservation_idx on transfers (reservation_id, recorded_at, id);
create index transfers_from_idx on transfers (from_account, recorded_at);
create index transfers_to_idx on transfers (to_account, recorded_at);
create index transfers_of_gift_cards on transfers (reservation_id) where method = 'gift_card';
create unique index transfers_one_sale_per_card on transfers (to_account) where kind = 'sale';

drop function refuse_change_of_ledger_entry(), refuse_change_of_credit_entry(), refuse_change_of_gift_card_entry(),
  find_reversed_recording(), check_reversal(), copy_reference_of_entry();
