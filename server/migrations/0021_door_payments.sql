-- Cash taken at the boarding point. Staff's counts at once; a guide's waits until staff confirms that it has arrived, or
-- refuses it.
create table door_payments (
  -- Made by the phone: cash counts once.
  id uuid primary key,
  reservation_id uuid not null references reservations,
  amount_cents integer not null check (amount_cents > 0),
  -- By the server's clock.
  taken_at timestamptz not null,
  recorded_by uuid references users,
  guide_link_id uuid references guide_links,
  recorded_at timestamptz not null default now(),
  state text not null check (state in ('waiting', 'confirmed', 'refused')),
  decided_by uuid references users,
  decided_at timestamptz,
  ledger_entry_id uuid references ledger_entries constraint door_payments_ledger_entry_key unique,
  constraint door_payments_by_somebody check (num_nonnulls(recorded_by, guide_link_id) = 1),
  constraint door_payments_decided check ((state = 'waiting') = (decided_at is null)),
  constraint door_payments_counted check ((state = 'confirmed') = (ledger_entry_id is not null))
);
create index door_payments_waiting_idx on door_payments (reservation_id) where state = 'waiting';
