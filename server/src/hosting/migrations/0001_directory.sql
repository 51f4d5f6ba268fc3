-- An operator of the host. Nothing of its clients is here.
create table operators (
  slug text primary key check (slug ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  name text not null check (name = btrim(name) and char_length(name) between 2 and 120),
  state text not null default 'active' check (state in ('active', 'suspended', 'moving', 'closed')),
  state_since timestamptz not null default now(),
  -- Its database, in the cluster of the directory unless `wrapped_url` names another one.
  database text not null,
  wrapped_url bytea,
  -- The last migration of its database, and why the next one failed.
  version text not null,
  problem text check (char_length(problem) <= 1000),
  -- Its random secret, encrypted with the key of the host that has this id; gone once it is closed.
  wrapped_secret bytea,
  key_id text not null,
  -- When there is something to do though nobody visits it; null while a server works for it.
  due_at timestamptz default now(),
  last_active_at timestamptz,
  exported_at timestamptz,
  created_at timestamptz not null default now(),
  constraint operators_secret check ((wrapped_secret is null) = (state = 'closed'))
);

-- One database serves one operator.
create unique index operators_database on operators (database) where wrapped_url is null and state <> 'closed';

create table domains (
  -- Lower case, without a port.
  domain text primary key check (domain = lower(domain) and char_length(domain) <= 253),
  slug text not null references operators on delete cascade,
  is_primary boolean not null
);

create unique index domains_primary on domains (slug) where is_primary;
create index domains_slug on domains (slug);

-- Servers that work for an operator. One that is lapsed was left by a server that died.
create table leases (
  slug text not null references operators on delete cascade,
  server uuid not null,
  until timestamptz not null,
  primary key (slug, server)
);

create index leases_until on leases (until);
create index operators_due on operators (due_at) where state = 'active' and problem is null;

-- Servers keep what chooses an operator in memory, and hear of changes.
create function notify_directory() returns trigger language plpgsql as $$
begin
  perform pg_notify('passeio_content', 'directory everything');
  return null;
end
$$;

create trigger operators_changed after insert or delete or update of slug, name, state, database, wrapped_url, version,
  problem, wrapped_secret, key_id on operators for each statement execute function notify_directory();
create trigger domains_changed after insert or update or delete on domains
  for each statement execute function notify_directory();
