-- Statements and people write end-to-end ids in other case than the bank: one Pix counts once, however it is written.
drop index ledger_entries_end_to_end_id_key;
create unique index ledger_entries_end_to_end_id_key on ledger_entries (upper(end_to_end_id), records_again)
  nulls not distinct where end_to_end_id is not null;
alter table unmatched_payments
  drop constraint unmatched_payments_end_to_end_id_key,
  add constraint unmatched_payments_end_to_end_id_check check (end_to_end_id ~ '^[A-Za-z0-9]{1,64}$');
create unique index unmatched_payments_end_to_end_id_key on unmatched_payments (upper(end_to_end_id));

-- Subqueries and no joins, for which a plan might read the whole ledger.
create or replace function find_reversed_recording() returns trigger language plpgsql as $$
begin
  new.records_again := (
    select e.id from ledger_entries e
    where upper(e.end_to_end_id) = upper(new.end_to_end_id)
      and (select reversal.id from ledger_entries reversal where reversal.reverses = e.id) is not null
      and (
        select again.id from ledger_entries again
        where upper(again.end_to_end_id) = upper(e.end_to_end_id) and again.records_again = e.id
      ) is null
  );
  return new;
end $$;

-- Lists of the desk and the comparison of statements, with a million reservations.
create index statement_lines_counted_idx on statement_lines (line_key) where ledger_entry_id is not null;
create index statement_lines_entry_idx on statement_lines (ledger_entry_id) where ledger_entry_id is not null;
create index refunds_paid_idx on refunds (paid_at desc, id) include (amount_cents) where state = 'paid';
drop index receipts_reviewed_idx;
create index receipts_reviewed_idx on receipts (state, reviewed_at desc, id) where state <> 'submitted';
