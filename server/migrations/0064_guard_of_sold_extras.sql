-- Only the count of lines writes `taken`. Written by those triggers, the depth is 2.
create function refuse_direct_taken() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'taken follows from the lines of reservations'
      using errcode = 'check_violation', constraint = 'trip_extras_taken_follows_lines';
  end if;
  return new;
end $$;
create trigger trip_extras_taken_follows_lines before update of taken on trip_extras
  for each row when (old.taken is distinct from new.taken) execute function refuse_direct_taken();
create trigger trip_extras_start_untaken before insert on trip_extras
  for each row when (new.taken <> 0) execute function refuse_direct_taken();
