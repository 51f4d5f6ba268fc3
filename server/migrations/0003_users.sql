create extension if not exists unaccent with schema public;
create extension if not exists pg_trgm with schema public;

-- Normalises text for search: lower case, without accents. Immutable, as indexes require: the dictionary is named
-- explicitly and comes with the extension.
create function searchable(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent'::regdictionary, value));

create table users (
  id uuid primary key,
  -- The person at the identity provider: "iss" and "sub" of the token.
  issuer text not null,
  subject text not null,
  name text not null,
  email text not null,
  cpf text not null check (cpf ~ '^[0-9]{11}$'),
  rg text not null,
  emitter text not null,
  birthdate date not null,
  contact text not null check (contact ~ '^\+[0-9]{8,15}$'),
  role text not null default 'CLIENT' check (role in ('ADMIN', 'OPERATOR', 'CLIENT')),
  is_disabled boolean not null default false,
  search_text text generated always as (searchable(name || ' ' || email || ' ' || cpf)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_identity_key unique (issuer, subject),
  constraint users_cpf_key unique (cpf)
);
create unique index users_email_key on users (lower(email));
create index users_search_idx on users using gin (search_text gin_trgm_ops);
create index users_name_idx on users (searchable(name), id);
