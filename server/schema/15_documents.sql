-- Every text that somebody accepted, once, by its hash.
create table contract_texts (
  version text primary key check (version = encode(sha256(convert_to(text, 'UTF8')), 'hex')),
  text text not null,
  since timestamptz not null default now()
);
create trigger contract_texts_are_final before update or delete on contract_texts
  for each row execute function refuse_deletion();

-- Who accepted which text for a reservation, and what stood in its fields then.
create table contract_acceptances (
  reservation_id uuid primary key references reservations,
  version text not null references contract_texts,
  field_values jsonb not null,
  -- Staff says so where it was by telephone.
  channel text not null check (channel in ('account', 'link', 'phone')),
  accepted_by text not null,
  address text not null,
  user_id uuid references users,
  accepted_at timestamptz not null default now()
);
create trigger contract_acceptances_are_final before update on contract_acceptances
  for each row execute function refuse_deletion();
create trigger contract_acceptances_stay before delete on contract_acceptances for each row
  when (coalesce(current_setting('passeio.erasing', true), '') <> 'on') execute function refuse_deletion();

-- What the adult who is responsible for the minors of a reservation says, once. `version` is of the text, which the
-- contract keeps. `recorded_by`: payer, or staff who heard it on the telephone; null by a companion's link.
create table minor_statements (
  reservation_id uuid primary key references reservations on delete cascade,
  name text not null check (name <> ''),
  version text not null,
  means text not null check (means in ('account', 'payer_link', 'companion_link', 'phone')),
  recorded_by uuid references users,
  stated_at timestamptz not null default now(),
  constraint minor_statements_recorded check ((recorded_by is null) = (means = 'companion_link'))
);

-- People under 16 who travel without father, mother or guardian, and the signed authorisation for it (CNJ Resolution
-- 295/2019). The row's id is that of its file, which is there once it was sent. One that ended, because the file was
-- replaced or another person travels, is deleted at night with its file.
create table travel_authorizations (
  id uuid primary key,
  reservation_id uuid not null references reservations on delete cascade,
  participant_id uuid not null references participants on delete cascade,
  valid_until date,
  content_type text check (content_type in ('image/webp', 'application/pdf')),
  size_bytes integer check (size_bytes > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  ended_at timestamptz,
  constraint travel_authorizations_sent check (
    num_nonnulls(content_type, size_bytes, sha256, sent_at) in (0, 4) and (sent_at is null or valid_until is not null))
);
create unique index travel_authorizations_one_each on travel_authorizations (participant_id) where ended_at is null;
create index travel_authorizations_by_reservation on travel_authorizations (reservation_id);
create index travel_authorizations_ended on travel_authorizations (ended_at) where ended_at is not null;

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
