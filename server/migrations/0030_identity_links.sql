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
