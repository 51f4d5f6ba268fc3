-- Base backups of the embedded PostgreSQL, their proofs, and archiving, as an installation with one operator has them.
create table backup_runs (
  id uuid primary key,
  number bigint generated always as identity,
  kind text not null check (kind in ('base', 'proof', 'archive')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  succeeded boolean not null default false,
  details jsonb not null default '{}',
  notified_at timestamptz
);

create index backup_runs_of_kind on backup_runs (kind, number desc);
