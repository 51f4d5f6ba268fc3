alter table trips
  -- Incremented by every edit, for optimistic locking: saving an older version is rejected.
  add column version integer not null default 1,
  add column archived_at timestamptz,
  -- [{ "minHoursBefore": 720, "penaltyPercent": 10 }, …], most hours first; empty: only the operator's policy text.
  add column cancellation_tiers jsonb not null default '[]' check (jsonb_typeof(cancellation_tiers) = 'array'),
  add constraint trips_archived_are_inactive check (archived_at is null or not is_active),
  add constraint trips_minimum_within_capacity check (min_participants <= capacity);

-- Boarding points get ids, so that reservations can reference them.
update trips set boarding_points = (
  select coalesce(jsonb_agg(jsonb_build_object('id', gen_random_uuid()) || point order by place), '[]')
  from jsonb_array_elements(boarding_points) with ordinality as points (point, place)
);

alter table reservations add column boarding_point_id uuid;
create index reservations_of_trip_idx on reservations (trip_id, created_at, id);

create function has_boarding_point(trip uuid, point uuid) returns boolean
  language sql stable
  return exists (
    select from trips t
    where t.id = has_boarding_point.trip
      and t.boarding_points @> jsonb_build_array(jsonb_build_object('id', has_boarding_point.point))
  );

create function refuse_foreign_boarding_point() returns trigger language plpgsql as $$
begin
  if not has_boarding_point(new.trip_id, new.boarding_point_id) then
    raise exception 'the trip has no boarding point %', new.boarding_point_id
      using errcode = 'check_violation', constraint = 'reservations_boarding_point_of_trip';
  end if;
  return new;
end $$;
create trigger reservations_boarding_point_of_trip
  before insert or update of boarding_point_id, trip_id on reservations
  for each row when (new.boarding_point_id is not null)
  execute function refuse_foreign_boarding_point();

-- A boarding point of an active reservation cannot be removed; its time and place may change.
create function refuse_loss_of_boarding_point() returns trigger language plpgsql as $$
begin
  if exists (
    select from reservations r
    where r.trip_id = new.id and r.boarding_point_id is not null and r.status not in ('expired', 'cancelled')
      and not new.boarding_points @> jsonb_build_array(jsonb_build_object('id', r.boarding_point_id))
  ) then
    raise exception 'somebody boards there' using errcode = 'check_violation', constraint = 'trips_boarding_point_in_use';
  end if;
  return new;
end $$;
create trigger trips_boarding_point_in_use
  before update of boarding_points on trips
  for each row when (old.boarding_points is distinct from new.boarding_points)
  execute function refuse_loss_of_boarding_point();

create index trips_title_idx on trips (searchable(title), id);
