-- Whether clients choose the seats of their party.
alter table trips add column seat_choice boolean not null default false;

-- Who sits where. The index, not the application, decides when two ask for one seat; nobody locks the trip to sit down.
alter table participants
  add column trip_vehicle_id uuid,
  add column seat text,
  add constraint participants_seat_in_vehicle check ((seat is null) = (trip_vehicle_id is null)),
  add constraint participants_seated_are_going check (seat is null or (is_active and removed_at is null and takes_place)),
  add constraint participants_vehicle_of_trip foreign key (trip_vehicle_id, trip_id) references trip_vehicles (id, trip_id);
create unique index participants_one_per_seat on participants (trip_vehicle_id, seat) where seat is not null;

-- Whoever stops travelling on this trip gives the seat back, whatever made them stop.
create function free_seat() returns trigger language plpgsql as $$
begin
  new.seat := null;
  new.trip_vehicle_id := null;
  return new;
end $$;
create trigger participants_free_seat before update on participants
  for each row when (old.seat is not null and (
    not new.is_active or new.removed_at is not null or not new.takes_place or new.trip_id <> old.trip_id
  )) execute function free_seat();

create function has_seat(seat_map jsonb, label text) returns boolean language sql immutable parallel safe
  return jsonb_path_exists(
    seat_map, '$[*][*] ? (@.kind == "seat" && @.label == $label)', jsonb_build_object('label', label)
  );

-- The vehicle's row is locked, so that its map does not change under whoever sits down.
create function refuse_unknown_seat() returns trigger language plpgsql as $$
begin
  perform from trip_vehicles v where v.id = new.trip_vehicle_id and has_seat(v.seat_map, new.seat) for share;
  if not found then
    raise exception 'the vehicle has no seat %', new.seat
      using errcode = 'check_violation', constraint = 'participants_seat_of_vehicle';
  end if;
  return new;
end $$;
create trigger participants_seat_of_vehicle before insert or update of trip_vehicle_id, seat on participants
  for each row when (new.seat is not null) execute function refuse_unknown_seat();

create function refuse_loss_of_seat() returns trigger language plpgsql as $$
begin
  if exists (select from participants p where p.trip_vehicle_id = new.id and not has_seat(new.seat_map, p.seat)) then
    raise exception 'somebody sits there' using errcode = 'check_violation', constraint = 'trip_vehicles_seats_in_use';
  end if;
  return new;
end $$;
create trigger trip_vehicles_seats_in_use before update of seat_map on trip_vehicles
  for each row execute function refuse_loss_of_seat();
