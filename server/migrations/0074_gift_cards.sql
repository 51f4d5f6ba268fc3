-- Gift cards: bought for their value, used in reservations by a code of which only the hash is stored, and never
-- deleted. Code and link are made of the id and the generation, which counts how often staff gave it another code.
create table gift_cards (
  id uuid primary key,
  code_hash text not null constraint gift_cards_code_key unique,
  link_hash text not null constraint gift_cards_link_key unique,
  last4 text not null,
  generation integer not null default 1 check (generation > 0),
  value_cents integer not null check (value_cents between 2000 and 500000),
  -- The sum of its entries; this row is what two uses of the same card wait for.
  balance_cents integer not null default 0,
  buyer_name text not null,
  buyer_email text not null,
  -- Empty: the buyer.
  recipient_name text not null default '',
  recipient_email text not null default '',
  message text not null default '' check (char_length(message) <= 300),
  -- Null: at once.
  send_on date,
  sent_at timestamptz,
  state text not null default 'awaiting_payment' check (state in ('awaiting_payment', 'active', 'expired', 'revoked')),
  request_key text constraint gift_cards_request_key unique,
  request_fingerprint text,
  created_at timestamptz not null default now(),
  constraint gift_cards_balance_within_value check (balance_cents between 0 and value_cents)
);
create index gift_cards_by_age on gift_cards (created_at desc, id);
create index gift_cards_to_send on gift_cards (send_on) where state = 'active' and sent_at is null;
create index gift_cards_unpaid on gift_cards (created_at) where state = 'awaiting_payment';

create table gift_card_entries (
  id uuid primary key default gen_random_uuid(),
  gift_card_id uuid not null references gift_cards,
  kind text not null check (kind in ('issued', 'used', 'returned', 'revoked', 'reissued')),
  amount_cents integer not null,
  -- Of a reservation that it paid or that gave back.
  ledger_entry_id uuid constraint gift_card_entries_once_per_ledger_entry unique references ledger_entries,
  reason text not null default '',
  recorded_by uuid references users,
  created_at timestamptz not null default now(),
  constraint gift_card_entries_sign check (
    case kind when 'used' then amount_cents < 0 when 'revoked' then amount_cents <= 0
      when 'reissued' then amount_cents >= 0 else amount_cents > 0 end
  ),
  constraint gift_card_entries_of_ledger check ((kind in ('used', 'returned')) = (ledger_entry_id is not null))
);
create index gift_card_entries_of_card on gift_card_entries (gift_card_id, created_at);
create unique index gift_card_entries_issued_once on gift_card_entries (gift_card_id) where kind = 'issued';

create function refuse_change_of_gift_card_entry() returns trigger language plpgsql as $$
begin
  raise exception 'entries of gift cards are never changed; record the opposite'
    using errcode = 'check_violation', constraint = 'gift_card_entries_are_final';
end $$;
create trigger gift_card_entries_are_final before update or delete on gift_card_entries
  for each row execute function refuse_change_of_gift_card_entry();

-- A reservation is paid by a gift card, and gets back to it what it paid.
alter table ledger_entries
  drop constraint ledger_entries_method_check,
  add constraint ledger_entries_method_check
    check (method in ('pix', 'cash', 'card', 'transfer', 'credit', 'gift_card'));
create index ledger_entries_of_gift_cards on ledger_entries (reservation_id) where method = 'gift_card';

alter table operator add column sells_gift_cards boolean not null default false;
