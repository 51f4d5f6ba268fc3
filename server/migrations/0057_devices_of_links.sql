-- Browsers in which whoever has the payer's link of a reservation wants to be notified of it; they end with its links.
create table reservation_link_devices (
  reservation_id uuid not null references reservations on delete cascade,
  endpoint text not null,
  p256dh text not null,
  auth text not null,
  created_at timestamptz not null default now(),
  primary key (reservation_id, endpoint)
);
create index reservation_link_devices_endpoint_idx on reservation_link_devices (endpoint);
