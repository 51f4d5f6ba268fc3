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
