-- What the servers share about requests and themselves.

-- Stored responses to requests with an Idempotency-Key; kept for 24 hours.
create table idempotency_keys (
  user_id uuid not null references users on delete cascade,
  key text not null,
  -- Hash of method, path and body: a key reused for a different request is rejected.
  fingerprint text not null,
  status_code integer,
  answer jsonb,
  created_at timestamptz not null default now(),
  primary key (user_id, key)
);
create index idempotency_keys_created_idx on idempotency_keys (created_at);

-- Attempts per limiter and caller. Unlogged: a crash resets the counts, which is harmless.
create unlogged table rate_limits (
  key text primary key,
  attempts integer not null,
  resets_at timestamptz not null
);
create index rate_limits_resets_idx on rate_limits (resets_at);

-- Written by /readyz: a server is ready only where the database accepts writes.
create table readiness (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
