import { sql } from 'kysely';
import type { Database } from './connect.ts';

// Up to so many reservations, reading all of them for each is faster than planning to look each up by an index.
const FEW = 1_000;

/** Places, stock, coupons, waiting lists, deadlines and choices. */
const faultsOfPlaces = sql`
  union all select 'trip: not the smallest party that waits', t.id::text from t
    where smallest_waiting is distinct from (select min(places) from waiting_list_entries w
      where w.trip_id = t.id and w.state = 'waiting' and (not t.has_rooms or fits_rooms(t.id, w.party, w.share, w.sharers)))
  union all select 'trip: not its lowest price', t.id::text from t
    where price_cents <> (select coalesce(min(f.price_cents) filter (where coalesce(f.max_age, 18) >= 18),
        min(f.price_cents), 0)
      from trip_fares f where f.trip_id = t.id and f.audience = 'public' and f.takes_place)
  union all select 'waiting list: an offer is not what has become of its reservation',
      concat_ws(' ', w.id, w.state, 'of a reservation', r.state)
    from waiting_list_entries w join r on r.id = w.reservation_id
    where w.state <> case r.state when 'held' then 'offered' when 'booked' then 'taken' when 'expired' then 'lapsed'
      else 'left' end and not (w.state = 'taken' and r.state in ('held', 'cancelled'))
      -- Money that came later has taken the places again, not the offer.
      and not (w.state = 'lapsed' and exists (select from audit_entries e
        where e.subject_id = r.id::text and e.changes -> 'state' ->> 1 = 'expired'))
  union all select 'trip: more places taken and set aside than there are', id::text from t
    where places_taken + places_set_aside > capacity
  union all select 'trip: places set aside are not those that coupons and sellers have left', t.id::text from t
    where places_set_aside <> (select coalesce(sum(greatest(a.places - (select coalesce(sum(r.places), 0)
        from reservations r where r.trip_id = a.trip_id and r.state in ('requested', 'held', 'booked') and case
          when a.coupon_id is not null then r.coupon_id = a.coupon_id
          else r.seller_id = a.seller_id and not exists (select from allotments of_coupon
            where of_coupon.coupon_id = r.coupon_id and of_coupon.trip_id = a.trip_id and of_coupon.ended_at is null)
          end), 0)), 0)
      from allotments a where a.trip_id = t.id and a.ended_at is null)
  union all select 'reservation: places are not those of its people', id::text from r
    where places <> (select count(*) from p where reservation_id = r.id and takes_place)
  union all select 'trip: what is taken of an extra is not what its reservations have of it', e.id::text
    from trip_extras e join t on t.id = e.trip_id
    where taken > stock or taken <> (select coalesce(sum(quantity), 0) from reservation_lines l
      join reservations of_line on of_line.id = l.reservation_id
      where l.source_id = e.id and l.kind = 'extra' and l.ended_at is null
        and of_line.state in ('requested', 'held', 'booked'))
  union all select 'trip: rooms taken are not those of its reservations', type.id::text
    from trip_room_types type join t on t.id = type.trip_id
    where row(private_rooms, sharing_women, sharing_men, sharing_any) <> (
      select count(distinct room.id) filter (where share is null), count(*) filter (where share = 'women'),
        count(*) filter (where share = 'men'), count(*) filter (where share = 'any')
      from reservation_rooms room join reservations o on o.id = room.reservation_id
      join reservation_lines l on l.reservation_id = o.id and l.source_id = room.id
      where room.room_type_id = type.id and l.kind = 'room' and l.ended_at is null and o.trip_id = type.trip_id
        and o.state in ('requested', 'held', 'booked'))
  union all select 'coupon: uses or discounts are not those of its reservations', c.id::text from coupons c
    where uses > max_uses or discounted_cents > max_discount_cents
      or uses <> (select count(*) from reservations o where o.coupon_id = c.id and o.state in ('requested', 'held', 'booked'))
      or discounted_cents <> (select coalesce(-sum(quantity * unit_cents), 0) from reservation_lines l
        join reservations o on o.id = l.reservation_id
        where l.source_id = c.id and l.ended_at is null and o.state in ('requested', 'held', 'booked'))
  union all select 'reservation: held although its deposit is covered', id::text from r
    where state = 'held' and received_cents >= deposit_cents
  union all select 'reservation: held beyond the departure', r.id::text from r join t on t.id = r.trip_id
    where state in ('requested', 'held') and hold_expires_at > departs_at
  union all select 'request: held or booked without an answer', id::text from r
    where requested_at is not null and answered_at is null and state in ('held', 'booked')
  union all select 'request: refused, but not told why, or told why, but not refused', id::text from r
    where (refusal is null) <> not exists (select from audit_entries e where e.subject_type = 'reservation'
      and e.subject_id = r.id::text and e.action = 'reservation.request_refused')
  union all select 'cancelled departure: a choice is open, but not of its reservation, or the other way round', r.id::text
    from r left join trip_cancellation_choices c on c.reservation_id = r.id and c.trip_id = r.trip_id
    where (c.reservation_id is not null and c.outcome is null) <> (r.choose_until is not null)
  union all select 'cancelled departure: the outcome is not what has become of the reservation', r.id::text
    from trip_cancellation_choices c join r on r.id = c.reservation_id
    where (c.outcome in ('ended', 'refund', 'credit') and (r.state <> 'cancelled' or r.trip_id <> c.trip_id))
      or (c.outcome = 'moved' and r.trip_id = c.trip_id)`;

/** People, their fares, laps and deadlines. */
const faultsOfPeople = sql`
  union all select 'participant: attendance is not that of the last tap', o.id::text
    from everybody o left join lateral (
      select decision, decided_at from boarding_taps b where b.trip_id = o.trip_id and b.participant_id = o.id
      order by decided_at desc, id desc limit 1) tap on true
    where o.boarded_at is distinct from case tap.decision when 'boarded' then tap.decided_at end
      or o.missed_at is distinct from case tap.decision when 'missed' then tap.decided_at end
  union all select 'travel authorisation: of somebody in another reservation', a.id::text
    from travel_authorizations a join everybody o on o.id = a.participant_id where o.reservation_id <> a.reservation_id
  union all select 'reservation: nobody with a place', id::text from r where places < 1
  union all select 'participant: not one line for the fare', p.id::text from p
    where (select array_agg(unit_cents) from reservation_lines l
      where l.reservation_id = p.reservation_id and l.participant_id = p.id and kind = 'fare' and ended_at is null) is null
  union all select 'participant: left, but has lines', o.id::text from everybody o where removed_at is not null
    and exists (select from reservation_lines l
      where l.reservation_id = o.reservation_id and l.participant_id = o.id and ended_at is null)
  union all select 'participant: not of the trip or state of the reservation', o.id::text
    from everybody o join r on r.id = o.reservation_id
    where o.trip_id <> r.trip_id or o.is_active <> (r.state in ('requested', 'held', 'booked'))
  union all select 'payer with two active reservations of the site', min(id::text) from r
    where state in ('requested', 'held', 'booked') and channel = 'site' group by trip_id, user_id having count(*) > 1
  union all select 'a CPF twice on a list', min(id::text) from p
    where is_active and cpf is not null group by trip_id, cpf having count(*) > 1
  union all select 'a person twice on a list', min(id::text) from p
    where is_active and user_id is not null group by trip_id, user_id having count(*) > 1
  union all select 'participant: on nobody''s lap, or accompanied by nobody who may', id::text from p
    where (not takes_place or companion_id is not null) and not exists (
      select from adults where adults.id = p.companion_id and adults.reservation_id = p.reservation_id)
  union all select 'participant: held, but the reservation is not booked', o.id::text
    from p o join r on r.id = o.reservation_id where o.held_until is not null and r.state in ('requested', 'held')
  union all select 'reservation: people are held whose deposit is covered', id::text from (
    select r.id, r.received_cents, r.deposit_cents - sum(o.held_deposit_cents) as firm_cents,
      (array_agg(o.held_deposit_cents order by o.held_until, o.position))[1] as first_cents
    from p o join r on r.id = o.reservation_id where o.held_until is not null and r.state = 'booked' group by r.id,
      r.received_cents, r.deposit_cents) held where received_cents >= firm_cents + first_cents
  union all select 'reservation: nobody but people who are not paid for', id::text from r
    where state = 'booked' and not exists (
      select from p where reservation_id = r.id and takes_place and held_until is null)
  union all select 'two children on a lap', companion_id::text from p
    where not takes_place group by companion_id having count(*) > 1`;

/** Sums of reservations, their prices, refunds, charges and receipts. */
const faultsOfSums = sql`
  union all select 'reservation: the total is not that of its lines', id::text from r
    where total_cents < 0 or total_cents <> (select coalesce(sum(quantity * unit_cents), 0) from reservation_lines l
      where l.reservation_id = r.id and l.ended_at is null)
  union all select 'request: money counts before the answer', id::text from r
    where state = 'requested' and (received_cents <> 0
      or exists (select from transfers where reservation_id = r.id)
      or exists (select from refunds f where f.reservation_id = r.id)
      or exists (select from charges c where c.reservation_id = r.id))
  union all select 'reservation: received is not the sum of its ledger', id::text from r
    where received_cents < 0 or received_cents <> (
      select coalesce(sum(case direction when 'out' then -amount_cents else amount_cents end), 0)
      from transfers where reservation_id = r.id)
  union all select 'reservation: cash with guides is not what they reported', id::text from r
    where guide_cents <> (select coalesce(sum(amount_cents), 0) from cash_with_guides w where w.reservation_id = r.id)
  union all select 'reservation: the book keeps another amount than its penalties that were received', r.id::text from r
    where least(received_cents, case when state = 'cancelled' then retained_cents
        when state in ('held', 'booked') then (select coalesce(sum(quantity * unit_cents), 0) from reservation_lines l
          where l.reservation_id = r.id and l.kind = 'penalty' and l.ended_at is null)
        else 0 end)
      <> (select coalesce(sum(case kind when 'penalty' then amount_cents else -amount_cents end), 0) from transfers
        where kind in ('penalty', 'penalty_end') and r.id in (from_account, to_account))
  union all select 'reservation: refunded is not the sum of its refunds', id::text from r
    where refunded_cents <> (
      select coalesce(sum(case kind when 'refund' then amount_cents else -amount_cents end), 0)
      from transfers where reservation_id = r.id and kind in ('refund', 'reversal_in'))
  union all select 'reservation: credited is not the sum of its refunds as credit', id::text from r
    where credited_cents <> (
      select coalesce(sum(case kind when 'refund' then amount_cents else -amount_cents end), 0)
      from transfers where reservation_id = r.id and method = 'credit' and kind in ('refund', 'reversal_in'))
  union all select 'reservation: what is to be returned is not the refund that is due', id::text from r
    where greatest(0, received_cents - case when is_active then total_cents else retained_cents end
        - (select coalesce(sum(amount_cents), 0) from refunds f where f.reservation_id = r.id and f.state = 'sent'))
      <> (select coalesce(sum(amount_cents), 0) from refunds f where f.reservation_id = r.id and f.state = 'due')
  union all select 'reservation: its price changed by what is no payment of a charge', l.reservation_id::text
    from reservation_lines l join r on r.id = l.reservation_id
    left join entries e on e.id = l.source_id and e.reservation_id = r.id and e.direction = 'in'
    left join charges c on c.id = e.charge_id and c.reservation_id = r.id
    where l.kind = 'payment_adjustment' and l.ended_at is null and (c.state is distinct from 'paid'
      or e.amount_cents > c.amount_cents
      or l.unit_cents not between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
      or exists (select from transfers where reverses = e.id)
      or (exists (select from chargebacks b where b.payment_entry = e.id and b.entry_id is not null)
        and e.amount_cents <= (
          select coalesce(sum(b.amount_cents), 0) from chargebacks b where b.payment_entry = e.id and b.entry_id is not null)
          + (select coalesce(sum(f.amount_cents), 0) from refunds f where f.returned_entry = e.id and f.state = 'paid')))
  union all select 'reservation: its price changed by more than a charge says', min(l.reservation_id::text)
    from reservation_lines l join r on r.id = l.reservation_id join entries e on e.id = l.source_id
    join charges c on c.id = e.charge_id
    where l.kind = 'payment_adjustment' and l.ended_at is null group by c.id
    having sum(l.unit_cents) not between least(c.adjustment_cents, 0) and greatest(c.adjustment_cents, 0)
  union all select 'reservation: retains more than was contracted', id::text from r where retained_cents > total_cents
  union all select 'reservation: not the day of its refund', id::text from r
    where refund_due_on is distinct from (
      select min(promised_for) from refunds f where f.reservation_id = r.id and f.state in ('due', 'sent'))
  union all select 'reservation: an open charge of somebody who chooses', r.id::text
    from r join charges c on c.reservation_id = r.id and c.state = 'open' where r.choose_until is not null
  union all select 'reservation: an address is stored although nothing is unpaid', r.id::text
    from r where client_network is not null and unpaid_places_of(r) = 0
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
      select created_at from receipts where reservation_id = r.id and state = 'submitted')`;

/** Transfers and balances, the unknown payer, cash of guides and gift cards. */
const faultsOfBook = sql`
  union all select 'book: a payment counts twice', min(t.id::text) from transfers t
    where reference is not null and kind <> 'arrival_end'
      and not exists (select from transfers where reverses = t.id)
      and not (kind = 'arrival' and exists (select from transfers where records_again = t.id))
    group by provider, upper(reference) having count(*) > 1
  union all select 'book: the unknown payer has another balance than what waits', waiting.cents::text
    from (select coalesce(sum(amount_cents), 0) as cents from unmatched_payments
      where state = 'waiting' and arrival_id is not null) waiting
    where cents <> (select coalesce(sum(case a.id when t.to_account then t.amount_cents else -t.amount_cents end), 0)
      from accounts a join transfers t on a.id in (t.to_account, t.from_account) where a.kind = 'unknown')
  union all select 'unmatched payment: its money does not wait, or not for it', u.id::text
    from unmatched_payments u join transfers t on t.id = u.arrival_id
    where (t.kind, t.provider, upper(t.reference), t.amount_cents)
        <> ('arrival', u.provider, upper(u.reference), u.amount_cents)
      or exists (select from transfers where reverses = t.id)
      or (u.state = 'waiting') = exists (select from transfers c where c.kind not in ('arrival', 'arrival_end') and c.provider = u.provider
        and upper(c.reference) = upper(u.reference) and not exists (select from transfers where reverses = c.id)
        and c.from_account = t.to_account)
  union all select 'unmatched payment: waits without its money, and asks nothing', id::text
    from unmatched_payments where state = 'waiting' and arrival_id is null and description = ''
  union all select 'book: a balance is not that of its transfers', a.id::text from accounts a
    where a.kind in ('stored_value', 'hand') and (a.balance_cents < 0
      or a.balance_cents <> (select coalesce(sum(case a.id when t.to_account then t.amount_cents else -t.amount_cents end), 0)
        from transfers t where a.id in (t.to_account, t.from_account)))
  union all select 'book: a transfer of no account', t.id::text from transfers t
    where not exists (select from accounts where id = t.from_account) or not exists (select from accounts where id = t.to_account)
  union all select 'book: a reversal is not the opposite', t.id::text from transfers t join entries e on e.id = t.reverses
    where (t.from_account, t.to_account, t.amount_cents) <> (e.to_account, e.from_account, e.amount_cents)
  union all select 'book: paid by another account than that of its means', t.id::text
    from transfers t join accounts a on a.id = case t.direction when 'in' then t.from_account else t.to_account end
    where t.reservation_id in (select id from r) and case
      when t.method in ('credit', 'gift_card') then a.kind <> 'stored_value'
        or (t.method = 'gift_card') <> exists (select from gift_cards g where g.id = a.id)
      when t.method = 'cash' then a.kind <> 'office'
      else a.kind not in ('clearing', 'unknown') end
  union all select 'guide''s cash: handed in, but not counted, or counted, but with the guide', t.id::text
    from transfers t left join transfers ending on ending.reverses = t.id and ending.kind = 'hand_in'
    left join transfers counted on counted.records_again = t.id and counted.reservation_id = t.from_account
      and counted.amount_cents = t.amount_cents and counted.method = 'cash'
    where t.kind = 'cash_report' and (ending.id is null) <> (counted.id is null)
  union all select 'guide''s cash: its payment was reversed, but it is with nobody', counted.id::text
    from transfers report join accounts hand on hand.id = report.to_account
    join transfers counted on counted.records_again = report.id and counted.recorded_by::text is distinct from hand.name
    where report.kind = 'cash_report' and exists (select from transfers where reverses = counted.id)
      and not exists (select from transfers again where again.records_again = counted.id and again.to_account = hand.id)
  union all select 'gift card: a reservation gave back more than it paid', r.id::text from r
    where 0 > any (select sum(case direction when 'in' then amount_cents else -amount_cents end) from transfers t
      where t.reservation_id = r.id and method = 'gift_card'
      group by case direction when 'in' then from_account else to_account end)
  union all select 'gift card: has more than its value', g.id::text
    from gift_cards g join accounts a on a.id = g.id where a.balance_cents > value_cents
  union all select 'gift card: given back in money of another card''s sale', t.id::text
    from transfers t join charges c on c.id = t.charge_id
    where t.kind = 'sale_refund' and t.from_account is distinct from c.gift_card_id
  union all select 'gift card: the bank took more than was paid, or than was noticed', g.id::text
    from gift_cards g join charges c on c.gift_card_id = g.id
    join transfers t on t.charge_id = c.id and t.kind = 'sale_chargeback'
    group by g.id having sum(t.amount_cents) > least(g.returned_cents - g.unbooked_return_cents,
      (select amount_cents from transfers sale where sale.to_account = g.id and sale.kind = 'sale'))
  union all select 'gift card: worth something although nobody paid, or the other way round', g.id::text
    from gift_cards g
    where (state in ('active', 'revoked')) <> exists (select from transfers t where t.to_account = g.id and t.kind = 'sale')`;

/** What sellers earned, by the rule of each reservation, and their statements. */
const faultsOfCommission = sql`
  union all select 'commission: not the rule of what was received', sold.id::text from (
    select r.id, r.seller_id, r.commission_rule ->> 'kind' as kind, (r.commission_rule ->> 'value')::numeric as value,
      r.places, nullif(r.total_cents, 0)::numeric as total,
      least(r.received_cents, case when r.state in ('requested', 'held', 'booked') then r.total_cents
        else r.retained_cents end)::numeric as received,
      (select greatest(coalesce(sum(quantity * unit_cents), 0), 0) from reservation_lines l
        where l.reservation_id = r.id and l.kind in ('fare', 'discount') and l.ended_at is null)::numeric as fares
    from r) sold
    where coalesce(floor(case kind when 'percent_of_received' then received * value / 10000
        when 'percent_of_fares' then fares * value * received / (10000 * total)
        when 'amount_per_person' then places * value * received / total end + 0.5), 0)
      <> (select coalesce(sum(case t.kind when 'commission' then amount_cents else -amount_cents end), 0) from transfers t
        where commission_of = sold.id and sold.seller_id in (from_account, to_account))
  union all select 'commission: somebody has it who is not the seller', r.id::text from r
    where exists (select from transfers t where t.commission_of = r.id
      and r.seller_id is distinct from case kind when 'commission' then to_account else from_account end
      group by case kind when 'commission' then to_account else from_account end
      having sum(case kind when 'commission' then amount_cents else -amount_cents end) <> 0)
  union all select 'statement of commission: its hash is another one, or its chain is broken', s.id::text
    from commission_statements s left join commission_statements before
      on before.seller_id = s.seller_id and before.number = s.number - 1
    where s.hash <> encode(sha256(convert_to(s.content, 'UTF8')), 'hex') or s.previous_hash is distinct from before.hash
      or s.carried_cents <> least(coalesce(before.total_cents, 0), 0)
  union all select 'statement of commission: not the sum of its entries', s.id::text from commission_statements s
    where total_cents - carried_cents <> (
      select coalesce(sum(case t.kind when 'commission' then t.amount_cents else -t.amount_cents end), 0)
      from commission_statement_entries e join transfers t on t.id = e.transfer_id where e.statement_id = s.id)`;

/** The history of states, as the audit trail has it. */
const faultsOfHistory = sql`
  union all select 'history: does not begin with the creation', id::text from history
    where is_first <> (before is null)
  union all select 'history: has a gap', id::text from history where not is_first and before is distinct from former
  union all select 'history: ends elsewhere', id::text from history where is_last and after <> state
  union all select 'history: not in the table of transitions', id::text from history
    where not is_first and not exists (
      select from reservation_state_transitions where from_state = before and to_state = after)`;

/**
 * What is wrong with the reservations in a database, one sentence for each fault: places, prices, people, laps, money
 * and the history of states, all counted anew from the rows. Reservations whose creation has no audit entry have no
 * history. Only of these trips, if given.
 */
export async function findFaults(db: Database, tripIds?: string[]): Promise<string[]> {
  const ids = tripIds ?? (await db.selectFrom('trips').select('id').execute()).map(({ id }) => id);
  const { count } = await db
    .selectFrom('reservations')
    .select(sql<number>`count(*)::integer`.as('count'))
    .executeTakeFirstOrThrow();
  const mode = count > FEW ? sql`not materialized` : sql``;
  const { rows } = await sql<{ fault: string; id: string }>`
    with t as ${mode} (select *, (departs_at at time zone time_zone)::date - interval '18 years' as adult_since
      from trips, (select time_zone from operator) operator where trips.id = any(${ids}::uuid[])),
    r as ${mode} (select reservations.* from reservations join t on t.id = reservations.trip_id),
    everybody as ${mode} (select p.*, adult_since, f.max_age from participants p join r on r.id = p.reservation_id
      join t on t.id = r.trip_id join trip_fares f on f.id = p.fare_id),
    p as ${mode} (select * from everybody where removed_at is null),
    adults as ${mode} (select * from p where takes_place
      and case when birthdate is null then coalesce(max_age >= 18, true) else birthdate <= adult_since end),
    history as (
      select r.id, r.state, e.id as entry, e.changes -> 'state' ->> 0 as before, e.changes -> 'state' ->> 1 as after,
        lag(e.changes -> 'state' ->> 1) over timeline as former,
        lead(e.id) over timeline is null as is_last, lag(e.id) over timeline is null as is_first
      from r join audit_entries e on e.subject_type = 'reservation' and e.subject_id = r.id::text and e.changes ? 'state'
      where exists (select from audit_entries made where made.subject_type = 'reservation'
        and made.subject_id = r.id::text and made.action in ('reservation.created', 'reservation.requested'))
      window timeline as (partition by r.id order by e.id))
    select 'trip: places taken are not those of its reservations' as fault, t.id::text as id from t
      where places_taken <> (select coalesce(sum(places), 0) from r
        where r.trip_id = t.id and state in ('requested', 'held', 'booked'))
    ${faultsOfPlaces}
    ${faultsOfPeople}
    ${faultsOfSums}
    ${faultsOfBook}
    ${faultsOfCommission}
    ${faultsOfHistory}`.execute(db);
  return rows.map(({ fault, id }) => `${fault} (${id})`);
}
