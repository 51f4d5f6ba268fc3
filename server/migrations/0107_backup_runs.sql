-- Base backups, proofs that they can be restored, and the archiving of WAL. Numbers alone, which say nothing of anybody.
create table backup_runs (
  id uuid primary key,
  kind text not null check (kind in ('base', 'proof', 'archive')),
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  succeeded boolean not null default false,
  details jsonb not null default '{}'
);
create index backup_runs_of_kind_idx on backup_runs (kind, finished_at desc);
