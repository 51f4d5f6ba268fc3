-- Who runs the host. No operator knows them, and they are nobody at an operator.
create table administrators (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) <= 254),
  password_hash text not null,
  -- The secret of their authenticator, encrypted with the host's key.
  wrapped_authenticator bytea not null,
  created_at timestamptz not null default now()
);

-- A link by which somebody becomes an administrator, or gets a new password and authenticator.
create table administrator_invitations (
  token_hash text primary key,
  email text not null unique check (email = lower(email) and char_length(email) <= 254),
  wrapped_authenticator bytea not null,
  expires_at timestamptz not null
);

create table administrator_sessions (
  token_hash text primary key,
  administrator_id uuid not null references administrators on delete cascade,
  expires_at timestamptz not null
);

create index administrator_sessions_administrator on administrator_sessions (administrator_id);

-- A code of an authenticator counts once.
create table used_codes (
  administrator_id uuid not null references administrators on delete cascade,
  code text not null,
  used_at timestamptz not null default now(),
  primary key (administrator_id, code)
);

-- What was done on the host's page. Names no row, because it outlives them.
create table acts (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  administrator text not null,
  act text not null check (act in ('signed_in', 'suspended', 'resumed', 'code_issued')),
  slug text
);

create index acts_slug on acts (slug, id);

-- Attempts, as databases of operators have them.
create unlogged table rate_limits (
  key text primary key,
  attempts integer not null,
  resets_at timestamptz not null
);

create index rate_limits_resets on rate_limits (resets_at);

create schema identity;
create unlogged table identity.sign_in_attempt (
  key text primary key,
  attempts integer not null,
  last_at timestamptz not null
);

create index sign_in_attempt_last on identity.sign_in_attempt (last_at);
