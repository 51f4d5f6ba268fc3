-- What staff writes to everybody of a departure: at once, or at a time. Ids are in the order of time.
create table trip_announcements (
  id uuid primary key,
  trip_id uuid not null references trips,
  audience text not null check (audience in ('payers', 'passengers')),
  -- Whom it is narrowed to: reservations that owe money, people without their data, people who board at a point.
  unpaid_only boolean not null,
  missing_data_only boolean not null,
  boarding_point_id uuid,
  subject text not null check (length(subject) between 1 and 150),
  text text not null check (length(text) between 1 and 3000),
  send_at timestamptz not null,
  sent_at timestamptz,
  cancelled_at timestamptz,
  -- How many people it was for, and how many e-mails were queued; null until it is sent.
  people integer,
  emails integer,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint trip_announcements_ends_once check (sent_at is null or cancelled_at is null),
  constraint trip_announcements_counted check (num_nulls(sent_at, people, emails) in (0, 3))
);
create index trip_announcements_of_trip_idx on trip_announcements (trip_id, id);
create index trip_announcements_open_idx on trip_announcements (send_at) where sent_at is null and cancelled_at is null;

-- The announcement that a chat was opened with.
alter table whatsapp_messages add column announcement_id uuid references trip_announcements;
