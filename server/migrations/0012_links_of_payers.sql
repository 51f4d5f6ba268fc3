-- The links with which whoever pays for a reservation opens it without an account: staff and e-mails make one more each.
create table reservation_links (
  token_hash text primary key,
  reservation_id uuid not null references reservations on delete cascade,
  created_at timestamptz not null default now()
);
create index reservation_links_of_reservation_idx on reservation_links (reservation_id);

-- Wrong last digits of the payer's phone, which acts with money ask for, since the last right ones.
create table reservation_link_attempts (
  reservation_id uuid primary key references reservations on delete cascade,
  failures integer not null default 0 check (failures >= 0),
  locked_until timestamptz
);

-- Whether a person without an account gave their data themselves, by reserving; else staff did.
alter table users add column is_self_made boolean not null default false;
-- Places that people without an account hold without money are counted by telephone.
create index users_contact_of_guests_idx on users (contact) where subject is null;
