-- What staff's phones say about people at the boarding points. Phones work without a signal: taps arrive late, more than
-- once and in any order, from clocks that may be wrong.
create table boarding_taps (
  -- Made by the phone: a tap counts once.
  id uuid primary key,
  -- Of which trip the person was when they boarded: a reservation may be moved to another one.
  trip_id uuid not null references trips,
  participant_id uuid not null references participants,
  decision text not null check (decision in ('boarded', 'missed', 'undone')),
  -- By the phone's clock.
  tapped_at timestamptz not null,
  -- How far the server's clock was ahead of the phone's when the phone last measured it.
  clock_offset_ms bigint not null,
  -- By the server's clock; follows from both.
  decided_at timestamptz not null,
  device_id uuid not null,
  recorded_by uuid not null references users,
  recorded_at timestamptz not null default now()
);
create index boarding_taps_last_idx on boarding_taps (trip_id, participant_id, decided_at desc, id desc);

-- A clock that was measured wrongly must not decide for ever: nothing is decided after it was received.
create function set_tap_decided_at() returns trigger language plpgsql as $$
begin
  new.decided_at := least(
    new.tapped_at + new.clock_offset_ms * interval '1 millisecond', date_trunc('milliseconds', new.recorded_at));
  return new;
end $$;
create trigger boarding_taps_decided_at before insert on boarding_taps
  for each row execute function set_tap_decided_at();
create trigger boarding_taps_are_final before update or delete on boarding_taps
  for each row execute function refuse_deletion();

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

-- Nobody else says that somebody boarded or missed the trip. Written by the trigger above, the depth is 2.
create function refuse_direct_attendance() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'attendance follows from the taps'
      using errcode = 'check_violation', constraint = 'participants_attendance_by_taps';
  end if;
  return new;
end $$;
create trigger participants_attendance_by_taps before update of boarded_at, missed_at on participants
  for each row when (
    (new.boarded_at is not null and new.boarded_at is distinct from old.boarded_at)
    or (new.missed_at is not null and new.missed_at is distinct from old.missed_at)
  ) execute function refuse_direct_attendance();

-- What whoever receives them should know: an allergy, a wheelchair.
alter table participants add column notes text check (length(notes) between 1 and 200);
