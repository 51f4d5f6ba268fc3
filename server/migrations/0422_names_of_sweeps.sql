-- Work that follows an account beside the first of its kind has the account's name, which may have underscores.
alter table sweep_runs
  drop constraint sweep_runs_name_check,
  add constraint sweep_runs_name_check check (name ~ '^[a-z_-]{1,80}$');
