-- Notes of service (NFS-e), which are issued elsewhere. A reservation may have several, and one note may be of several
-- reservations.
create table invoices (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  number text not null check (char_length(number) between 1 and 60),
  issued_on date not null,
  recorded_by uuid not null references users,
  recorded_at timestamptz not null default now()
);
create unique index invoices_once_per_reservation on invoices (reservation_id, upper(number));

-- To whom the notes of a reservation are made out, as far as that is not its payer as the reservation knows them.
create table billing_details (
  reservation_id uuid primary key references reservations,
  name text not null default '' check (char_length(name) <= 120),
  -- A CPF has 11 characters, a CNPJ 14.
  tax_id text not null default '' check (tax_id ~ '^([0-9]{11}|[0-9A-Z]{14})?$'),
  address text not null default '' check (char_length(address) <= 200),
  updated_at timestamptz not null default now()
);
