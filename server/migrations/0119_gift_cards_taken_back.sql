-- What a bank took back, or the operator returned, of the payment of a gift card: the card is blocked for what it has,
-- and staff sees to it, again whenever that grows or something goes back to the card.
alter table gift_card_payments
  add column returned_cents integer not null default 0 check (returned_cents >= 0),
  add column returned_at timestamptz,
  add column return_checked_at timestamptz,
  add column return_checked_by uuid references users,
  add constraint gift_card_payments_returned_when check ((returned_cents > 0) = (returned_at is not null)),
  add constraint gift_card_payments_return_checked check (
    (return_checked_at is null) = (return_checked_by is null) and (return_checked_at is null or returned_at is not null)
  );
create index gift_card_payments_returned on gift_card_payments (returned_at)
  where returned_at is not null and return_checked_at is null;
