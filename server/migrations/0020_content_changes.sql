-- Notifies every process of changes to public data. Changes of places taken are announced by the process that makes
-- them: NOTIFY in each of those transactions would serialise their commits.
create function tell_content_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('passeio_content', '');
  return null;
end $$;
create trigger operator_tells_change after update on operator for each statement execute function tell_content_change();
create trigger trip_images_tell_change after insert or update or delete on trip_images
  for each statement execute function tell_content_change();
create trigger trips_tell_change after insert or delete on trips for each statement execute function tell_content_change();
create trigger trips_tell_change_of_facts after update on trips
  for each row when (old.places_taken = new.places_taken) execute function tell_content_change();
