-- Whoever was held and is put on a lap, for no deposit, lets go of a place: until when it was held stays with them, so
-- that a place that is taken again is held no longer.
alter table participants
  add column let_go_until timestamptz,
  add constraint participants_held_or_let_go check (held_until is null or let_go_until is null);
