import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { withoutLocks } from '../../../../test/without-locks.ts';

const PEOPLE = 200;
const PLACES = 40;
// Sizes of parties, in turn; the first sends no body.
const PARTIES = [1, 2, 3, 4, 5];

// Two processes, one of them with idempotency keys.
async function race(app: TestApp): Promise<{ taken: number; counted: number; responses: Map<string, number> }> {
  const other = await startAnotherProcess(app);
  const { id: tripId } = await createTrip(app, { capacity: PLACES });
  const { id: fareId } = await app.db
    .selectFrom('trip_fares')
    .select('id')
    .where('trip_id', '=', tripId)
    .executeTakeFirstOrThrow();
  const people: Person[] = [];
  for (let count = 0; count < PEOPLE; count += 1) people.push(await createPerson(app));
  const outcomes = await Promise.all(
    people.map(async ({ token }, index) => {
      const count = PARTIES[index % PARTIES.length] ?? 1;
      const asked = count === 1 ? undefined : { party: [{ fareId, count }] };
      const enrol = () =>
        call(index % 2 ? app : other, 'POST', `/api/trips/enrrol/${tripId}`, {
          token,
          body: asked,
          headers: { 'idempotency-key': 'once' },
        });
      let { status, body, headers } = await enrol();
      // A slow machine may not serve everybody within the queue's time-out, and asks the rest to try again.
      while (status === 503 && headers.get('retry-after')) ({ status, body, headers } = await enrol());
      return status === 201 ? '201' : `${status} ${body.code}`;
    }),
  );
  await other.close();
  const { taken } = await app.db
    .selectFrom('participants')
    .select(sql<number>`count(*)::integer`.as('taken'))
    .where('trip_id', '=', tripId)
    .executeTakeFirstOrThrow();
  const { places_taken: counted } = await app.db
    .selectFrom('trips')
    .select('places_taken')
    .where('id', '=', tripId)
    .executeTakeFirstOrThrow();
  return {
    taken,
    counted,
    responses: new Map(Object.entries(Object.groupBy(outcomes, (o) => o)).map(([k, v]) => [k, v?.length ?? 0])),
  };
}

describe(`${PEOPLE} parties of 1 to 5 for ${PLACES} places at the same moment`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20 });
  });
  afterAll(() => app.close());

  it('gives each place to exactly one person, and the others read how many are left', async () => {
    const { taken, counted, responses } = await race(app);

    expect([taken, counted]).toEqual([PLACES, PLACES]);
    for (const outcome of responses.keys()) expect(outcome).toMatch(/^(201|409 TRIP_FULL|409 PLACES_SHORT)$/);
  });
});

describe('the same race with the lock taken out', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
  });
  afterAll(() => app.close());

  it('is still prevented by the database constraint', async () => {
    const { taken, counted, responses } = await race(app);

    expect(taken).toBeLessThanOrEqual(PLACES);
    expect(counted).toBe(taken);
    expect([...responses.keys()].filter((response) => response.startsWith('5'))).toEqual([]);
  });

  it('oversells once the constraint is gone too, which shows that this race is one', async () => {
    await sql`alter table trips drop constraint trips_places_within_capacity`.execute(app.db);

    let most = 0;
    for (let races = 0; races < 20 && most <= PLACES; races += 1) most = Math.max(most, (await race(app)).taken);
    expect(most).toBeGreaterThan(PLACES);
  });
});
