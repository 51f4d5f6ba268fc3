-- Counts the places of all reservations that a statement inserts at once: the trip's row is updated once per statement,
-- not once per reservation.
create function count_new_places() returns trigger language plpgsql as $$
begin
  update trips set places_taken = places_taken + taken.places
  from (
    select trip_id, sum(places)::integer as places
    from inserted join reservation_statuses using (status)
    where holds_place
    group by trip_id
  ) taken
  where trips.id = taken.trip_id;
  return null;
end $$;
create trigger reservations_count_new_places after insert on reservations
  referencing new table as inserted for each statement execute function count_new_places();

drop trigger reservations_keep_places_taken on reservations;
create trigger reservations_keep_places_taken after delete or update of status, places, trip_id on reservations
  for each row execute function keep_places_taken();
