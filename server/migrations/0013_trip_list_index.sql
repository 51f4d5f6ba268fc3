-- Partial index for counting and paging all lists of trips except that of archived ones.
create index trips_listed_idx on trips (departs_at, id) where archived_at is null;
