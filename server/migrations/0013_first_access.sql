-- One-time codes with which the first administrator is made in the browser. Each server that starts without an
-- administrator adds one and prints it; only hashes are stored.
create table first_access_codes (
  code_hash text primary key,
  expires_at timestamptz not null
);
