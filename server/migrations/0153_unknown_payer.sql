-- Money of nobody whom we know is on the book: it arrives with the unknown payer, and what staff says of it moves it on.
-- `arrival_id`: the transfer by which it came there; null of a question, whose money may count already, and of money that
-- is not there any more.
drop trigger unmatched_payments_copy_reference on unmatched_payments;
drop function copy_reference_of_unmatched();
alter table unmatched_payments
  drop end_to_end_id,
  drop txid,
  add arrival_id uuid;

-- Payments that staff was asked about, with the transfer that their arrival stands `before`, and the one that it `follows`.
create temporary table reported on commit drop as
with last as (
  select u.id as payment_id, t.id, reversal.id is null as counts, reversal.recorded_at as reversed_at
  from unmatched_payments u
  join transfers t on t.provider = u.provider and upper(t.reference) = upper(u.reference)
  left join transfers reversal on reversal.reverses = t.id
  where not exists (select from transfers again where again.records_again = t.id)
)
select u.*, last.reversed_at, moved.id as before, moved.kind as spent_by,
  case when moved.id is null then last.id else moved.records_again end as follows
from unmatched_payments u
left join last on last.payment_id = u.id
left join transfers moved on moved.id = last.id and last.counts and moved.amount_cents = u.amount_cents
  and (u.state = 'assigned' and moved.id = u.transfer_id or u.state = 'dismissed' and moved.kind = 'sale')
where moved.id is not null
  or not coalesce(last.counts, false) and u.state <> 'assigned'
    and u.description !~ '^(A equipe já lançou|Este [^.]* está lançado na reserva) ';

alter table transfers
  disable trigger user,
  add constraint transfers_arrival_has_reference check (kind <> 'arrival' or reference is not null);
drop index transfers_reference_key;
insert into transfers (id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
  payer_name, provider, reference, fee_cents, settles_on, records_again)
select id, own_account('clearing', provider), own_account('unknown'), amount_cents, 'arrival', method, occurred_at,
  greatest(created_at, reversed_at), 'provider', payer_name, provider, reference, fee_cents, settles_on, follows
from reported;
update transfers t set from_account = own_account('unknown'), records_again = r.id
from reported r where r.before = t.id;
insert into transfers (id, from_account, to_account, amount_cents, kind, method, occurred_at, recorded_at, recorded_via,
  recorded_by, provider, reference, reverses, records_again)
select uuidv7(), own_account('unknown'), own_account('clearing', provider), amount_cents, 'arrival_end', method,
  decided_at, decided_at, case when decided_by is null then 'system' else 'person' end, decided_by, provider, reference,
  id, id
from reported where state = 'dismissed' and before is null;
create unique index transfers_reference_key on transfers (provider, upper(reference), records_again) nulls not distinct
  where reference is not null;
alter table transfers enable trigger user;

-- A gift card that was bought by it is what it was for.
update unmatched_payments u set arrival_id = u.id, transfer_id = r.before,
  state = case when r.spent_by = 'sale' then 'assigned' else u.state end
from reported r where r.id = u.id and (u.state = 'waiting' or r.before is not null);
-- What waits without its money asks staff about money that counts.
update unmatched_payments set description = 'Confira se este pagamento já está lançado.'
where state = 'waiting' and arrival_id is null and description = '';
alter table unmatched_payments
  add foreign key (arrival_id) references transfers deferrable initially deferred,
  add constraint unmatched_payments_question_asks
    check (state <> 'waiting' or arrival_id is not null or description <> '');

-- A transfer joins two accounts that its kind and means name, is the opposite of what it reverses, and puts nothing into
-- stored value that is closed. A payment counts once: what is recorded of it follows the last that was, which arrived
-- with the unknown payer, was reversed or none of ours. Money that waits there comes from there, all of it.
create or replace function check_transfer() returns trigger language plpgsql as $$
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
