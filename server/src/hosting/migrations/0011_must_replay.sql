-- Whether its database was restored or brought from elsewhere: it is not opened before the log of erasures was read.
alter table operators add column must_replay boolean not null default false;
