-- A payment recorded by mistake is refunded, and the reservation's status goes back to match the money received.
insert into reservation_transitions (from_status, to_status) values
  ('confirmed', 'held'),
  ('paid', 'confirmed');
