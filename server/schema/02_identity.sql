-- The embedded identity provider, in its own schema. The first five tables are those of Better Auth 1.7 with its JWT
-- plugin: names and types are those of the library's schema generator.
create schema identity;

create table identity."user" (
  "id" uuid primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp,
  "twoFactorEnabled" boolean not null default false
);

create table identity."session" (
  "id" uuid primary key,
  "expiresAt" timestamptz not null,
  "token" text not null unique,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null,
  "ipAddress" text,
  "userAgent" text,
  "userId" uuid not null references identity."user" ("id") on delete cascade
);
create index "session_userId_idx" on identity."session" ("userId");

create table identity."account" (
  "id" uuid primary key,
  "accountId" text not null,
  "providerId" text not null,
  "userId" uuid not null references identity."user" ("id") on delete cascade,
  "accessToken" text,
  "refreshToken" text,
  "idToken" text,
  "accessTokenExpiresAt" timestamptz,
  "refreshTokenExpiresAt" timestamptz,
  "scope" text,
  "password" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null
);
create index "account_userId_idx" on identity."account" ("userId");

create table identity."verification" (
  "id" uuid primary key,
  "identifier" text not null,
  "value" text not null,
  "expiresAt" timestamptz not null,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
);
create index "verification_identifier_idx" on identity."verification" ("identifier");

create table identity."jwks" (
  "id" uuid primary key,
  "publicKey" text not null,
  "privateKey" text not null,
  "createdAt" timestamptz not null,
  "expiresAt" timestamptz,
  "alg" text,
  "crv" text
);

-- Links in e-mails that confirm or change a person's address; the library stores those that set a password itself
-- ("verification"). Only hashes are stored: a stolen database must not contain valid links.
create table identity.link (
  token_hash text primary key,
  purpose text not null check (purpose in ('confirm', 'change', 'undo')),
  user_id uuid not null references identity."user" ("id") on delete cascade,
  -- The address that the link confirms, changes to or restores.
  email text not null,
  expires_at timestamptz not null
);
create index link_user_idx on identity.link (user_id);
create index link_undo_idx on identity.link (email) where purpose = 'undo';

-- Sign-in attempts since the last success, per account (a hash of the e-mail) and, for devices that signed in before,
-- per account and device. Unlogged: a crash resets the counts, which is harmless.
create unlogged table identity.sign_in_attempt (
  key text primary key,
  attempts integer not null,
  last_at timestamptz not null
);
create index sign_in_attempt_last_idx on identity.sign_in_attempt (last_at);

-- The issuer under which people of this provider are stored: a name, because the site's address may change.
create table identity.issuer (
  only_row boolean primary key default true check (only_row),
  name text not null
);
insert into identity.issuer (name) values ('passeio');

create table identity."twoFactor" (
  "id" uuid primary key,
  "secret" text not null,
  -- Hashes.
  "backupCodes" text not null,
  "userId" uuid not null references identity."user" ("id") on delete cascade,
  "verified" boolean not null default true,
  "failedVerificationCount" integer not null default 0,
  "lockedUntil" timestamptz
);
create index "twoFactor_userId_idx" on identity."twoFactor" ("userId");

-- The library makes recovery codes with the authenticator's secret: those that came with a passkey stay valid.
create function identity.keep_recovery_codes() returns trigger language plpgsql as $$
begin
  if exists (select from identity.passkey where two_factor_id = old."id") then
    new."backupCodes" := old."backupCodes";
  end if;
  return new;
end
$$;
create trigger two_factor_keeps_recovery_codes before update of "secret" on identity."twoFactor"
  for each row execute function identity.keep_recovery_codes();

-- Codes of authenticators that were used while they are valid: each counts once.
create table identity.used_code (
  user_id uuid not null references identity."user" ("id") on delete cascade,
  code text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code)
);

-- Passkeys are a second step of signing in: they belong to its row, and go with it whoever removes it.
create table identity.passkey (
  -- The credential's id, in base64url.
  id text primary key,
  two_factor_id uuid not null references identity."twoFactor" ("id") on delete cascade,
  name text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_two_factor_idx on identity.passkey (two_factor_id);
