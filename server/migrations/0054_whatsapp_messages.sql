-- Chats that staff opened with a text about a reservation; whether it was sent, only WhatsApp knows. Ids are in the order
-- of time.
create table whatsapp_messages (
  id uuid primary key,
  -- Of which the text tells: the reservation may be moved to another one later.
  trip_id uuid not null references trips,
  reservation_id uuid not null references reservations,
  -- Who was written to, if not the payer.
  participant_id uuid references participants,
  template_key text not null,
  phone text not null,
  opened_by uuid not null references users,
  opened_at timestamptz not null default now(),
  -- When staff said that it was not sent.
  undone_at timestamptz
);
create index whatsapp_messages_of_trip_idx on whatsapp_messages (trip_id, id) where undone_at is null;
create index whatsapp_messages_of_reservation_idx on whatsapp_messages (reservation_id, id) where undone_at is null;
