-- What the operator decides about access. In minutes; 0 is never.
alter table operator
  add column require_confirmed_email boolean not null default true,
  add column client_idle_minutes integer not null default 0 check (client_idle_minutes between 0 and 1440),
  add column staff_idle_minutes integer not null default 30 check (staff_idle_minutes between 0 and 1440);

-- A role that waits for someone who has no profile yet: the first administrator is made this way.
create table role_grants (
  issuer text not null,
  subject text not null,
  role text not null check (role in ('ADMIN', 'OPERATOR', 'CLIENT')),
  created_at timestamptz not null default now(),
  primary key (issuer, subject)
);
