-- People: clients, staff, and guests, whom staff created; guests have no identity, and their data may be incomplete.
create table users (
  id uuid primary key,
  -- The person at the identity provider: "iss" and "sub" of the token; null for guests.
  issuer text,
  subject text,
  role text not null default 'CLIENT' check (role in ('ADMIN', 'OPERATOR', 'GUIDE', 'CLIENT')),
  is_disabled boolean not null default false,
  -- What an operator may do beyond the daily work; null: everything. A refund limit is in centavos and of one
  -- reservation; null: none.
  permissions text[],
  refund_limit_cents integer check (refund_limit_cents >= 0),
  name text not null,
  email text,
  contact text not null check (contact ~ '^\+[0-9]{8,15}$'),
  birthdate date,
  cpf text check (cpf ~ '^[0-9]{11}$'),
  rg text,
  -- Who issued the RG.
  emitter text,
  -- Whether a person without an account gave their data themselves, by reserving; else staff did.
  is_self_made boolean not null default false,
  -- The e-mail that a person without an account has confirmed; of another one it says nothing.
  confirmed_email text check (length(confirmed_email) <= 254),
  -- Who of staff wrote down the e-mail of a guest without being allowed to do themselves what it opens; null once the
  -- client has confirmed it.
  email_written_by uuid references users on delete set null,
  -- Erased people. Their row stays, because reservations refer to it, and says nothing of them.
  erased_at timestamptz,
  -- Incremented by changes of the fields that staff sees, for optimistic locking: saving an older version is rejected.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Stored, because a page far down the list compares thousands of names. Collation "C" compares bytes, which suits
  -- letters without accents and case; only with it can the index find names by prefix, whatever the database's locale.
  sort_name text collate "C" generated always as (searchable(name)) stored,
  search_text text
    generated always as (searchable(name || ' ' || coalesce(email, '') || ' ' || coalesce(cpf, '') || ' ' || contact))
      stored,
  -- Before the CPF's: of several violations the first is reported, and whoever has a profile is told so.
  constraint users_identity_key unique (issuer, subject),
  constraint users_cpf_key unique (cpf),
  constraint users_identity_is_whole check ((issuer is null) = (subject is null)),
  constraint users_with_identity_are_complete check (
    issuer is null or (email is not null and (role <> 'CLIENT' or num_nulls(cpf, rg, emitter, birthdate) = 0))
  )
);
create unique index users_email_key on users (lower(email));
create index users_search_idx on users using gin (search_text gin_trgm_ops);
create index users_name_idx on users (sort_name, id);
create index users_created_idx on users (created_at desc, id desc);
-- Partial indexes for rare rows, which would otherwise be found by scanning all people.
create index users_role_idx on users (role, sort_name, id) where role <> 'CLIENT';
create index users_disabled_idx on users (sort_name, id) where is_disabled;
create index users_without_account_idx on users (sort_name, id) where subject is null;
-- Places that people without an account hold without money are counted by telephone.
create index users_contact_of_guests_idx on users (contact) where subject is null;

create function count_version_of_person() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger users_version before update on users
  for each row when (
    row(old.name, old.email, old.cpf, old.rg, old.emitter, old.birthdate, old.contact, old.role, old.is_disabled,
      old.permissions, old.refund_limit_cents)
    is distinct from
    row(new.name, new.email, new.cpf, new.rg, new.emitter, new.birthdate, new.contact, new.role, new.is_disabled,
      new.permissions, new.refund_limit_cents)
  )
  execute function count_version_of_person();

-- At least one enabled administrator must remain, who can give others access.
create function refuse_loss_of_last_administrator() returns trigger language plpgsql as $$
begin
  -- One at a time, or two could each see the other one stay.
  perform pg_advisory_xact_lock(hashtext('last administrator'));
  if not exists (select from users where role = 'ADMIN' and not is_disabled and id <> old.id) then
    raise exception 'the last administrator stays'
      using errcode = 'check_violation', constraint = 'users_last_administrator';
  end if;
  return new;
end $$;
create trigger users_last_administrator
  before update of role, is_disabled on users
  for each row when (old.role = 'ADMIN' and not old.is_disabled and (new.role <> 'ADMIN' or new.is_disabled))
  execute function refuse_loss_of_last_administrator();

-- Roles granted to identities that have no profile yet; this is how the first administrator is created.
create table role_grants (
  issuer text not null,
  subject text not null,
  role text not null check (role in ('ADMIN', 'OPERATOR', 'GUIDE', 'CLIENT')),
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);

-- Invitations for guests to turn their record into an account: one per person, replaced by a newer one. Only a hash of
-- the token is stored: a stolen database must not contain valid links.
create table invitations (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);

-- One-time codes with which the first administrator is made in the browser. Each server that starts without an
-- administrator adds one and prints it; only hashes are stored.
create table first_access_codes (
  code_hash text primary key,
  expires_at timestamptz not null
);

-- Browsers in which a person wants to be notified: the address at their push service and the keys for which a message
-- is encrypted.
create table push_devices (
  endpoint text primary key,
  user_id uuid not null references users on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_devices_of_user_idx on push_devices (user_id, created_at);

-- Invitations of colleagues, single use. With an e-mail only its owner may accept. A hash, as of all links; null until
-- the e-mail with the link is sent.
create table staff_invitations (
  id uuid primary key,
  name text not null,
  email text,
  role text not null check (role in ('ADMIN', 'OPERATOR', 'GUIDE')),
  permissions text[],
  -- As in users; null: none.
  refund_limit_cents integer check (refund_limit_cents > 0),
  token_hash text unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
