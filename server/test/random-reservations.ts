import { sql } from 'kysely';
import pg from 'pg';
import { createDatabase, type Database } from '../src/platform/database/connect.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';

const TRIPS = 200;
const PEOPLE = 20_000;
const OWN = sql`slug like 'random-%'`;

/**
 * Random reservations of two years with everything that reports count. Triggers are disabled meanwhile: what they
 * maintain is set at the end, of the rows themselves. Reservations are written last, with their sums.
 */
export async function fillRandomReservations(connectionString: string, reservations: number): Promise<void> {
  // Connections of the application give up after some seconds.
  const db = createDatabase(new pg.Pool({ connectionString, max: 1 }));
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`select setseed(0.42)`.execute(trx);
    await fillTrips(trx);
    await fillParties(trx, reservations);
    await fillLedger(trx);
    await setSums(trx);
  });
  await sql`vacuum analyze`.execute(db);
  await db.destroy();
}

async function fillTrips(trx: Database): Promise<void> {
  await sql`
    insert into users (id, name, contact, created_at)
    select uuidv7(), 'Pessoa ' || to_hex(n), '+5535999990000', now() from generate_series(1, ${PEOPLE}::int) n`.execute(
    trx,
  );
  await sql`
    insert into trips (id, slug, title, summary, description, departs_at, returns_at, is_active, price_cents, capacity,
      min_participants, boarding_points, itinerary)
    select uuidv7(), 'random-' || n, 'Passeio ' || n, '', '', at, at + interval '12 hours', n % 9 > 0,
      8000 + (random() * 50000)::int, 2000, 1,
      jsonb_build_array(jsonb_build_object('id', uuidv7(), 'time', '05:00', 'place', 'Praça ' || n % 7),
        jsonb_build_object('id', uuidv7(), 'time', '05:30', 'place', 'Rodoviária')), '[]'
    from (select n, '2026-01-01T03:00:00Z'::timestamptz + random() * interval '730 days' as at
      from generate_series(1, ${TRIPS}::int) n) trip`.execute(trx);
  await sql`
    insert into trip_fares (id, trip_id, position, label, price_cents)
    select uuidv7(), id, n, (array['Adulto', 'Criança'])[n + 1], price_cents / (n + 1)
    from trips cross join generate_series(0, 1) n where ${OWN}`.execute(trx);
  await sql`
    insert into trip_extras (id, trip_id, position, label, price_cents, per, max_quantity)
    select uuidv7(), id, 0, (array['Almoço', 'Bicicleta'])[1 + capacity % 2], 4500, 'reservation', 3 from trips
    where ${OWN}`.execute(trx);
  await sql`
    insert into trip_costs (trip_id, vehicle_cents, guide_cents, other_cents, ticket_cents, meal_cents)
    select id, (random() * 900000)::int, 45000, 0, (random() * 5000)::int, 1250 from trips
    where ${OWN} and random() < 0.7`.execute(trx);
}

// A draft of the reservations, whose kind says what becomes of each in the steps after it.
async function fillParties(trx: Database, reservations: number): Promise<void> {
  // Nobody gave these names.
  await sql`drop index participants_search_idx`.execute(trx);
  await sql`
    create temporary table made on commit drop as
    select id, code, trip_id, user_id, state, state in ('requested', 'held', 'booked') as is_active, places,
      deposit_cents, channel, hold_expires_at, requested_at, created_at, cancelled_at, kind
    from (
    select uuidv7() as id, lpad(upper(to_hex(n)), 6, '0') as code, trip.id as trip_id, person.id as user_id,
      case kind when 'plan' then 'booked' when 'paid' then 'booked' else kind end as state,
      1 + (random() * 1.4)::int as places, 3000 as deposit_cents,
      (array['site', 'site', 'operator', 'waiting_list'])[1 + n % 4] as channel,
      case when kind in ('held', 'requested') then trip.departs_at - random() * interval '20 days' end as hold_expires_at,
      case when kind = 'requested' then trip.departs_at - interval '50 days' end as requested_at,
      trip.departs_at - random() ^ 2 * interval '150 days' as created_at,
      case kind when 'cancelled' then trip.departs_at - random() * interval '30 days' end as cancelled_at, kind
    from (
      select n, (array['plan', 'paid', 'paid', 'paid', 'held', 'cancelled', 'cancelled', 'expired', 'requested', 'paid'])
        [1 + (random() * 9.99)::int % 10] as kind
      from generate_series(0, ${reservations - 1}::int) n
    ) kinds
    join (select id, departs_at, row_number() over (order by id) - 1 as at from trips where ${OWN}) trip on trip.at = n % ${TRIPS}::int
    join (select id, row_number() over (order by id) - 1 as at from users) person
      on person.at = (n / ${TRIPS}::int * 37 + n % ${TRIPS}::int * 91) % ${PEOPLE}::int
    ) rows`.execute(trx);
  await sql`analyze made, trips, trip_fares`.execute(trx);
  await sql`
    insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label, takes_place,
      boarding_point_id, removed_at)
    select uuidv7(), r.id, r.trip_id, r.is_active, n, fare.id, fare.label, true,
      (t.boarding_points -> (random() * 2.6)::int ->> 'id')::uuid, case when n = r.places then now() end
    from made r join trips t on t.id = r.trip_id
    cross join lateral generate_series(0, r.places - (random() < 0.9)::int) n
    join trip_fares fare on fare.trip_id = r.trip_id and fare.position = n % 2`.execute(trx);
  await sql`analyze participants`.execute(trx);
  await sql`
    insert into reservation_lines (id, reservation_id, participant_id, kind, label, quantity, unit_cents, source_id, ended_at)
    select uuidv7(), p.reservation_id, p.id, 'fare', p.fare_label, 1, fare.price_cents, fare.id, p.removed_at
    from made r join participants p on p.reservation_id = r.id join trip_fares fare on fare.id = p.fare_id
    union all
    select uuidv7(), r.id, null, 'extra', extra.label, 1 + (random() * 2)::int, 4500, extra.id, null
    from made r join trip_extras extra on extra.trip_id = r.trip_id where random() < 0.2
    union all
    select uuidv7(), r.id, null, 'extra', 'Combinado', 1, 700, uuidv7(), null from made r where random() < 0.05
    union all
    select uuidv7(), r.id, null, 'discount', 'Desconto', 1, -(random() * 2000 + 1)::int, uuidv7(), null
    from made r where random() < 0.1`.execute(trx);
}

async function fillLedger(trx: Database): Promise<void> {
  const payment = sql`
    insert into transfers (id, from_account, to_account, kind, method, amount_cents, fee_cents, occurred_at, recorded_via)
    select uuidv7(), own_account('clearing', 'pix'), r.id,`;
  const method = sql`(array['pix', 'pix', 'cash', 'card', 'transfer', 'credit', 'gift_card'])[1 + (random() * 6.99)::int % 7]`;
  const soon = sql`r.created_at + random() * interval '20 days', 'system' from made r`;
  await sql`${payment} 'deposit', ${method}, 3000, null, ${soon}
    where r.kind in ('plan', 'paid') or (state = 'cancelled' and random() < 0.7)`.execute(trx);
  await sql`${payment} 'balance', 'card', 1 + (random() * 60000)::int, (random() * 300)::int, ${soon}
    where r.kind = 'paid'`.execute(trx);
  await sql`
    insert into refunds (id, reservation_id, amount_cents, reason, state, promised_for, paid_at)
    select uuidv7(), e.reservation_id, 1 + (random() * 2900)::int,
      (array['cancelled', 'expired', 'overpaid'])[1 + (random() * 2)::int], 'paid', '2026-06-01', now()
    from entries e join made r on r.id = e.reservation_id where r.state = 'cancelled'`.execute(trx);
  await sql`
    insert into transfers (id, from_account, to_account, kind, method, amount_cents, refund_id, occurred_at, recorded_via)
    select uuidv7(), refund.reservation_id, own_account('clearing', 'pix'), 'refund', ${method}, refund.amount_cents,
      case when random() < 0.8 then refund.id end, r.cancelled_at + random() * interval '9 days', 'system'
    from refunds refund join made r on r.id = refund.reservation_id`.execute(trx);
  await sql`
    insert into transfers (id, from_account, to_account, kind, method, amount_cents, reverses, occurred_at, recorded_via)
    select uuidv7(), e.to_account, e.from_account, case e.direction when 'in' then 'reversal_out' else 'reversal_in' end, e.method,
      e.amount_cents, e.id, e.occurred_at + random() * interval '40 days', 'system'
    from entries e join made r on r.id = e.reservation_id
    where random() < 0.03 and r.kind <> 'plan'`.execute(trx);
  await sql`
    insert into transfers (id, from_account, to_account, kind, method, amount_cents, occurred_at, recorded_via)
    select uuidv7(), own_account('clearing', 'pix'), uuidv7(), 'sale', 'pix', 2000 + (random() * 9000)::int,
      '2026-01-01'::timestamptz + random() * interval '730 days', 'provider'
    from generate_series(1, 500)`.execute(trx);
}

/** Due so many days before the departure. */
function instalment(days: number) {
  const day = sql`(t.departs_at - interval '1 day' * ${sql.lit(days)})::date`;
  return sql`jsonb_build_object('dueOn', ${day}, 'dueAt', (${day} + time '23:59') at time zone 'America/Sao_Paulo')`;
}

async function setSums(trx: Database): Promise<void> {
  await sql`analyze reservation_lines, transfers`.execute(trx);
  await sql`
    insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel,
      hold_expires_at, requested_at, created_at, cancelled_at, received_cents, refunded_cents, retained_cents, instalments)
    select r.id, r.code, trip_id, user_id, state, places, lines.cents, deposit_cents, channel, hold_expires_at,
      requested_at, r.created_at, r.cancelled_at, coalesce(money.received, 0), coalesce(money.refunded, 0),
      case when state = 'cancelled' then 500 else 0 end,
      case kind when 'plan' then jsonb_build_array(${instalment(43)} || '{"cents": 1000}',
          ${instalment(11)} || jsonb_build_object('cents', lines.cents - 4000))
        when 'paid' then jsonb_build_array(${instalment(11)} || jsonb_build_object('cents', lines.cents - 3000)) end
    from made r join trips t on t.id = r.trip_id
    join (
      select reservation_id, sum(quantity * unit_cents) as cents from reservation_lines where ended_at is null group by 1
    ) lines on lines.reservation_id = r.id
    left join (
      select reservation_id, sum(case direction when 'in' then amount_cents else -amount_cents end) as received,
        sum(case kind when 'refund' then amount_cents when 'reversal_in' then -amount_cents else 0 end) as refunded
      from transfers group by 1
    ) money on money.reservation_id = r.id`.execute(trx);
  await sql`
    insert into transfers (id, from_account, to_account, kind, amount_cents, occurred_at, recorded_via)
    select uuidv7(), id, own_account('kept'), 'penalty', least(retained_cents, received_cents), cancelled_at, 'system'
    from reservations where least(retained_cents, received_cents) > 0`.execute(trx);
  await sql`
    update trips set places_taken = held.places from (
      select trip_id, sum(places) as places from reservations where is_active group by trip_id
    ) held where held.trip_id = trips.id`.execute(trx);
}
