import { randomUUID } from 'node:crypto';
import { type Attendance, boardingDecisions, decidedAt, laterOf } from '@passeio/contract/boarding/boarding';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily, departIn } from '../../../test/parties.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const PEOPLE = 3;
const HOUR_MS = 3_600_000;

const tap = fc.record({
  who: fc.nat({ max: PEOPLE - 1 }),
  decision: fc.constantFrom(...boardingDecisions),
  // Few moments, so that some taps are made at once.
  secondsAgo: fc.integer({ min: 1, max: 6 }),
  clockHours: fc.constantFrom(-1, 0, 0, 1, 26),
});

it('phones with any clocks agree with the server, in whatever order and parts their taps arrive', async () => {
  const family = await createFamily(app, { adult: PEOPLE });
  await departIn(app, family.trip.id, 1);
  // Each run taps after the one before.
  let start = Date.now() - 10 * HOUR_MS;
  await fc.assert(
    fc.asyncProperty(
      fc.array(tap, { minLength: 1, maxLength: 12 }),
      fc.array(fc.nat(), { minLength: 12, maxLength: 12 }),
      fc.integer({ min: 1, max: 5 }),
      async (drawn, order, size) => {
        start += 10_000;
        const taps = drawn.map(({ who, decision, secondsAgo, clockHours }) => ({
          id: randomUUID(),
          participantId: family.adults[who]?.id ?? '',
          decision,
          tappedAt: new Date(start - secondsAgo * 1000 + clockHours * HOUR_MS).toISOString(),
          clockOffsetMs: -clockHours * HOUR_MS,
        }));
        const arriving = taps
          .map((one, index) => ({ one, rank: order[index] ?? 0 }))
          .toSorted((a, b) => a.rank - b.rank)
          .map(({ one }) => one);
        for (let from = 0; from < arriving.length; from += size) {
          // Each part overlaps the one before: an answer was lost.
          const body = { deviceId: randomUUID(), taps: arriving.slice(Math.max(0, from - 1), from + size) };
          const { status } = await call(app, 'POST', `/api/trips/${family.trip.id}/boarding/taps`, {
            token: staff.token,
            body,
          });
          expect(status).toBe(200);
        }
        const { body: list } = await call(app, 'GET', `/api/trips/${family.trip.id}/boarding`, { token: staff.token });
        for (const [id, own] of Map.groupBy(taps, ({ participantId }) => participantId)) {
          const expected = own
            .map(
              (one): Attendance => ({
                tapId: one.id,
                decision: one.decision,
                decidedAt: decidedAt(one, new Date()).toISOString(),
              }),
            )
            .reduce(laterOf);
          const person = list.people.find((one: { id: string }) => one.id === id);
          expect(person.attendance).toEqual(expected);
        }
      },
    ),
    { numRuns: 25 },
  );
});
