alter table operator
  -- Grows with every change by a person: who saves an older one is told.
  add column version integer not null default 1,
  -- Key and media type of the logo in the storage; empty without one.
  add column logo_id uuid,
  add column logo_width integer,
  add column logo_height integer,
  add constraint operator_logo_is_whole check (num_nulls(logo_id, logo_width, logo_height) in (0, 3));
