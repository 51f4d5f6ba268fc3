alter table operator
  -- Incremented when the settings are saved, for optimistic locking: saving an older version is rejected.
  add column version integer not null default 1,
  -- Id of the logo in the storage, and its size; null without a logo.
  add column logo_id uuid,
  add column logo_width integer,
  add column logo_height integer,
  add constraint operator_logo_is_whole check (num_nulls(logo_id, logo_width, logo_height) in (0, 3));
