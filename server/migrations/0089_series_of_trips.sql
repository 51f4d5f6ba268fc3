-- Departures of one trip share a series: they show each other's dates and reviews. Each trip is in one; a trip that names
-- none, as from a server of before, begins its own.
alter table trips add column series_id uuid not null default gen_random_uuid();

-- What was copied of what is not recorded: trips of before belong together by their title.
update trips t set series_id = same.series_id
from (
  select id, first_value(series_id) over (partition by btrim(searchable(title)) order by created_at, id) as series_id
  from trips
) same
where same.id = t.id and same.series_id <> t.series_id;

create index trips_of_series_idx on trips (series_id, departs_at);

-- Copies of trips for which people waited kept places for them, too.
update trips t set smallest_waiting = null
where smallest_waiting is not null
  and not exists (select from waiting_list_entries where trip_id = t.id and state = 'waiting');
