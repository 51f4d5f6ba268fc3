-- The rooms of the hotel, so many of each type, by number.
create table trip_rooms (
  id uuid primary key,
  room_type_id uuid not null references trip_room_types on delete cascade,
  number integer not null check (number > 0),
  constraint trip_rooms_number_key unique (room_type_id, number)
);

-- Who sleeps in which by staff's hand; everybody else as it is proposed. Who does not go any more is not read.
create table room_places (
  participant_id uuid primary key references participants,
  room_id uuid not null references trip_rooms on delete cascade
);
create index room_places_of_room on room_places (room_id);

-- Rooming lists that left for the hotel. `people`: a hash of each participant's line, by which changes are marked later.
create table rooming_lists (
  id uuid primary key,
  trip_id uuid not null references trips,
  format text not null check (format in ('xlsx', 'pdf', 'txt')),
  people jsonb not null check (jsonb_typeof(people) = 'object'),
  sent_by uuid not null references users,
  sent_at timestamptz not null default now()
);
create index rooming_lists_of_trip on rooming_lists (trip_id, sent_at);
