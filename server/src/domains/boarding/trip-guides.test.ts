import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, crewOfGuides, type Person } from '../../../test/factories.ts';
import { createFamily, departIn, type Family } from '../../../test/parties.ts';

let app: TestApp;
let staff: Person;
let guide: Person;
let own: Family;
let others: Family;

beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  guide = await createPerson(app, 'GUIDE');
  [own, others] = [await createFamily(app, { adult: 2 }), await createFamily(app, { adult: 1 })];
  for (const { trip } of [own, others]) await departIn(app, trip.id, 1);
  await assign([guide.id]);
});
afterAll(() => app.close());

const assign = (userIds: string[], { token } = staff) =>
  call(app, 'PUT', `/api/trips/${own.trip.id}/crew`, { token, body: crewOfGuides(userIds) });
const boardings = ({ token } = guide) => call(app, 'GET', '/api/guide/boardings', { token });
const list = ({ trip }: Family, { token } = guide) => call(app, 'GET', `/api/trips/${trip.id}/boarding`, { token });
const tap = ({ trip, adults }: Family, { token } = guide) => {
  const [person] = adults;
  const one = { id: randomUUID(), participantId: person?.id, decision: 'boarded', clockOffsetMs: 0 };
  const body = { deviceId: randomUUID(), taps: [{ ...one, tappedAt: new Date().toISOString() }] };
  return call(app, 'POST', `/api/trips/${trip.id}/boarding/taps`, { token, body });
};

it('a guide sees and boards their own departures, and no others', async () => {
  const { status, body } = await boardings();
  expect({ status, data: body.data }).toMatchObject({ status: 200, data: [{ id: own.trip.id, people: 2 }] });
  expect((await list(own)).body.people).toHaveLength(2);
  expect((await tap(own)).body.results).toMatchObject([{ outcome: 'recorded' }]);
  expect(await list(others)).toMatchObject({ status: 404, body: { code: 'BOARDING_NOT_OWN' } });
  expect((await tap(others)).status).toBe(404);
  const other = await createPerson(app, 'GUIDE');
  expect((await boardings(other)).body.data).toEqual([]);
  expect((await list(own, other)).status).toBe(404);
});

it.each(['/overview/today', '/departures', '/search?q=ana', '/vehicles', '/users'])(
  'a guide is refused %s',
  async (path) => {
    expect((await call(app, 'GET', `/api${path}`, { token: guide.token })).status).toBe(403);
  },
);

it('a guide reads no reservation but their own', async () => {
  const path = `/api/reservations/${own.id}`;
  expect((await call(app, 'GET', path, { token: guide.token })).status).toBe(404);
});

it('a driver with an account sees the departures that they drive, and boards nobody', async () => {
  const driver = await createPerson(app, 'GUIDE');
  await app.db.updateTable('crew_members').set({ is_driver: true }).where('user_id', '=', driver.id).execute();
  const crew = (...roles: string[]) => ({
    crew: roles.map((role) => ({ memberId: driver.id, role })),
    acceptsConflicts: true,
  });
  const path = `/api/trips/${others.trip.id}/crew`;
  expect((await call(app, 'PUT', path, { token: staff.token, body: crew('driver') })).status).toBe(200);
  expect((await boardings(driver)).body.data).toMatchObject([{ id: others.trip.id, role: 'driver' }]);
  expect((await list(others, driver)).status).toBe(404);
  await call(app, 'PUT', path, { token: staff.token, body: crew('driver', 'guide') });
  expect((await boardings(driver)).body.data).toMatchObject([{ id: others.trip.id, role: 'guide' }]);
  expect((await list(others, driver)).status).toBe(200);
});

it('the list opens on the day before, and closes with the attendance', async () => {
  await departIn(app, own.trip.id, 72);
  expect(await list(own)).toMatchObject({ status: 409, body: { code: 'BOARDING_EARLY' } });
  await departIn(app, own.trip.id, -72);
  expect((await list(own)).status).toBe(404);
  expect((await boardings()).body.data).toEqual([]);
  await departIn(app, own.trip.id, 1);
});

it('staff says who guides, which counts at once and is on record', async () => {
  const second = await createPerson(app, 'GUIDE');
  const client = await createPerson(app);
  expect(await assign([client.id])).toMatchObject({ status: 404, body: { code: 'CREW_MEMBER_NOT_FOUND' } });
  const { body } = await assign([guide.id, second.id, second.id]);
  expect(body.data.filter(({ roles }: { roles: string[] }) => roles.length > 0)).toHaveLength(2);
  expect((await list(own, second)).status).toBe(200);
  await assign([second.id]);
  expect((await list(own)).status).toBe(404);
  const entry = await app.db
    .selectFrom('audit_entries')
    .select('changes')
    .where('action', '=', 'trip.crew_changed')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect(entry.changes.guide?.[1]).not.toContain(',');
  await assign([guide.id]);
  expect((await assign([guide.id], guide)).status).toBe(403);
});

it('a guide who is one no more loses the boardings', async () => {
  await app.db.updateTable('users').set({ role: 'CLIENT' }).where('id', '=', guide.id).execute();
  expect((await boardings()).status).toBe(403);
  expect((await list(own)).status).toBe(403);
});
