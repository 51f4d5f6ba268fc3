-- What was said of a trip's changes to those whom they concern. Ids are in the order of time.
create table trip_notices (
  id uuid primary key,
  trip_id uuid not null references trips,
  -- [{ "field": …, "boardingPointId": …, "label": …, "old": …, "new": … }], in words.
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  -- What staff wrote; null: nobody was to be told.
  message text,
  -- How many e-mails were queued.
  told_count integer not null,
  created_by uuid references users,
  created_at timestamptz not null default now()
);
create index trip_notices_of_trip_idx on trip_notices (trip_id, id);

-- The same for each reservation that the changes concern. The latest of a reservation is the one that counts.
create table trip_notice_reservations (
  notice_id uuid not null references trip_notices,
  reservation_id uuid not null references reservations,
  -- As those of the notice, "old" being what the payer was last told, with "tell": whether they are to be told.
  changes jsonb not null check (jsonb_typeof(changes) = 'array'),
  message text not null,
  -- Its entry in the log of e-mails; null: no e-mail.
  email_id uuid,
  primary key (reservation_id, notice_id)
);
