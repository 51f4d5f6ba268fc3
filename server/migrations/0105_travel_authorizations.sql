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
