import type { AuditAction } from '@passeio/contract/audit';
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
  /** Over which the trips that are over are spread. */
  years: number;
}

// What each reservation has: the audit trail and e-mails of a usual one, and a session on every third device.
const AUDITED: AuditAction[] = [
  'reservation.created',
  'reservation.participant_changed',
  'reservation.payment_received',
  'reservation.boarded',
];
const EMAILED = 4;
const SESSIONS = 3;

/**
 * Fills a database, on top of the demonstration, to the size of a large operator after years: a fifth of the trips
 * still to come, and what has been written about each reservation. Triggers are disabled meanwhile; what they maintain
 * is set at the end.
 */
export async function fill(db: Database, size: Size): Promise<void> {
  await inTransaction(db, async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    // Without statistics, joins of a million rows would be planned for one.
    const analyze = () => sql`analyze`.execute(trx);
    await fillPeopleAndTrips(trx, size);
    await analyze();
    await fillReservations(trx, size);
    await analyze();
    await fillHistory(trx, size);
  });
  // As autovacuum would do over such a time.
  await sql`vacuum analyze`.execute(db);
}

const HOURS_A_YEAR = 8_766;

/** People and trips with a fare and a picture each; triggers must be disabled. */
async function fillPeopleAndTrips(trx: Database, { trips, people, years }: Omit<Size, 'reservations'>): Promise<void> {
  const hours = (years * HOURS_A_YEAR) / ((trips * 4) / 5);
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
        now() + (n - ${trips}::int * 4 / 5) * make_interval(secs => ${hours * 3_600}),
        now() + (n - ${trips}::int * 4 / 5) * make_interval(secs => ${hours * 3_600}) + interval '14 hours',
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

/**
 * What is written about reservations while they are made, paid and travelled: audit trail, ledger, charges, e-mails,
 * marks of boarding. And sessions, all but the last 30 days' expired.
 */
async function fillHistory(db: Database, { people }: Size): Promise<void> {
  await sql`
    insert into audit_entries (id, at, actor_id, actor_name, actor_role, address, device, request_id, action,
      subject_type, subject_id, subject_label, changes)
    select uuidv7(made.at - now()), made.at, case when n < 2 then u.id end, case when n < 2 then u.name else 'Sistema' end,
      case when n < 2 then 'CLIENT' end, '189.40.' || u.at % 256 || '.' || n, 'Chrome em Android', r.id,
      (array[${sql.raw(quoted(AUDITED))}])[n + 1], 'reservation', r.id,
      r.code || ' – ' || t.title || ' (' || u.name || ')',
      (array['{"state": [null, "held"]}', '{"birthdate": [null, "•••"], "document": [null, "•••"]}',
        '{"amountCents": [0, 5670], "method": [null, "pix"]}', '{"attendance": [null, "boarded"]}'])[n + 1]::jsonb
    from reservations r join trips t on t.id = r.trip_id
    join (select *, row_number() over () as at from users where issuer = 'bench') u on u.id = r.user_id
    cross join generate_series(0, ${AUDITED.length - 1}) n
    cross join lateral (select least(r.created_at + n * interval '2 days', now()) as at) made`.execute(db);
  await sql`
    insert into charges (id, reservation_id, purpose, amount_cents, reference, provider, payload, provider_state, state,
      created_at)
    select uuidv7(r.created_at - now()), r.id, 'deposit', r.deposit_cents, replace(r.id::text, '-', ''), 'pix_api', repeat('0', 150), 'active', 'paid', r.created_at
    from reservations r join trips t on t.id = r.trip_id
    where t.slug like 'bench-%' and r.received_cents > 0`.execute(db);
  await sql`
    insert into accounts (id, kind)
    select r.id, 'reservation' from reservations r join trips t on t.id = r.trip_id
    where t.slug like 'bench-%' and r.received_cents > 0`.execute(db);
  await sql`
    insert into accounts (id, kind, name) values (own_account('clearing', 'pix'), 'clearing', 'pix')
    on conflict do nothing`.execute(db);
  await sql`
    insert into transfers (id, from_account, to_account, kind, method, amount_cents, charge_id, payer_name,
      occurred_at, recorded_at, recorded_via, provider, reference)
    select uuidv7(r.created_at - now()), own_account('clearing', 'pix'), r.id, 'deposit', 'pix', r.received_cents, c.id,
      u.name, r.created_at, r.created_at, 'provider', 'pix', 'E' || c.reference
    from charges c join reservations r on r.id = c.reservation_id join users u on u.id = r.user_id
    where u.issuer = 'bench'`.execute(db);
  await sql`
    insert into reservation_emails (id, reservation_id, kind, recipient, subject, state, created_at, settled_at)
    select uuidv7(made.at - now()), r.id, (array['reservation-created','payment-received','departure','review'])[n + 1],
      u.email, (array['Sua vaga está guardada: ','Recebemos o seu pagamento: ','É amanhã: ','Como foi? '])[n + 1] || t.title,
      'sent', made.at, made.at
    from reservations r join trips t on t.id = r.trip_id join users u on u.id = r.user_id and u.issuer = 'bench'
    cross join generate_series(0, ${EMAILED - 1}) n
    cross join lateral (select least(r.created_at + n * interval '2 days', now()) as at) made`.execute(db);
  await sql`
    insert into boarding_taps (id, trip_id, participant_id, decision, device_id, clock_offset_ms, tapped_at, decided_at,
      recorded_by, recorded_at)
    select uuidv7(t.departs_at - now()), t.id, p.id, 'boarded', t.id, 0, t.departs_at, t.departs_at,
      (select id from users where role = 'ADMIN' limit 1), t.departs_at
    from participants p join trips t on t.id = p.trip_id
    where p.is_active and t.slug like 'bench-%' and t.departs_at < now()`.execute(db);
  await sql`
    insert into identity."user" (id, name, email, "emailVerified")
    select id, name, email, true from users where issuer = 'bench'`.execute(db);
  await sql`
    insert into identity.session (id, "expiresAt", token, "createdAt", "updatedAt", "ipAddress", "userAgent", "userId")
    select gen_random_uuid(), now() + interval '30 days' - age, md5(random()::text) || n, now() - age, now() - age, '189.40.1.1',
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36', id
    from users u cross join generate_series(1, ${SESSIONS}) n
    cross join lateral (select hashtext(u.id::text || n) % 60 * interval '12 hours' + interval '30 days' as age) ages
    where issuer = 'bench' and ${people}::int > 0`.execute(db);
}
