-- Tables of the embedded identity provider (Better Auth 1.7 with its JWT plugin), in their own schema.
-- Names and types are those of the library's schema generator.
create schema identity;

create table identity."user" (
  "id" uuid primary key,
  "name" text not null,
  "email" text not null unique,
  "emailVerified" boolean not null,
  "image" text,
  "createdAt" timestamptz not null default current_timestamp,
  "updatedAt" timestamptz not null default current_timestamp
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
