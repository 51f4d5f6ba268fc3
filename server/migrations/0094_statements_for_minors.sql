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
