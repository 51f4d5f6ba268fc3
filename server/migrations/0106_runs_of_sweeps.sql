-- When work that every server repeats last succeeded on any of them.
create table sweep_runs (
  name text primary key check (name ~ '^[a-z-]{1,40}$'),
  succeeded_at timestamptz not null
);

-- When the provider last sent a notice of a payment.
alter table provider_polls add column noticed_at timestamptz;
