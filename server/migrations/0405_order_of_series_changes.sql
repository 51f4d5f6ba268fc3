-- Changes of a series are made in the order in which they were written.
alter table series_changes add column ordinal bigint generated always as identity;
drop index series_changes_of_series_idx;
drop index series_changes_unfinished_idx;
create index series_changes_of_series_idx on series_changes (series_id, ordinal);
create index series_changes_unfinished_idx on series_changes (ordinal) where notified_at is null;
