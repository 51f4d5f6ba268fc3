-- trips.price_cents is what an adult pays, the lowest of several public fares; the lowest of all where none is for adults.
create or replace function set_lowest_price() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.trip_id else new.trip_id end;
begin
  update trips t set price_cents = lowest.price_cents
  from (
    select coalesce(min(f.price_cents) filter (where coalesce(f.max_age, 18) >= 18), min(f.price_cents), 0) as price_cents
    from trip_fares f
    where f.trip_id = changed and f.audience = 'public' and f.takes_place
  ) lowest
  where t.id = changed and t.price_cents <> lowest.price_cents;
  return null;
end $$;

update trips t set price_cents = lowest.price_cents
from (
  select trip_id,
    coalesce(min(price_cents) filter (where coalesce(max_age, 18) >= 18), min(price_cents)) as price_cents
  from trip_fares
  where audience = 'public' and takes_place group by trip_id
) lowest
where lowest.trip_id = t.id and t.price_cents <> lowest.price_cents;
