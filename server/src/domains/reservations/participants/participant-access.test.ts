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
    if (route[0] !== 'adding') {
      const { body } = await request(mixed, route, family.payer.token);
      expect(body.code).toBe('PARTICIPANT_NOT_FOUND');
    }
    expect((await request(family, route, other.payer.token)).body.code).toBe('RESERVATION_NOT_FOUND');
  });
});
