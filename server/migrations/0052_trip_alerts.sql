-- People who want one e-mail when the next date of a trip is published. Nothing but the question is sent until they
-- confirm their address by its link.
create table trip_alerts (
  id uuid primary key,
  series_id uuid not null,
  -- On whose page it was asked for.
  trip_id uuid not null references trips on delete cascade,
  name text not null,
  email text not null,
  asked_at timestamptz not null default now(),
  confirmed_at timestamptz,
  sent_at timestamptz,
  constraint trip_alerts_once unique (series_id, email)
);
create index trip_alerts_waiting_idx on trip_alerts (series_id) where confirmed_at is not null and sent_at is null;
create index trip_alerts_email_idx on trip_alerts (email);

-- The links of their e-mails.
create table trip_alert_links (
  token_hash text primary key,
  alert_id uuid not null references trip_alerts on delete cascade
);
create index trip_alert_links_of_alert_idx on trip_alert_links (alert_id);
