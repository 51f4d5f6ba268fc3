import type { TimelineItem } from '@passeio/contract/reservations/timeline';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../server/src/platform/database/transaction.ts';
import { buildTestApp, type TestApp } from '../server/test/app.ts';
import { call, createPerson, createTrip } from '../server/test/factories.ts';
import { createReservation } from '../server/test/reservations.ts';
import { writeHistories } from './histories.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('a reservation of the demonstration shows what happened to it, in order and once', async () => {
  const staff = { ...(await createPerson(app, 'OPERATOR')), name: 'Rita' };
  const { id: tripId } = await createTrip(app);
  const payer = await createPerson(app);
  const id = await createReservation(app, staff, tripId, {
    ...{ person: payer, state: 'booked', receivedCents: 3_000, hoursAgo: 5 },
  });
  await inTransaction(app.db, (trx) => writeHistories(trx, staff));
  await inTransaction(app.db, (trx) => writeHistories(trx, staff));
  const { body } = await call(app, 'GET', `/api/reservations/${id}/timeline`, { token: payer.token });
  const items = (body.data as TimelineItem[]).toSorted((a, b) => a.at.localeCompare(b.at));
  expect(items.map(({ sentence }) => sentence.replaceAll('\u00a0', ' '))).toEqual([
    'Você reservou para 1 pessoa',
    expect.stringMatching(/^Registramos o seu (Pix|pagamento) de R\$ 30,00/),
  ]);
});
