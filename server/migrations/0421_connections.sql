-- Accounts at banks and other providers that administrators entered. Values are encrypted by the server; `shown` has
-- what may be read of them. One of a kind is at work; one that was replaced reports and refunds what it started.
create table connections (
  name text primary key constraint connections_name_check check (name ~ '^[a-z_]{1,40}$' and name <> 'own_key'),
  kind text not null constraint connections_kind_check check (kind ~ '^[a-z_]{1,40}$'),
  -- A hash of what makes it the same account, whatever its secrets are.
  account text not null,
  key_id text not null,
  sealed bytea not null,
  shown jsonb not null constraint connections_shown_check check (jsonb_typeof(shown) = 'object'),
  connected_at timestamptz not null default clock_timestamp(),
  connected_by uuid references users on delete set null,
  -- When the certificate ends, and how many days before that administrators were notified last.
  expires_at timestamptz,
  notified_days smallint,
  problem text not null default '' constraint connections_problem_check check (length(problem) <= 300),
  retired_at timestamptz
);
create unique index connections_at_work_key on connections (kind) where retired_at is null;
create index connections_connected_by_idx on connections (connected_by);
