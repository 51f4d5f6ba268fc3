-- The payer's other reservations that an e-mail in the log is about too, as one about several dates.
alter table reservation_emails add column others uuid[] not null default '{}';
create index reservation_emails_of_others_idx on reservation_emails using gin (others) where others <> '{}';
