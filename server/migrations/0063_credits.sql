-- Credits of clients. Money that went back as credit, or came as credit, is an entry of the ledger by that method; what
-- it does to the client's credit is written here by a trigger, so that the two never differ. Credits do not expire.
alter table ledger_entries drop constraint payments_method_check;
alter table ledger_entries add constraint ledger_entries_method_check
  check (method in ('pix', 'cash', 'card', 'transfer', 'credit'));

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

-- A reversal goes to whom the credit was, whoever pays for the reservation by then.
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
