-- Rows of a statement's file whose day or amount could not be read.
alter table statements add column unread_rows integer not null default 0;
