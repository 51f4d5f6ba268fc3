-- Codes at the payer's e-mail, by which the holder of a link that staff made proves to be the payer.
create table reservation_link_proofs (
  reservation_id uuid primary key references reservations on delete cascade,
  email text not null check (length(email) <= 254),
  code text not null check (code ~ '^\d{6}$'),
  failures smallint not null default 0,
  created_at timestamptz not null default now()
);

-- What was asked for by a link that staff made, where nothing can prove that its holder is the payer.
create table link_requests (
  id uuid primary key,
  reservation_id uuid not null references reservations on delete cascade,
  -- The route, as its twin for links is named.
  name text not null,
  -- What it is called with; null once it is decided.
  input jsonb,
  -- The account that asks to become the payer.
  person_id uuid references users on delete cascade,
  made_by uuid not null references users on delete cascade,
  asked_at timestamptz not null default now(),
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  is_confirmed boolean,
  check ((decided_at is null) = (is_confirmed is null))
);
create unique index link_requests_open_idx on link_requests (reservation_id, name) where decided_at is null;
create index link_requests_of_reservation_idx on link_requests (reservation_id, asked_at desc);
