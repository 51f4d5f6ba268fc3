-- Where the people of a trip with nights sleep, and from when on; empty: not known yet.
alter table trips
  add column hotel text not null default '' constraint trips_hotel_check check (length(hotel) <= 120),
  add column hotel_arrival text not null default ''
    constraint trips_hotel_arrival_check check (hotel_arrival ~ '^(([01]\d|2[0-3]):[0-5]\d)?$');
