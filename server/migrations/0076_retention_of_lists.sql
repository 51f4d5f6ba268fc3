-- How long names and documents of closed lists, guides' names and notes of participants are kept after the return.
alter table operator add column list_days integer not null default 90 check (list_days between 1 and 365);

-- The number of people stays when they are erased: it is no longer computed from them.
alter table road_lists
  alter column people drop expression,
  add column erased_at timestamptz;
create index road_lists_to_erase_idx on road_lists (trip_id) where erased_at is null;

create or replace function hash_road_list() returns trigger language plpgsql as $$
begin
  new.content_hash = encode(sha256(convert_to(new.content::text, 'UTF8')), 'hex');
  new.people = jsonb_array_length(new.content -> 'passengers');
  return new;
end $$;

create function without_people(content jsonb) returns jsonb language sql immutable parallel safe
  return jsonb_set(content, '{passengers}', '[]') || jsonb_build_object(
    'details', content -> 'details' || '{"driver": "", "guide": ""}');

-- Once the time is over people, driver and guide may be erased, and nothing else: the hash still names what was handed
-- over.
create or replace function refuse_change_of_road_list() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is null and new.erased_at is not null and new.content = without_people(old.content)
      and to_jsonb(new) - '{content,erased_at}'::text[] = to_jsonb(old) - '{content,erased_at}'::text[]
      and exists (select from trips t, operator o
        where t.id = old.trip_id and t.returns_at + make_interval(days => o.list_days) < now())
    then
      return new;
    end if;
  end if;
  raise exception 'closed lists are never changed' using errcode = 'check_violation', constraint = 'road_lists_are_final';
end $$;

alter table guide_links add column erased_at timestamptz;
create index guide_links_to_erase_idx on guide_links (trip_id) where erased_at is null;

-- Few have any.
create index participants_with_notes_idx on participants (trip_id) where notes is not null;
