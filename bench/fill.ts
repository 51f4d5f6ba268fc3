import { sql } from 'kysely';
import type { Database } from '../server/src/platform/database/connect.ts';
import { inTransaction } from '../server/src/platform/database/transaction.ts';

const FIRST_NAMES =
  'Ana José Antônia João Conceição Sebastião Luísa Márcio Maria Pedro Rita Paulo Cecília Otávio Beatriz Heitor Lúcia Davi Sônia Caio'.split(
    ' ',
  );
const LAST_NAMES =
  'Silva Souza Araújo Gonçalves Mendonça Falcão Brandão Prado Teles Moraes Vilela Rezende Junqueira Naves Carvalho'.split(
    ' ',
  );
const quoted = (words: string[]) => words.map((word) => `'${word}'`).join(', ');

export interface Size {
  trips: number;
  people: number;
  reservations: number;
}

/**
 * Fills a database, on top of the demonstration, to the size of a large operator after many years: a fifth of the
 * trips still to come, ten audit entries a trip. Triggers are disabled meanwhile; what they maintain is set at the end.
 */
export async function fill(db: Database, size: Size): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    await fillPeopleAndTrips(trx, size);
    await fillReservations(trx, size);
    await sql`
      insert into audit_entries (id, at, actor_name, address, device, request_id, action, subject_type, subject_id,
        subject_label)
      select uuidv7(), now() - n * interval '3 minutes', 'Sistema', '', '', '',
        (array['trip.changed','reservation.created','person.opened'])[1 + n % 3],
        (array['trip','reservation','person'])[1 + n % 3], n::text, 'Assunto ' || n
      from generate_series(1, ${size.trips * 10}::int) n`.execute(trx);
  });
  // As autovacuum would do over such a time.
  await sql`vacuum analyze`.execute(db);
}

/** People and trips with a fare and a picture each; triggers must be disabled. */
async function fillPeopleAndTrips(trx: Database, { trips, people }: Omit<Size, 'reservations'>): Promise<void> {
  await sql`
      insert into users (id, issuer, subject, name, email, cpf, rg, emitter, birthdate, contact, created_at)
      select uuidv7(), 'bench', 'person-' || n,
        ${sql.raw(`(array[${quoted(FIRST_NAMES)}])[1 + n % ${FIRST_NAMES.length}]`)} || ' ' ||
        ${sql.raw(`(array[${quoted(LAST_NAMES)}])[1 + n / ${FIRST_NAMES.length} % ${LAST_NAMES.length}]`)} || ' ' || to_hex(n * 7919),
        'pessoa' || n || '@bench.example', lpad((n::bigint * 72057594037 % 100000000000)::text, 11, '0'), 'MG-' || n,
        'SSP/MG',
        date '1950-01-01' + n % 20000, '+55359' || lpad((80000000 + n::bigint * 7919 % 19999999)::text, 8, '0'),
        now() - n * interval '5 minutes'
      from generate_series(1, ${people}::int) n`.execute(trx);
  await sql`
      insert into trips (id, slug, title, summary, description, departs_at, returns_at, is_active, price_cents, capacity,
        min_participants, boarding_points, itinerary)
      select uuidv7(), 'bench-' || n,
        (array['Cânions','Serra','Praia','Cachoeira','Romaria','Trilha'])[1 + n % 6] || ' de ' ||
        (array['Furnas','Aiuruoca','Ubatuba','Tiradentes','Aparecida'])[1 + n / 6 % 5] || ' ' || n,
        'Um dia inteiro', '<p>Saída cedo, volta à noite.</p>',
        now() + (n - ${trips}::int * 4 / 5) * interval '8 hours',
        now() + (n - ${trips}::int * 4 / 5) * interval '8 hours' + interval '14 hours',
        n % 20 <> 0, 18900 + n % 40 * 500, 1000, 20,
        jsonb_build_array(jsonb_build_object('id', uuidv7(), 'time', '05:00', 'place', 'Rodoviária')), '[]'
      from generate_series(1, ${trips}::int) n`.execute(trx);
  await sql`
      insert into trip_fares (id, trip_id, position, label, price_cents)
      select uuidv7(), id, 0, 'Adulto', price_cents from trips where slug like 'bench-%'`.execute(trx);
  await sql`
      insert into trip_images (id, trip_id, position, is_card_img, color, width, height, widths)
      select uuidv7(), id, 0, true, '#336699', 1600, 1000, '{480,960,1600}' from trips where slug like 'bench-%'`.execute(
    trx,
  );
}

// Every trip gets the same number of reservations, no payer twice: parties of one to four, 2.5 people on average. No
// hold is due and every payer was notified: the server would end holds and notify payers while it is measured.
async function fillReservations(db: Database, { trips, people, reservations }: Size): Promise<void> {
  await sql`
    insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, received_cents,
      channel, hold_expires_at, created_at, cancelled_at, acknowledged_at)
    select uuidv7(), code, trip, person, case status when 'paid' then 'booked' else status end, places, total,
      total * 3 / 10, case status when 'booked' then total * 3 / 10 when 'paid' then total else 0 end, 'site',
      case when status in ('held', 'expired') then departs - interval '2 hours' end, departs - (n % 60) * interval '1 day',
      case status when 'cancelled' then departs - interval '1 day' end, now()
    from (
      select n, t.id as trip, t.departs_at as departs, u.id as person, 1 + n % 4 as places,
        t.price_cents * (1 + n % 4) as total,
        case when n / ${trips}::int % 5 > 0 then (array['booked','paid','paid','cancelled'])[n / ${trips}::int % 5]
          when t.departs_at > now() + interval '1 day' then 'held'
          else 'expired' end as status,
        lpad(upper(to_hex(n)), 6, '0') as code
      from generate_series(0, ${reservations - 1}::int) n
      join (select id, price_cents, departs_at, row_number() over () - 1 as at from trips where slug like 'bench-%') t
        on t.at = n % ${trips}::int
      join (select id, row_number() over () - 1 as at from users where issuer = 'bench') u
        on u.at = (n / ${trips}::int * ${Math.floor((people * trips) / reservations)}::int + n % ${trips}::int) % ${people}::int
    ) rows
    on conflict do nothing`.execute(db);
  await sql`
    insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label,
      takes_place, name, birthdate, document_number, document_issuer, cpf, contact, boarding_point_id, user_id)
    select uuidv7(), r.id, r.trip_id, r.is_active, n, f.id, f.label, true,
      case when n = 0 then u.name else split_part(u.name, ' ', 1) || ' ' || n || ' ' || split_part(u.name, ' ', 2) end,
      u.birthdate, case when n < 3 then u.rg || n end, u.emitter, case when n = 0 then u.cpf end, u.contact,
      (t.boarding_points -> 0 ->> 'id')::uuid, case when n = 0 then u.id end
    from reservations r
    join users u on u.id = r.user_id and u.issuer = 'bench'
    join trips t on t.id = r.trip_id
    join trip_fares f on f.trip_id = r.trip_id and f.position = 0
    cross join lateral generate_series(0, r.places - 1) n`.execute(db);
  await sql`
    insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id, created_at)
    select uuidv7(), r.id, participants.id, 'fare', fare_label, r.total_cents / r.places, fare_id, participants.created_at
    from participants join reservations r on r.id = participants.reservation_id
    where not exists (select from reservation_lines l
      where l.reservation_id = participants.reservation_id and l.participant_id = participants.id)`.execute(db);
  await sql`
    update trips set places_taken = held.places from (
      select trip_id, sum(places) as places from reservations where is_active group by trip_id
    ) held where held.trip_id = trips.id`.execute(db);
}
