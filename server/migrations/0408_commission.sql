-- A seller's commission is money of the book: it accrues to the account of the seller from what the operator keeps, is
-- taken back with what it was for, and is paid by statement. Accounts of sellers may be below zero, and keep no balance.
alter table accounts drop constraint accounts_kind_check;
alter table accounts add constraint accounts_kind_check check (kind in
  ('reservation', 'stored_value', 'hand', 'office', 'clearing', 'unknown', 'kept', 'seller'));

-- Closed statements never change. `content` is the canonical form, which names nobody; with each hash follows that of
-- the seller's statement before.
create table commission_statements (
  id uuid primary key,
  seller_id uuid not null references sellers,
  number integer not null check (number > 0),
  month text not null check (month ~ '^[0-9]{4}-(0[1-9]|1[0-2])$'),
  -- What the one before left, zero or below.
  carried_cents integer not null check (carried_cents <= 0),
  total_cents integer not null,
  -- How many transfers stand in it.
  entries integer not null check (entries > 0),
  content text not null,
  hash text not null,
  previous_hash text,
  closed_at timestamptz not null,
  closed_by uuid not null references users,
  constraint commission_statements_number_key unique (seller_id, number),
  constraint commission_statements_month_key unique (seller_id, month),
  constraint commission_statements_hash check (hash = encode(sha256(convert_to(content, 'UTF8')), 'hex')),
  constraint commission_statements_first check ((number = 1) = (previous_hash is null))
);
create index commission_statements_by_age on commission_statements (closed_at desc, id);

alter table transfers add column commission_of uuid;
alter table transfers add column statement_id uuid references commission_statements;
alter table transfers drop constraint transfers_kind_check;
alter table transfers add constraint transfers_kind_check check (kind in (
  'deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback',
  'sale', 'sale_refund', 'sale_chargeback', 'revocation', 'reissue', 'credit_move',
  'cash_report', 'hand_in', 'report_refusal', 'arrival', 'arrival_end', 'penalty', 'penalty_end',
  'commission', 'commission_end', 'commission_payment'));
alter table transfers drop constraint transfers_with_means;
alter table transfers add constraint transfers_with_means check (
  (kind in ('penalty', 'penalty_end', 'commission', 'commission_end')) = (method is null));
-- The reservation that a seller sold.
alter table transfers add constraint transfers_commission_of check (
  (kind in ('commission', 'commission_end')) = (commission_of is not null));
alter table transfers add constraint transfers_of_statement check (
  (kind = 'commission_payment') = (statement_id is not null));
create index transfers_commission_of on transfers (commission_of) where commission_of is not null;
create unique index transfers_statement_paid_once on transfers (statement_id) where statement_id is not null;

-- The transfers of a statement: each stands in one.
create table commission_statement_entries (
  transfer_id uuid primary key references transfers,
  statement_id uuid not null references commission_statements
);
create index commission_statement_entries_of_statement on commission_statement_entries (statement_id);

create function refuse_change_of_statement() returns trigger language plpgsql as $$
begin
  raise exception 'a statement of commission is final; what comes later stands in the next'
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $$;
create trigger commission_statements_are_final before update or delete on commission_statements
  for each row execute function refuse_change_of_statement();
create trigger commission_statement_entries_are_final before update or delete on commission_statement_entries
  for each row execute function refuse_change_of_statement();

-- A statement follows the one before, and comes to what was left and its entries, which are the seller's: at commit,
-- and whenever entries are added.
create function check_statement() returns trigger language plpgsql as $$
declare
  ids uuid[];
  s commission_statements;
  before commission_statements;
  found record;
begin
  if tg_table_name = 'commission_statements' then ids := array[new.id];
  else ids := array(select distinct statement_id from new_rows); end if;
  for s in select * from commission_statements where id = any (ids) loop
    select * into before from commission_statements where seller_id = s.seller_id and number = s.number - 1;
    select count(*) as entries,
      coalesce(sum(case t.kind when 'commission' then t.amount_cents else -t.amount_cents end), 0) as cents,
      coalesce(bool_and(t.commission_of is not null and s.seller_id in (t.from_account, t.to_account)), true) as are_own
    into found from commission_statement_entries e join transfers t on t.id = e.transfer_id where e.statement_id = s.id;
    if s.previous_hash is distinct from before.hash or s.month <= before.month or not found.are_own
        or s.carried_cents <> least(coalesce(before.total_cents, 0), 0) or s.entries <> found.entries
        or s.total_cents <> s.carried_cents + found.cents then
      raise exception 'statement % of % with entries of %', s.number, s.total_cents, found.cents
        using errcode = 'check_violation', constraint = 'commission_statements_of_entries';
    end if;
  end loop;
  return null;
end $$;
create constraint trigger commission_statements_checked after insert on commission_statements
  deferrable initially deferred for each row execute function check_statement();
create trigger commission_statement_entries_checked after insert on commission_statement_entries
  referencing new table as new_rows for each statement execute function check_statement();

-- As before, with commission.
create or replace function check_transfer() returns trigger language plpgsql as $$
declare
  payer accounts;
  payee accounts;
  ends text;
  e transfers;
  is_reversed boolean;
  waits boolean;
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
      when new.kind = 'penalty_end' then ends = 'kept reservation'
      when new.kind = 'commission' then ends = 'kept seller'
      when new.kind = 'commission_end' then ends = 'seller kept'
      when new.kind = 'commission_payment' then ends = 'seller clearing' and new.reference is not null and exists (
        select from commission_statements s
        where s.id = new.statement_id and s.seller_id = payer.id and s.total_cents = new.amount_cents)
      end, false) then
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
    if new.kind = 'arrival_end' then
      new.provider := e.provider;
      new.reference := e.reference;
    end if;
  end if;
  if new.reference is not null then
    select t.* into e from transfers t
    where t.provider = new.provider and upper(t.reference) = upper(new.reference)
      and (
        select again.id from transfers again
        where again.provider = t.provider and upper(again.reference) = upper(t.reference) and again.records_again = t.id
      ) is null;
    is_reversed := exists (select from transfers where reverses = e.id);
    waits := e.kind = 'arrival' or is_reversed and e.from_account = own_account('unknown');
    -- Null where it follows nothing: refused unless it is the first.
    new.records_again := case
      when payer.kind = 'unknown' then case when waits and e.amount_cents = new.amount_cents then e.id end
      when not waits and (is_reversed or e.kind = 'arrival_end') then e.id end;
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
  if payer.kind = 'unknown' and (new.reference is null or e.id is null) then
    raise exception 'no such money waits with the unknown payer'
      using errcode = 'check_violation', constraint = 'transfers_unknown_money_waits';
  end if;
  return new;
end $$;
