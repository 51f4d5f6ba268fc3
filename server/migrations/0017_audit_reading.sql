-- Finds the entries of a rare subject type without scanning those of the others.
create index audit_entries_type_idx on audit_entries (subject_type, at desc, id desc);

-- Orders several entries of one transaction by when they were written: now() is the same for all of them.
alter table audit_entries alter column at set default clock_timestamp();
