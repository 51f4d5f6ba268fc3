-- A fare is checked with its participant.
create constraint trigger reservation_lines_party after insert on reservation_lines
  deferrable initially deferred for each row when (new.kind <> 'fare') execute function check_party();
create constraint trigger reservation_lines_party_ended after update on reservation_lines
  deferrable initially deferred for each row execute function check_party();
