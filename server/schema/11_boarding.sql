-- Links with which a guide without an account boards one departure: from the evening before until the return, which
-- follows from the trip, because departures change.
create table guide_links (
  id uuid primary key,
  trip_id uuid not null references trips,
  -- The guide's: every look at personal data is audited with it.
  name text not null check (length(name) between 2 and 60),
  token_hash text not null constraint guide_links_token_key unique,
  -- Salt and scrypt hash.
  pin_hash text not null,
  -- Wrong PINs in a row; after some the link is locked for a while.
  failed_attempts integer not null default 0 check (failed_attempts >= 0),
  locked_until timestamptz,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  revoked_at timestamptz,
  erased_at timestamptz
);
create index guide_links_of_trip_idx on guide_links (trip_id, id);
create index guide_links_to_erase_idx on guide_links (trip_id) where erased_at is null;

create table guide_sessions (
  token_hash text primary key,
  link_id uuid not null references guide_links on delete cascade,
  expires_at timestamptz not null
);
create index guide_sessions_of_link_idx on guide_sessions (link_id);

-- What staff's phones say about people at the boarding points. Phones work without a signal: taps arrive late, more
-- than once and in any order, from clocks that may be wrong.
create table boarding_taps (
  -- Made by the phone: a tap counts once.
  id uuid primary key,
  -- The trip of the person when they boarded: a reservation may be moved to another one.
  trip_id uuid not null references trips,
  participant_id uuid not null references participants,
  decision text not null check (decision in ('boarded', 'missed', 'undone')),
  -- Why staff corrects somebody after attendance has closed.
  reason text check (length(reason) between 3 and 200),
  -- Read from the phone's clock.
  tapped_at timestamptz not null,
  -- How far the server's clock was ahead of the phone's when the phone last measured it.
  clock_offset_ms bigint not null,
  -- The same by the server's clock; follows from both.
  decided_at timestamptz not null,
  device_id uuid not null,
  recorded_by uuid references users,
  guide_link_id uuid references guide_links,
  recorded_at timestamptz not null default now(),
  -- Up to when a phone knew the taps of others, by the server's clock: a decision of another phone that it did not know
  -- is a disagreement, which is shown and asked about. Null where the phone does not say.
  seen_at timestamptz,
  constraint boarding_taps_by_somebody check (num_nonnulls(recorded_by, guide_link_id) = 1)
);
create index boarding_taps_last_idx on boarding_taps (trip_id, participant_id, decided_at desc, id desc);
-- Finds the marks that are erased; a reservation may have been moved, so that its trip does not find all of them.
create index boarding_taps_of_participant_idx on boarding_taps (participant_id);
create trigger boarding_taps_are_final before update on boarding_taps for each row
  when (not is_erasure(to_jsonb(old), to_jsonb(new), '{reason}')) execute function refuse_deletion();

-- A clock that was measured wrongly must not decide for ever: nothing is decided after it was received.
create function set_tap_decided_at() returns trigger language plpgsql as $$
begin
  new.decided_at := least(
    new.tapped_at + new.clock_offset_ms * interval '1 millisecond', date_trunc('milliseconds', new.recorded_at));
  return new;
end $$;
create trigger boarding_taps_decided_at before insert on boarding_taps
  for each row execute function set_tap_decided_at();

-- Attendance closes a day after the return: what a phone could not send before is taken until then. Afterwards staff
-- corrects somebody, and says why.
create function close_attendance() returns trigger language plpgsql as $$
declare
  closes timestamptz;
begin
  select returns_at + interval '1 day' into closes from trips where id = new.trip_id;
  if (new.reason is not null) <> (new.recorded_at >= closes) then
    raise exception 'taps have a reason after attendance has closed, and only then'
      using errcode = 'check_violation', constraint = 'boarding_taps_reason_once_closed';
  end if;
  return new;
end $$;
create trigger boarding_taps_reason_once_closed before insert on boarding_taps
  for each row execute function close_attendance();

-- The attendance of a participant is the last decision about them in their trip. The rows are locked by a statement of
-- their own, so that the next one sees what a concurrent transaction has just recorded.
create function set_attendance() returns trigger language plpgsql as $$
begin
  perform from participants p where p.id in (select participant_id from new_rows) order by p.id for no key update;
  update participants p set
    boarded_at = case when last.decision = 'boarded' then last.decided_at end,
    missed_at = case when last.decision = 'missed' then last.decided_at end
  from (select distinct participant_id, trip_id from new_rows) tapped
  cross join lateral (
    select t.decision, t.decided_at from boarding_taps t
    where t.trip_id = tapped.trip_id and t.participant_id = tapped.participant_id
    order by t.decided_at desc, t.id desc limit 1
  ) last
  where p.id = tapped.participant_id and p.trip_id = tapped.trip_id;
  return null;
end $$;
create trigger boarding_taps_set_attendance after insert on boarding_taps
  referencing new table as new_rows for each statement execute function set_attendance();
create trigger boarding_taps_stay before delete on boarding_taps for each row execute function refuse_deletion();

-- Final manifests: the passenger list of a departure as the transport authority and the carrier were given it. Each
-- closing is a version; later changes of the people are counted against it.
create table final_manifests (
  id uuid primary key,
  trip_id uuid not null references trips,
  version integer not null check (version > 0),
  -- { "operator": …, "trip": …, "details": …, "passengers": [ … ] }, in words: nothing in it follows later changes.
  content jsonb not null,
  -- Set by the trigger: SHA-256 of the content, whose beginning the files carry, so that two prints can be compared; and
  -- the number of passengers, which stays when they are erased.
  content_hash text not null check (content_hash ~ '^[0-9a-f]{64}$'),
  people integer not null check (people > 0),
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  erased_at timestamptz,
  constraint final_manifests_version_key unique (trip_id, version)
);
create index final_manifests_to_erase_idx on final_manifests (trip_id) where erased_at is null;

create function hash_final_manifest() returns trigger language plpgsql as $$
begin
  new.content_hash = encode(sha256(convert_to(new.content::text, 'UTF8')), 'hex');
  new.people = jsonb_array_length(new.content -> 'passengers');
  return new;
end $$;
create trigger final_manifests_hashed before insert on final_manifests
  for each row execute function hash_final_manifest();

create function without_people(content jsonb) returns jsonb language sql immutable parallel safe
  return jsonb_set(content, '{passengers}', '[]') || jsonb_build_object(
    'details', content -> 'details' || '{"driver": "", "guide": ""}');

-- Once the time is over people, driver and guide may be erased, and nothing else: the hash still names what was handed
-- over.
create function refuse_change_of_final_manifest() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if old.erased_at is null and new.erased_at is not null and new.content = without_people(old.content)
      and to_jsonb(new) - '{content,erased_at}'::text[] = to_jsonb(old) - '{content,erased_at}'::text[]
      and exists (select from trips t, operator o
        where t.id = old.trip_id and t.returns_at + make_interval(days => o.list_days) < now())
    then
      return new;
    end if;
    if is_erasure(to_jsonb(old), to_jsonb(new), '{content}') then
      return new;
    end if;
  end if;
  raise exception 'closed lists are never changed'
    using errcode = 'check_violation', constraint = 'final_manifests_are_final';
end $$;
create trigger final_manifests_are_final before update or delete on final_manifests
  for each row execute function refuse_change_of_final_manifest();
create trigger final_manifests_stay before truncate on final_manifests
  for each statement execute function refuse_change_of_final_manifest();

-- Cash that guides reported, and what became of it.
create view cash_reports as
select report.id, report.from_account as reservation_id, report.amount_cents, report.occurred_at as taken_at,
  hand.id as hand, hand.name::uuid as person_id, coalesce(link.name, person.name) as guide,
  hand.balance_cents as hand_cents,
  case ending.kind when 'hand_in' then 'confirmed' when 'report_refusal' then 'refused' else 'waiting' end as state,
  report.note
from transfers report
join accounts hand on hand.id = report.to_account and hand.kind = 'hand'
left join guide_links link on link.id = hand.id
left join users person on person.id = hand.name::uuid
left join transfers ending on ending.reverses = report.id
where report.kind = 'cash_report';

-- What guides still have to hand in.
create view cash_with_guides as select * from cash_reports where hand_cents > 0 and state = 'waiting';
