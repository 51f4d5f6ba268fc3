-- Invitations for guests to turn their record into an account: one per person, replaced by a newer one. Only a hash of
-- the token is stored: a stolen database must not contain valid links.
create table invitations (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
