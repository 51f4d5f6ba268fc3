-- Notes of many reservations: those that staff chose, or those that the rule of the settings names.
create table invoice_batches (
  id uuid primary key,
  -- Null: staff chose.
  rule text constraint invoice_batches_rule_check check (rule in ('all_paid', 'departure', 'monthly')),
  requested_by uuid not null references users,
  created_at timestamptz not null default now()
);
create index invoice_batches_latest on invoice_batches (created_at desc, id desc);
create index invoice_batches_requested_by_idx on invoice_batches (requested_by);

-- `problem`: why no note was issued, in a sentence for staff. The last note of a reservation in its batch is `invoice_id`.
create table invoice_batch_items (
  batch_id uuid not null references invoice_batches on delete cascade,
  reservation_id uuid not null references reservations,
  by_rule boolean not null,
  state text not null default 'waiting'
    constraint invoice_batch_items_state_check check (state in ('waiting', 'issued', 'failed')),
  invoice_id uuid constraint invoice_batch_items_invoice_key unique references issued_invoices,
  problem text not null default '' constraint invoice_batch_items_problem_check check (char_length(problem) <= 500),
  primary key (batch_id, reservation_id),
  constraint invoice_batch_items_outcome check (
    (state = 'issued') = (invoice_id is not null) and (state = 'failed') = (problem <> ''))
);
-- The rule names a reservation once.
create unique index invoice_batch_items_once_by_rule on invoice_batch_items (reservation_id) where by_rule;
create index invoice_batch_items_of_reservation on invoice_batch_items (reservation_id);
create index invoice_batch_items_waiting on invoice_batch_items (batch_id) where state = 'waiting';

-- When notes are issued by themselves; `rule_by`: who decided so, and `rule_since`: of departures from then on.
alter table fiscal_settings
  add column issue_rule text not null default 'by_hand'
    constraint fiscal_settings_issue_rule_check check (issue_rule in ('by_hand', 'all_paid', 'departure', 'monthly')),
  add column rule_by uuid references users,
  add column rule_since timestamptz,
  add constraint fiscal_settings_rule check (
    num_nonnulls(rule_by, rule_since) = case issue_rule when 'by_hand' then 0 else 2 end);
