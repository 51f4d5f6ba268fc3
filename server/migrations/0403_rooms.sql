-- Rooms of trips with nights. A trip has room types; a reservation takes private rooms of them, or beds in shared ones,
-- and each person in a bed has a line of the kind `room` whose source is the room.
alter table trips
  -- Whether it has room types: trips without any are read without a look for them.
  add column has_rooms boolean not null default false,
  -- Days before the departure on which a person without somebody to share with gets a single; null: never.
  add column share_decision_days integer
    constraint trips_share_decision_days_check check (share_decision_days between 0 and 365);

-- Whether there are rows of reservation_rooms: without, the end of a reservation looks for none.
alter table reservations add column has_rooms boolean not null default false;

create table trip_room_types (
  id uuid primary key,
  trip_id uuid not null references trips on delete cascade,
  position integer not null check (position >= 0),
  label text not null check (label <> ''),
  places integer not null check (places between 1 and 6),
  -- How many rooms of it there are.
  count integer not null check (count >= 0),
  -- What a person in it pays beside their fare, for each night or once.
  price_cents integer not null check (price_cents >= 0),
  per text not null check (per in ('night', 'stay')),
  -- What the people of a private room pay together for each bed that stays empty, as for a single.
  empty_bed_cents integer not null default 0 check (empty_bed_cents >= 0),
  -- Counted by the trigger on lines: private rooms, and people who share with women, men or anybody.
  private_rooms integer not null default 0,
  sharing_women integer not null default 0,
  sharing_men integer not null default 0,
  sharing_any integer not null default 0,
  ended_at timestamptz,
  constraint trip_room_types_within_count check (
    private_rooms + (sharing_women + places - 1) / places + (sharing_men + places - 1) / places
      + (sharing_any + places - 1) / places <= count
  )
);
create index trip_room_types_of_trip on trip_room_types (trip_id, position);
create trigger trip_room_types_tell_change after insert or delete on trip_room_types
  for each row execute function tell_trip_change('trip_id');
create trigger trip_room_types_tell_change_of_facts after update on trip_room_types
  for each row when (row(old.private_rooms, old.sharing_women, old.sharing_men, old.sharing_any)
    = row(new.private_rooms, new.sharing_women, new.sharing_men, new.sharing_any))
  execute function tell_trip_change('trip_id');

create function refuse_direct_rooms() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'rooms taken follow from the lines of reservations'
      using errcode = 'check_violation', constraint = 'trip_room_types_follow_lines';
  end if;
  return new;
end $$;
create trigger trip_room_types_follow_lines
  before update of private_rooms, sharing_women, sharing_men, sharing_any on trip_room_types
  for each row execute function refuse_direct_rooms();
create trigger trip_room_types_start_empty before insert on trip_room_types
  for each row when (new.private_rooms + new.sharing_women + new.sharing_men + new.sharing_any <> 0)
  execute function refuse_direct_rooms();

-- How many fit into a room decides how many rooms are taken, and what was sold.
create function keep_places_of_sold_rooms() returns trigger language plpgsql as $$
begin
  raise exception 'somebody sleeps there'
    using errcode = 'check_violation', constraint = 'trip_room_types_places_of_sold';
end $$;
create trigger trip_room_types_places_of_sold before update of places on trip_room_types
  for each row when (old.places <> new.places
    and old.private_rooms + old.sharing_women + old.sharing_men + old.sharing_any > 0)
  execute function keep_places_of_sold_rooms();

-- The rooms of a reservation, of which its lines say who is in them: a private one, or a bed (or several) in rooms that
-- are shared. A room whose lines have ended is not theirs any more.
create table reservation_rooms (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  room_type_id uuid not null references trip_room_types,
  position integer not null check (position >= 0),
  share text check (share in ('women', 'men', 'any')),
  -- With whom they would like to share, as they say it.
  share_with text check (length(share_with) between 1 and 80),
  -- When the payer was notified that nobody shares with them yet, and since when it is a single for that reason.
  warned_at timestamptz,
  single_at timestamptz,
  created_at timestamptz not null default now(),
  constraint reservation_rooms_share_with_somebody check (share is not null or share_with is null)
);
create index reservation_rooms_of_reservation on reservation_rooms (reservation_id);
create index reservation_rooms_of_type on reservation_rooms (room_type_id);

create function refuse_uncounted_room() returns trigger language plpgsql as $$
begin
  if exists (select from reservations r where r.id = new.reservation_id and r.has_rooms) then return null; end if;
  raise exception 'a room of a reservation without rooms'
    using errcode = 'check_violation', constraint = 'reservation_rooms_of_reservation_with_rooms';
end $$;
create trigger reservation_rooms_counted after insert on reservation_rooms
  for each row execute function refuse_uncounted_room();
create function keep_room() returns trigger language plpgsql as $$
begin
  raise exception 'a room stays what was sold' using errcode = 'check_violation', constraint = 'reservation_rooms_stay';
end $$;
create trigger reservation_rooms_stay before update on reservation_rooms
  for each row when (row(old.id, old.reservation_id, old.room_type_id, old.share)
    is distinct from row(new.id, new.reservation_id, new.room_type_id, new.share))
  execute function keep_room();

-- Counts anew, after a lock on the room types, so that the count sees what was committed before it.
create function count_rooms() returns trigger language plpgsql as $$
declare
  booked uuid;
  types uuid[];
begin
  if tg_table_name = 'reservations' then
    booked := new.id;
    select array_agg(distinct room_type_id) into types from reservation_rooms where reservation_id = new.id;
  else
    booked := new.reservation_id;
    select array[room_type_id] into types from reservation_rooms
    where id = new.source_id and reservation_id = new.reservation_id;
    if types is null then
      raise exception 'a room of another reservation'
        using errcode = 'foreign_key_violation', constraint = 'reservation_lines_room_of_reservation';
    end if;
  end if;
  perform from trip_room_types where id = any (types) order by id for no key update;
  if exists (
    select from reservation_lines l join reservation_rooms room on room.id = l.source_id
    join trip_room_types type on type.id = room.room_type_id
    where l.reservation_id = booked and l.kind = 'room' and l.ended_at is null and room.share is null
    group by room.id, type.places having count(*) > type.places
  ) then
    raise exception 'more people than beds'
      using errcode = 'check_violation', constraint = 'reservation_rooms_within_places';
  end if;
  update trip_room_types counted
  set private_rooms = counts.private_rooms, sharing_women = counts.women, sharing_men = counts.men, sharing_any = counts.anybody
  from (
    select type.id,
      (count(distinct room.id) filter (where room.share is null and l.id is not null))::integer as private_rooms,
      (count(l.id) filter (where room.share = 'women'))::integer as women,
      (count(l.id) filter (where room.share = 'men'))::integer as men,
      (count(l.id) filter (where room.share = 'any'))::integer as anybody
    from trip_room_types type
    left join reservation_rooms room on room.room_type_id = type.id
    left join reservations r on r.id = room.reservation_id and r.is_active and r.trip_id = type.trip_id
    left join reservation_lines l
      on l.reservation_id = r.id and l.source_id = room.id and l.kind = 'room' and l.ended_at is null
    where type.id = any (types)
    group by type.id
  ) counts
  where counted.id = counts.id and row(counted.private_rooms, counted.sharing_women, counted.sharing_men, counted.sharing_any)
    <> row(counts.private_rooms, counts.women, counts.men, counts.anybody);
  return null;
end $$;
create trigger reservation_lines_count_rooms after insert on reservation_lines
  for each row when (new.kind = 'room') execute function count_rooms();
create trigger reservation_lines_release_rooms after update on reservation_lines
  for each row when (new.kind = 'room' and old.ended_at is null) execute function count_rooms();
create trigger reservations_count_rooms after update on reservations
  for each row when (new.has_rooms and (old.is_active <> new.is_active or old.trip_id <> new.trip_id))
  execute function count_rooms();

-- As before, and lines of rooms.
create or replace function keep_rules_of_line() returns trigger language plpgsql as $$
declare
  broken text := case
    when not new.kind in ('fare', 'extra', 'room', 'discount', 'adjustment', 'penalty', 'payment_adjustment')
      then 'reservation_lines_kind_check'
    when not new.label <> '' then 'reservation_lines_label_check'
    when not new.quantity > 0 then 'reservation_lines_quantity_check'
    when new.kind in ('fare', 'room') and new.participant_id is null then 'reservation_lines_fare_of_person'
    when new.kind = 'payment_adjustment' and (new.participant_id is not null or new.quantity <> 1)
      then 'reservation_lines_adjustment_of_whole'
    when not case new.kind
        when 'fare' then new.unit_cents >= 0
        when 'extra' then new.unit_cents >= 0
        when 'room' then new.unit_cents >= 0
        when 'discount' then new.unit_cents < 0
        when 'adjustment' then new.unit_cents <> 0
        when 'payment_adjustment' then new.unit_cents <> 0
        else new.unit_cents > 0 end
      then 'reservation_lines_sign'
  end;
begin
  if broken is null then return new; end if;
  raise exception 'a line that breaks %', broken using errcode = 'check_violation', constraint = broken;
end $$;

-- A person has one bed.
create unique index reservation_lines_one_bed on reservation_lines (participant_id)
  where kind = 'room' and ended_at is null;
-- Lines of a room.
create index reservation_lines_of_room on reservation_lines (source_id) where kind = 'room';
