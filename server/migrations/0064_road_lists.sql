-- The passenger list of a departure as it was closed for the road: the names that the transport authority and the
-- carrier were given. Each closing is a version; later changes of the people are counted against it.
create table road_lists (
  id uuid primary key,
  trip_id uuid not null references trips,
  version integer not null check (version > 0),
  -- { "operator": …, "trip": …, "details": …, "passengers": [ … ] }, in words: nothing in it follows later changes.
  content jsonb not null,
  -- SHA-256 of the content, by the trigger: the files carry its beginning, so that two prints can be compared.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  people integer not null generated always as (jsonb_array_length(content -> 'passengers')) stored check (people > 0),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint road_lists_version_key unique (trip_id, version)
);

create function hash_road_list() returns trigger language plpgsql as $$
begin
  new.content_hash = encode(sha256(convert_to(new.content::text, 'UTF8')), 'hex');
  return new;
end $$;
create trigger road_lists_hashed before insert on road_lists for each row execute function hash_road_list();

create function refuse_change_of_road_list() returns trigger language plpgsql as $$
begin
  raise exception 'closed lists are never changed' using errcode = 'check_violation', constraint = 'road_lists_are_final';
end $$;
create trigger road_lists_are_final before update or delete on road_lists
  for each row execute function refuse_change_of_road_list();
create trigger road_lists_stay before truncate on road_lists
  for each statement execute function refuse_change_of_road_list();
