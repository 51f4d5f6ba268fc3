import { randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';
import { createFamily } from '../../../test/parties.ts';
import { deleteOldEmails } from './email-log.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

/** A reservation of a trip that is back in so many days, with an e-mail and a WhatsApp chat of today. */
async function notifiedOfTrip(days: number) {
  const { id, trip } = await createFamily(app, { adult: 1 });
  const returns_at = new Date(Date.now() + days * DAY_MS);
  const departs_at = new Date(returns_at.getTime() - DAY_MS);
  await app.db.updateTable('trips').set({ departs_at, returns_at }).where('id', '=', trip.id).execute();
  const columns = {
    kind: 'refundPaid',
    recipient: 'ana@viajantes.example',
    subject: 'Devolvemos',
    settled_at: new Date(),
  };
  await app.db
    .insertInto('reservation_emails')
    .values({ id: randomUUIDv7(), reservation_id: id, state: 'sent', ...columns })
    .execute();
  const chat = { template_key: 'reminder', phone: '+5535999990000', opened_by: staff.id, trip_id: trip.id };
  await app.db
    .insertInto('whatsapp_messages')
    .values({ id: randomUUIDv7(), reservation_id: id, ...chat })
    .execute();
  return async () => {
    const { body } = await call(app, 'GET', `/api/reservations/${id}/messages`, { token: staff.token });
    return (body.data.length + body.whatsApp.length) as number;
  };
}

it('what was sent to whom is kept for two years after the trip, then deleted, however many there are', async () => {
  const [past, future] = [await notifiedOfTrip(-3), await notifiedOfTrip(300)];
  const inYears = (years: number, days: number) => {
    const then = new Date(Date.now() + days * DAY_MS);
    then.setUTCFullYear(then.getUTCFullYear() + years);
    return then;
  };
  // The trip was back long ago, but the message is not that old. Two years from 29 February end on 1 March.
  await deleteOldEmails(app.db, inYears(2, -1.5));
  expect([await past(), await future()]).toEqual([2, 2]);
  await deleteOldEmails(app.db, inYears(2, 1));
  expect([await past(), await future()]).toEqual([0, 2]);
  await deleteOldEmails(app.db, inYears(2, 301));
  expect(await future()).toBe(0);
});

it('takes as many turns as it needs', async () => {
  const { id, trip } = await createFamily(app, { adult: 1 });
  const returns_at = new Date(Date.now() - DAY_MS);
  const departs_at = new Date(returns_at.getTime() - DAY_MS);
  await app.db.updateTable('trips').set({ departs_at, returns_at }).where('id', '=', trip.id).execute();
  const columns = { reservation_id: id, kind: 'refundPaid', recipient: 'ana@viajantes.example', subject: 'Devolvemos' };
  const entries = Array.from({ length: 2_001 }, () => ({ ...columns, id: randomUUIDv7(), settled_at: null }));
  await app.db.insertInto('reservation_emails').values(entries).execute();
  await deleteOldEmails(app.db, new Date(Date.now() + 3 * 365 * DAY_MS));
  const { left } = await app.db
    .selectFrom('reservation_emails')
    .where('reservation_id', '=', id)
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .executeTakeFirstOrThrow();
  expect(Number(left)).toBe(0);
});
