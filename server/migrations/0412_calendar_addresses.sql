-- The secret address at which somebody's calendar reads departures; one each.
create table calendar_addresses (
  user_id uuid primary key references users on delete cascade,
  token_hash text not null constraint calendar_addresses_token_key unique,
  made_at timestamptz not null default now()
);
