-- Charges, refunds, the ledger, receipts, bank statements and credits. What a list needs of a reservation's money is
-- kept in its row by triggers, so that no list joins these tables.

-- What a reservation is asked to pay, once, by Pix.
create table charges (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  purpose text not null check (purpose in ('deposit', 'balance', 'full', 'extra')),
  amount_cents integer not null check (amount_cents > 0),
  method text not null check (method in ('static_pix', 'provider_pix')),
  txid text not null constraint charges_txid_key unique check (txid ~ '^[A-Za-z0-9]{1,35}$'),
  -- The "copia e cola" code; null until the provider has created it.
  payload text,
  state text not null default 'open' check (state in ('open', 'paid', 'replaced', 'cancelled', 'expired')),
  -- What the provider is known to have of it; null for a static code.
  provider_state text check (provider_state in ('wanted', 'active', 'withdrawn')),
  -- A notice named the charge, and the bank has not been asked about it yet.
  noticed_at timestamptz,
  expires_at timestamptz,
  created_by uuid references users,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint charges_static_code_is_there check (method <> 'static_pix' or payload is not null),
  constraint charges_provider_state check ((method = 'provider_pix') = (provider_state is not null))
);
create unique index charges_one_open_per_reservation on charges (reservation_id) where state = 'open';
create index charges_of_reservation_idx on charges (reservation_id, created_at);
-- What the provider has to be told.
create index charges_to_synchronize_idx on charges (updated_at)
  where (state = 'open' and provider_state = 'wanted')
    or (state in ('replaced', 'cancelled', 'expired') and provider_state in ('wanted', 'active'));

create function refuse_charge_change() returns trigger language plpgsql as $$
begin
  if row(old.reservation_id, old.amount_cents, old.txid, old.purpose)
      is distinct from row(new.reservation_id, new.amount_cents, new.txid, new.purpose)
    or (old.state = 'paid' and new.state <> 'paid')
    or (old.state <> 'open' and new.state not in (old.state, 'paid')) then
    raise exception 'a charge is not changed; it is replaced'
      using errcode = 'check_violation', constraint = 'charges_are_final';
  end if;
  return new;
end $$;
create trigger charges_are_final before update on charges for each row execute function refuse_charge_change();

-- Money that must go back. Of each reservation at most one is due, by the trigger on reservations.
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
  created_at timestamptz not null default now(),
  constraint refunds_sent_as check (state <> 'sent' or (provider_reference is not null and returned_entry is not null)),
  constraint refunds_paid_when check ((state = 'paid') = (paid_at is not null))
);
create unique index refunds_one_due_per_reservation on refunds (reservation_id) where state = 'due';
create index refunds_of_reservation_idx on refunds (reservation_id, created_at);
create index refunds_open_idx on refunds (promised_for, id) where state in ('due', 'sent');
create index refunds_paid_idx on refunds (paid_at desc, id) include (amount_cents) where state = 'paid';

-- reservations.refund_due_on
create function keep_refund_due() returns trigger language plpgsql as $$
declare
  changed uuid := coalesce(new.reservation_id, old.reservation_id);
begin
  update reservations set refund_due_on = (
    select min(promised_for) from refunds where reservation_id = changed and state in ('due', 'sent')
  ) where id = changed;
  return null;
end $$;
create trigger refunds_keep_due after insert or update of state, promised_for or delete on refunds
  for each row execute function keep_refund_due();

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

-- The append-only ledger. The balance owed is computed from it, never stored.
create table ledger_entries (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  -- 'reversal_…': the opposite of an entry that was recorded by mistake.
  kind text not null check (kind in ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in')),
  direction text not null generated always as (
    case when kind in ('refund', 'reversal_out') then 'out' else 'in' end
  ) stored,
  method text not null check (method in ('pix', 'cash', 'card', 'transfer', 'credit')),
  amount_cents integer not null check (amount_cents > 0),
  charge_id uuid references charges,
  refund_id uuid references refunds,
  -- Of a Pix.
  end_to_end_id text check (end_to_end_id ~ '^[A-Za-z0-9]{1,64}$'),
  payer_name text not null default '',
  note text not null default '',
  reverses uuid constraint ledger_entries_reverses_key unique references ledger_entries,
  -- A Pix may be recorded again once its entry was reversed: the reversed entry in whose place this one stands.
  records_again uuid references ledger_entries,
  occurred_at timestamptz not null default now(),
  recorded_at timestamptz not null default now(),
  recorded_via text not null default 'person' check (recorded_via in ('person', 'provider', 'system')),
  recorded_by uuid references users,
  constraint ledger_entries_reversal check ((kind like 'reversal%') = (reverses is not null)),
  constraint ledger_entries_recorded_by_person check ((recorded_via = 'person') = (recorded_by is not null))
);
alter table refunds add foreign key (returned_entry) references ledger_entries deferrable initially deferred;
create index ledger_entries_of_reservation_idx on ledger_entries (reservation_id, recorded_at, id);
create index ledger_entries_occurred_idx on ledger_entries (occurred_at, id);
create index ledger_entries_refund_idx on ledger_entries (refund_id) where refund_id is not null;
-- A Pix counts once: its entries form a chain, of which only the last can count. Nulls are not distinct: a chain has
-- one beginning, and each reversed entry one successor, however many record it at once. Statements and people write ids
-- in other case than the bank.
create unique index ledger_entries_end_to_end_id_key on ledger_entries (upper(end_to_end_id), records_again)
  nulls not distinct where end_to_end_id is not null;

create function refuse_change_of_ledger_entry() returns trigger language plpgsql as $$
begin
  raise exception 'ledger entries are never changed; record the opposite'
    using errcode = 'check_violation', constraint = 'ledger_entries_are_final';
end $$;
create trigger ledger_entries_are_final before update or delete on ledger_entries
  for each row execute function refuse_change_of_ledger_entry();

-- An entry is reversed whole, within its reservation.
create function check_reversal() returns trigger language plpgsql as $$
declare
  e ledger_entries;
begin
  select * into e from ledger_entries where id = new.reverses;
  -- The direction of the new entry is not generated yet.
  if e.reservation_id <> new.reservation_id or e.amount_cents <> new.amount_cents or e.reverses is not null
    or (e.direction = 'in') <> (new.kind = 'reversal_out') then
    raise exception 'a reversal is the opposite of its entry'
      using errcode = 'check_violation', constraint = 'ledger_entries_reversal_is_opposite';
  end if;
  return new;
end $$;
create trigger ledger_entries_reversal_is_opposite before insert on ledger_entries
  for each row when (new.reverses is not null) execute function check_reversal();

-- Found here, so that no path that writes an entry can forget or forge it. Subqueries and no joins, for which a plan
-- might read the whole ledger.
create function find_reversed_recording() returns trigger language plpgsql as $$
begin
  new.records_again := (
    select e.id from ledger_entries e
    where upper(e.end_to_end_id) = upper(new.end_to_end_id)
      and (select reversal.id from ledger_entries reversal where reversal.reverses = e.id) is not null
      and (
        select again.id from ledger_entries again
        where upper(again.end_to_end_id) = upper(e.end_to_end_id) and again.records_again = e.id
      ) is null
  );
  return new;
end $$;
create trigger ledger_entries_find_reversed_recording before insert on ledger_entries
  for each row execute function find_reversed_recording();

create function sync_received() returns trigger language plpgsql as $$
declare
  refunded integer :=
    case new.kind when 'refund' then new.amount_cents when 'reversal_in' then -new.amount_cents else 0 end;
begin
  update reservations set
    received_cents = received_cents + case new.direction when 'out' then -new.amount_cents else new.amount_cents end,
    refunded_cents = refunded_cents + refunded,
    credited_cents = credited_cents + case new.method when 'credit' then refunded else 0 end
  where id = new.reservation_id;
  return null;
end $$;
create trigger ledger_entries_sync_received after insert on ledger_entries
  for each row execute function sync_received();

-- A file by which a client says "I paid": private, re-encoded if it is a picture.
create table receipts (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  charge_id uuid references charges,
  content_type text not null check (content_type in ('image/webp', 'application/pdf')),
  size_bytes integer not null check (size_bytes > 0),
  -- Of the file as it was sent, by which the same file is recognised.
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  -- Whether it is a picture, or a file with the structure of a PDF.
  is_readable boolean not null default true,
  state text not null default 'submitted' check (state in ('submitted', 'accepted', 'rejected')),
  -- Why it was rejected.
  reason text not null default '',
  submitted_by uuid not null references users,
  reviewed_by uuid references users,
  reviewed_at timestamptz,
  ledger_entry_id uuid references ledger_entries,
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

-- reservations.receipt_submitted_at and clock_stopped_at
create function keep_receipt_submitted() returns trigger language plpgsql as $$
declare
  waiting receipts;
begin
  select * into waiting from receipts where reservation_id = new.reservation_id and state = 'submitted';
  update reservations set
    receipt_submitted_at = waiting.created_at,
    clock_stopped_at = case when waiting.is_readable then coalesce(clock_stopped_at, waiting.created_at)
      else clock_stopped_at end
  where id = new.reservation_id;
  return null;
end $$;
create trigger receipts_keep_submitted after insert or update of state on receipts
  for each row execute function keep_receipt_submitted();

-- A Pix that belongs to no reservation that we know, until staff assigns or dismisses it.
create table unmatched_payments (
  id uuid primary key,
  end_to_end_id text not null check (end_to_end_id ~ '^[A-Za-z0-9]{1,64}$'),
  txid text not null default '',
  amount_cents integer not null check (amount_cents > 0),
  payer_name text not null default '',
  description text not null default '',
  occurred_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'assigned', 'dismissed')),
  -- Why it was dismissed.
  reason text not null default '',
  ledger_entry_id uuid references ledger_entries,
  decided_by uuid references users,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint unmatched_payments_decided_when check ((state = 'waiting') = (decided_at is null)),
  constraint unmatched_payments_assigned_where check ((state = 'assigned') = (ledger_entry_id is not null))
);
create unique index unmatched_payments_end_to_end_id_key on unmatched_payments (upper(end_to_end_id));
create index unmatched_payments_waiting_idx on unmatched_payments (occurred_at, id) where state = 'waiting';

-- Until when the provider was asked for Pix whose notice may have been lost.
create table pix_polls (
  only_row boolean primary key default true check (only_row),
  polled_until timestamptz not null,
  -- When the bank last answered for everything up to then, by the clock of the database, which also ends holds: a hold
  -- whose payer has a code of the bank ends only once the bank was asked after its deadline.
  asked_at timestamptz,
  -- When the bank was last asked for two days and for a week back: it may list a Pix late, of which no notice came.
  two_days_at timestamptz,
  week_at timestamptz
);

-- Entries of the bank's list that cannot be read, with what they say of themselves, until staff has looked at them.
create table unreadable_pix (
  id uuid primary key,
  reference text not null unique check (char_length(reference) between 1 and 200),
  txid text not null default '',
  seen_at timestamptz not null default now(),
  checked_at timestamptz,
  checked_by uuid references users
);
create index unreadable_pix_open_idx on unreadable_pix (seen_at) where checked_at is null;

-- Bank statements that staff imported. Their lines are compared with the ledger whenever they are read.
create table statements (
  id uuid primary key,
  filename text not null,
  format text not null check (format in ('ofx', 'csv')),
  -- Rows of the file whose day or amount could not be read.
  unread_rows integer not null default 0,
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
  txid text not null default '',
  end_to_end_id text,
  match text check (match in ('txid', 'end_to_end_id', 'amount_and_name')),
  reservation_id uuid references reservations,
  state text not null default 'unmatched' check (state in ('proposed', 'unmatched', 'counted', 'confirmed')),
  ledger_entry_id uuid references ledger_entries,
  constraint statement_lines_position_key unique (statement_id, position),
  constraint statement_lines_proposed_for check (state <> 'proposed' or reservation_id is not null),
  constraint statement_lines_confirmed_as check (state <> 'confirmed' or ledger_entry_id is not null)
);
-- Each entry stands for one line of a file. A key may be confirmed again, where staff knows that it is other money: a
-- bank's ids may be line numbers, and differ between its formats.
create unique index statement_lines_entry_once on statement_lines (ledger_entry_id) where state = 'confirmed';

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

-- Credits of clients; they do not expire. Money that went back as credit, or came as credit, is an entry of the ledger
-- by that method; a trigger writes what it does to the client's credit, so that the two never differ.
create table credit_balances (
  user_id uuid primary key references users,
  cents integer not null default 0 constraint credit_balances_not_negative check (cents >= 0)
);

-- 'granted': a refund as credit; 'used': a payment by credit; 'reversed': one of these put right.
create table credit_entries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  kind text not null check (kind in ('granted', 'used', 'reversed')),
  amount_cents integer not null,
  ledger_entry_id uuid not null constraint credit_entries_once_per_ledger_entry unique references ledger_entries,
  created_at timestamptz not null default now(),
  constraint credit_entries_sign check (case kind when 'granted' then amount_cents > 0 when 'used' then amount_cents < 0
    else amount_cents <> 0 end)
);
create index credit_entries_of_person_idx on credit_entries (user_id, created_at);

create function refuse_change_of_credit_entry() returns trigger language plpgsql as $$
begin
  raise exception 'credit entries are never changed; the ledger records the opposite'
    using errcode = 'check_violation', constraint = 'credit_entries_are_final';
end $$;
create trigger credit_entries_are_final before update or delete on credit_entries
  for each row execute function refuse_change_of_credit_entry();

-- The row of the balance is what two uses of the same credit wait for.
create function keep_credit_balance() returns trigger language plpgsql as $$
begin
  insert into credit_balances (user_id) values (new.user_id) on conflict do nothing;
  update credit_balances set cents = cents + new.amount_cents where user_id = new.user_id;
  return null;
end $$;
create trigger credit_entries_keep_balance after insert on credit_entries
  for each row execute function keep_credit_balance();

-- The refund of a cancelled departure that goes back as credit.
create function settle_choice_by_credit() returns trigger language plpgsql as $$
begin
  update trip_cancellation_choices c set outcome = 'credit'
  from ledger_entries e join reservations r on r.id = e.reservation_id
  where e.id = new.ledger_entry_id and c.reservation_id = r.id and c.trip_id = r.trip_id and c.outcome = 'refund';
  return null;
end $$;
create trigger credit_entries_settle_choice after insert on credit_entries
  for each row when (new.kind = 'granted') execute function settle_choice_by_credit();

-- A reversal goes to the person whose credit it was, whoever pays for the reservation by then.
create function move_credit() returns trigger language plpgsql as $$
begin
  insert into credit_entries (user_id, kind, amount_cents, ledger_entry_id)
  select coalesce((select user_id from credit_entries where ledger_entry_id = new.reverses), r.user_id),
    case when new.reverses is not null then 'reversed' when new.kind = 'refund' then 'granted' else 'used' end,
    case new.direction when 'out' then new.amount_cents else -new.amount_cents end,
    new.id
  from reservations r where r.id = new.reservation_id;
  return null;
end $$;
create trigger ledger_entries_move_credit after insert on ledger_entries
  for each row when (new.method = 'credit') execute function move_credit();
