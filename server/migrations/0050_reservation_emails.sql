-- E-mails about reservations: to whom, of what, and what became of them. Ids are in the order of time.
create table reservation_emails (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  kind text not null,
  recipient text not null,
  subject text not null,
  state text not null default 'queued' check (state in ('queued', 'sent', 'failed', 'needless', 'discarded')),
  created_at timestamptz not null default now(),
  -- When it reached this state; null while it is queued.
  settled_at timestamptz,
  constraint reservation_emails_settled_when check ((state = 'queued') = (settled_at is null))
);
create index reservation_emails_of_reservation_idx on reservation_emails (reservation_id, id);
