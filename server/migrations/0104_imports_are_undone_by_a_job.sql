-- Undoing an import of thousands of rows outlasts a request: it waits for a job, as confirming does.
alter table imports
  drop constraint imports_state_check,
  add constraint imports_state_check check (state in ('open', 'applying', 'applied', 'undoing', 'undone')),
  drop constraint imports_applied_has_date,
  add constraint imports_applied_has_date
    check ((state in ('applied', 'undoing', 'undone')) = (applied_at is not null));
