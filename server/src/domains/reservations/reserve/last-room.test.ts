import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, fareDraft, roomTypeDraft, tripDraft } from '../../../../test/factories.ts';
import { withoutLocks } from '../../../../test/without-locks.ts';

const PEOPLE = 24;
const ROOMS = 4;

/** Two processes; every second person shares. */
async function race(app: TestApp) {
  const other = await startAnotherProcess(app);
  const { token: staff } = await createPerson(app, 'OPERATOR');
  const { body: trip } = await call(app, 'POST', '/api/trips', {
    token: staff,
    body: { ...tripDraft({ isActive: true, fares: [fareDraft()] }), roomTypes: [roomTypeDraft({ count: ROOMS })] },
  });
  const roomTypeId = trip.roomTypes[0].id;
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => createPerson(app)));
  const answers = await Promise.all(
    people.map(async ({ token }, index) => {
      const share = ([undefined, 'women', undefined, 'men'] as const)[index % 4];
      const ask = () =>
        call(index % 2 ? app : other, 'POST', `/api/trips/enrrol/${trip.id}`, {
          token,
          body: { rooms: [{ roomTypeId, people: 1, share }] },
        });
      let answer = await ask();
      // A slow machine may not serve everybody within the queue's time-out, and asks the rest to try again.
      while (answer.status === 503 && answer.headers.get('retry-after')) answer = await ask();
      return answer;
    }),
  );
  await other.close();
  const { rows } = await sql<{ taken: number; counted: number }>`
    select sum(rooms)::integer as taken, (select private_rooms + (sharing_women + 1) / 2 + (sharing_men + 1) / 2
      from trip_room_types where id = ${roomTypeId}) as counted
    from (
      select case when share is null then count(*) else (count(*) + 1) / 2 end as rooms
      from reservation_rooms where room_type_id = ${roomTypeId} group by share
    ) by_share`.execute(app.db);
  const refusals = new Set(answers.flatMap(({ status, body }) => (status === 201 ? [] : [body.code])));
  return { taken: rows[0]?.taken ?? 0, counted: rows[0]?.counted ?? 0, refusals };
}

describe(`${PEOPLE} people for the last ${ROOMS} rooms at the same moment`, () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20 });
  });
  afterAll(() => app.close());

  it('take no more than there are, and the others read that they are taken', async () => {
    const { taken, counted, refusals } = await race(app);
    expect([taken, counted]).toEqual([ROOMS, ROOMS]);
    expect([...refusals]).toEqual(['ROOMS_TAKEN']);
  });
});

describe('the same race with the locks taken out', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ connections: 20, deps: ({ db }) => ({ db: db.withPlugin(withoutLocks) }) });
  });
  afterAll(() => app.close());

  it('is still prevented by the database', async () => {
    const { taken, counted, refusals } = await race(app);
    expect(taken).toBeLessThanOrEqual(ROOMS);
    expect(counted).toBe(taken);
    expect([...refusals]).toEqual(['ROOMS_TAKEN']);
  });

  it('oversells once its rule is gone too, which shows that this race is one', async () => {
    await sql`alter table trip_room_types drop constraint trip_room_types_within_count`.execute(app.db);
    let most = 0;
    for (let races = 0; races < 20 && most <= ROOMS; races += 1) most = Math.max(most, (await race(app)).taken);
    expect(most).toBeGreaterThan(ROOMS);
  });
});
