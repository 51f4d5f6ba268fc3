-- Invitations of colleagues, single use. With an e-mail only its owner may accept. A hash, as of all links; null until
-- the e-mail with the link is sent.
create table staff_invitations (
  id uuid primary key,
  name text not null,
  email text,
  role text not null check (role in ('ADMIN', 'OPERATOR', 'GUIDE')),
  permissions text[],
  token_hash text unique,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);

-- Staff has an account without documents, which only clients need.
alter table users drop constraint users_with_identity_are_complete;
alter table users add constraint users_with_identity_are_complete check (
  issuer is null or (email is not null and (role <> 'CLIENT' or num_nulls(cpf, rg, emitter, birthdate) = 0))
);

-- Two-step verification at the embedded identity provider: the column and the table are those of Better Auth's plugin.
alter table operator add column require_two_factor boolean not null default false;
alter table identity."user" add column "twoFactorEnabled" boolean not null default false;
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

-- Codes of authenticators that were used while they are valid: each counts once.
create table identity.used_code (
  user_id uuid not null references identity."user" ("id") on delete cascade,
  code text not null,
  used_at timestamptz not null default now(),
  primary key (user_id, code)
);
