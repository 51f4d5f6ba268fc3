-- Codes with which who reserves without an account confirms an e-mail; six digits, of which a hash would hide nothing.
create table reservation_email_codes (
  reservation_id uuid primary key references reservations on delete cascade,
  email text not null check (length(email) <= 254),
  code text not null check (code ~ '^\d{6}$'),
  failures smallint not null default 0,
  created_at timestamptz not null default now()
);
-- The e-mail that a person without an account has confirmed; of another one it says nothing.
alter table users add column confirmed_email text check (length(confirmed_email) <= 254);
