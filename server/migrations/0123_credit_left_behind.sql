-- Credit of guests stayed with their record when one of their reservations passed to an account, where nobody could use
-- it. It goes to the account that has the reservation by now, as far as the guest has not spent it: the entries change
-- hands, so that a later reversal finds the same person.
do $$
declare
  lost record;
begin
  lock table credit_entries in share row exclusive mode;
  alter table credit_entries disable trigger credit_entries_are_final;
  for lost in
    select c.user_id as guest, r.user_id as owner, sum(c.amount_cents)::integer as cents
    from credit_entries c
    join ledger_entries e on e.id = c.ledger_entry_id
    join reservations r on r.id = e.reservation_id
    join users guest on guest.id = c.user_id
    where guest.issuer is null and r.user_id <> c.user_id
    group by c.user_id, r.user_id
    having sum(c.amount_cents) > 0
    order by c.user_id, min(c.created_at)
  loop
    declare
      left_cents integer := (select cents from credit_balances where user_id = lost.guest for update);
      given_cents integer := least(lost.cents, left_cents);
    begin
      continue when given_cents = 0;
      -- A guest who has spent some of it leaves nothing: what it was spent on goes with it.
      update credit_entries c set user_id = lost.owner
      from ledger_entries e join reservations r on r.id = e.reservation_id
      where c.user_id = lost.guest and e.id = c.ledger_entry_id
        and (r.user_id = lost.owner or left_cents < lost.cents);
      insert into credit_balances (user_id, cents) values (lost.owner, given_cents)
      on conflict (user_id) do update set cents = credit_balances.cents + excluded.cents;
      update credit_balances set cents = cents - given_cents where user_id = lost.guest;
    end;
  end loop;
  alter table credit_entries enable trigger credit_entries_are_final;
end $$;
