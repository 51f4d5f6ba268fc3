-- Links with which people without an account follow their place in a waiting list.
create table waiting_list_links (
  token_hash text primary key,
  entry_id uuid not null references waiting_list_entries on delete cascade,
  -- Hash of the request that made it, by which the same request again answers the same place.
  request_hash text,
  -- Of staff, who made it or may read where it was sent; null: nobody of them.
  made_by uuid references users on delete cascade,
  created_at timestamptz not null default now()
);
create index waiting_list_links_of_entry_idx on waiting_list_links (entry_id);

-- Addresses that wait for the code that was sent there; nothing else is sent to them.
create table waiting_email_codes (
  entry_id uuid primary key references waiting_list_entries on delete cascade,
  email text not null,
  failures integer not null default 0,
  created_at timestamptz not null default now()
);
