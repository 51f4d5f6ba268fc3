-- A code is made of its row with a key that only servers have, so that the database holds none. Only servers of the last
-- release write them here.
alter table reservation_email_codes alter column code drop not null;
alter table reservation_link_proofs alter column code drop not null;
