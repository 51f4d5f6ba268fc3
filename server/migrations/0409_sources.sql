-- How somebody came who reserved: of the last 30 days of their device, without anything that tells one visitor from
-- another (contract/src/sources.ts).
create function is_touch(touch jsonb) returns boolean language sql immutable as $$
  select coalesce(
    jsonb_typeof(touch) = 'object'
    and touch - array['source', 'medium', 'campaign', 'referrer', 'seller', 'at'] = '{}'
    and touch ->> 'source' ~ '^([a-z0-9][a-z0-9 ._+-]{0,59})?$'
    and touch ->> 'medium' ~ '^([a-z0-9][a-z0-9 ._+-]{0,59})?$'
    and touch ->> 'campaign' ~ '^([a-z0-9][a-z0-9 ._+-]{0,59})?$'
    and touch ->> 'referrer' in ('search', 'social', 'other', 'direct')
    and coalesce(touch ->> 'seller', '') ~ '^([0-9A-Z]{7})?$'
    and touch ->> 'at' ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z$', false)
$$;
alter table reservations add column first_touch jsonb;
alter table reservations add column last_touch jsonb;
alter table reservations add constraint reservations_touches check (
  (first_touch is null) = (last_touch is null)
  and (first_touch is null or is_touch(first_touch) and is_touch(last_touch)
    and first_touch ->> 'at' <= last_touch ->> 'at'));

-- What ads of a trip cost, by the source that they bring: [{"source": "instagram", "cents": 25000}]
create function are_ads(ads jsonb) returns boolean language sql immutable as $$
  select coalesce(jsonb_typeof(ads) = 'array' and jsonb_array_length(ads) <= 10, false)
    and not exists (
      select from jsonb_array_elements(ads) ad
      where not coalesce(jsonb_typeof(ad) = 'object' and ad - array['source', 'cents'] = '{}'
        and ad ->> 'source' ~ '^[a-z0-9][a-z0-9 ._+-]{0,59}$' and ad ->> 'cents' ~ '^[1-9][0-9]{0,7}$', false))
    and (select count(distinct ad ->> 'source') = count(*) from jsonb_array_elements(ads) ad)
$$;
alter table trip_costs add column ads jsonb not null default '[]';
alter table trip_costs add constraint trip_costs_ads check (are_ads(ads));
