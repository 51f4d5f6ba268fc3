-- The holder of a card disputes a payment, and the card's bank takes the money back: an entry out of its own kind.
-- PostgreSQL before 17 cannot change how a column is generated: it is made again, which rewrites the table.
alter table ledger_entries
  drop constraint ledger_entries_kind_check,
  add constraint ledger_entries_kind_check check (
    kind in ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback')
  ),
  drop column direction;
alter table ledger_entries add column direction text not null generated always as (
  case when kind in ('refund', 'reversal_out', 'chargeback') then 'out' else 'in' end
) stored;

-- Each payment is taken back once. A task for staff until somebody has looked at it: the reservation stays as it is.
create table chargebacks (
  entry_id uuid primary key references ledger_entries,
  payment_entry uuid not null constraint chargebacks_payment_entry_key unique references ledger_entries,
  noticed_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by uuid references users,
  constraint chargebacks_checked_by check ((checked_at is null) = (checked_by is null))
);
create index chargebacks_open_idx on chargebacks (noticed_at) where checked_at is null;
