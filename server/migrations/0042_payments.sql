-- Money: charges, receipts, refunds, bank statements, and a ledger whose entries name who recorded them and the Pix they
-- stand for. What a list needs of a reservation's money is kept in its row by triggers (receipt_submitted_at,
-- refund_due_on, refunded_cents), so that no list joins these tables.
drop trigger payments_keep_received on payments;
drop trigger payments_are_final on payments;
drop function keep_received, refuse_change_of_payment;

alter table payments rename to ledger_entries;
alter table ledger_entries rename column confirmed_by to recorded_by;
alter table ledger_entries rename column confirmed_at to recorded_at;
alter table ledger_entries rename constraint payments_pkey to ledger_entries_pkey;
alter table ledger_entries rename constraint payments_reservation_id_fkey to ledger_entries_reservation_id_fkey;
alter table ledger_entries drop constraint payments_kind_check;
alter index payments_of_reservation_idx rename to ledger_entries_of_reservation_idx;

alter table reservations
  add column receipt_submitted_at timestamptz,
  add column refund_due_on date,
  add column refunded_cents integer not null default 0 check (refunded_cents >= 0);

-- What a reservation is asked to pay, once, by Pix. `payload` is the "copia e cola" code, null until the provider has
-- created it. `provider_state`: what the provider is known to have of it; null for a static code.
create table charges (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  purpose text not null check (purpose in ('deposit', 'balance', 'full', 'extra')),
  amount_cents integer not null check (amount_cents > 0),
  txid text not null constraint charges_txid_key unique check (txid ~ '^[A-Za-z0-9]{1,35}$'),
  method text not null check (method in ('static_pix', 'provider_pix')),
  payload text,
  state text not null default 'open' check (state in ('open', 'paid', 'replaced', 'cancelled', 'expired')),
  provider_state text check (provider_state in ('wanted', 'active', 'withdrawn')),
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

-- Money that must go back. Of each reservation at most one is due; the trigger below keeps it equal to what is to be
-- returned. `provider_reference`: the id of the return at the provider, of the Pix that is `returned_entry`.
create table refunds (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (reason in ('cancelled', 'expired', 'overpaid')),
  promised_for date not null,
  pix_key text not null default '',
  state text not null default 'due' check (state in ('due', 'sent', 'paid')),
  provider_reference text constraint refunds_provider_reference_key unique,
  created_at timestamptz not null default now(),
  decided_by uuid references users,
  paid_at timestamptz,
  returned_entry uuid references ledger_entries deferrable initially deferred,
  constraint refunds_sent_as check (state <> 'sent' or (provider_reference is not null and returned_entry is not null)),
  constraint refunds_paid_when check ((state = 'paid') = (paid_at is not null))
);
create unique index refunds_one_due_per_reservation on refunds (reservation_id) where state = 'due';
create index refunds_of_reservation_idx on refunds (reservation_id, created_at);
create index refunds_open_idx on refunds (promised_for, id) where state in ('due', 'sent');

-- 'reversal': the opposite of an entry that was recorded by mistake.
alter table ledger_entries
  alter column recorded_by drop not null,
  add column direction text not null generated always as (
    case when kind in ('refund', 'reversal_out') then 'out' else 'in' end
  ) stored,
  add column recorded_via text not null default 'person' check (recorded_via in ('person', 'provider', 'system')),
  add column occurred_at timestamptz not null default now(),
  add column end_to_end_id text constraint ledger_entries_end_to_end_id_key unique
    check (end_to_end_id ~ '^[A-Za-z0-9]{1,64}$'),
  add column payer_name text not null default '',
  add column charge_id uuid references charges,
  add column refund_id uuid references refunds,
  add column reverses uuid constraint ledger_entries_reverses_key unique references ledger_entries,
  add constraint ledger_entries_kind_check check (
    kind in ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in')
  ),
  add constraint ledger_entries_reversal check ((kind like 'reversal%') = (reverses is not null)),
  add constraint ledger_entries_recorded_by_person check ((recorded_via = 'person') = (recorded_by is not null));
update ledger_entries set occurred_at = recorded_at where occurred_at <> recorded_at;
create index ledger_entries_occurred_idx on ledger_entries (occurred_at, id);
create index ledger_entries_refund_idx on ledger_entries (refund_id) where refund_id is not null;

update reservations r set refunded_cents = l.cents
from (select reservation_id, sum(amount_cents) as cents from ledger_entries where kind = 'refund' group by 1) l
where l.reservation_id = r.id;

create function keep_received() returns trigger language plpgsql as $$
begin
  update reservations set
    received_cents = received_cents + case new.direction when 'out' then -new.amount_cents else new.amount_cents end,
    refunded_cents = refunded_cents + case
      when new.kind = 'refund' then new.amount_cents
      when new.kind = 'reversal_in' then -new.amount_cents
      else 0 end
  where id = new.reservation_id;
  return null;
end $$;
create trigger ledger_entries_keep_received after insert on ledger_entries
  for each row execute function keep_received();

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

-- A reservation's open charge ends with what it was made for, and what must go back is due, whoever changes it.
create function follow_reservation_money() returns trigger language plpgsql as $$
declare
  to_return integer;
  why text;
begin
  update charges set updated_at = now(), state = case
    when new.state = 'cancelled' then 'cancelled' when new.state = 'expired' then 'expired' else 'replaced' end
  where reservation_id = new.id and state = 'open'
    and (new.state in ('cancelled', 'expired')
      or new.total_cents <> old.total_cents or new.deposit_cents <> old.deposit_cents
      or amount_cents > new.total_cents - new.received_cents
      or (purpose = 'deposit' and new.received_cents >= new.deposit_cents));
  if new.received_cents = 0 and old.received_cents = 0 then
    return null;
  end if;
  to_return := case when new.is_active then greatest(new.received_cents - new.total_cents, 0) else new.received_cents end
    - coalesce((select sum(amount_cents) from refunds where reservation_id = new.id and state = 'sent'), 0);
  why := case new.state when 'cancelled' then 'cancelled' when 'expired' then 'expired' else 'overpaid' end;
  if to_return > 0 then
    insert into refunds (id, reservation_id, amount_cents, reason, promised_for)
    select gen_random_uuid(), new.id, to_return, why, (now() at time zone o.time_zone)::date + o.refund_days
    from operator o
    on conflict (reservation_id) where state = 'due'
      do update set amount_cents = excluded.amount_cents, reason = excluded.reason
      where row(refunds.amount_cents, refunds.reason) is distinct from row(excluded.amount_cents, excluded.reason);
  else
    delete from refunds where reservation_id = new.id and state = 'due';
  end if;
  return null;
end $$;
create trigger reservations_follow_money after update of state, total_cents, deposit_cents, received_cents on reservations
  for each row when (
    row(old.state, old.total_cents, old.deposit_cents, old.received_cents)
    is distinct from row(new.state, new.total_cents, new.deposit_cents, new.received_cents)
  ) execute function follow_reservation_money();

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

-- A file by which a client says "I paid": private, re-encoded if it is a picture. `sha256` is that of the file as it was
-- sent, by which the same file is recognised.
create table receipts (
  id uuid primary key,
  reservation_id uuid not null references reservations,
  charge_id uuid references charges,
  content_type text not null check (content_type in ('image/webp', 'application/pdf')),
  size_bytes integer not null check (size_bytes > 0),
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  state text not null default 'submitted' check (state in ('submitted', 'accepted', 'rejected')),
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
create index receipts_reviewed_idx on receipts (reviewed_at, id) where state <> 'submitted';
create index receipts_with_file_idx on receipts (reservation_id) where file_deleted_at is null;
create index receipts_sha256_idx on receipts (sha256);

-- A submitted receipt stops the clock of a hold until it is judged.
create function keep_receipt_submitted() returns trigger language plpgsql as $$
begin
  update reservations set receipt_submitted_at = (
    select created_at from receipts where reservation_id = new.reservation_id and state = 'submitted'
  ) where id = new.reservation_id;
  return null;
end $$;
create trigger receipts_keep_submitted after insert or update of state on receipts
  for each row execute function keep_receipt_submitted();

drop index reservations_hold_idx;
create index reservations_hold_idx on reservations (hold_expires_at) include (trip_id)
  where state = 'held' and hold_expires_at is not null and receipt_submitted_at is null;
drop index reservations_hold_without_warning_idx;
create index reservations_hold_without_warning_idx on reservations (hold_expires_at)
  where state = 'held' and hold_expires_at is not null and hold_warned_at is null and receipt_submitted_at is null;

-- A Pix that belongs to no reservation that we know, until staff assigns or dismisses it.
create table unmatched_payments (
  id uuid primary key,
  end_to_end_id text not null constraint unmatched_payments_end_to_end_id_key unique,
  txid text not null default '',
  amount_cents integer not null check (amount_cents > 0),
  payer_name text not null default '',
  description text not null default '',
  occurred_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'assigned', 'dismissed')),
  reason text not null default '',
  ledger_entry_id uuid references ledger_entries,
  decided_by uuid references users,
  decided_at timestamptz,
  created_at timestamptz not null default now(),
  constraint unmatched_payments_decided_when check ((state = 'waiting') = (decided_at is null)),
  constraint unmatched_payments_assigned_where check ((state = 'assigned') = (ledger_entry_id is not null))
);
create index unmatched_payments_waiting_idx on unmatched_payments (occurred_at, id) where state = 'waiting';

-- Bank statements that staff imported. `line_key` recognises a line whatever is imported again: its end-to-end id, the
-- bank's own id, or a hash of day, amount, text and the number of equal lines before it.
create table statements (
  id uuid primary key,
  filename text not null,
  format text not null check (format in ('ofx', 'csv')),
  imported_by uuid not null references users,
  created_at timestamptz not null default now()
);
create table statement_lines (
  id uuid primary key,
  statement_id uuid not null references statements on delete cascade,
  position integer not null,
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
-- A line counts once, in whatever statement it comes.
create unique index statement_lines_counted_once on statement_lines (line_key) where state = 'confirmed';

-- Until when the provider was asked for Pix whose notice may have been lost.
create table pix_polls (
  only_row boolean primary key default true check (only_row),
  polled_until timestamptz not null
);

alter table operator
  add column receipt_days integer not null default 90 check (receipt_days >= 1),
  -- Whether the configuration names a payment provider, kept at every start for all that reads the database.
  add column has_payment_provider boolean not null default false;
-- Hours before departure at which the balance is due; null: the operator's setting.
alter table trips add column balance_due_hours integer check (balance_due_hours between 1 and 8760);

-- Due since before this migration.
insert into refunds (id, reservation_id, amount_cents, reason, promised_for)
select gen_random_uuid(), r.id, case when r.is_active then r.received_cents - r.total_cents else r.received_cents end,
  case r.state when 'cancelled' then 'cancelled' when 'expired' then 'expired' else 'overpaid' end,
  (coalesce(r.cancelled_at, r.updated_at) at time zone o.time_zone)::date + o.refund_days
from reservations r, operator o
where r.received_cents > case when r.is_active then r.total_cents else 0 end;
