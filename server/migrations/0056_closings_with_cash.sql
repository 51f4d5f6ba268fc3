-- Cash with guides that was open when accounts were closed, shaped as `exceptions`: servers of release 0.3.0 cannot
-- present that kind there.
alter table trip_closings add column cash_exceptions jsonb not null default '[]'
  constraint trip_closings_cash_is_explained
    check (jsonb_typeof(cash_exceptions) = 'array' and (jsonb_array_length(cash_exceptions) = 0 or note <> ''));
