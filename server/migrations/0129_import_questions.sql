-- A file leaves open what its words and amounts mean: that is asked once, and remembered. Each tab of a workbook is an import.
alter table imports
  -- Of all tabs that came in one file.
  add column file_id uuid,
  add column tab text not null default '',
  add column is_hidden boolean not null default false,
  -- What reading the file left out.
  add column notes text[] not null default '{}',
  add column answers jsonb not null default '{}',
  add column questions jsonb not null default '[]';
create index imports_of_file on imports (file_id);

alter table import_rows
  -- Of the cells that are no plain texts: numbers with their format, days, errors, merged cells.
  add column kinds jsonb not null default '{}',
  drop constraint import_rows_outcome_check,
  add constraint import_rows_outcome_check check (outcome in ('create', 'update', 'skip', 'left_out', 'ignored'));

-- What was answered last.
create table import_answers (
  kind text not null,
  question text not null,
  answer text not null,
  primary key (kind, question)
);
