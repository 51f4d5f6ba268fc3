-- What only servers of earlier releases needed: their columns beside a payment's provider and reference, the triggers
-- that kept both equal, and their polls.
drop trigger unreadable_pix_copy_reference on unreadable_pix;
drop trigger statement_lines_copy_reference on statement_lines;
drop trigger charges_sync_method on charges;
drop function copy_reference_of_unreadable(), copy_reference_of_line(), sync_charge_method();

alter table charges
  drop column method,
  drop column txid,
  add constraint charges_provider_state check ((provider <> 'own_key') = (provider_state is not null)),
  add constraint charges_static_code_is_there check (provider <> 'own_key' or payload is not null);
alter table unreadable_pix drop column txid;
alter table statement_lines drop column end_to_end_id, drop column match, drop column txid;
drop table pix_polls;
