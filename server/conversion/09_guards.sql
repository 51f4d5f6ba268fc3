-- The guards of the book, once its tables are filled, and what is read of it by name. Columns of a converted table are in
-- another order than those of a new one: a view names them.
create view entries as
select id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
  recorded_by, payer_name, note, provider, reference, fee_cents, settles_on, charge_id, refund_id, reverses,
  records_again, reservation_id, direction
from transfers where reservation_id is not null;

create view cash_reports as
select report.id, report.from_account as reservation_id, report.amount_cents, report.occurred_at as taken_at,
  hand.id as hand, hand.name::uuid as person_id, coalesce(link.name, person.name) as guide,
  hand.balance_cents as hand_cents,
  case ending.kind when 'hand_in' then 'confirmed' when 'report_refusal' then 'refused' else 'waiting' end as state,
  report.note
from transfers report
join accounts hand on hand.id = report.to_account and hand.kind = 'hand'
left join guide_links link on link.id = hand.id
left join users person on person.id = hand.name::uuid
left join transfers ending on ending.reverses = report.id
where report.kind = 'cash_report';
create view cash_with_guides as select * from cash_reports where hand_cents > 0 and state = 'waiting';

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

-- What accounts know of themselves, and transfers but for what an erasure blanks, stays.
create function refuse_change_of_book() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name = 'transfers' then
    if is_erasure(to_jsonb(old), to_jsonb(new), '{payer_name,note,direction,reservation_id}') then return new; end if;
  end if;
  raise exception 'the book is never changed; record the opposite'
    using errcode = 'check_violation', constraint = tg_table_name || '_are_final';
end $$;
create trigger transfers_are_final before update or delete on transfers
  for each row execute function refuse_change_of_book();
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
create constraint trigger transfers_balance after insert on transfers deferrable initially deferred for each row
  when (new.method in ('credit', 'gift_card') or new.records_again is not null or new.kind not in
    ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback'))
  execute function check_balance();
create constraint trigger accounts_balance after insert or update on accounts deferrable initially deferred
  for each row when (new.balance_cents is not null) execute function check_balance();

-- At commit: what a reservation has received, given back and credited is the sum of its entries, what must go back is
-- the refund that is due, and no more is kept than was received.
create or replace function check_money() returns trigger language plpgsql as $$
declare
  checked uuid;
  mark text;
  -- Whether more may be kept now than was received.
  may_keep_more boolean := false;
  r record;
  entries record;
  kept_cents bigint;
begin
  if tg_table_name = 'reservations' then
    checked := new.id;
    may_keep_more := new.received_cents < old.received_cents;
  elsif tg_table_name = 'transfers' then
    checked := coalesce(new.reservation_id, case new.kind when 'penalty' then new.from_account else new.to_account end);
    may_keep_more := new.kind = 'penalty';
  else checked := coalesce(new.reservation_id, old.reservation_id);
  end if;
  mark := checked || ' ' || statement_timestamp();
  if current_setting('passeio.checked_money', true) = mark and not may_keep_more then return null; end if;
  select received_cents, refunded_cents, credited_cents, refund_due_on,
    greatest(received_cents - case when is_active then total_cents else retained_cents end, 0) as owed_cents
  into r from reservations where id = checked;
  select
    coalesce(sum(case direction when 'out' then -amount_cents else amount_cents end), 0) as received_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end), 0)
      as refunded_cents,
    coalesce(sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents end)
      filter (where method = 'credit'), 0) as credited_cents
  into entries from transfers where reservation_id = checked;
  if row(entries.received_cents, entries.refunded_cents, entries.credited_cents)
      <> row(r.received_cents, r.refunded_cents, r.credited_cents) then
    raise exception 'a reservation of % with entries of %', r, entries
      using errcode = 'check_violation', constraint = 'reservations_money_of_ledger';
  end if;
  if may_keep_more then
    select coalesce(sum(penalty.amount_cents), 0) into kept_cents from transfers penalty
    where penalty.from_account = checked and penalty.kind = 'penalty'
      and (select reversal.id from transfers reversal where reversal.reverses = penalty.id) is null;
    if kept_cents > r.received_cents then
      raise exception '% kept of %', kept_cents, r
        using errcode = 'check_violation', constraint = 'reservations_kept_of_received';
    end if;
  end if;
  if r.owed_cents > 0 or r.refund_due_on is not null then
    select
      coalesce(sum(amount_cents) filter (where state = 'sent'), 0) as sent_cents,
      coalesce(sum(amount_cents) filter (where state = 'due'), 0) as due_cents,
      min(promised_for) as due_on
    into entries from refunds where reservation_id = checked and state in ('due', 'sent');
    if greatest(r.owed_cents - entries.sent_cents, 0) <> entries.due_cents
      or entries.due_on is distinct from r.refund_due_on then
      raise exception 'refunds of % for %', entries, r
        using errcode = 'check_violation', constraint = 'reservations_refund_due';
    end if;
  end if;
  perform set_config('passeio.checked_money', mark, true);
  return null;
end $$;
create constraint trigger transfers_money after insert on transfers deferrable initially deferred for each row
  when (new.kind in ('deposit', 'balance', 'full', 'extra', 'refund', 'reversal_out', 'reversal_in', 'chargeback',
    'penalty', 'penalty_end'))
  execute function check_money();

-- Each part changes the price by its share of what the charge says; all of them together by no more.
create or replace function keep_adjustment_of_payment() returns trigger language plpgsql as $$
begin
  if exists (
    select from transfers entry join charges c on c.id = entry.charge_id
    where entry.id = new.source_id and entry.reservation_id = new.reservation_id and entry.direction = 'in'
      and entry.amount_cents <= c.amount_cents
      and new.unit_cents + (
        select coalesce(sum(line.unit_cents), 0) from transfers other join reservation_lines line
          on line.source_id = other.id and line.kind = 'payment_adjustment' and line.ended_at is null
        where other.reservation_id = new.reservation_id and other.charge_id = c.id)
        between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
  ) then
    return new;
  end if;
  raise exception 'an adjustment of no payment'
    using errcode = 'check_violation', constraint = 'reservation_lines_adjustment_of_payment';
end $$;

create or replace function refuse_charge_change() returns trigger language plpgsql as $$
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

create constraint trigger transfers_end_adjustment after insert on transfers deferrable initially deferred for each row
  when (new.reverses is not null) execute function keep_adjustment_of_reversed();
