-- What is given back of a gift card, and what a bank takes back of its payment, are transfers of the charge by which it
-- was sold. A bank takes from what the operator keeps: the card is blocked first, and may be used up. What banks had
-- taken back before is in no transfer, and stays so: no closed month changes.
alter table gift_cards add unbooked_return_cents integer not null default 0;
update gift_cards set unbooked_return_cents = returned_cents;
alter table gift_cards add constraint gift_cards_unbooked_return
  check (unbooked_return_cents between 0 and returned_cents);
alter table transfers
  add constraint transfers_back_of_sale check (kind not in ('sale_refund', 'sale_chargeback') or charge_id is not null),
  add constraint transfers_of_bank check (kind <> 'sale_chargeback'
    or (from_account = own_account('kept') and recorded_via = 'provider' and reference is not null));
create index transfers_of_bank_on_sales on transfers (charge_id) where kind in ('sale_refund', 'sale_chargeback');
