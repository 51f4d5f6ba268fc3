-- Words apart by single spaces, one space before the first: a word of one or two letters is looked for after a space,
-- which the trigram index can answer, where it could not answer "anywhere". What is no ASCII letter or digit by then
-- was punctuation, or has no ASCII form.
create function searchable_words(value text) returns text
  language sql immutable strict parallel safe
  return ' ' || trim(regexp_replace(searchable(value), '[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\x7f]+', ' ', 'g'));

alter table trips drop column search_text;
alter table trips
  add column search_text text generated always as (searchable_words(title || ' ' || summary)) stored;
create index trips_search_idx on trips using gin (search_text gin_trgm_ops);

-- Twelve pictures at most: positions are unique within a trip.
alter table trip_images add constraint trip_images_at_most_twelve check (position < 12);

-- A trip that people are about to go on is not put away.
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
