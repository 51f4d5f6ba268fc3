-- A hold whose payer has a code of the bank ends only once the bank was asked after its deadline, and while no notice of
-- its Pix waits. `asked_at`: when the bank last answered for everything up to then, by the clock of the database, which
-- also ends holds; null until it is asked by a server that knows this column. `noticed_at`: a notice named the charge, and
-- the bank has not been asked about it yet.
alter table pix_polls add column asked_at timestamptz;
alter table charges add column noticed_at timestamptz;
-- For how long after the deadline the bank is waited for before staff is told.
alter table operator add column bank_check_minutes integer not null default 60 check (bank_check_minutes >= 1);
