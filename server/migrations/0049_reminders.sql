-- When the payer was told that the reservation was received. Those made before this migration count as told: the default
-- of the moment is kept for them without rewriting the table.
alter table reservations add column acknowledged_at timestamptz default now();
alter table reservations alter column acknowledged_at drop default;
create index reservations_unacknowledged_idx on reservations (created_at)
  where acknowledged_at is null and channel = 'site';

-- Reminders of a trip whose moment has come. All of its reservations are told of one in the order of their ids.
create table trip_reminders (
  trip_id uuid not null references trips,
  kind text not null check (kind in ('balance_week', 'balance_soon', 'balance_overdue', 'data_week', 'data_soon',
    'departure')),
  -- The day of the deadline or departure of which it tells: moved to another day, it is told again.
  about date not null,
  -- When it was to be told; whoever reserved later is not.
  moment timestamptz not null,
  -- Not told from then on.
  ends_at timestamptz not null,
  told_until uuid not null default '00000000-0000-0000-0000-000000000000',
  done_at timestamptz,
  primary key (trip_id, kind, about)
);
create index trip_reminders_open_idx on trip_reminders (moment) where done_at is null;
