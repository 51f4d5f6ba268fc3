import type { ReservationLine } from '@passeio/contract/reservations/reservations';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, extraDraft, fareDraft, tripDraft } from '../../../../test/factories.ts';
import { withoutLocks } from '../../../../test/without-locks.ts';

const PEOPLE = 30;
const STOCK = 5;

/** Two processes; every other one adds the extra to a reservation that there is. */
async function race(app: TestApp) {
  const other = await startAnotherProcess(app);
  const { token: staff } = await createPerson(app, 'OPERATOR');
  const extras = [extraDraft({ stock: STOCK })];
  const { body: trip } = await call(app, 'POST', '/api/trips', {
    token: staff,
    body: { ...tripDraft({ isActive: true, fares: [fareDraft()] }), extras },
  });
  const extraId = trip.extras[0].id;
  const path = `/api/trips/enrrol/${trip.id}`;
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async (_, index) => {
      const { token } = await createPerson(app);
      const made = index % 3 === 0 ? (await call(app, 'POST', path, { token, body: {} })).body.id : undefined;
      return { token, made };
    }),
  );
  const party = [{ fareId: trip.fares[0].id, count: 1 }];
  const answers = await Promise.all(
    people.map(async ({ token, made }, index) => {
      const ask = () => {
        const server = index % 2 ? app : other;
        return made
          ? call(server, 'POST', `/api/reservations/${made}/extras`, { token, body: { extraId, count: 1 } })
          : call(server, 'POST', path, { token, body: { party, extras: [{ extraId, count: 1 }] } });
      };
      let answer = await ask();
      // A slow machine may not serve everybody within the queue's time-out, and asks the rest to try again.
      while (answer.status === 503 && answer.headers.get('retry-after')) answer = await ask();
      return answer;
    }),
  );
  await other.close();
  const sold = answers.filter(({ body }) => body.lines?.some(({ kind }: ReservationLine) => kind === 'extra')).length;
  const { taken } = await app.db
    .selectFrom('trip_extras')
    .select('taken')
    .where('id', '=', extraId)
    .executeTakeFirstOrThrow();
  return { sold, taken, refusals: new Set(answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code]))) };
}

describe(`${PEOPLE} people for the last ${STOCK} of an extra at the same moment`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20 });
  });
  afterAll(() => app.close());

  it('get each of them once, and the others read that it is sold out', async () => {
    const { sold, taken, refusals } = await race(app);
    expect([sold, taken]).toEqual([STOCK, STOCK]);
    expect([...refusals]).toEqual(['EXTRA_SOLD_OUT']);
  });
});

describe('the same race with the locks taken out', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
  });
  afterAll(() => app.close());

  it('is still prevented by the database', async () => {
    const { sold, taken, refusals } = await race(app);
    expect(sold).toBeLessThanOrEqual(STOCK);
    expect(taken).toBe(sold);
    expect([...refusals]).toEqual(['EXTRA_SOLD_OUT']);
  });

  it('oversells once its rule is gone too, which shows that this race is one', async () => {
    await sql`drop trigger trip_extras_within_rules on trip_extras`.execute(app.db);
    let most = 0;
    for (let races = 0; races < 20 && most <= STOCK; races += 1) most = Math.max(most, (await race(app)).sold);
    expect(most).toBeGreaterThan(STOCK);
  });
});
