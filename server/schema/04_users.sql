-- People: clients, staff, and guests, whom staff created; guests have no identity, and their data may be incomplete.
create table users (
  id uuid primary key,
  -- The person at the identity provider: "iss" and "sub" of the token; null for guests.
  issuer text,
  subject text,
  role text not null default 'CLIENT' check (role in ('ADMIN', 'OPERATOR', 'CLIENT')),
  is_disabled boolean not null default false,
  name text not null,
  email text,
  contact text not null check (contact ~ '^\+[0-9]{8,15}$'),
  birthdate date,
  cpf text check (cpf ~ '^[0-9]{11}$'),
  rg text,
  -- Who issued the RG.
  emitter text,
  -- Incremented by changes of the fields that staff sees, for optimistic locking: saving an older version is rejected.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Stored, because a page far down the list compares thousands of names. Collation "C" compares bytes, which suits
  -- letters without accents and case; only with it can the index find names by prefix, whatever the database's locale.
  sort_name text collate "C" generated always as (searchable(name)) stored,
  search_text text generated always as (
    searchable(name || ' ' || coalesce(email, '') || ' ' || coalesce(cpf, '') || ' ' || contact)
  ) stored,
  -- Before the CPF's: of several violations the first is reported, and whoever has a profile is told so.
  constraint users_identity_key unique (issuer, subject),
  constraint users_cpf_key unique (cpf),
  constraint users_identity_is_whole check ((issuer is null) = (subject is null)),
  constraint users_with_identity_are_complete check (
    issuer is null or num_nulls(email, cpf, rg, emitter, birthdate) = 0
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

create function count_version_of_person() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
create trigger users_version before update on users
  for each row when (
    row(old.name, old.email, old.cpf, old.rg, old.emitter, old.birthdate, old.contact, old.role, old.is_disabled)
    is distinct from
    row(new.name, new.email, new.cpf, new.rg, new.emitter, new.birthdate, new.contact, new.role, new.is_disabled)
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

-- A profile that changes changes the participants of its person that had the former value, until departure. What a
-- trip's list would refuse stays there as it was, so that nobody is kept from correcting their profile.
create function update_participants_of_person() returns trigger language plpgsql as $$
begin
  update participants p set
    name = case when p.name = old.name then new.name else p.name end,
    birthdate = case when p.birthdate is not distinct from old.birthdate and not (
      new.birthdate > (t.departs_at at time zone o.time_zone)::date - interval '18 years'
      and exists (select from participants child where child.companion_id = p.id and child.removed_at is null)
    ) then new.birthdate else p.birthdate end,
    document_number = case when p.document_number is not distinct from old.rg then new.rg else p.document_number end,
    document_issuer = case when p.document_issuer is not distinct from old.emitter
      then new.emitter else p.document_issuer end,
    cpf = case when p.cpf is not distinct from old.cpf and not exists (
      select from participants other
      where other.trip_id = p.trip_id and other.cpf = new.cpf and other.id <> p.id
        and other.is_active and other.removed_at is null
    ) then new.cpf else p.cpf end,
    contact = case when p.contact is not distinct from old.contact then new.contact else p.contact end
  from trips t, operator o
  where p.user_id = new.id and p.is_active and p.removed_at is null and t.id = p.trip_id and t.departs_at > now();
  return null;
end $$;
create trigger users_update_participants after update of name, birthdate, rg, emitter, cpf, contact on users
  for each row when (
    row(old.name, old.birthdate, old.rg, old.emitter, old.cpf, old.contact)
    is distinct from row(new.name, new.birthdate, new.rg, new.emitter, new.cpf, new.contact)
  ) execute function update_participants_of_person();

-- Roles granted to identities that have no profile yet; this is how the first administrator is created.
create table role_grants (
  issuer text not null,
  subject text not null,
  role text not null check (role in ('ADMIN', 'OPERATOR', 'CLIENT')),
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
