-- When a trip was first on the portal. Its address may stand in a message or a search engine since then: who follows it
-- after the trip was taken off is told so, while a draft that was never shown stays unknown.
alter table trips add column published_at timestamptz;

update trips set published_at = created_at where is_active;
update trips t set published_at = first.at
from (
  select subject_id, min(at) as at from audit_entries
  where subject_type = 'trip' and action in ('trip.activated', 'trip.deactivated')
  group by subject_id
) first
where first.subject_id = t.id::text;

-- Whatever a statement says: it follows from the trip's being active, and once so it stays.
create function keep_first_publication() returns trigger language plpgsql as $$
begin
  new.published_at := case
    when tg_op = 'UPDATE' and old.published_at is not null then old.published_at
    when new.is_active then now()
  end;
  return new;
end $$;
create trigger trips_keep_first_publication before insert or update of is_active, published_at on trips
  for each row execute function keep_first_publication();
