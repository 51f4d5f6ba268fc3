-- The book, and what leads to its transfers: charges, refunds, receipts, gift cards, bank statements. What a list needs
-- of a reservation's money is kept in its row, so that no list joins these tables.

-- All money is on one book: transfers between two accounts. Its guards are check_transfer, check_balance and
-- refuse_change_of_book; check_money compares a reservation's sums with it.
create table accounts (
  id uuid primary key,
  kind text not null check (kind in ('reservation', 'stored_value', 'hand', 'office', 'clearing', 'unknown', 'kept')),
  -- A clearing's is the provider, or the means by which money came without one.
  name text,
  balance_cents integer,
  opened_at timestamptz not null default now(),
  closed_at timestamptz,
  constraint accounts_with_balance check ((kind in ('stored_value', 'hand')) = (balance_cents is not null)),
  constraint accounts_balance_not_negative check (balance_cents >= 0),
  constraint accounts_closed_stored_value check (closed_at is null or (kind = 'stored_value' and balance_cents = 0)),
  -- A hand of a person is named after them: their own id is that of their credit.
  constraint accounts_name_of_kind check (case kind
    when 'clearing' then name is not null and name ~ '^[a-z_]{1,40}$'
    when 'hand' then name is null or name ~ '^[0-9a-f-]{36}$'
    else name is null end)
);
create unique index accounts_one_of_its_name on accounts (kind, name) nulls not distinct
  where kind in ('office', 'clearing', 'unknown', 'kept');
create index accounts_hands_idx on accounts (id) where kind = 'hand';

-- The id of one of the operator's own accounts.
create function own_account(kind text, name text default '') returns uuid language sql immutable
  return md5(kind || ' ' || name)::uuid;

insert into accounts (id, kind)
select own_account(kind), kind from unnest(array['office', 'unknown', 'kept']) kind;

-- What accounts know of themselves, and transfers but for what an erasure blanks, stays.
create function refuse_change_of_book() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'transfers' then
    if is_erasure(to_jsonb(old), to_jsonb(new), '{payer_name,note,direction,reservation_id}') then return new; end if;
  end if;
  raise exception 'the book is never changed; record the opposite'
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $$;
create trigger accounts_are_final before delete or update of id, kind, name, opened_at on accounts
  for each row execute function refuse_change_of_book();

-- The balance of stored value and of a guide's hand is that of its transfers; a gift card never has more than its
-- value.
create function check_balance() returns trigger language plpgsql as $$
declare
  wrong record;
  written jsonb := to_jsonb(new);
begin
  select a.id, a.balance_cents into wrong from accounts a
  where a.balance_cents is not null
    and a.id in ((written ->> 'id')::uuid, (written ->> 'from_account')::uuid, (written ->> 'to_account')::uuid)
    and (a.balance_cents > (select value_cents from gift_cards g where g.id = a.id)
      or a.balance_cents <> coalesce((select sum(amount_cents) from transfers where to_account = a.id), 0)
        - coalesce((select sum(amount_cents) from transfers where from_account = a.id), 0));
  if found then
    raise exception 'a balance of % in %', wrong.balance_cents, wrong.id
      using errcode = 'check_violation', constraint = 'accounts_balance_of_transfers';
  end if;
  if written ->> 'kind' = 'hand_in' and not exists (select from transfers counted
      where counted.records_again = (written ->> 'reverses')::uuid and counted.reference is null)
    or written ->> 'reservation_id' is not null and written ->> 'method' = 'cash' and written ->> 'reference' is null
      and not exists (select from transfers ending
        where ending.reverses = (written ->> 'records_again')::uuid and ending.kind = 'hand_in') then
    raise exception 'cash that is handed in counts, and cash that counts is handed in'
      using errcode = 'check_violation', constraint = 'transfers_cash_in_one_place';
  end if;
  return null;
end $$;
create constraint trigger accounts_balance after insert or update on accounts deferrable initially deferred
  for each row when (new.balance_cents is not null) execute function check_balance();

-- Gift cards: bought for their value, used in reservations by a code of which only the hash is stored, and never
-- deleted. Code and link are made of the id and the generation, which counts how often staff gave it another code.
create table gift_cards (
  id uuid primary key,
  code_hash text not null constraint gift_cards_code_key unique,
  link_hash text not null constraint gift_cards_link_key unique,
  last4 text not null,
  generation integer not null default 1 check (generation > 0),
  value_cents integer not null check (value_cents between 2000 and 500000),
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
  -- Staff sees to a card whose payment went back.
  returned_cents integer not null default 0 check (returned_cents >= 0),
  returned_at timestamptz,
  return_checked_at timestamptz,
  return_checked_by uuid references users,
  -- What of it is in no transfer, because a bank took it back before there was one for that.
  unbooked_return_cents integer not null default 0,
  created_at timestamptz not null default now(),
  constraint gift_cards_returned_when check ((returned_cents > 0) = (returned_at is not null)),
  constraint gift_cards_return_checked check ((return_checked_at is null) = (return_checked_by is null)
    and (return_checked_at is null or returned_at is not null)),
  constraint gift_cards_unbooked_return check (unbooked_return_cents between 0 and returned_cents)
);
create index gift_cards_by_age on gift_cards (created_at desc, id);
create index gift_cards_to_send on gift_cards (send_on) where state = 'active' and sent_at is null;
create index gift_cards_unpaid on gift_cards (created_at) where state = 'awaiting_payment';

-- What is asked for a reservation or a gift card, once, by Pix or card.
create table charges (
  id uuid primary key,
  reservation_id uuid references reservations,
  -- The person whose share it asks for; null: it is of the reservation as a whole.
  participant_id uuid references participants,
  gift_card_id uuid references gift_cards,
  purpose text not null check (purpose in ('deposit', 'balance', 'full', 'extra')),
  kind text not null default 'pix' check (kind in ('pix', 'card', 'manual')),
  amount_cents integer not null check (amount_cents > 0),
  -- What a charge's means adds to what it settles, or takes off: it settles amount_cents - adjustment_cents. At most a
  -- fifth, with half a centavo of rounding.
  adjustment_cents integer not null default 0,
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  reference text not null constraint charges_reference_key unique check (reference ~ '^[A-Za-z0-9]{1,35}$'),
  -- The "copia e cola" code; null until the provider has created it.
  payload text,
  -- Where the payer goes to pay, of a provider without a code.
  address text,
  state text not null default 'open' check (state in ('open', 'paid', 'replaced', 'cancelled', 'expired')),
  -- What the provider is known to have of it; null for a static code.
  provider_state text check (provider_state in ('wanted', 'active', 'withdrawn')),
  -- A notice named the charge, and the bank has not been asked about it yet.
  noticed_at timestamptz,
  -- The day on which an instalment's code is due at the provider, which takes payments until `expires_at`; null for all
  -- others.
  due_on date,
  expires_at timestamptz,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint charges_static_code_is_there check (provider <> 'own_key' or payload is not null),
  constraint charges_provider_state check ((provider <> 'own_key') = (provider_state is not null)),
  constraint charges_of_one check ((reservation_id is null) <> (gift_card_id is null)),
  constraint charges_adjustment_check check (
    adjustment_cents = 0 or (gift_card_id is null and amount_cents > adjustment_cents
      and 10 * abs(adjustment_cents) <= 2 * (amount_cents - adjustment_cents) + 5)
  ),
  constraint charges_due_on_of_provider_codes check (
    due_on is null
    or (reservation_id is not null and kind = 'pix' and provider_state is not null and expires_at is not null)
  )
);
create index charges_of_reservation_idx on charges (reservation_id, created_at);
-- What the provider has to be told.
create index charges_to_synchronize_idx on charges (updated_at)
  where (state = 'open' and provider_state = 'wanted')
    or (state in ('replaced', 'cancelled', 'expired') and provider_state in ('wanted', 'active'));
create unique index charges_one_open_per_gift_card on charges (gift_card_id)
  where state = 'open' and gift_card_id is not null;
create unique index charges_one_open_per_share on charges (reservation_id, participant_id) nulls not distinct
  where state = 'open' and reservation_id is not null;

create function refuse_charge_change() returns trigger language plpgsql as $$
begin
  if row(old.reservation_id, old.participant_id, old.gift_card_id, old.amount_cents, old.adjustment_cents,
        old.reference, old.purpose)
      is distinct from row(new.reservation_id, new.participant_id, new.gift_card_id, new.amount_cents,
        new.adjustment_cents, new.reference, new.purpose)
    -- A provider may turn out to have no due dates; then the charge goes on without.
    or (old.due_on is distinct from new.due_on and (new.due_on is not null or old.payload is not null))
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $$;
create trigger charges_are_final before update on charges for each row execute function refuse_charge_change();

-- Payments by card about which the card's bank has not decided, and what it decided since: no money has come by them,
-- but it may. `changed_at` is the provider's, by which an older report does not undo a newer one.
create table card_reviews (
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  reference text not null check (reference ~ '^[A-Za-z0-9_-]{1,64}$'),
  charge_id uuid not null references charges,
  amount_cents integer not null check (amount_cents > 0),
  is_open boolean not null,
  changed_at timestamptz not null,
  seen_at timestamptz not null default now(),
  primary key (provider, reference)
);
create index card_reviews_open_idx on card_reviews (charge_id) where is_open;

-- Money that must go back. Of each reservation at most one is due.
create table refunds (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason in ('cancelled', 'expired', 'overpaid')),
  state text not null default 'due' check (state in ('due', 'sent', 'paid')),
  promised_for date not null,
  pix_key text not null default '',
  -- Who last changed the key, its payer or staff, and when.
  pix_key_changed_by uuid references users,
  pix_key_changed_at timestamptz,
  decided_by uuid references users,
  -- The id of the return at the provider, and the entry of the Pix that it returns.
  provider_reference text constraint refunds_provider_reference_key unique,
  returned_entry uuid,
  paid_at timestamptz,
  -- When the payer was notified of what went back by itself.
  notified_at timestamptz,
  created_at timestamptz not null default now(),
  constraint refunds_sent_as check (state <> 'sent' or (provider_reference is not null and returned_entry is not null)),
  constraint refunds_paid_when check ((state = 'paid') = (paid_at is not null))
);
create unique index refunds_one_due_per_reservation on refunds (reservation_id) where state = 'due';
create index refunds_of_reservation_idx on refunds (reservation_id, created_at);
create index refunds_open_idx on refunds (promised_for, id) where state in ('due', 'sent');
create index refunds_paid_idx on refunds (paid_at desc, id) include (amount_cents) where state = 'paid';

create function refuse_loss_of_refund() returns trigger language plpgsql as $$
begin
  if old.state <> 'due' and (tg_op = 'DELETE' or new.amount_cents <> old.amount_cents
    or (old.state = 'paid' and new.state <> 'paid')) then
    raise exception 'a refund that was sent stays'
      using errcode = 'check_violation', constraint = 'refunds_sent_are_final';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end $$;
create trigger refunds_sent_are_final before update or delete on refunds
  for each row execute function refuse_loss_of_refund();
create constraint trigger refunds_money after insert or update or delete on refunds
  deferrable initially deferred for each row execute function check_money();

-- Append-only. What a reservation owes is computed from its entries, never stored.
create table transfers (
  id uuid primary key,
  from_account uuid not null,
  to_account uuid not null,
  amount_cents integer not null check (amount_cents > 0),
  -- 'reversal_…': the opposite of a transfer that was recorded by mistake.
  kind text not null check (kind in (
    'deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback',
    'sale', 'sale_refund', 'sale_chargeback', 'revocation', 'reissue', 'credit_move',
    'cash_report', 'hand_in', 'report_refusal', 'arrival', 'arrival_end', 'penalty', 'penalty_end')),
  method text check (method in ('pix', 'cash', 'card', 'transfer', 'credit', 'gift_card')),
  occurred_at timestamptz not null default now(),
  recorded_at timestamptz not null default now(),
  recorded_via text not null default 'person' check (recorded_via in ('person', 'provider', 'system')),
  recorded_by uuid references users,
  payer_name text not null default '',
  note text not null default '',
  provider text check (provider ~ '^[a-z_]{1,40}$'),
  reference text check (reference ~ '^[A-Za-z0-9_-]{1,64}$'),
  -- What the provider keeps of a payment and when it pays out the rest, where it says so: net is amount_cents -
  -- fee_cents.
  fee_cents integer check (fee_cents >= 0),
  settles_on date,
  charge_id uuid references charges,
  refund_id uuid references refunds,
  reverses uuid constraint transfers_reverses_key unique references transfers,
  -- The transfer in whose place this one stands: a payment counts again once it was reversed or arrived with the
  -- unknown payer, cash once a guide hands it in.
  records_again uuid references transfers,
  -- The reservation that has received it or given it back; null of other kinds.
  reservation_id uuid generated always as (case
    when kind in ('deposit', 'balance', 'full', 'extra', 'reversal_in') then to_account
    when kind in ('refund', 'reversal_out', 'chargeback') then from_account end) stored,
  direction text not null generated always as (case
    when kind in ('refund', 'reversal_out', 'chargeback', 'sale_refund', 'sale_chargeback') then 'out'
    else 'in' end) stored,
  constraint transfers_recorded_by_person check ((recorded_via = 'person') = (recorded_by is not null)),
  constraint transfers_provider_of_reference check ((provider is null) = (reference is null)),
  constraint transfers_two_accounts check (from_account <> to_account),
  constraint transfers_with_means check ((kind in ('penalty', 'penalty_end')) = (method is null)),
  constraint transfers_reversal check (
    (kind in ('reversal_out', 'reversal_in', 'hand_in', 'report_refusal', 'arrival_end', 'penalty_end'))
    = (reverses is not null)),
  constraint transfers_arrival_has_reference check (kind <> 'arrival' or reference is not null),
  constraint transfers_back_of_sale check (kind not in ('sale_refund', 'sale_chargeback') or charge_id is not null),
  constraint transfers_of_bank check (kind <> 'sale_chargeback'
    or (from_account = own_account('kept') and recorded_via = 'provider' and reference is not null))
);
alter table refunds add foreign key (returned_entry) references transfers deferrable initially deferred;
create index transfers_of_reservation_idx on transfers (reservation_id, recorded_at, id);
create index transfers_occurred_idx on transfers (occurred_at, id);
create index transfers_refund_idx on transfers (refund_id) where refund_id is not null;
-- A payment counts once: its transfers form a chain, of which only the last can count. Nulls are not distinct: a chain
-- has one beginning, and each transfer one successor, however many record it at once. Statements and people write ids
-- in other case than the bank.
create unique index transfers_reference_key on transfers (provider, upper(reference), records_again) nulls not distinct
  where reference is not null;
create index transfers_of_gift_cards on transfers (reservation_id) where method = 'gift_card';
create index transfers_from_idx on transfers (from_account, recorded_at);
create index transfers_to_idx on transfers (to_account, recorded_at);
create unique index transfers_one_sale_per_card on transfers (to_account) where kind = 'sale';
-- What staff confirms of a guide's cash counts, once.
create unique index transfers_cash_counts_once on transfers (records_again)
  where records_again is not null and reference is null;
create index transfers_of_bank_on_sales on transfers (charge_id) where kind in ('sale_refund', 'sale_chargeback');

-- A transfer joins two accounts that its kind and means name, is the opposite of what it reverses, and puts nothing
-- into stored value that is closed. A payment counts once: what is recorded of it follows the last that was, which
-- arrived with the unknown payer, was reversed or none of ours. Money that waits there comes from there, all of it.
create function check_transfer() returns trigger language plpgsql as $$
declare
  payer accounts;
  payee accounts;
  ends text;
  e transfers;
  is_reversed boolean;
  waits boolean;
begin
  -- Not by foreign keys, which would lock the row of an account that every payment shares.
  select * into payer from accounts where id = new.from_account;
  select * into payee from accounts where id = new.to_account;
  ends := payer.kind || ' ' || payee.kind;
  if not coalesce(case
      when new.kind in ('deposit', 'balance', 'full', 'extra') then payee.kind = 'reservation' and case
        when new.method in ('credit', 'gift_card') then payer.kind = 'stored_value'
        when new.method = 'cash' then payer.kind = 'office'
        else payer.kind in ('clearing', 'unknown') end
      when new.kind = 'refund' then payer.kind = 'reservation' and case
        when new.method in ('credit', 'gift_card') then payee.kind = 'stored_value'
        when new.method = 'cash' then payee.kind = 'office'
        else payee.kind = 'clearing' end
      when new.kind = 'chargeback' then ends = 'reservation clearing'
      when new.kind = 'reversal_out' then payer.kind = 'reservation'
      when new.kind = 'reversal_in' then payee.kind = 'reservation'
      when new.kind = 'sale' then payee.kind = 'stored_value' and payer.kind in ('clearing', 'unknown', 'office')
      when new.kind = 'sale_refund' then payer.kind = 'stored_value' and payee.kind in ('clearing', 'office')
      when new.kind = 'sale_chargeback' then payer.kind in ('stored_value', 'kept') and payee.kind = 'clearing'
      when new.kind = 'revocation' then ends = 'stored_value kept'
      when new.kind = 'reissue' then ends = 'kept stored_value'
      when new.kind = 'credit_move' then ends = 'stored_value stored_value'
      when new.kind = 'cash_report' then ends = 'reservation hand'
      when new.kind in ('hand_in', 'report_refusal') then ends = 'hand reservation'
      when new.kind = 'arrival' then ends = 'clearing unknown'
      when new.kind = 'arrival_end' then ends = 'unknown clearing'
      when new.kind = 'penalty' then ends = 'reservation kept'
      when new.kind = 'penalty_end' then ends = 'kept reservation' end, false) then
    raise exception '% by % between % and %', new.kind, new.method, payer.kind, payee.kind
      using errcode = 'check_violation', constraint = 'transfers_accounts_of_kind';
  end if;
  if payer.closed_at is not null or payee.closed_at is not null then
    raise exception 'stored value that is closed'
      using errcode = 'check_violation', constraint = 'transfers_stored_value_is_open';
  end if;
  if new.reverses is not null then
    select * into e from transfers where id = new.reverses;
    if (e.from_account, e.to_account, e.amount_cents) <> (new.to_account, new.from_account, new.amount_cents)
      or e.reverses is not null or (e.kind = 'cash_report') <> (new.kind in ('hand_in', 'report_refusal')) then
      raise exception 'a reversal is the opposite of its transfer'
        using errcode = 'check_violation', constraint = 'transfers_reversal_is_opposite';
    end if;
    if new.kind = 'arrival_end' then
      new.provider := e.provider;
      new.reference := e.reference;
    end if;
  end if;
  if new.reference is not null then
    select t.* into e from transfers t
    where t.provider = new.provider and upper(t.reference) = upper(new.reference)
      and (
        select again.id from transfers again
        where again.provider = t.provider and upper(again.reference) = upper(t.reference) and again.records_again = t.id
      ) is null;
    is_reversed := exists (select from transfers where reverses = e.id);
    waits := e.kind = 'arrival' or is_reversed and e.from_account = own_account('unknown');
    -- Null where it follows nothing: refused unless it is the first.
    new.records_again := case
      when payer.kind = 'unknown' then case when waits and e.amount_cents = new.amount_cents then e.id end
      when not waits and (is_reversed or e.kind = 'arrival_end') then e.id end;
  elsif new.records_again is not null then
    -- Cash counts in the place of a guide's report, and waits again in the place of a payment that was reversed.
    select * into e from transfers where id = new.records_again;
    if not coalesce(new.method = 'cash' and e.method = 'cash' and e.amount_cents = new.amount_cents and case
        when new.kind = 'cash_report' then e.to_account = new.from_account
          and e.kind in ('deposit', 'balance', 'full', 'extra')
          and exists (select from transfers reversal where reversal.reverses = e.id)
        else new.kind in ('deposit', 'balance', 'full', 'extra')
          and e.kind = 'cash_report' and e.from_account = new.to_account end, false) then
      raise exception 'cash in the place of %', new.records_again
        using errcode = 'check_violation', constraint = 'transfers_cash_of_report';
    end if;
  end if;
  if payer.kind = 'unknown' and (new.reference is null or e.id is null) then
    raise exception 'no such money waits with the unknown payer'
      using errcode = 'check_violation', constraint = 'transfers_unknown_money_waits';
  end if;
  return new;
end $$;
create trigger transfers_checked before insert on transfers for each row execute function check_transfer();
create trigger transfers_are_final before update or delete on transfers
  for each row execute function refuse_change_of_book();
create constraint trigger transfers_balance after insert on transfers deferrable initially deferred for each row
  when (new.method in ('credit', 'gift_card') or new.records_again is not null or new.kind not in
    ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback'))
  execute function check_balance();

-- The adjustment of a payment that was recorded by mistake ends with it.
create function keep_adjustment_of_reversed() returns trigger language plpgsql as $$
begin
  if exists (
    select from reservation_lines
    where source_id = new.reverses and kind = 'payment_adjustment' and ended_at is null
  ) then
    raise exception 'an adjustment of a reversed payment'
      using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
  end if;
  return null;
end $$;
create constraint trigger transfers_end_adjustment after insert on transfers deferrable initially deferred for each row
  when (new.reverses is not null) execute function keep_adjustment_of_reversed();
create constraint trigger transfers_money after insert on transfers deferrable initially deferred for each row
  when (new.kind in ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback',
    'penalty', 'penalty_end'))
  execute function check_money();

-- What reservations have received and given back.
create view entries as select * from transfers where reservation_id is not null;

-- A file by which a client says "I paid": private, re-encoded if it is a picture.
create table receipts (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  charge_id uuid references charges,
  content_type text not null check (content_type in ('image/webp', 'application/pdf')),
  size_bytes integer not null check (size_bytes > 0),
  -- Hash of the file as it was sent, by which the same file is recognised.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Whether it is a picture, or a file with the structure of a PDF.
  is_readable boolean not null default true,
  state text not null default 'submitted' check (state in ('submitted', 'accepted', 'rejected')),
  -- Why it was rejected.
  reason text not null default '',
  submitted_by uuid not null references users,
  reviewed_by uuid references users,
  reviewed_at timestamptz,
  transfer_id uuid references transfers,
  created_at timestamptz not null default now(),
  -- When the file was deleted, some time after the trip.
  file_deleted_at timestamptz,
  constraint receipts_reviewed_when check ((state = 'submitted') = (reviewed_at is null)),
  constraint receipts_rejected_why check (state <> 'rejected' or reason <> '')
);
create unique index receipts_one_submitted_per_reservation on receipts (reservation_id) where state = 'submitted';
create index receipts_of_reservation_idx on receipts (reservation_id, created_at);
create index receipts_submitted_idx on receipts (created_at, id) where state = 'submitted';
create index receipts_reviewed_idx on receipts (state, reviewed_at desc, id) where state <> 'submitted';
create index receipts_with_file_idx on receipts (reservation_id) where file_deleted_at is null;
create index receipts_sha256_idx on receipts (sha256);

-- A payment that belongs to nothing that we know, until staff assigns or dismisses it.
create table unmatched_payments (
  id uuid primary key,
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  reference text not null check (reference ~ '^[A-Za-z0-9_-]{1,64}$'),
  charge_reference text not null default '',
  method text not null default 'pix' check (method in ('pix', 'card')),
  amount_cents integer not null check (amount_cents > 0),
  -- What the provider keeps of it, and the day on which it pays out the rest.
  fee_cents integer check (fee_cents >= 0),
  settles_on date,
  -- What of a waiting payment went back already.
  returned_cents integer not null default 0 check (returned_cents >= 0),
  payer_name text not null default '',
  description text not null default '',
  occurred_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'assigned', 'dismissed')),
  -- Why it was dismissed.
  reason text not null default '',
  -- The transfer by which it came to the unknown payer; null of a question, whose money may count already, and of money
  -- that has left.
  arrival_id uuid,
  transfer_id uuid references transfers,
  decided_by uuid references users,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint unmatched_payments_decided_when check ((state = 'waiting') = (decided_at is null)),
  constraint unmatched_payments_assigned_where check ((state = 'assigned') = (transfer_id is not null)),
  constraint unmatched_payments_question_asks
    check (state <> 'waiting' or arrival_id is not null or description <> '')
);
alter table unmatched_payments add foreign key (arrival_id) references transfers deferrable initially deferred;
create index unmatched_payments_waiting_idx on unmatched_payments (occurred_at, id) where state = 'waiting';
create unique index unmatched_payments_reference_key on unmatched_payments (provider, upper(reference));
create index unmatched_payments_of_charge_idx on unmatched_payments (charge_reference)
  where state = 'waiting' and charge_reference <> '';

-- Entries of the bank's list that cannot be read, with what they say of themselves, until staff has looked at them.
create table unreadable_pix (
  id uuid primary key,
  reference text not null unique check (char_length(reference) between 1 and 200),
  charge_reference text not null default '',
  seen_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by uuid references users
);
create index unreadable_pix_open_idx on unreadable_pix (seen_at) where checked_at is null;

-- Until when each provider was asked for payments whose notice may have been lost.
create table provider_polls (
  provider text primary key check (provider ~ '^[a-z_]{1,40}$'),
  polled_until timestamptz not null,
  -- When it last answered for everything up to then, by the clock of the database, which also ends holds: a hold whose
  -- payer has a code of the provider ends only once it was asked after the hold's deadline.
  asked_at timestamptz,
  -- When it was last asked for two days and for a week back: it may list a payment late, of which no notice came.
  two_days_at timestamptz,
  week_at timestamptz,
  -- When the provider last sent a notice of a payment.
  noticed_at timestamptz
);

-- Payments that a bank took back, of a card or of a Pix (MED): in parts, with days to answer in, or more than is left,
-- of which there is no entry then. A task for staff until somebody has looked at it: the reservation stays as it is.
create table chargebacks (
  id uuid primary key,
  kind text not null check (kind in ('card', 'med_fraud', 'med_operational', 'med', 'unfit')),
  provider text not null check (provider ~ '^[a-z_]{1,40}$'),
  reference text not null,
  payment_entry uuid not null references transfers,
  entry_id uuid constraint chargebacks_entry_key unique references transfers,
  -- What the bank takes; of that the entry has what was left.
  amount_cents integer not null check (amount_cents > 0),
  -- The bank has taken it: before that there is no entry.
  is_settled boolean not null default true,
  answer_by date,
  decision_by date,
  noticed_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by uuid references users,
  constraint chargebacks_checked_by check ((checked_at is null) = (checked_by is null)),
  constraint chargebacks_entry_of_settled check (is_settled or entry_id is null)
);
create index chargebacks_open_idx on chargebacks (noticed_at) where checked_at is null;
create unique index chargebacks_reference_key on chargebacks (provider, upper(reference));
create index chargebacks_of_payment on chargebacks (payment_entry);

-- Bank statements that staff imported. Their lines are compared with the book whenever they are read.
create table statements (
  id uuid primary key,
  filename text not null,
  format text not null check (format in ('ofx', 'csv')),
  -- Rows of the file whose day or amount could not be read.
  unread_rows integer not null default 0,
  -- How many rows of a statement's file are none of its lines, by reason.
  left_out jsonb not null default '{}',
  imported_by uuid not null references users,
  created_at timestamptz not null default now()
);

create table statement_lines (
  id uuid primary key,
  statement_id uuid not null references statements on delete cascade,
  position integer not null,
  -- Recognises a line whatever is imported again: its end-to-end id, the bank's own id, or a hash of day, amount, text
  -- and the number of equal lines before it.
  line_key text not null,
  occurred_on date not null,
  amount_cents integer not null check (amount_cents > 0),
  description text not null default '',
  payer_name text not null default '',
  reference text,
  charge_reference text not null default '',
  reservation_id uuid references reservations,
  state text not null default 'unmatched' check (state in ('proposed', 'unmatched', 'counted', 'confirmed')),
  -- Why a line is shown, but proposed for no reservation. Null where nothing is in doubt.
  doubt text check (doubt in ('direction', 'reversed', 'repeated')),
  transfer_id uuid references transfers,
  constraint statement_lines_position_key unique (statement_id, position),
  constraint statement_lines_proposed_for check (state <> 'proposed' or reservation_id is not null),
  constraint statement_lines_confirmed_as check (state <> 'confirmed' or transfer_id is not null)
);
-- Each transfer stands for one line of a file. A key may be confirmed again, where staff knows that it is other money:
-- a bank's ids may be line numbers, and differ between its formats.
create unique index statement_lines_entry_once on statement_lines (transfer_id) where state = 'confirmed';

-- Lines that staff knows to be no reservation's money, in whatever statement they come.
create table dismissed_lines (
  line_key text primary key,
  dismissed_by uuid not null references users,
  dismissed_at timestamptz not null default now()
);

-- Two files with the same money, confirmed at once for different reservations, share no row to wait for.
create function lock_statements() returns void language sql as $$
  select pg_advisory_xact_lock(hashtext('statements'))
$$;
