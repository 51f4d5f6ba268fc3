-- What is wrong with money, places and prices in a database of release 0.3.1, counted anew from its rows: a sentence and
-- the id of what it is about. Frozen with that release: the conversion refuses what it finds.
with t as not materialized (select * from trips), r as not materialized (select * from reservations),
everybody as not materialized (select * from participants),
p as not materialized (select * from participants where removed_at is null)
select 'trip: places taken are not those of its reservations' as fault, t.id::text as id from t
  where places_taken <> (select coalesce(sum(places), 0) from r
    where r.trip_id = t.id and state in ('requested', 'held', 'booked'))
union all select 'trip: not its lowest price', t.id::text from t
  where price_cents <> (select coalesce(min(f.price_cents) filter (where coalesce(f.max_age, 18) >= 18),
      min(f.price_cents), 0)
    from trip_fares f where f.trip_id = t.id and f.audience = 'public' and f.takes_place)
union all select 'trip: more places taken and set aside than there are', id::text from t
  where places_taken + places_set_aside > capacity
union all select 'trip: places set aside are not those that coupons have left', t.id::text from t
  where places_set_aside <> (select coalesce(sum(greatest(a.places - (select coalesce(sum(r.places), 0) from r
      where r.coupon_id = a.coupon_id and r.trip_id = a.trip_id and r.state in ('requested', 'held', 'booked')), 0)), 0)
    from allotments a where a.trip_id = t.id and a.ended_at is null)
union all select 'reservation: places are not those of its people', id::text from r
  where places <> (select count(*) from p where reservation_id = r.id and takes_place)
union all select 'reservation: nobody with a place', id::text from r where places < 1
union all select 'reservation: the total is not that of its lines', id::text from r
  where total_cents < 0 or total_cents <> (select coalesce(sum(quantity * unit_cents), 0) from reservation_lines l
    where l.reservation_id = r.id and l.ended_at is null)
union all select 'trip: what is taken of an extra is not what its reservations have of it', e.id::text
  from trip_extras e join t on t.id = e.trip_id
  where taken > stock or taken <> (select coalesce(sum(quantity), 0) from reservation_lines l
    join reservations of_line on of_line.id = l.reservation_id
    where l.source_id = e.id and l.kind = 'extra' and l.ended_at is null
      and of_line.state in ('requested', 'held', 'booked'))
union all select 'coupon: uses or discounts are not those of its reservations', c.id::text from coupons c
  where uses > max_uses or discounted_cents > max_discount_cents
    or uses <> (select count(*) from reservations o where o.coupon_id = c.id and o.state in ('requested', 'held', 'booked'))
    or discounted_cents <> (select coalesce(-sum(quantity * unit_cents), 0) from reservation_lines l
      join reservations o on o.id = l.reservation_id
      where l.source_id = c.id and l.ended_at is null and o.state in ('requested', 'held', 'booked'))
union all select 'participant: not one line for the fare', p.id::text from p
  where (select array_agg(unit_cents) from reservation_lines l
    where l.reservation_id = p.reservation_id and l.participant_id = p.id and kind = 'fare' and ended_at is null) is null
union all select 'participant: left, but has lines', o.id::text from everybody o where removed_at is not null
  and exists (select from reservation_lines l
    where l.reservation_id = o.reservation_id and l.participant_id = o.id and ended_at is null)
union all select 'reservation: held although its deposit is covered', id::text from r
  where state = 'held' and received_cents >= deposit_cents
union all select 'request: money counts before the answer', id::text from r
  where state = 'requested' and (received_cents <> 0
    or exists (select from ledger_entries where reservation_id = r.id)
    or exists (select from refunds f where f.reservation_id = r.id)
    or exists (select from charges c where c.reservation_id = r.id))
union all select 'reservation: received is not the sum of its ledger', id::text from r
  where received_cents < 0 or received_cents <> (
    select coalesce(sum(case direction when 'out' then -amount_cents else amount_cents end), 0)
    from ledger_entries where reservation_id = r.id)
union all select 'ledger: a Pix counts twice', min(e.reservation_id::text) from ledger_entries e
  where reference is not null and not exists (select from ledger_entries where reverses = e.id)
  group by provider, upper(reference) having count(*) > 1 and bool_or(e.reservation_id in (select id from r))
union all select 'reservation: refunded is not the sum of its refunds', id::text from r
  where refunded_cents <> (
    select coalesce(sum(case kind when 'refund' then amount_cents else -amount_cents end), 0)
    from ledger_entries where reservation_id = r.id and kind in ('refund', 'reversal_in'))
union all select 'reservation: credited is not the sum of its refunds as credit', id::text from r
  where credited_cents <> (
    select coalesce(sum(case kind when 'refund' then amount_cents else -amount_cents end), 0)
    from ledger_entries where reservation_id = r.id and method = 'credit' and kind in ('refund', 'reversal_in'))
union all select 'reservation: what is to be returned is not the refund that is due', id::text from r
  where greatest(0, received_cents - case when is_active then total_cents else retained_cents end
      - (select coalesce(sum(amount_cents), 0) from refunds f where f.reservation_id = r.id and f.state = 'sent'))
    <> (select coalesce(sum(amount_cents), 0) from refunds f where f.reservation_id = r.id and f.state = 'due')
union all select 'reservation: its price changed by what is no payment of a charge', l.reservation_id::text
  from reservation_lines l join r on r.id = l.reservation_id
  left join ledger_entries e on e.id = l.source_id and e.reservation_id = r.id and e.direction = 'in'
  left join charges c on c.id = e.charge_id and c.reservation_id = r.id
  where l.kind = 'payment_adjustment' and l.ended_at is null and (c.state is distinct from 'paid'
    or e.amount_cents > c.amount_cents
    or l.unit_cents not between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
    or exists (select from ledger_entries where reverses = e.id)
    or (exists (select from chargebacks b where b.payment_entry = e.id and b.entry_id is not null)
      and e.amount_cents <= (
        select coalesce(sum(b.amount_cents), 0) from chargebacks b where b.payment_entry = e.id and b.entry_id is not null)
        + (select coalesce(sum(f.amount_cents), 0) from refunds f where f.returned_entry = e.id and f.state = 'paid')))
union all select 'reservation: its price changed by more than a charge says', min(l.reservation_id::text)
  from reservation_lines l join r on r.id = l.reservation_id join ledger_entries e on e.id = l.source_id
  join charges c on c.id = e.charge_id
  where l.kind = 'payment_adjustment' and l.ended_at is null group by c.id
  having sum(l.unit_cents) not between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
union all select 'credit: not what the ledger says', e.id::text
  from ledger_entries e left join credit_entries c on c.ledger_entry_id = e.id
  where e.reservation_id in (select id from r) and ((e.method = 'credit') <> (c.id is not null)
    or c.amount_cents <> case e.direction when 'out' then e.amount_cents else -e.amount_cents end)
union all select 'credit: the balance is not the sum of its entries', b.user_id::text from credit_balances b
  where b.user_id in (select user_id from r) and (b.cents < 0
    or b.cents <> (select coalesce(sum(amount_cents), 0) from credit_entries c where c.user_id = b.user_id))
union all select 'gift card: not what the ledger says', e.id::text
  from ledger_entries e left join gift_card_entries c on c.ledger_entry_id = e.id
  where e.reservation_id in (select id from r) and ((e.method = 'gift_card') <> (c.id is not null)
    or c.amount_cents <> case e.direction when 'out' then e.amount_cents else -e.amount_cents end)
union all select 'gift card: a reservation gave back more than it paid', r.id::text from r
  where 0 > any (select sum(-c.amount_cents) from ledger_entries e
    join gift_card_entries c on c.ledger_entry_id = e.id where e.reservation_id = r.id group by c.gift_card_id)
union all select 'gift card: the balance is not the sum of its entries', g.id::text from gift_cards g
  where balance_cents not between 0 and value_cents
    or balance_cents <> (select coalesce(sum(amount_cents), 0) from gift_card_entries c where c.gift_card_id = g.id)
union all select 'gift card: worth something although nobody paid, or the other way round', g.id::text
  from gift_cards g
  where (state in ('active', 'revoked')) <> exists (select from gift_card_payments p where p.gift_card_id = g.id)
    or (state in ('active', 'revoked')) <> exists (
      select from gift_card_entries c where c.gift_card_id = g.id and kind = 'issued')
union all select 'gift card: its payment counts in the ledger too', p.gift_card_id::text
  from gift_card_payments p join ledger_entries e
    on e.provider = p.provider and upper(e.reference) = upper(p.reference)
  where not exists (select from ledger_entries where reverses = e.id)
union all select 'cancelled departure: a choice is open, but not of its reservation, or the other way round', r.id::text
  from r left join trip_cancellation_choices c on c.reservation_id = r.id and c.trip_id = r.trip_id
  where (c.reservation_id is not null and c.outcome is null) <> (r.choose_until is not null)
union all select 'cancelled departure: the outcome is not what has become of the reservation', r.id::text
  from trip_cancellation_choices c join r on r.id = c.reservation_id
  where (c.outcome in ('ended', 'refund', 'credit') and (r.state <> 'cancelled' or r.trip_id <> c.trip_id))
    or (c.outcome = 'moved' and r.trip_id = c.trip_id)
union all select 'reservation: retains more than was contracted', id::text from r where retained_cents > total_cents
union all select 'reservation: not the day of its refund', id::text from r
  where refund_due_on is distinct from (
    select min(promised_for) from refunds f where f.reservation_id = r.id and f.state in ('due', 'sent'))
union all select 'reservation: an open charge of somebody who chooses', r.id::text
  from r join charges c on c.reservation_id = r.id and c.state = 'open' where r.choose_until is not null
union all select 'reservation: asks for more than is due', r.id::text
  from r join charges c on c.reservation_id = r.id and c.state = 'open'
  where r.state not in ('held', 'booked') or c.amount_cents - c.adjustment_cents > total_cents - received_cents
union all select 'reservation: an open charge of another day than of its instalments', r.id::text
  from r join charges c on c.reservation_id = r.id and c.state = 'open'
  where c.due_on is not null and not exists (
    select from jsonb_array_elements(r.instalments) one where one ->> 'dueOn' = c.due_on::text)
union all select 'reservation: its shares ask for more than is due', r.id::text from r
  where (select sum(c.amount_cents - c.adjustment_cents) from charges c
    where c.reservation_id = r.id and c.state = 'open' and c.participant_id is not null) > total_cents - received_cents
union all select 'charge: of a share that nobody pays', c.id::text
  from charges c join r on r.id = c.reservation_id join everybody o on o.id = c.participant_id
  where c.state = 'open' and (not r.splits_payment or o.removed_at is not null or o.reservation_id <> r.id)
union all select 'reservation: not the instant of its receipt', id::text from r
  where receipt_submitted_at is distinct from (
    select created_at from receipts where reservation_id = r.id and state = 'submitted')
union all select 'participant: held, but the reservation is not booked', o.id::text
  from p o join r on r.id = o.reservation_id where o.held_until is not null and r.state in ('requested', 'held')
union all select 'reservation: people are held whose deposit is covered', id::text from (
  select r.id, r.received_cents, r.deposit_cents - sum(o.held_deposit_cents) as firm_cents,
    (array_agg(o.held_deposit_cents order by o.held_until, o.position))[1] as first_cents
  from p o join r on r.id = o.reservation_id where o.held_until is not null and r.state = 'booked' group by r.id,
    r.received_cents, r.deposit_cents) held where received_cents >= firm_cents + first_cents;
