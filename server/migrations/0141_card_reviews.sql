-- Payments by card about which the card's bank has not decided, and what it decided since: no money has come by them,
-- but it may. `changed_at` is the provider's, by which an older report does not undo a newer one.
create table card_reviews (
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  reference text not null check (reference ~ '^[A-Za-z0-9_-]{1,64}$'),
  charge_id uuid not null references charges,
  amount_cents integer not null check (amount_cents > 0),
  is_open boolean not null,
  changed_at timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (provider, reference)
);
create index card_reviews_open_idx on card_reviews (charge_id) where is_open;

-- What those that are open would settle, and since when the latest of them is known. A list shows it of each row.
alter table reservations
  add column card_review_cents integer not null default 0 check (card_review_cents >= 0),
  add column card_review_at timestamptz;
