import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily, entriesOf, type Family } from '../../../../test/parties.ts';

let app: TestApp;
const people = new Map<string, Person>();
beforeAll(async () => {
  app = await buildTestApp();
  for (const role of ['ADMIN', 'OPERATOR', 'CLIENT'] as const) people.set(role, await createPerson(app, role));
});
afterAll(() => app.close());

const routes: [string, string, (family: Family) => string, ((family: Family) => object)?][] = [
  [
    'choosing the boarding',
    'PUT',
    ({ id }) => `${id}/boarding`,
    ({ trip }) => ({ boardingPointId: trip.boardingPointId }),
  ],
  ['adding', 'POST', ({ id }) => `${id}/participants`, ({ trip }) => ({ fareId: trip.fares.adult })],
  ['changing', 'PUT', ({ id, adults }) => `${id}/participants/${adults[1]?.id}`, () => ({ name: 'Ana Lima' })],
  ['removing', 'DELETE', ({ id, adults }) => `${id}/participants/${adults[1]?.id}`],
  ['making a link', 'POST', ({ id, adults }) => `${id}/participants/${adults[1]?.id}/link`],
  ['ending a link', 'DELETE', ({ id, adults }) => `${id}/participants/${adults[1]?.id}/link`],
];

const request = (family: Family, [, method, path, body]: (typeof routes)[number], token: string | undefined) =>
  call(app, method, `/api/reservations/${path(family)}`, { token, body: body?.(family) });

describe.each(routes)('%s', (...route) => {
  it.each(['ADMIN', 'OPERATOR', 'payer'])('is for %s', async (who) => {
    const family = await createFamily(app, { adult: 2 });
    const { status } = await request(family, route, (people.get(who) ?? family.payer).token);
    expect([200, 201]).toContain(status);
  });

  it('does not show anybody else that there is such a reservation, and changes nothing', async () => {
    const family = await createFamily(app, { adult: 2 });
    // Travelling with the payer gives no rights either.
    const companion = people.get('CLIENT');
    await app.db
      .updateTable('participants')
      .set({ user_id: companion?.id ?? '' })
      .where('id', '=', family.adults[1]?.id ?? '')
      .execute();
    const before = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });

    const refused = await request(family, route, companion?.token);
    const unknown = await request({ ...family, id: crypto.randomUUID() }, route, companion?.token);

    expect(refused).toMatchObject({ status: 404, body: { code: 'RESERVATION_NOT_FOUND' } });
    expect(unknown.body).toEqual({ ...refused.body, requestId: unknown.body.requestId });
    expect((await request(family, route, undefined)).status).toBe(401);
    const after = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(after.body).toEqual(before.body);
    expect(await entriesOf(app, family.id)).toHaveLength(1);
  });

  it('is not for the payer of another reservation, with a participant of their own', async () => {
    const [family, other] = [await createFamily(app, { adult: 2 }), await createFamily(app, { adult: 2 })];
    const mixed = { ...family, adults: other.adults };
    if (route[2](family) !== route[2](mixed)) {
      const { body } = await request(mixed, route, family.payer.token);
      expect(body.code).toBe('PARTICIPANT_NOT_FOUND');
    }
    expect((await request(family, route, other.payer.token)).body.code).toBe('RESERVATION_NOT_FOUND');
  });
});

describe('opening one reservation', () => {
  const open = (family: Family, token: string) => call(app, 'GET', `/api/reservations/${family.id}`, { token });
  const opened = async ({ id }: Family) =>
    (await entriesOf(app, id)).filter(({ action }) => action === 'reservation.opened');

  it.each(['ADMIN', 'OPERATOR'])('by %s, who reads documents there, is audited once in ten minutes', async (role) => {
    const family = await createFamily(app, { adult: 1 });
    const staff = people.get(role);
    const [{ status }] = [await open(family, staff?.token ?? ''), await open(family, staff?.token ?? '')];
    await call(app, 'GET', `/api/reservations/${family.reservation.code}`, { token: staff?.token ?? '' });

    expect(status).toBe(200);
    const { code } = family.reservation;
    const label = expect.stringContaining(code);
    expect(await opened(family)).toMatchObject([{ actor_id: staff?.id, subject_label: label, address: '127.0.0.1' }]);
    const path = `/api/reservations/${family.id}/timeline?audience=staff`;
    const timeline = await call(app, 'GET', path, { token: staff?.token ?? '' });
    expect(timeline.body.data.map(({ sentence }: { sentence: string }) => sentence)).toEqual(['Fez a reserva']);
  });

  it.each<[string, string, (family: Family) => object]>([
    ['participant', 'participants/', () => ({})],
    ['boarding point', 'boarding', ({ adults: [adult] }) => ({ boardingPointId: adult?.boardingPointId ?? null })],
  ])('by a change of a %s that changes nothing is audited like it, for staff', async (_, path, body) => {
    const family = await createFamily(app, { adult: 1 });
    const id = path.endsWith('/') ? family.adults[0]?.id : '';
    const change = ({ token }: Person) =>
      call(app, 'PUT', `/api/reservations/${family.id}/${path}${id}`, { token, body: body(family) });
    const staff = people.get('OPERATOR') as Person;

    expect((await change(family.payer)).status).toBe(200);
    expect(await opened(family)).toEqual([]);
    const [{ status }] = [await change(staff), await change(staff)];

    expect(status).toBe(200);
    expect(await opened(family)).toMatchObject([{ actor_id: staff.id }]);
    expect(await entriesOf(app, family.id)).toHaveLength(2);
  });

  it('by its payer is not, and to anybody else there is none', async () => {
    const family = await createFamily(app, { adult: 1 });
    expect((await open(family, family.payer.token)).status).toBe(200);
    expect((await open(family, people.get('CLIENT')?.token ?? '')).status).toBe(404);
    expect(await opened(family)).toEqual([]);
  });
});
