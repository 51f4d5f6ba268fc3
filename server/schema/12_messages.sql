-- E-mails about reservations: recipient, kind and outcome. Ids are in the order of time.
create table reservation_emails (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  kind text not null,
  recipient text not null,
  subject text not null,
  -- What an e-mail is about, from which its subject is read until it is sent: { "reservationId": …, … }. Null
  -- afterwards, and where its subject was written when it was queued.
  about jsonb,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'needless', 'discarded')),
  created_at timestamptz not null default now(),
  -- When it reached this state; null while it is queued.
  settled_at timestamptz,
  constraint reservation_emails_settled_when check ((state = 'queued') = (settled_at is null))
);
create index reservation_emails_of_reservation_idx on reservation_emails (reservation_id, id);

-- The operator's own wording of messages; those that are not here have the default. Versions are never given out twice,
-- not even to a wording that was deleted and written anew: saving over an older one is rejected.
create sequence message_wording_versions as int;

create table message_wordings (
  key text primary key,
  -- Empty for WhatsApp.
  subject text not null,
  text text not null check (text <> ''),
  version int not null default nextval('message_wording_versions'),
  updated_at timestamptz not null default now(),
  updated_by uuid references users
);
alter sequence message_wording_versions owned by message_wordings.version;

-- Reminders of a trip whose moment has come. All of its reservations are notified of one in the order of their ids.
create table trip_reminders (
  trip_id uuid not null references trips,
  kind text not null,
  -- The day of the deadline or departure that it is about: moved to another day, it is sent again.
  about date not null,
  -- When it was to be sent; people who reserved later do not get it.
  moment timestamptz not null,
  -- Not sent from then on.
  ends_at timestamptz not null,
  -- The last reservation that was notified.
  told_until uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz,
  primary key (trip_id, kind, about)
);
create index trip_reminders_open_idx on trip_reminders (moment) where done_at is null;

-- Notices of a trip's changes to the people whom they concern. Ids are in the order of time.
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

-- What staff writes to everybody of a departure: at once, or at a time. Ids are in the order of time.
create table trip_announcements (
  id uuid primary key,
  trip_id uuid not null references trips,
  audience text not null check (audience in ('payers', 'passengers')),
  -- Whom it is narrowed to: reservations that owe money, people without their data, people who board at a point.
  unpaid_only boolean not null,
  missing_data_only boolean not null,
  boarding_point_id uuid,
  -- Whom staff has chosen one by one; null: whoever is going. Such a message is sent at once, never by the clock.
  participant_ids uuid[] constraint trip_announcements_chosen check (cardinality(participant_ids) > 0),
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

-- Chats that staff opened with a text about a reservation; whether it was sent, only WhatsApp knows. Ids are in the
-- order of time.
create table whatsapp_messages (
  id uuid primary key,
  -- The trip that the text is about: the reservation may be moved to another one later.
  trip_id uuid not null references trips,
  reservation_id uuid not null references reservations,
  -- Who was written to, if not the payer.
  participant_id uuid references participants,
  template_key text not null,
  -- The announcement that a chat was opened with.
  announcement_id uuid references trip_announcements,
  phone text not null,
  opened_by uuid not null references users,
  opened_at timestamptz not null default now(),
  -- When staff said that it was not sent.
  undone_at timestamptz
);
create index whatsapp_messages_of_trip_idx on whatsapp_messages (trip_id, id) where undone_at is null;
create index whatsapp_messages_of_reservation_idx on whatsapp_messages (reservation_id, id) where undone_at is null;
