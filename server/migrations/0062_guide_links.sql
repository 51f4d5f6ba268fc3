-- Links with which a guide without an account boards one departure: from the evening before until the return, which
-- follows from the trip, because departures change.
create table guide_links (
  id uuid primary key,
  trip_id uuid not null references trips,
  -- Of the guide: every look at personal data is audited with it.
  name text not null check (length(name) between 2 and 60),
  token_hash text not null constraint guide_links_token_key unique,
  -- Salt and scrypt hash.
  pin_hash text not null,
  -- Wrong PINs in a row; after some the link is locked for a while.
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  locked_until timestamptz,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
create index guide_links_of_trip_idx on guide_links (trip_id, id);

create table guide_sessions (
  token_hash text primary key,
  link_id uuid not null references guide_links on delete cascade,
  expires_at timestamptz not null
);
create index guide_sessions_of_link_idx on guide_sessions (link_id);

alter table boarding_taps
  alter column recorded_by drop not null,
  add column guide_link_id uuid references guide_links,
  add constraint boarding_taps_by_somebody check (num_nonnulls(recorded_by, guide_link_id) = 1);
