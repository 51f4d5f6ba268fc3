-- What only servers of earlier releases needed: their columns beside a payment's provider and reference, the triggers
-- that kept both equal, and their polls.
drop function if exists copy_reference_of_entry() cascade;
drop function if exists copy_reference_of_unmatched() cascade;
drop function if exists copy_reference_of_unreadable() cascade;
drop function if exists copy_reference_of_line() cascade;
drop function if exists sync_charge_method() cascade;

create or replace function refuse_charge_change() returns trigger language plpgsql as $$
begin
  if row(old.reservation_id, old.participant_id, old.gift_card_id, old.amount_cents, old.adjustment_cents,
        old.reference, old.purpose)
      is distinct from row(new.reservation_id, new.participant_id, new.gift_card_id, new.amount_cents,
        new.adjustment_cents, new.reference, new.purpose)
    -- A provider may turn out to have no due dates; then the charge goes on without.
    or (old.due_on is distinct from new.due_on and (new.due_on is not null or old.payload is not null))
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $$;

alter table charges
  drop column method,
  drop column txid,
  add constraint charges_provider_state check ((provider <> 'own_key') = (provider_state is not null)),
  add constraint charges_static_code_is_there check (provider <> 'own_key' or payload is not null);
alter table if exists ledger_entries drop column if exists end_to_end_id;
alter table if exists unmatched_payments drop column if exists end_to_end_id, drop column if exists txid;
alter table unreadable_pix drop column txid;
alter table statement_lines drop column end_to_end_id, drop column match, drop column txid;
drop table pix_polls;
