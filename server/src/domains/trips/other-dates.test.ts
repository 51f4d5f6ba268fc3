import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { dayIn } from '../../../test/cancelled-departures.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';
import { departIn } from '../../../test/parties.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  await vi.waitFor(() => expect(app.app.deps.changes.isListening).toBe(true));
});
afterAll(() => app.close());

/** The ids of copies, by departure. */
async function copy(id: string, days: number[], more: object = {}): Promise<string[]> {
  const body = { dates: days.map(dayIn), ...more };
  const copied = await call(app, 'POST', `/api/trips/${id}/copies`, { token: staff.token, body });
  return copied.body.data.map((trip: { id: string }) => trip.id);
}
const change = (id: string, body: object) =>
  call(app, 'PUT', `/api/trips/${id}/publication`, { token: staff.token, body });
async function publish(ids: string[]): Promise<void> {
  for (const id of ids) await change(id, { isActive: true });
}
/** As the portal asks for them. */
const otherDates = async (id: string) =>
  (await call(app, 'GET', `/api/trips?isActive=true&upcoming=true&otherDatesOf=${id}`)).body.data;
const idsOf = async (id: string) => (await otherDates(id)).map((trip: { id: string }) => trip.id);

describe('the other dates of a trip', () => {
  it('are its published copies, copies of them and the trip itself, by departure, and no other trip', async () => {
    const original = await createTrip(app);
    await createTrip(app);
    const [first = '', second = ''] = await copy(original.id, [60, 50]);
    const [third = ''] = await copy(second, [55]);
    expect(await idsOf(original.id)).toEqual([]);
    await publish([first, second, third]);
    expect(await idsOf(original.id)).toEqual([first, third, second]);
    expect(await idsOf(third)).toEqual([original.id, first, second]);
  });

  it('are shown to visitors as soon as they are published, sold out, withdrawn or cancelled', async () => {
    const original = await createTrip(app, { capacity: 1 });
    const [sold = '', withdrawn = '', cancelled = ''] = await copy(original.id, [40, 41, 42]);
    expect(await idsOf(original.id)).toEqual([]);
    await publish([sold, withdrawn, cancelled]);
    expect((await otherDates(original.id)).map((trip: { placesLeft: number }) => trip.placesLeft)).toEqual([1, 1, 1]);
    await call(app, 'POST', `/api/trips/enrrol/${sold}`, { token: (await createPerson(app)).token });
    expect((await otherDates(original.id))[0]).toMatchObject({ placesLeft: 0, situation: 'sold_out' });
    await change(withdrawn, { isActive: false });
    expect(await idsOf(original.id)).toEqual([sold, cancelled]);
    const body = { reason: 'Chuva forte', chooseUntil: dayIn(7) };
    await call(app, 'POST', `/api/trips/${cancelled}/cancellation`, { token: staff.token, body });
    expect(await idsOf(original.id)).toEqual([sold]);
  });

  it('are the coming ones, also of a departure that is over', async () => {
    const original = await createTrip(app);
    const [coming = ''] = await copy(original.id, [45]);
    await publish([coming]);
    await departIn(app, original.id, -24);
    expect(await idsOf(original.id)).toEqual([coming]);
    expect(await idsOf(coming)).toEqual([]);
  });

  it('are not those of copies that staff made as another trip, which are dates of each other', async () => {
    const original = await createTrip(app);
    const [first = '', second = ''] = await copy(original.id, [46, 47], { isAnotherTrip: true });
    await publish([first, second]);
    expect(await idsOf(original.id)).toEqual([]);
    expect(await idsOf(first)).toEqual([second]);
  });
});
