import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { activeCard, sellGiftCards } from '../../../test/gift-cards.ts';
import { uploadSheet } from '../../../test/imports.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'ADMIN');
  await sellGiftCards(app);
  await fillOffice();
});
afterAll(() => app.close());

const post = async (path: string, body: object) => {
  const response = await call(app, 'POST', path, { token: staff.token, body });
  expect(response).toMatchObject({ status: expect.toSatisfy((status: number) => status < 300) });
  return response.body;
};

/** Clients, trips and reservations as an office makes them by hand, with what the forms leave open. */
async function fillOffice() {
  const { id } = await createTrip(app, {
    capacity: 40,
    itinerary: JSON.stringify([{ day: 1, time: '05:00', text: 'Embarque na praça.' }]),
  });
  const [{ id: fareId } = { id: '' }] = await app.db
    .selectFrom('trip_fares')
    .select('id')
    .where('trip_id', '=', id)
    .execute();
  const people = [
    { name: 'Suharto', contact: '+62 812 3456 789' },
    { name: 'Rosa Quispe', contact: '+51 987 654 321', email: 'rosa@exemplo.com' },
    { name: 'Maria Alves (mãe da Bia)', contact: '35 98811-0802' },
    { name: 'Silva, João Neto', contact: '0800 701 0000' },
  ];
  const participants = [{ fareId }, { fareId }, { fareId, name: 'Bia' }];
  const made: { id: string; reservationId?: string }[] = [];
  for (const person of people) made.push(await post(`/api/trips/${id}/passengers`, { person, participants }));
  const [first, second, third] = made.map((one) => one.reservationId ?? one.id);
  const { code } = await activeCard(app, staff, 5_000);
  await post(`/api/reservations/${first}/gift-cards`, { code });
  for (const [reservation, method] of [
    [second, 'cash'],
    [third, 'pix'],
    [third, 'pix'],
  ] as const)
    await post(`/api/reservations/${reservation}/payments`, { kind: 'balance', method, amountCents: 3_000 });
}

it.each(['csv', 'xlsx'])(
  'what is exported as %s changes nothing and refuses nothing where it came from',
  async (format) => {
    for (const kind of ['clients', 'trips', 'reservations']) {
      const response = await fetch(`${app.url}/api/import-sheets/${kind}?format=${format}`, {
        headers: { authorization: `Bearer ${staff.token}` },
      });
      const { body } = await uploadSheet(app, staff.token, kind, new Uint8Array(await response.arrayBuffer()));
      expect({ kind, ...body.counts }).toMatchObject({ kind, create: 0, update: 0, leftOut: 0, ignored: 0 });
      expect(body.counts.skip).toBeGreaterThan(0);
      expect(body.questions).toEqual([]);
    }
  },
);
