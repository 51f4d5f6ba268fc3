import { randomInt, randomUUIDv7 } from 'node:crypto';
import type pg from 'pg';

const HOUR_MS = 3_600_000;
const PRICE_CENTS = 18_900;
const given = 'Ana José Antônia João Conceição Sebastião Luísa Márcio Rita Otávio Beatriz Heitor'.split(' ');
const family = 'Silva Souza Araújo Gonçalves Mendonça Falcão Brandão Prado Teles Vilela Rezende'.split(' ');
const notes = ['Alergia a amendoim', 'Cadeira de rodas'];

export interface BoardingRows {
  tripId: string;
  title: string;
  /** Code of the first reservation, whose first person is `names[0]`. */
  code: string;
  names: string[];
  points: { id: string; time: string; place: string }[];
}

/**
 * A trip that leaves in an hour, with `count` people in parties of one to five at three boarding points: some have
 * notes, some still owe the balance, every tenth party has a lap child more.
 */
export async function insertBoardingTrip(database: pg.Pool, count: number): Promise<BoardingRows> {
  const [tripId, adult, lap] = [randomUUIDv7(), randomUUIDv7(), randomUUIDv7()];
  const title = `Passeio de teste ${tripId.slice(-8)}`;
  const points = [
    { id: randomUUIDv7(), time: '04:30', place: 'Varginha – Terminal' },
    { id: randomUUIDv7(), time: '05:00', place: 'Três Pontas – Praça' },
    { id: randomUUIDv7(), time: '05:30', place: 'Alfenas – Trevo' },
  ];
  const parties = partiesOf(count, points, { adult, lap });
  const client = await database.connect();
  try {
    await client.query('begin');
    await client.query(
      `insert into trips (id, slug, title, summary, description, departs_at, returns_at, is_active, capacity,
         boarding_points, itinerary)
       values ($1, $6, $2, '', '', $3, $4, false, 1000, $5, '[]')`,
      [
        tripId,
        title,
        new Date(Date.now() + HOUR_MS),
        new Date(Date.now() + 12 * HOUR_MS),
        JSON.stringify(points),
        `embarque-${tripId}`,
      ],
    );
    await client.query(
      `insert into trip_fares (id, trip_id, position, label, price_cents, takes_place, max_age)
       values ($1, $3, 0, 'Adulto', ${PRICE_CENTS}, true, null), ($2, $3, 1, 'Criança de colo', 0, false, 5)`,
      [adult, lap, tripId],
    );
    await client.query(
      `insert into users (id, name, contact)
       select payer, name, phone from jsonb_to_recordset($1) as p (payer uuid, name text, phone text)`,
      [JSON.stringify(parties)],
    );
    await client.query(
      `insert into reservations (id, code, trip_id, user_id, state, places, total_cents, deposit_cents, channel,
         acknowledged_at)
       select id, code, $2, payer, 'booked', places, places * ${PRICE_CENTS}, 0, 'operator', now()
       from jsonb_to_recordset($1) as p (id uuid, code text, payer uuid, places int)`,
      [JSON.stringify(parties), tripId],
    );
    await client.query(
      `insert into participants (id, reservation_id, trip_id, is_active, position, fare_id, fare_label,
         takes_place, name, document_number, contact, boarding_point_id, notes, companion_id)
       select id, reservation, $2, true, position, fare, label, takes, name, document, phone, point, notes,
         companion
       from jsonb_to_recordset($1) as p (id uuid, reservation uuid, position int, fare uuid, label text,
         takes boolean, name text, document text, phone text, point uuid, notes text, companion uuid)`,
      [JSON.stringify(parties.flatMap(({ people }) => people)), tripId],
    );
    await client.query(
      `insert into reservation_lines (id, reservation_id, participant_id, kind, label, unit_cents, source_id)
       select gen_random_uuid(), reservation, id, 'fare', label, price, fare
       from jsonb_to_recordset($1) as p (id uuid, reservation uuid, fare uuid, label text, price int)`,
      [JSON.stringify(parties.flatMap(({ people }) => people))],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
  const names = parties.flatMap(({ people }) => people.map(({ name }) => name));
  return { tripId, title, points, code: parties[0]?.code ?? '', names };
}

interface Party {
  id: string;
  code: string;
  payer: string;
  name: string | undefined;
  phone: string;
  places: number;
  people: { id: string; name: string }[];
}

function partiesOf(count: number, points: BoardingRows['points'], fares: { adult: string; lap: string }): Party[] {
  const parties: Party[] = [];
  for (let made = 0; made < count; ) {
    const number = parties.length;
    const places = Math.min(1 + (number % 5), count - made);
    const id = randomUUIDv7();
    const shared = { reservation: id, phone: `+55359${String(80_000_000 + number)}`, point: points[number % 3]?.id };
    const people = Array.from({ length: places }, (_, position) => ({
      ...shared,
      ...{ id: randomUUIDv7(), position, fare: fares.adult, label: 'Adulto', price: PRICE_CENTS, takes: true },
      name: nameOf(made + position),
      document: `MG-1${String(made + position).padStart(6, '0')}`,
      notes: number % 7 === 0 && position === 0 ? notes[number % 2] : null,
      companion: null as string | null,
    }));
    made += places;
    if (number % 10 === 9 && made < count) {
      const child = { fare: fares.lap, label: 'Criança de colo', price: 0, takes: false, notes: null };
      const companion = people[0]?.id ?? null;
      const lapChild = { id: randomUUIDv7(), position: places, name: nameOf(made), document: '', companion };
      people.push({ ...shared, ...child, ...lapChild });
      made += 1;
    }
    const code = randomInt(36 ** 5, 36 ** 6)
      .toString(36)
      .toUpperCase();
    parties.push({ id, code, payer: randomUUIDv7(), name: people[0]?.name, phone: shared.phone, places, people });
  }
  return parties;
}

function nameOf(number: number): string {
  const last = family[Math.floor(number / given.length) % family.length];
  return `${given[number % given.length]} ${last} ${family[(number * 7) % family.length]} ${number + 1}`;
}
