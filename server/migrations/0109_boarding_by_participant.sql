-- Whose marks of boarding are erased; a reservation may have been moved, so that its trip does not find all of them.
create index boarding_taps_of_participant_idx on boarding_taps (participant_id);
