-- Invitations with which somebody whom staff wrote down makes their record an account: one per person, a newer one takes
-- its place. Only a hash of the token: a stolen database must not hold links that work.
create table invitations (
  user_id uuid primary key references users (id) on delete cascade,
  token_hash text not null unique,
  expires_at timestamptz not null
);
