-- People whom the payer adds to a booked reservation have a deposit and a deadline of their own: until it is paid their
-- places are a hold, which ends at `held_until`. Both are null for people who are as firm as their reservation. They stay
-- with who left unpaid.
alter table participants
  add column held_until timestamptz,
  -- Their part of the reservation's deposit.
  add column held_deposit_cents integer check (held_deposit_cents > 0),
  add constraint participants_held_for check ((held_until is null) = (held_deposit_cents is null));
create index participants_held_idx on participants (held_until) include (reservation_id)
  where held_until is not null and removed_at is null and is_active;

-- As before; and places of people who were added and are not paid for.
create or replace function unpaid_places_of(r reservations) returns integer language sql stable as $$
  select case
    when r.state in ('requested', 'held') then case when r.channel = 'operator' then 0 else r.places end
    when r.state <> 'booked' then 0
    when r.channel <> 'operator' and r.deposit_cents = 0 and r.total_cents > 0 and r.received_cents = 0 then r.places
    else (
      select count(*)::integer from participants p
      where p.reservation_id = r.id and p.held_until is not null and p.removed_at is null and p.takes_place
    ) end
$$;
