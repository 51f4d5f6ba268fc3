-- A receipt stops the clock of a hold once: the first that looks like a document. `clock_stopped_at` is when the one came
-- that did, while this hold lasts; the clock stands still as long as that one waits for staff.
alter table receipts
  -- Whether it is a picture, or a file with the structure of a PDF.
  add column is_readable boolean not null default true;
alter table reservations add column clock_stopped_at timestamptz;
update reservations set clock_stopped_at = receipt_submitted_at where receipt_submitted_at is not null;

create or replace function keep_receipt_submitted() returns trigger language plpgsql as $$
declare
  waiting receipts;
begin
  select * into waiting from receipts where reservation_id = new.reservation_id and state = 'submitted';
  update reservations set
    receipt_submitted_at = waiting.created_at,
    clock_stopped_at = case when waiting.is_readable then coalesce(clock_stopped_at, waiting.created_at)
      else clock_stopped_at end
  where id = new.reservation_id;
  return null;
end $$;

-- A new hold has a clock of its own, which a receipt that waits already stops.
create function start_clock_of_hold() returns trigger language plpgsql as $$
begin
  new.clock_stopped_at := new.receipt_submitted_at;
  return new;
end $$;
create trigger reservations_start_clock before update of state on reservations
  for each row when (new.state = 'held' and old.state <> 'held') execute function start_clock_of_hold();

-- Holds past their deadline may have a receipt.
drop index reservations_hold_idx, reservations_hold_without_warning_idx;
create index reservations_hold_idx on reservations (hold_expires_at) include (trip_id)
  where state in ('requested', 'held') and hold_expires_at is not null;
create index reservations_hold_without_warning_idx on reservations (hold_expires_at)
  where state = 'held' and hold_expires_at is not null and hold_warned_at is null;
