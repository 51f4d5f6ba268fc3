-- Whether the people of a reservation pay a share each. What the shares are follows from lines and ledger.
alter table reservations add column splits_payment boolean not null default false;

-- Whose share a charge asks for; null: it is of the reservation as a whole.
alter table charges add column participant_id uuid references participants;
create unique index charges_one_open_per_share on charges (reservation_id, participant_id) nulls not distinct
  where state = 'open' and reservation_id is not null;
drop index charges_one_open_per_reservation;

create or replace function refuse_charge_change() returns trigger language plpgsql as $$
begin
  if row(old.reservation_id, old.participant_id, old.gift_card_id, old.amount_cents, old.adjustment_cents, old.reference,
      old.txid, old.purpose)
      is distinct from row(new.reservation_id, new.participant_id, new.gift_card_id, new.amount_cents,
        new.adjustment_cents, new.reference, new.txid, new.purpose)
    -- A provider may turn out to have no due dates; then the charge goes on without.
    or (old.due_on is distinct from new.due_on and (new.due_on is not null or old.payload is not null))
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $$;
