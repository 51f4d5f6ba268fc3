-- A bank takes a Pix back too (MED): in parts, with days to answer in, or more than is left, of which there is no entry
-- then. So a task has an id of its own, and what the bank calls the return.
alter table chargebacks
  add column id uuid not null default gen_random_uuid(),
  add column kind text not null default 'card'
    check (kind in ('card', 'med_fraud', 'med_operational', 'med', 'unfit')),
  add column provider text not null default 'mercado_pago' check (provider ~ '^[a-z_]{1,40}$'),
  add column reference text,
  -- What the bank takes; of that the entry has what was left.
  add column amount_cents integer,
  -- The bank has taken it: before that there is no entry.
  add column is_settled boolean not null default true,
  add column answer_by date,
  add column decision_by date;
update chargebacks c set id = e.id, provider = e.provider, reference = e.reference, amount_cents = e.amount_cents
from ledger_entries e where e.id = c.entry_id;
alter table chargebacks
  alter column id drop default,
  alter column kind drop default,
  alter column provider drop default,
  alter column reference set not null,
  alter column amount_cents set not null,
  add check (amount_cents > 0),
  drop constraint chargebacks_pkey,
  drop constraint chargebacks_payment_entry_key,
  add constraint chargebacks_pkey primary key (id),
  alter column entry_id drop not null,
  add constraint chargebacks_entry_key unique (entry_id),
  add constraint chargebacks_entry_of_settled check (is_settled or entry_id is null);
create unique index chargebacks_reference_key on chargebacks (provider, upper(reference));
create index chargebacks_of_payment on chargebacks (payment_entry);
