-- Normalises text to words, each preceded by one space. A search for one or two letters includes that space, so that
-- the trigram index can be used; a match anywhere could not use it. Only ASCII punctuation is replaced: accents are
-- removed before, and letters without an ASCII form are kept.
create function searchable_words(value text) returns text
  language sql immutable strict parallel safe
  return ' ' || trim(regexp_replace(searchable(value), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'));

alter table trips drop column search_text;
alter table trips
  add column search_text text generated always as (searchable_words(title || ' ' || summary)) stored;
create index trips_search_idx on trips using gin (search_text gin_trgm_ops);

-- At most twelve pictures per trip, because positions are unique within a trip.
alter table trip_images add constraint trip_images_at_most_twelve check (position < 12);

-- A future trip with active reservations cannot be archived.
create function refuse_archiving_with_reservations() returns trigger language plpgsql as $$
begin
  if new.departs_at > now() and exists (
    select from reservations r where r.trip_id = new.id and r.status not in ('expired', 'cancelled')
  ) then
    raise exception 'people are going' using errcode = 'check_violation', constraint = 'trips_archived_without_reservations';
  end if;
  return new;
end $$;
create trigger trips_archived_without_reservations
  before update of archived_at on trips
  for each row when (old.archived_at is null and new.archived_at is not null)
  execute function refuse_archiving_with_reservations();
