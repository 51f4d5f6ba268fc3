-- A charge is of a reservation or of a gift card.
alter table charges
  alter column reservation_id drop not null,
  add column gift_card_id uuid references gift_cards,
  add constraint charges_of_one check ((reservation_id is null) <> (gift_card_id is null));
create unique index charges_one_open_per_gift_card on charges (gift_card_id)
  where state = 'open' and gift_card_id is not null;

create or replace function refuse_charge_change() returns trigger language plpgsql as $$
begin
  if row(old.reservation_id, old.gift_card_id, old.amount_cents, old.reference, old.txid, old.purpose)
      is distinct from row(new.reservation_id, new.gift_card_id, new.amount_cents, new.reference, new.txid, new.purpose)
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $$;

-- The money by which a gift card was bought: beside the ledger, whose entries are of reservations. A payment counts in
-- one of both.
create table gift_card_payments (
  id uuid primary key,
  gift_card_id uuid not null constraint gift_card_payments_one_per_card unique references gift_cards,
  charge_id uuid references charges,
  method text not null default 'pix' check (method in ('pix', 'card')),
  amount_cents integer not null check (amount_cents > 0),
  provider text check (provider ~ '^[a-z_]{1,40}$'),
  reference text check (reference ~ '^[A-Za-z0-9_-]{1,64}$'),
  payer_name text not null default '',
  occurred_at timestamptz not null,
  recorded_via text not null check (recorded_via in ('person', 'provider')),
  recorded_by uuid references users,
  recorded_at timestamptz not null default now(),
  constraint gift_card_payments_provider_of_reference check ((provider is null) = (reference is null)),
  constraint gift_card_payments_recorded_by check ((recorded_via = 'person') = (recorded_by is not null))
);
create unique index gift_card_payments_reference_key on gift_card_payments (provider, upper(reference))
  where reference is not null;
