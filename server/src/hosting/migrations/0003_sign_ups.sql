-- Operators that asked to be made by themselves, until a day after.
create table sign_ups (
  token_hash text primary key,
  slug text not null check (slug ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  name text not null check (char_length(name) between 2 and 80),
  email text not null check (char_length(email) <= 254),
  expires_at timestamptz not null,
  -- Until when a server makes it; lapsed, that server died.
  making_until timestamptz,
  -- The operator, once it is made.
  operator text references operators
);

create index sign_ups_expires on sign_ups (expires_at);
