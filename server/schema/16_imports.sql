-- Spreadsheets that an operator brings along. Rows hold what the file says until the import can be undone no more;
-- then a job deletes the import with them.
create table imports (
  id uuid primary key,
  kind text not null check (kind in ('clients', 'trips', 'reservations')),
  filename text not null,
  -- Each tab of a workbook is an import: of all that came in one file.
  file_id uuid,
  tab text not null default '',
  is_hidden boolean not null default false,
  state text not null default 'open' check (state in ('open', 'applying', 'applied', 'undoing', 'undone')),
  header_line integer not null check (header_line > 0),
  -- The field of each column; null: none.
  columns text[] not null,
  counts jsonb not null default '{"create": 0, "update": 0, "skip": 0, "leftOut": 0}',
  failure text,
  -- What undoing left as it is, a sentence each.
  kept text[] not null default '{}',
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  applied_at timestamptz,
  -- What reading the file left out.
  notes text[] not null default '{}',
  -- What the file's words and amounts mean, where it leaves that open: asked once, and remembered.
  answers jsonb not null default '{}',
  questions jsonb not null default '[]',
  constraint imports_applied_has_date check ((state in ('applied', 'undoing', 'undone')) = (applied_at is not null))
);
create index imports_by_age on imports (created_at desc, id);
create index imports_of_file on imports (file_id);

create table import_rows (
  import_id uuid not null references imports on delete cascade,
  -- Counted in the file, from 1.
  line integer not null,
  cells text[] not null,
  outcome text not null default 'skip' check (outcome in ('create', 'update', 'skip', 'left_out', 'ignored')),
  problems jsonb not null default '[]',
  -- Kinds of the cells that are no plain texts: numbers with their format, days, errors, merged cells.
  kinds jsonb not null default '{}',
  primary key (import_id, line)
);

-- What an import wrote, in its order, to be undone.
create table import_effects (
  import_id uuid not null references imports on delete cascade,
  position integer not null,
  subject text not null check (subject in ('person', 'trip', 'reservation', 'payment')),
  subject_id uuid not null,
  is_new boolean not null,
  -- What a row that was changed was before.
  before jsonb not null default '{}',
  -- What it is since the import: undoing leaves what is something else by then.
  mark text not null,
  primary key (import_id, position)
);

-- Which header was matched with which field last.
create table import_headers (
  kind text not null,
  header text not null,
  -- Null: with none.
  field text,
  primary key (kind, header)
);

-- What was answered last.
create table import_answers (
  kind text not null,
  question text not null,
  answer text not null,
  primary key (kind, question)
);

-- What an undone import had brought: its payments with their reversals, and its reservations. Reports leave them out,
-- also once the import itself is deleted.
create table undone_records (
  id uuid primary key
);
