-- Whoever writes, or is written to, by WhatsApp. Meta's id of a person within the business (BSUID) comes first, the
-- telephone second; either may be absent. Another BSUID on a known telephone is another contact, which inherits nothing.
create table chat_contacts (
  id uuid primary key,
  bsuid text constraint chat_contacts_bsuid_key unique check (bsuid ~ '^[A-Za-z0-9._-]{1,200}$'),
  phone text constraint chat_contacts_phone_key unique check (phone ~ '^\+[0-9]{8,15}$'),
  -- As the person's profile says.
  name text not null default '' check (char_length(name) <= 200),
  -- They wrote PARAR: nothing more than the contract needs.
  stopped_at timestamptz,
  -- Meta said that this telephone has no WhatsApp (131026).
  unreachable_at timestamptz,
  created_at timestamptz not null default clock_timestamp(),
  constraint chat_contacts_have_an_address check (num_nonnulls(bsuid, phone) > 0)
);

-- One of each contact. `reservation_id`: of what it is about at this time; none: nobody knows yet.
create table conversations (
  id uuid primary key,
  contact_id uuid not null constraint conversations_contact_key unique references chat_contacts on delete cascade,
  reservation_id uuid references reservations,
  assignee_id uuid references users on delete set null,
  -- waiting: the contact wrote last, and nobody has answered.
  state text not null default 'answered' check (state in ('waiting', 'answered', 'closed')),
  -- Until when free text may be sent: a day after the contact last wrote.
  open_until timestamptz,
  last_message_at timestamptz,
  -- When a person of the team last answered, by the app or by the inbox.
  person_answered_at timestamptz,
  typing_by uuid references users on delete set null,
  typing_until timestamptz,
  created_at timestamptz not null default clock_timestamp()
);
create index conversations_by_reservation on conversations (reservation_id) where reservation_id is not null;
create index conversations_latest on conversations (last_message_at desc, id);
create index conversations_assignee_idx on conversations (assignee_id) where assignee_id is not null;
create index conversations_typing_idx on conversations (typing_by) where typing_by is not null;

-- How far a message is; a status never goes backwards.
create function message_status_rank(status text) returns integer language sql immutable strict parallel safe as $$
  select array_position(array['received', 'queued', 'unknown', 'sent', 'failed', 'delivered', 'read'], status)
$$;

-- What was said in a conversation: in: by the contact; out: by the product or its inbox; echo: by the team in the app.
create table conversation_messages (
  -- What Meta gets as biz_opaque_callback_data, and gives back with each status.
  id uuid primary key,
  conversation_id uuid not null references conversations on delete cascade,
  direction text not null check (direction in ('in', 'out', 'echo')),
  wamid text constraint conversation_messages_wamid_key unique check (char_length(wamid) between 1 and 300),
  -- text, template, image, document, audio, order_details …
  kind text not null check (kind ~ '^[a-z_]{1,30}$'),
  text text not null default '' check (char_length(text) <= 5000),
  reservation_id uuid references reservations,
  -- Of messages of the product: the kind of the e-mail in whose place it stands, and the e-mail itself until it is known
  -- that it need not be sent.
  about text not null default '' check (about ~ '^[A-Za-z]{0,50}$'),
  fallback jsonb,
  -- What became of it where it could not be delivered.
  fell_back_to text check (fell_back_to in ('email', 'staff')),
  sent_by uuid references users on delete set null,
  status text not null check (message_status_rank(status) is not null),
  -- What is sent, until it has been.
  content jsonb,
  tries integer not null default 0,
  -- A server sends it since then, or died of it.
  claimed_at timestamptz,
  error_code integer,
  pricing_category text not null default '' check (pricing_category ~ '^[a-z_]{0,40}$'),
  is_billed boolean,
  -- By the operator's table of prices, in hundredths of a centavo.
  cost_hundredths integer not null default 0 check (cost_hundredths >= 0),
  at timestamptz not null default clock_timestamp(),
  status_at timestamptz not null default clock_timestamp(),
  -- When what follows from a message of the contact has been done.
  followed_at timestamptz,
  constraint conversation_messages_received check ((direction = 'in') = (status = 'received')),
  constraint conversation_messages_known check (direction = 'out' or wamid is not null),
  constraint conversation_messages_claimed check (claimed_at is null or status = 'queued')
);
create index conversation_messages_of on conversation_messages (conversation_id, at desc, id);
create index conversation_messages_by_reservation on conversation_messages (reservation_id, at desc)
  where reservation_id is not null;
create index conversation_messages_by_age on conversation_messages (at);
create index conversation_messages_sent_by_idx on conversation_messages (sent_by) where sent_by is not null;

-- The name of the constraint is "conversation_messages_go_forward".
create function keep_message_status() returns trigger language plpgsql as $$
begin
  if message_status_rank(new.status) < message_status_rank(old.status)
    or (old.wamid is not null and new.wamid is distinct from old.wamid)
    or (old.fell_back_to is not null and new.fell_back_to is distinct from old.fell_back_to)
  then
    raise exception 'a message does not go back'
      using errcode = 'check_violation', constraint = 'conversation_messages_go_forward';
  end if;
  return new;
end $$;
create trigger conversation_messages_go_forward before update on conversation_messages
  for each row execute function keep_message_status();

-- A picture, document, voice or other file of a message; deleted 30 days after it came, with its row.
create table conversation_media (
  id uuid primary key,
  message_id uuid not null constraint conversation_media_message_key unique references conversation_messages on delete cascade,
  provider_id text not null check (char_length(provider_id) between 1 and 200),
  state text not null default 'wanted' check (state in ('wanted', 'stored', 'refused')),
  content_type text not null default '' check (char_length(content_type) <= 100),
  size_bytes integer check (size_bytes > 0),
  file_name text not null default '' check (char_length(file_name) <= 200),
  storage_key text,
  -- The receipt that was made of it.
  receipt_id uuid references receipts on delete set null,
  created_at timestamptz not null default clock_timestamp(),
  constraint conversation_media_stored check ((state = 'stored') = (storage_key is not null))
);
create index conversation_media_by_age on conversation_media (created_at);
create index conversation_media_receipt_idx on conversation_media (receipt_id) where receipt_id is not null;

-- Templates as they were submitted to Meta, of each business account (WABA). `fields`: names of the fields that stand
-- for {{1}}, {{2}} …
create table whatsapp_templates (
  account text not null check (account ~ '^[0-9]{1,30}$'),
  name text not null check (name ~ '^[a-z0-9_]{1,100}$'),
  language text not null check (language ~ '^[a-zA-Z_]{2,10}$'),
  category text not null check (category ~ '^[A-Z_]{1,30}$'),
  -- As Meta says: PENDING, APPROVED, REJECTED, PAUSED, DISABLED …
  state text not null check (state ~ '^[A-Z_]{1,40}$'),
  body text not null check (char_length(body) <= 1024),
  fields text[] not null default '{}',
  reason text not null default '' check (char_length(reason) <= 300),
  provider_id text not null default '' check (char_length(provider_id) <= 60),
  submitted_at timestamptz not null default clock_timestamp(),
  changed_at timestamptz not null default clock_timestamp(),
  primary key (account, name, language)
);

-- What the operator decided about messages by the API; no row: as the defaults say. Prices in hundredths of a centavo.
create table whatsapp_settings (
  only_row boolean primary key default true check (only_row),
  -- Whether payers who have not chosen get messages by WhatsApp.
  sends_unasked boolean not null default false,
  -- In centavos; none: unlimited.
  monthly_budget_cents integer check (monthly_budget_cents between 0 and 100000000),
  utility_hundredths integer not null default 400 check (utility_hundredths between 0 and 1000000),
  marketing_hundredths integer not null default 3500 check (marketing_hundredths between 0 and 1000000),
  -- The month of which administrators were warned.
  warned_for date,
  -- Whether what contacts write is answered where the engine knows the answer.
  first_answers boolean not null default false
);

-- An e-mail in whose place a message went.
alter table reservation_emails
  drop constraint reservation_emails_state_check,
  add constraint reservation_emails_state_check
    check (state in ('queued', 'sent', 'failed', 'needless', 'discarded', 'by_whatsapp'));

-- The payer's wish; null: not asked.
alter table users add column message_channel text
  constraint users_message_channel_check check (message_channel in ('whatsapp', 'email'));
