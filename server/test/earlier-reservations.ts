import { sql } from 'kysely';
import type { Database } from '../src/platform/database/connect.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';

/**
 * Fills a database of release 0.2.0 with reservations as it left them: parties of one to five at three fares, discounts,
 * extras and penalties, and people who left with their shares of those, which it rounded anew each time. Triggers are
 * disabled meanwhile.
 */
export async function fillEarlierReservations(db: Database, count: number): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await sql`select setseed(0.31)`.execute(trx);
    await sql`insert into users (id, name, contact)
      select gen_random_uuid(), 'Fulana ' || n, '+5535988887777'
      from generate_series(1, ${count}::int) n`.execute(trx);
    await sql`insert into trips (id, slug, title, departs_at, returns_at, is_active, capacity)
      select gen_random_uuid(), 'earlier-' || n, 'Passeio ' || n, now() + n * interval '1 hour',
        now() + (n + 12) * interval '1 hour', true, 1000
      from generate_series(0, ${Math.ceil(count / 100)}::int) n`.execute(trx);
    await sql`insert into trip_fares (id, trip_id, position, label, price_cents)
      select gen_random_uuid(), id, n, (array['Adulto', 'Meia', 'Cortesia'])[n + 1],
        case n when 2 then 0 else (1000 + random() * 50000)::int end
      from trips, generate_series(0, 2) n where slug like 'earlier-%'`.execute(trx);
    await sql`insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel,
        created_at, cancelled_at)
      select gen_random_uuid(), lpad(upper(to_hex(u.at)), 6, '0'), t.id, u.id, state, 1, 0, 0, 'site', now() - interval '9 days',
        case state when 'cancelled' then now() end
      from (select id, row_number() over () as at from users where name like 'Fulana %') u
      join (select id, row_number() over () as at from trips where slug like 'earlier-%') t on t.at = 1 + u.at / 100,
      lateral (select (array['booked', 'booked', 'held', 'expired', 'cancelled'])[1 + u.at % 5] as state) s`.execute(
      trx,
    );
    await sql`insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label, price_cents,
        takes_place, created_at, removed_at)
      select gen_random_uuid(), r.id, r.trip_id, r.is_active, n, f.id, f.label, f.price_cents, true,
        now() - interval '9 days' + (n / 3) * interval '1 day',
        case when n > 0 and random() < 0.3 then now() - interval '3 days' end
      from reservations r cross join lateral generate_series(0, (random() * 4)::int) n
      join trip_fares f on f.trip_id = r.trip_id and f.position = (get_byte(uuid_send(r.id), 0) + n) % 3`.execute(trx);
    await sql`insert into adjustments (id, reservation_id, amount_cents, reason, is_penalty, created_by, created_at)
      select gen_random_uuid(), r.id, case when kind = 0 then -1 - (random() * 900)::int else 1 + (random() * 9000)::int end,
        (array['Desconto da casa', 'Almoço', 'Multa'])[kind + 1], kind = 2, r.user_id, now() - interval '7 days'
      from reservations r, generate_series(0, 2) kind where random() < 0.4`.execute(trx);
    // Less than the fares, so that no total is below zero.
    await sql`insert into adjustments (id, reservation_id, participant_id, amount_cents, reason, created_by, created_at)
      select gen_random_uuid(), p.reservation_id, p.id, round(-a.amount_cents * p.price_cents / fares)::int, 'Desconto de quem saiu',
        a.created_by, p.removed_at
      from participants p
      join adjustments a on a.reservation_id = p.reservation_id and a.amount_cents < 0 and a.participant_id is null
      join lateral (select sum(price_cents)::numeric as fares from participants o
        where o.reservation_id = p.reservation_id and o.created_at <= a.created_at) s on s.fares > 0
      where p.removed_at is not null and p.created_at <= a.created_at
        and round(-a.amount_cents * p.price_cents / fares)::int <> 0`.execute(trx);
    await sql`analyze participants, adjustments, reservations`.execute(trx);
    await sql`update reservations r set places = fares.places, total_cents = fares.cents + coalesce(agreed.cents, 0),
        deposit_cents = (fares.cents + coalesce(agreed.cents, 0)) / 3,
        received_cents = (fares.cents + coalesce(agreed.cents, 0)) / (2 + get_byte(uuid_send(r.id), 1) % 3)
      from (
        select reservation_id, count(*) as places, sum(price_cents) as cents from participants where removed_at is null
        group by reservation_id) fares
      left join (select reservation_id, sum(amount_cents) as cents from adjustments group by reservation_id) agreed
        using (reservation_id)
      where fares.reservation_id = r.id and fares.cents + coalesce(agreed.cents, 0) >= 0`.execute(trx);
    await sql`delete from adjustments where reservation_id in (select id from reservations where total_cents = 0)`.execute(
      trx,
    );
    await sql`delete from participants where reservation_id in (select id from reservations where total_cents = 0)`.execute(
      trx,
    );
    await sql`delete from reservations where total_cents = 0`.execute(trx);
    await sql`update trips t set places_taken = (
        select coalesce(sum(places), 0) from reservations r where r.trip_id = t.id and is_active)`.execute(trx);
  });
}

/** What everybody owes, has paid, is to get back and takes of places, one row a reservation. */
export async function readMoney(db: Database): Promise<string> {
  const { rows } = await sql<{ all: string }>`
    select md5(string_agg(concat_ws('|', id, state, places, total_cents, deposit_cents, received_cents, retained_cents,
      greatest(total_cents - received_cents, 0), greatest(received_cents - total_cents, 0)), E'\n' order by id)) as all
    from reservations`.execute(db);
  return rows[0]?.all ?? '';
}

/** How many reservations, fares and discounts are not what their lines say. */
export async function countFaultsOfLines(db: Database) {
  const { rows } = await sql<{ totals: number; fares: number; parts: number; reservations: number }>`
    select
      (select count(*)::int from reservations) as reservations,
      (select count(*)::int from reservations r where total_cents <> (
        select coalesce(sum(quantity * unit_cents), 0) from reservation_lines l
        where l.reservation_id = r.id and ended_at is null)) as totals,
      (select count(*)::int from participants p where (
        select array_agg(unit_cents) from reservation_lines l
        where l.reservation_id = p.reservation_id and l.participant_id = p.id and kind = 'fare' and (l.ended_at is null) = (p.removed_at is null)
      ) is distinct from array[price_cents]) as fares,
      (select count(*)::int from adjustments a where participant_id is null and amount_cents <> (
        select coalesce(sum(quantity * unit_cents), 0) from reservation_lines l where l.reservation_id = a.reservation_id and l.source_id = a.id)) as parts`.execute(
    db,
  );
  const [faults] = rows;
  if (!faults) throw new Error('nothing was counted');
  return faults;
}
