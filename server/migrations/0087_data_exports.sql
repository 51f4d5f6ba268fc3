-- Copies of a person's data: made by a job, open for a day by a link of an e-mail and the password.
create table data_exports (
  id uuid primary key,
  user_id uuid not null references users,
  -- What is about health is in a copy only where it is asked for.
  with_health boolean not null default false,
  requested_by uuid not null references users,
  token_hash text unique,
  failures integer not null default 0,
  created_at timestamptz not null default now(),
  -- Null until the file is there.
  expires_at timestamptz
);
create index data_exports_of_person on data_exports (user_id, created_at desc);
