-- Collation "C" compares bytes, which suits letters without accents and case. Only with it can the index find names by
-- prefix, whatever the database's own locale is.
alter table users alter column sort_name set data type text collate "C";
