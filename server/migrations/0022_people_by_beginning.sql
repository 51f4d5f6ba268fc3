-- Letters without accents and case sort alike everywhere by their bytes, and only so an index finds the names that
-- begin with what was typed, whatever the database's own language is.
alter table users alter column sort_name set data type text collate "C";
