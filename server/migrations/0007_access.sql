-- The operator's access settings. Idle times are in minutes; 0 means never.
alter table operator
  add column require_confirmed_email boolean not null default true,
  add column client_idle_minutes integer not null default 0 check (client_idle_minutes between 0 and 1440),
  add column staff_idle_minutes integer not null default 30 check (staff_idle_minutes between 0 and 1440);

-- Roles granted to identities that have no profile yet; this is how the first administrator is created.
create table role_grants (
  issuer text not null,
  subject text not null,
  role text not null check (role in ('ADMIN', 'OPERATOR', 'CLIENT')),
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
