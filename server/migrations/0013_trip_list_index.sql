-- Every list but that of archived trips leaves those out: this index counts them and turns their pages.
create index trips_listed_idx on trips (departs_at, id) where archived_at is null;
