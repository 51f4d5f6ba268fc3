-- What cancelling costs. `withdrawal_right`: whether clients withdraw without a penalty within `withdrawal_days`.
alter table operator add column withdrawal_right boolean not null default true;

-- What the operator keeps of a cancelled reservation: what was received when it was cancelled, less the refund of then.
-- Money that comes later goes back whole.
alter table reservations
  add column retained_cents integer not null default 0,
  add constraint reservations_retained_of_cancelled
    check (retained_cents >= 0 and (retained_cents = 0 or state = 'cancelled'));

-- What is kept for people who left a reservation that goes on.
alter table adjustments
  add column is_penalty boolean not null default false,
  add constraint adjustments_penalty_above_zero check (not is_penalty or amount_cents > 0);

create or replace function follow_reservation_money() returns trigger language plpgsql as $$
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
  to_return := greatest(new.received_cents - case when new.is_active then new.total_cents else new.retained_cents end, 0)
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
drop trigger reservations_follow_money on reservations;
create trigger reservations_follow_money
  after update of state, total_cents, deposit_cents, received_cents, retained_cents on reservations
  for each row when (
    row(old.state, old.total_cents, old.deposit_cents, old.received_cents, old.retained_cents)
    is distinct from row(new.state, new.total_cents, new.deposit_cents, new.received_cents, new.retained_cents)
  ) execute function follow_reservation_money();

drop index reservations_cancelled_idx, reservations_to_return_idx;
create index reservations_cancelled_idx on reservations (cancelled_at desc)
  include (received_cents, retained_cents, trip_id) where state = 'cancelled';
create index reservations_to_return_idx on reservations (cancelled_at desc)
  include (received_cents, retained_cents, trip_id)
  where state in ('cancelled', 'expired') and received_cents > retained_cents;
