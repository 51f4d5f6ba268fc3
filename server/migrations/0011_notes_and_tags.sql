-- What staff writes about a reservation for one another; clients see neither notes nor tags.
create table reservation_notes (
  -- In the order of time.
  id uuid primary key,
  reservation_id uuid not null references reservations,
  author_id uuid not null references users,
  text text not null check (length(text) between 1 and 1000),
  created_at timestamptz not null default now(),
  edited_at timestamptz
);
create index reservation_notes_of_reservation_idx on reservation_notes (reservation_id, id);

create table reservation_tags (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  -- A reservation has at most ten.
  position int not null check (position between 1 and 10),
  label text not null check (label = btrim(label) and length(label) between 1 and 30),
  -- What makes two tags the same: case and accents do not count.
  key text not null generated always as (searchable(label)) stored,
  created_by uuid not null references users,
  created_at timestamptz not null default now(),
  constraint reservation_tags_position unique (reservation_id, position),
  constraint reservation_tags_once unique (reservation_id, key)
);
create index reservation_tags_key_idx on reservation_tags (key, reservation_id);
