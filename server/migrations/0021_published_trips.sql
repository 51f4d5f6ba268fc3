-- When a trip was first published. Messages and search engines may link to it from then on: after unpublishing, the
-- link says so, while a draft that was never published is not found.
alter table trips add column published_at timestamptz;

update trips set published_at = created_at where is_active;
update trips t set published_at = first.at
from (
  select subject_id, min(at) as at from audit_entries
  where subject_type = 'trip' and action in ('trip.activated', 'trip.deactivated')
  group by subject_id
) first
where first.subject_id = t.id::text;

-- Derived from is_active, whatever a statement sets, and never changed once set.
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
