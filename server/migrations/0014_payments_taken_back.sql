-- A payment that was written down by mistake is given back, and the reservation stands where its money stands.
insert into reservation_transitions (from_status, to_status) values
  ('confirmed', 'held'),
  ('paid', 'confirmed');
