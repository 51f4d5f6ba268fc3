-- Browsers in which a person wants to be notified: the address at their push service and the keys for which a message is
-- encrypted.
create table push_devices (
  endpoint text primary key,
  user_id uuid not null references users on delete cascade,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now()
);
create index push_devices_of_user_idx on push_devices (user_id, created_at);
