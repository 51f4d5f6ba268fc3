-- Of an instalment's code: the day on which it is due at the provider, which takes payments until `expires_at`. Null for
-- all others.
alter table charges
  add column due_on date,
  add constraint charges_due_on_of_provider_codes check (
    due_on is null
    or (reservation_id is not null and kind = 'pix' and provider_state is not null and expires_at is not null)
  );

create or replace function refuse_charge_change() returns trigger language plpgsql as $$
begin
  if row(old.reservation_id, old.gift_card_id, old.amount_cents, old.adjustment_cents, old.reference, old.txid,
      old.purpose)
      is distinct from row(new.reservation_id, new.gift_card_id, new.amount_cents, new.adjustment_cents, new.reference,
        new.txid, new.purpose)
    -- A provider may turn out to have no due dates; then the charge goes on without.
    or (old.due_on is distinct from new.due_on and (new.due_on is not null or old.payload is not null))
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $$;
