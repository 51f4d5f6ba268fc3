-- How many rows of a statement's file are none of its lines, by reason.
alter table statements add column left_out jsonb not null default '{}';
-- Why a line is shown, but proposed for no reservation. Null where nothing is in doubt, and of servers of 0.3.0.
alter table statement_lines
  add column doubt text check (doubt in ('direction', 'reversed', 'repeated'));
