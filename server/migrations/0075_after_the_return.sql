-- Attendance closes a day after the return: what a phone could not send before is taken until then. Afterwards staff
-- corrects somebody, and says why.
alter table boarding_taps add column reason text check (length(reason) between 3 and 200);

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

-- The accounts of a trip as staff closed them after the return. Nothing in the row follows later changes.
create table trip_closings (
  trip_id uuid primary key references trips,
  -- People, money and costs, in numbers.
  figures jsonb not null,
  -- What was still open and accepted as it was: [{ "kind": …, "reservationId": …, "amountCents": … }], without names.
  exceptions jsonb not null default '[]' check (jsonb_typeof(exceptions) = 'array'),
  note text not null default '' check (length(note) <= 300),
  -- The ledger entries that the figures count. A time would not do: an entry is stamped before it is committed.
  entries uuid[] not null,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint trip_closings_exceptions_explained check (jsonb_array_length(exceptions) = 0 or note <> '')
);

create function check_trip_closing() returns trigger language plpgsql as $$
begin
  if not exists (select from trips where id = new.trip_id and returns_at <= new.created_at) then
    raise exception 'nobody has returned' using errcode = 'check_violation', constraint = 'trip_closings_after_return';
  end if;
  return new;
end $$;
create trigger trip_closings_after_return before insert on trip_closings
  for each row execute function check_trip_closing();

create function refuse_change_of_closing() returns trigger language plpgsql as $$
begin
  raise exception 'closed accounts are never changed'
    using errcode = 'check_violation', constraint = 'trip_closings_are_final';
end $$;
create trigger trip_closings_are_final before update or delete on trip_closings
  for each row execute function refuse_change_of_closing();
create trigger trip_closings_stay before truncate on trip_closings
  for each statement execute function refuse_change_of_closing();
