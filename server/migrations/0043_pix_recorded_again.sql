-- A Pix may be recorded again once its entry was reversed. `records_again` is the reversed entry in whose place a new one
-- stands: entries of one Pix form a chain, of which only the last can count. Unique with nulls not distinct: a chain has
-- one beginning, and each reversed entry one successor, however many record it at once.
alter table ledger_entries
  add column records_again uuid references ledger_entries,
  drop constraint ledger_entries_end_to_end_id_key;
create unique index ledger_entries_end_to_end_id_key on ledger_entries (end_to_end_id, records_again)
  nulls not distinct where end_to_end_id is not null;

-- Found here, so that whoever writes an entry can neither forget nor forge it.
create function find_reversed_recording() returns trigger language plpgsql as $$
begin
  new.records_again := (
    select e.id from ledger_entries e join ledger_entries reversal on reversal.reverses = e.id
    where e.end_to_end_id = new.end_to_end_id and not exists (
      select from ledger_entries again where again.end_to_end_id = e.end_to_end_id and again.records_again = e.id)
  );
  return new;
end $$;
create trigger ledger_entries_find_reversed_recording before insert on ledger_entries
  for each row execute function find_reversed_recording();
