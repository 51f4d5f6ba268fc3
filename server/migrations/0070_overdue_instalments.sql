-- The operator's rule for instalments that are not paid: after so many days the payer is told that one is late, and if
-- the operator says so, the reservation is cancelled so many days after the instalment was due.
alter table operator
  add column instalment_grace_days integer not null default 3 check (instalment_grace_days between 1 and 60),
  add column releases_overdue boolean not null default false,
  add column overdue_release_days integer not null default 15 check (overdue_release_days between 1 and 365);

-- Of which instalment the payer was reminded last, and how: its day with 'soon', 'today' or 'overdue'.
alter table reservations add column instalment_reminder text, add column instalment_reminded_at timestamptz;
