-- What an undone import had brought: its payments with their reversals, and its reservations. Reports leave them out, also
-- once the import itself is deleted.
create table undone_records (id uuid primary key);
