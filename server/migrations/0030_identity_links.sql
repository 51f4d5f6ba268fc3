-- Links in e-mails that do something with a person's address; those that set a password are the library's own
-- ("verification"). Only hashes: a stolen database must not hold links that work.
create table identity.link (
  token_hash text primary key,
  purpose text not null check (purpose in ('confirm', 'change', 'undo')),
  user_id uuid not null references identity."user" ("id") on delete cascade,
  -- The address that the link confirms, changes to, or brings back.
  email text not null,
  expires_at timestamptz not null
);
create index link_user_idx on identity.link (user_id);
create index link_undo_idx on identity.link (email) where purpose = 'undo';
