import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { createVehicle, giveVehicle } from '../../../test/vehicles.ts';

// Where all took the first free seat, 46 people would need a thousand calls.
const SEATS_WANTED = 4;

/**
 * Everybody reserves a place, and people who got one take one of the first seats that look free until one is theirs.
 */
async function race(app: TestApp, { people: count, drawing }: { people: number; drawing: string }) {
  const places = drawing.split('P').length - 1;
  const other = await startAnotherProcess(app);
  const trip = await createTrip(app, { capacity: places, seat_choice: true });
  const vehicleId = await giveVehicle(app, trip.id, await createVehicle(app, { drawing }));
  const people: Person[] = [];
  for (let index = 0; index < count; index += 1) people.push(await createPerson(app));
  const ask: typeof call = async (server, ...request) => {
    let response = await call(server, ...request);
    while (response.status === 503 && response.headers.get('retry-after')) response = await call(server, ...request);
    return response;
  };
  const outcomes = await Promise.all(
    people.map(async ({ token }, index) => {
      const server = index % 2 ? app : other;
      const enrolled = await ask(server, 'POST', `/api/trips/enrrol/${trip.id}`, { token });
      if (enrolled.status !== 201) return enrolled.body.code;
      const participantId = enrolled.body.participants[0].id;
      const path = `/api/reservations/${enrolled.body.id}/seats`;
      for (;;) {
        const { body } = await ask(server, 'GET', path, { token });
        const taken = new Set(body.taken.map(({ seat }: { seat: string }) => seat));
        const free = Array.from({ length: places }, (_, at) => String(at + 1)).filter((label) => !taken.has(label));
        const seat = free[index % Math.min(SEATS_WANTED, free.length)];
        const chosen = await ask(server, 'PUT', path, {
          token,
          body: { seats: [{ participantId, seat: { vehicleId, seat } }] },
        });
        if (chosen.status === 200) return 'seated';
        if (chosen.body.code !== 'SEAT_TAKEN') return chosen.body.code;
      }
    }),
  );
  await other.close();
  const seats = await app.db
    .selectFrom('participants')
    .select('seat')
    .where('trip_id', '=', trip.id)
    .where('seat', 'is not', null)
    .execute();
  return {
    outcomes: Object.fromEntries(
      Object.entries(Object.groupBy(outcomes, String)).map(([key, of]) => [key, of?.length]),
    ),
    seated: seats.length,
    seats: new Set(seats.map(({ seat }) => seat)).size,
  };
}

describe('people who choose seats at the same moment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20 });
  });
  afterAll(() => app.close());

  it('80 for the last 22 seats get exactly one each', async () => {
    expect(await race(app, { people: 80, drawing: `${'PP.PP '.repeat(5)} PP.WW` })).toEqual({
      outcomes: { seated: 22, TRIP_FULL: 58 },
      seated: 22,
      seats: 22,
    });
  });

  it('share seats once the index is gone, which shows that this race is one', async () => {
    await sql`drop index participants_one_per_seat`.execute(app.db);
    let shared = 0;
    for (let races = 0; races < 10 && shared === 0; races += 1) {
      const { seated, seats } = await race(app, { people: 24, drawing: 'PP.PP '.repeat(6) });
      shared = seated - seats;
    }
    expect(shared).toBeGreaterThan(0);
  });
});
