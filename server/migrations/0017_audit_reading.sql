-- A kind of thing that is rarely written about is found without reading what was written about all others.
create index audit_entries_type_idx on audit_entries (subject_type, at desc, id desc);

-- Of several entries in one transaction, the order is that in which they were written.
alter table audit_entries alter column at set default clock_timestamp();
