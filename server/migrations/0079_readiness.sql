-- Written by /readyz: a server is ready only where the database accepts writes.
create table readiness (
  only_row boolean primary key default true check (only_row),
  at timestamptz not null
);
