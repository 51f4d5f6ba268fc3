-- People and agencies who sell for a commission: a relation to a person, not a role.
create table sellers (
  id uuid primary key,
  -- The account that accepted the invitation; null until then.
  user_id uuid constraint sellers_one_per_person unique references users,
  kind text not null check (kind in ('person', 'agency')),
  name text not null check (char_length(name) between 2 and 120),
  -- CPF or CNPJ. Empty texts: not known yet.
  tax_id text not null default '' check (tax_id ~ '^([0-9]{11}|[0-9A-Z]{12}[0-9]{2})?$'),
  cadastur text not null default '',
  contact text not null default '' check (contact ~ '^(\+[0-9]{8,15})?$'),
  email text not null default '',
  pix_key text not null default '',
  note text not null default '',
  -- Of their link, without characters that look alike.
  code text not null constraint sellers_code_key unique check (code ~ '^[34679ACDEFGHJKMNPQRTVWXY]{7}$'),
  -- Places that they may keep at once for clients who have not paid.
  max_unpaid_places integer not null default 20 check (max_unpaid_places >= 0),
  is_active boolean not null default true,
  token_hash text constraint sellers_token_key unique,
  invited_until timestamptz,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  constraint sellers_invited_until check ((token_hash is null) = (invited_until is null)),
  constraint sellers_invited_once check (user_id is null or token_hash is null)
);

-- What sellers earn, in versions: a rule ends where another one of its scope begins. Null: of all.
create table commission_rules (
  id uuid primary key,
  seller_id uuid references sellers,
  trip_id uuid references trips on delete cascade,
  series_id uuid,
  kind text not null check (kind in ('percent_of_fares', 'percent_of_received', 'amount_per_person')),
  -- Hundredths of a percent, or centavos.
  value integer not null check (value >= 0 and (kind = 'amount_per_person' or value <= 10000)),
  since timestamptz not null default now(),
  ended_at timestamptz,
  constraint commission_rules_of_trip_or_series check (trip_id is null or series_id is null)
);
create unique index commission_rules_one_in_force on commission_rules (seller_id, trip_id, series_id)
  nulls not distinct where ended_at is null;

create function refuse_change_of_commission_rule() returns trigger language plpgsql as $$
begin
  if to_jsonb(old) - 'ended_at' = to_jsonb(new) - 'ended_at' and old.ended_at is null then return new; end if;
  raise exception 'a rule of commission is not changed; it ends'
    using errcode = 'check_violation', constraint = 'commission_rules_are_final';
end $$;
create trigger commission_rules_are_final before update on commission_rules
  for each row execute function refuse_change_of_commission_rule();

-- The narrowest rule of a seller and a trip at a moment, as reservations keep it; null: there is none.
create function commission_rule_of(seller uuid, trip uuid, at timestamptz) returns jsonb language sql stable as $$
  select jsonb_build_object('id', c.id, 'kind', c.kind, 'value', c.value)
  from commission_rules c join trips t on t.id = trip
  where (c.seller_id is null or c.seller_id = seller) and (c.trip_id is null or c.trip_id = t.id)
    and (c.series_id is null or c.series_id = t.series_id) and c.since <= at and (c.ended_at is null or c.ended_at > at)
  order by c.trip_id is null, c.series_id is null, c.seller_id is null limit 1
$$;

-- Who sold a reservation, how it came to them, and the rule of their commission as it was then.
alter table reservations add column seller_id uuid references sellers;
alter table reservations add column seller_way text;
alter table reservations add column commission_rule jsonb;
alter table reservations add constraint reservations_seller_with_way check (
  (seller_id is null) = (seller_way is null) and (commission_rule is null or seller_id is not null)
  and seller_way in ('link', 'seller', 'coupon', 'staff'));
create index reservations_of_seller on reservations (seller_id, trip_id) where seller_id is not null;

-- Whose sales reservations with a coupon are.
alter table coupons add column seller_id uuid references sellers;

-- Places are set aside for who reserves with a coupon, or with a seller.
alter table allotments alter column coupon_id drop not null;
alter table allotments add column seller_id uuid references sellers;
alter table allotments add constraint allotments_of_one check (num_nonnulls(coupon_id, seller_id) = 1);
create unique index allotments_one_of_seller_and_trip on allotments (seller_id, trip_id) where ended_at is null;

-- What reservations have taken of places set aside. Of a coupon's places first: then of those of no seller.
create function taken_of_allotment(a allotments) returns integer language plpgsql as $$
begin
  if a.coupon_id is not null then
    return (select coalesce(sum(places), 0) from reservations
      where coupon_id = a.coupon_id and trip_id = a.trip_id and is_active);
  end if;
  return (select coalesce(sum(r.places), 0) from reservations r
    where r.seller_id = a.seller_id and r.trip_id = a.trip_id and r.is_active and not exists (
      select from allotments c where c.coupon_id = r.coupon_id and c.trip_id = r.trip_id and c.ended_at is null));
end $$;

-- Volatile, so that it counts what was committed while its caller waited for the trip.
create or replace function left_of_allotments(trip uuid, coupon uuid default null) returns integer language plpgsql as $$
begin
  return (
    select coalesce(sum(greatest(a.places - taken_of_allotment(a), 0)), 0)
    from allotments a
    where a.trip_id = trip and a.ended_at is null and (coupon is null or a.coupon_id = coupon)
  );
end $$;

-- What a reservation with a seller, and perhaps a coupon, may take of the seller's places.
create function left_of_seller(trip uuid, seller uuid, coupon uuid) returns integer language plpgsql as $$
begin
  if exists (select from allotments c where c.coupon_id = coupon and c.trip_id = trip and c.ended_at is null) then
    return 0;
  end if;
  return (
    select coalesce(sum(greatest(a.places - taken_of_allotment(a), 0)), 0)
    from allotments a where a.trip_id = trip and a.ended_at is null and a.seller_id = seller
  );
end $$;

-- A reservation with a coupon or a seller takes of what is set aside for them, and gives it back. Who takes only that
-- overtakes nobody.
create or replace function count_places() returns trigger language plpgsql as $$
declare
  overtaken boolean;
begin
  if tg_op = 'INSERT' then
    -- Of nothing nothing is taken.
    update trips set places_taken = places_taken + new.places,
      places_set_aside = case when num_nonnulls(new.coupon_id, new.seller_id) = 0 or places_set_aside = 0
        then places_set_aside else left_of_allotments(id) end
    where id = new.trip_id
    returning with (old as before, new as after) new.channel <> 'waiting_list'
      and places_left(after.capacity, after.places_taken, after.places_set_aside)
        < places_left(before.capacity, before.places_taken, before.places_set_aside)
      and is_for_waiting(before.capacity, before.places_taken + before.places_set_aside, before.smallest_waiting)
    into overtaken;
  elsif tg_op = 'DELETE' then
    update trips set places_taken = places_taken - d.places, places_set_aside = left_of_allotments(id)
    from (select trip_id, sum(places)::integer as places from old_rows where is_active group by trip_id) d
    where trips.id = d.trip_id;
  else
    with counted as (
      update trips set places_taken = places_taken + d.places,
        places_set_aside = case when d.has_own then left_of_allotments(id) else places_set_aside end
      from (
        select changes.trip_id, sum(changes.places)::integer as places, bool_or(changes.has_own) as has_own
        from (
          select trip_id, places, num_nonnulls(coupon_id, seller_id) > 0 as has_own from new_rows where is_active
          union all
          select trip_id, -places, num_nonnulls(coupon_id, seller_id) > 0 from old_rows where is_active
        ) changes group by changes.trip_id having sum(changes.places) <> 0
      ) d
      where trips.id = d.trip_id
      returning with (old as before, new as after) d.places > 0
        and places_left(after.capacity, after.places_taken, after.places_set_aside)
          < places_left(before.capacity, before.places_taken, before.places_set_aside)
        and is_for_waiting(before.capacity, before.places_taken + before.places_set_aside, before.smallest_waiting)
        as overtaken
    ) select bool_or(counted.overtaken) into overtaken from counted;
  end if;
  if overtaken then
    raise exception 'somebody waits for these places'
      using errcode = 'check_violation', constraint = 'trips_places_for_waiting';
  end if;
  return null;
end $$;

-- Another seller has other places set aside.
create function count_places_of_seller() returns trigger language plpgsql as $$
begin
  update trips set places_set_aside = left_of_allotments(id)
  where id = new.trip_id and exists (
    select from allotments where trip_id = new.trip_id and seller_id in (old.seller_id, new.seller_id)
      and ended_at is null);
  return null;
end $$;
create trigger reservations_count_seller after update of seller_id on reservations
  for each row when (new.is_active and old.seller_id is distinct from new.seller_id)
  execute function count_places_of_seller();

-- Places that a seller keeps for clients who have not paid.
create function unpaid_places_of_seller(seller uuid) returns integer language sql as $$
  select coalesce(sum(unpaid_places_of(r)), 0)::integer from reservations r
  where r.seller_id = seller and r.seller_way = 'seller' and r.is_active
$$;
