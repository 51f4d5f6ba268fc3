-- What paying by a means adds to the price, or takes off, in tenths of a percent, and by what a trip may be paid.
alter table operator
  add column pix_permille integer not null default 0
    constraint operator_pix_permille_check check (pix_permille between -200 and 200),
  add column card_permille integer not null default 0
    constraint operator_card_permille_check check (card_permille between -200 and 200);

alter table trips add column payment_means text not null default 'both';
create function keep_means_of_trip() returns trigger language plpgsql as $$
begin
  raise exception 'unknown means of payment'
    using errcode = 'check_violation', constraint = 'trips_payment_means_check';
end $$;
create trigger trips_means_within_rules before insert or update of payment_means on trips
  for each row when (new.payment_means not in ('both', 'pix', 'card')) execute function keep_means_of_trip();

-- What a charge's means adds to what it settles, or takes off: it settles amount_cents - adjustment_cents. At most a
-- fifth, with half a centavo of rounding.
alter table charges
  add column adjustment_cents integer not null default 0,
  add constraint charges_adjustment_check check (
    adjustment_cents = 0 or (gift_card_id is null and amount_cents > adjustment_cents
      and 10 * abs(adjustment_cents) <= 2 * (amount_cents - adjustment_cents) + 5)
  );
create or replace function refuse_charge_change() returns trigger language plpgsql as $$
begin
  if row(old.reservation_id, old.gift_card_id, old.amount_cents, old.adjustment_cents, old.reference, old.txid,
      old.purpose)
      is distinct from row(new.reservation_id, new.gift_card_id, new.amount_cents, new.adjustment_cents, new.reference,
        new.txid, new.purpose)
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $$;
