-- Price classes of a trip. Ages are complete years on the departure date, both ends included; null is open. A fare that
-- takes no place is that of a lap child.
create table trip_fares (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  position integer not null check (position >= 0),
  label text not null check (label <> ''),
  min_age integer check (min_age >= 0),
  max_age integer check (max_age >= 0),
  price_cents integer not null check (price_cents >= 0),
  takes_place boolean not null default true,
  audience text not null default 'public' check (audience in ('public', 'staff')),
  constraint trip_fares_position_key unique (trip_id, position) deferrable initially deferred,
  -- What participants refer to, so that a fare belongs to their trip.
  constraint trip_fares_of_trip_key unique (id, trip_id),
  constraint trip_fares_ages check (min_age <= max_age)
);

insert into trip_fares (id, trip_id, position, label, min_age, max_age, price_cents, takes_place)
select gen_random_uuid(), t.id, f.position, f.label, f.min_age, f.max_age, f.price_cents, f.takes_place
from trips t cross join lateral (values
  (0, 'Adulto', case when t.child_price_cents is not null then 13 when t.lap_child_price_cents is not null then 6 end,
   null::integer, t.price_cents, true),
  (1, 'Criança', 6, 12, t.child_price_cents, true),
  (2, 'Criança de colo', 0, 5, t.lap_child_price_cents, false)
) as f (position, label, min_age, max_age, price_cents, takes_place)
where f.price_cents is not null;

-- trips.price_cents is "A partir de": the lowest public fare that takes a place. It is stored because lists of trips are
-- sorted by it.
create function set_lowest_price() returns trigger language plpgsql as $$
declare
  changed uuid := case when tg_op = 'DELETE' then old.trip_id else new.trip_id end;
begin
  update trips t set price_cents = lowest.price_cents
  from (
    select coalesce(min(f.price_cents), 0) as price_cents from trip_fares f
    where f.trip_id = changed and f.audience = 'public' and f.takes_place
  ) lowest
  where t.id = changed and t.price_cents <> lowest.price_cents;
  return null;
end $$;
create trigger trip_fares_set_lowest_price after insert or update or delete on trip_fares
  for each row execute function set_lowest_price();
create trigger trip_fares_tell_change after insert or update or delete on trip_fares
  for each row execute function tell_trip_change('trip_id');

update trips t set price_cents = lowest.price_cents
from (
  select trip_id, min(price_cents) as price_cents from trip_fares
  where audience = 'public' and takes_place group by trip_id
) lowest
where lowest.trip_id = t.id and t.price_cents <> lowest.price_cents;

alter table trips
  alter column price_cents set default 0,
  drop column child_price_cents,
  drop column lap_child_price_cents;
