-- Notifications name what changed, so that only the cached pages that depend on it are invalidated. Payload: the sender
-- (empty for the database itself), then the changes, separated by spaces.
drop trigger operator_tells_change on operator;
drop trigger trip_images_tell_change on trip_images;
drop trigger trips_tell_change on trips;
drop trigger trips_tell_change_of_facts on trips;
drop function tell_content_change();

create function tell_operator_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('passeio_content', ' operator');
  return null;
end $$;
create trigger operator_tells_change after update on operator for each statement execute function tell_operator_change();

-- The argument names the column with the trip's id.
create function tell_trip_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('passeio_content', ' trip:' || (to_jsonb(coalesce(new, old)) ->> tg_argv[0]));
  return null;
end $$;
create trigger trip_images_tell_change after insert or update or delete on trip_images
  for each row execute function tell_trip_change('trip_id');
create trigger trips_tell_change after insert or delete on trips for each row execute function tell_trip_change('id');
create trigger trips_tell_change_of_facts after update on trips
  for each row when (old.places_taken = new.places_taken) execute function tell_trip_change('id');
