-- Whether the system seats whoever has no seat when the departure is near; only trips with vehicles have seats.
alter table trips add column auto_seating boolean not null default true;

-- Whom staff let stand up after that moment: the system does not undo what staff did.
alter table participants
  add column stands boolean not null default false,
  add constraint participants_stand_without_seat check (not (stands and seat is not null));

create function sit_down() returns trigger language plpgsql as $$
begin
  new.stands := false;
  return new;
end $$;
create trigger participants_sit_down before update of seat on participants
  for each row when (new.stands and new.seat is not null) execute function sit_down();

create or replace function free_seat() returns trigger language plpgsql as $$
begin
  new.seat := null;
  new.trip_vehicle_id := null;
  new.stands := false;
  return new;
end $$;
create or replace trigger participants_free_seat before update on participants
  for each row when ((old.seat is not null or old.stands) and (
    not new.is_active or new.removed_at is not null or not new.takes_place or new.trip_id <> old.trip_id
  )) execute function free_seat();
