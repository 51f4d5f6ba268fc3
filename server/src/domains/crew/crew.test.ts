import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person, tripDraft } from '../../../test/factories.ts';
import { saveTrip } from '../../../test/trip-changes.ts';
import { crewConflictsAt } from './index.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  call(app, method, `/api/${path}`, { token: staff.token, ...(body && { body }) });

function draft(more: object = {}) {
  const person = { userId: null, name: 'Luana Reis', phone: '(35) 98888-1234', isGuide: true, isDriver: false };
  return { ...person, weekdays: [1, 2, 3, 4, 5, 6, 7], daysOff: [], ...more };
}
async function add(more: object = {}) {
  const { status, body } = await ask('POST', 'crew', draft(more));
  expect(status).toBe(201);
  return body;
}
const departing = async (departs: string, returns: string, more: object = {}) => {
  const times = { departs_at: new Date(`${departs}-03:00`), returns_at: new Date(`${returns}-03:00`) };
  return (await createTrip(app, { title: `De ${departs}`, ...times, ...more })).id;
};
const assign = (tripId: string, crew: [{ id: string }, string][], more: object = {}) =>
  ask('PUT', `trips/${tripId}/crew`, { crew: crew.map(([{ id }, role]) => ({ memberId: id, role })), ...more });
async function onTrip(tripId: string, { id }: { id: string }) {
  const { body } = await ask('GET', `trips/${tripId}/crew`);
  return body.data.find((one: { id: string }) => one.id === id);
}

describe('people of the team', () => {
  it('are added with their days, changed from the version that was read, and archived and restored', async () => {
    const made = await add({
      daysOff: [
        { from: '2031-02-01', to: '2031-02-03' },
        { from: '2001-01-01', to: '2001-01-01' },
      ],
    });
    expect(made).toMatchObject({ name: 'Luana Reis', phone: '+5535988881234', isGuide: true, upcoming: 0, version: 1 });
    expect(made.daysOff).toEqual([{ from: '2031-02-01', to: '2031-02-03' }]);
    const change = draft({ isDriver: true, weekdays: [7, 6], version: 1 });
    const { status, body } = await ask('PUT', `crew/${made.id}`, change);
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { isDriver: true, weekdays: [6, 7], daysOff: [], version: 2 },
    });
    expect(await ask('PUT', `crew/${made.id}`, change)).toMatchObject({
      status: 409,
      body: { code: 'CHANGED_MEANWHILE' },
    });
    expect((await ask('PUT', `crew/${made.id}/archive`, { isArchived: true })).body.isArchived).toBe(true);
    expect((await ask('GET', 'crew')).body.data.at(-1).id).toBe(made.id);
    expect((await ask('PUT', `crew/${made.id}/archive`, { isArchived: false })).body.isArchived).toBe(false);
    const admin = await createPerson(app, 'ADMIN');
    const { body: log } = await call(app, 'GET', `/api/audit?subject=crew&subjectId=${made.id}`, admin);
    expect(log.data.map(({ action }: { action: string }) => action)).toEqual([
      ...['crew.restored', 'crew.archived', 'crew.changed', 'crew.created'],
    ]);
    expect(log.data[2]).toMatchObject({
      subject: { isThere: true },
      changes: { isDriver: [false, true], weekdays: [expect.any(String), 'sáb, dom'] },
    });
  });

  it.each([
    ['neither guide nor driver', { isGuide: false }, 'isGuide'],
    ['no name', { name: ' ' }, 'name'],
    ['no day of the week', { weekdays: [] }, 'weekdays'],
    ['an eighth day', { weekdays: [8] }, 'weekdays.0'],
    ['days off that end before they begin', { daysOff: [{ from: '2031-02-02', to: '2031-02-01' }] }, 'daysOff.0.to'],
    ['a wrong telephone', { phone: '123' }, 'phone'],
  ])('are refused with %s', async (_, wrong, field) => {
    const { status, body } = await ask('POST', 'crew', draft(wrong));
    expect({ status, fields: Object.keys(body.fields) }).toEqual({ status: 400, fields: [field] });
  });

  it('are changed by staff who may edit trips; the rest of staff reads, and clients do not', async () => {
    const made = await add();
    const limited = await createPerson(app, 'OPERATOR', { permissions: [] });
    expect((await call(app, 'GET', '/api/crew', limited)).status).toBe(200);
    expect((await call(app, 'POST', '/api/crew', { token: limited.token, body: draft() })).status).toBe(403);
    expect(
      (await call(app, 'PUT', `/api/crew/${made.id}/archive`, { token: limited.token, body: { isArchived: true } }))
        .status,
    ).toBe(403);
    for (const person of [await createPerson(app), await createPerson(app, 'GUIDE')]) {
      expect((await call(app, 'GET', '/api/crew', person)).status).toBe(403);
    }
    expect(await ask('PUT', `crew/${randomUUID()}/archive`, { isArchived: true })).toMatchObject({
      status: 404,
      body: { code: 'CREW_MEMBER_NOT_FOUND' },
    });
  });

  it('have everybody with a guide’s account, with the name of the account; other staff is added by theirs, once', async () => {
    const guide = await createPerson(app, 'GUIDE');
    const client = await createPerson(app);
    const { body } = await ask('GET', 'crew');
    expect(body.data).toContainEqual(
      expect.objectContaining({ id: guide.id, userId: guide.id, isGuide: true, isDriver: false }),
    );
    expect(body.accounts).toContainEqual(expect.objectContaining({ id: guide.id, memberId: guide.id }));
    const owner = await add({ userId: staff.id, name: '', phone: '' });
    expect(owner.name).toMatch(/^Pessoa Número/);
    expect(await ask('POST', 'crew', draft({ userId: staff.id }))).toMatchObject({
      status: 409,
      body: { code: 'CREW_ACCOUNT_TAKEN' },
    });
    expect((await ask('POST', 'crew', draft({ userId: client.id }))).status).toBe(404);
    expect((await ask('PUT', `crew/${owner.id}`, draft({ userId: null, version: 1 }))).body.code).toBe(
      'CREW_ACCOUNT_TAKEN',
    );
  });

  it('get an account later, with which they board the departures that they guide', async () => {
    const luana = await add({ isDriver: true });
    const tripId = await departing('2032-03-06T05:00', '2032-03-06T20:00');
    const account = await createPerson(app, 'GUIDE');
    await app.db.updateTable('crew_members').set({ is_driver: true }).where('id', '=', account.id).execute();
    const other = await departing('2032-04-06T05:00', '2032-04-06T20:00');
    await assign(tripId, [
      [luana, 'guide'],
      [luana, 'driver'],
    ]);
    await assign(other, [[account, 'driver']]);
    const boardings = () => call(app, 'GET', '/api/guide/boardings', account);
    expect((await boardings()).body.data).toMatchObject([{ id: other, role: 'driver' }]);
    const { status, body } = await ask(
      'PUT',
      `crew/${luana.id}`,
      draft({ userId: account.id, isDriver: true, version: 1 }),
    );
    expect({ status, body }).toMatchObject({ status: 200, body: { userId: account.id, upcoming: 2 } });
    expect((await boardings()).body.data).toMatchObject([
      { id: tripId, role: 'guide' },
      { id: other, role: 'driver' },
    ]);
    expect(await onTrip(tripId, luana)).toMatchObject({ hasAccount: true, roles: ['guide', 'driver'] });
    expect((await ask('GET', 'crew')).body.data.some(({ id }: { id: string }) => id === account.id)).toBe(false);
  });
});

describe('who works on a departure', () => {
  it('is asked about two departures at once, and it may be accepted; cancelled and archived ones do not count', async () => {
    const [ana, bia] = [await add({ name: 'Ana' }), await add({ name: 'Bia', isDriver: true, isGuide: false })];
    const first = await departing('2033-05-07T05:00', '2033-05-08T20:00');
    const second = await departing('2033-05-08T19:00', '2033-05-09T20:00');
    expect(
      (
        await assign(first, [
          [ana, 'guide'],
          [bia, 'driver'],
        ])
      ).status,
    ).toBe(200);
    expect((await onTrip(second, ana)).conflicts).toMatchObject([{ kind: 'overlap', tripId: first }]);
    const refused = await assign(second, [[ana, 'guide']]);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CREW_CONFLICT' } });
    expect(refused.body.fields.crew).toBe('Ana já está em “De 2033-05-07T05:00”, que sai em 07/05/2033 às 05:00.');
    expect((await assign(second, [[ana, 'guide']], { acceptsConflicts: true })).status).toBe(200);
    // Accepted once, it is not asked again.
    expect((await assign(second, [[ana, 'guide']])).status).toBe(200);
    for (const gone of [
      { cancelled_at: new Date(), is_active: false },
      { archived_at: new Date(), is_active: false },
    ]) {
      await app.db
        .updateTable('trips')
        .set({ cancelled_at: null, archived_at: null, ...gone })
        .where('id', '=', second)
        .execute();
      expect((await onTrip(first, ana)).conflicts).toEqual([]);
    }
  });

  it('is asked about rest under eleven hours on either side, and about days off', async () => {
    const ana = await add({ weekdays: [6, 7], daysOff: [{ from: '2034-06-11', to: '2034-06-20' }] });
    const [before, planned, after] = [
      await departing('2034-06-09T05:00', '2034-06-09T20:00'),
      await departing('2034-06-10T05:00', '2034-06-10T20:00'),
      await departing('2034-06-11T05:30', '2034-06-11T20:00'),
    ];
    for (const id of [before, after]) await assign(id, [[ana, 'guide']], { acceptsConflicts: true });
    expect((await onTrip(planned, ana)).conflicts).toMatchObject([
      { kind: 'rest', tripId: before, restMinutes: 540 },
      { kind: 'rest', tripId: after, restMinutes: 570 },
    ]);
    expect((await onTrip(before, ana)).conflicts).toMatchObject([{ kind: 'dayOff', days: ['2034-06-09'] }]);
    expect((await onTrip(after, ana)).conflicts).toMatchObject([{ kind: 'dayOff', days: ['2034-06-11'] }]);
    expect((await assign(planned, [[ana, 'guide']])).body.fields.crew).toContain(
      'só descansa 9 h 30 min entre esta saída',
    );
  });

  it('is on record by what they do, and does only what they can', async () => {
    const [ana, bia] = [
      await add({ name: 'Ana Guia' }),
      await add({ name: 'Bia Motorista', isGuide: false, isDriver: true }),
    ];
    const tripId = await departing('2035-01-06T05:00', '2035-01-06T20:00');
    expect((await assign(tripId, [[ana, 'driver']])).body.code).toBe('CREW_MEMBER_NOT_FOUND');
    await assign(tripId, [
      [ana, 'guide'],
      [bia, 'driver'],
    ]);
    const entry = await app.db.selectFrom('audit_entries').select('changes').where('subject_id', '=', tripId).execute();
    expect(entry.map(({ changes }) => changes)).toEqual([{ guide: ['', 'Ana Guia'], driver: ['', 'Bia Motorista'] }]);
    const manifest = await ask('GET', `trips/${tripId}/road-list`);
    expect(manifest.body.details).toMatchObject({ guide: 'Ana Guia', driver: 'Bia Motorista' });
    await ask('PUT', `crew/${ana.id}/archive`, { isArchived: true });
    expect((await assign(tripId, [[ana, 'guide']])).status).toBe(200);
    await assign(tripId, []);
    expect((await assign(tripId, [[ana, 'guide']])).status).toBe(404);
    expect((await ask('GET', `trips/${randomUUID()}/crew`)).status).toBe(404);
  });

  it('two departures that get somebody at once: the later one is asked', async () => {
    const ana = await add();
    const trips = [
      await departing('2036-01-05T05:00', '2036-01-05T20:00'),
      await departing('2036-01-05T06:00', '2036-01-05T20:00'),
    ];
    const answers = await Promise.all(trips.map((id) => assign(id, [[ana, 'guide']])));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('would be in conflict at other times, also with the departure itself where it is copied', async () => {
    const ana = await add({ name: 'Ana Cópia' });
    const [first, second] = [
      await departing('2037-01-03T05:00', '2037-01-03T20:00'),
      await departing('2037-01-10T05:00', '2037-01-10T20:00'),
    ];
    for (const id of [first, second]) await assign(id, [[ana, 'guide']]);
    const at = (day: string, isCopy: boolean) =>
      crewConflictsAt(app.db, first, {
        departsAt: new Date(`${day}T05:00-03:00`),
        returnsAt: new Date(`${day}T20:00-03:00`),
        isCopy,
      });
    expect(await at('2037-01-10', false)).toMatchObject([
      { name: 'Ana Cópia', conflicts: [{ kind: 'overlap', tripId: second }] },
    ]);
    expect(await at('2037-01-03', false)).toEqual([]);
    expect(await at('2037-01-03', true)).toMatchObject([{ conflicts: [{ kind: 'overlap', tripId: first }] }]);
  });

  it('asks before a departure gets times at which its crew has another, and saves them then', async () => {
    const ana = await add({ name: 'Ana Prado' });
    const times = { date: '2039-01-10T08:00:00.000Z', returnDate: '2039-01-10T23:00:00.000Z' };
    const { body: trip } = await ask('POST', 'trips', tripDraft({ ...times, decisionDate: null }));
    const other = await departing('2039-01-17T05:00', '2039-01-17T20:00');
    for (const id of [trip.id, other]) await assign(id, [[ana, 'guide']]);
    const save = (more: object) => saveTrip(app, staff, trip.id, more);
    const clash = { date: '2039-01-16T08:00:00.000Z', returnDate: '2039-01-17T02:00:00.000Z' };
    const refused = await save(clash);
    expect(refused).toMatchObject({ status: 409, body: { code: 'CREW_CONFLICT' } });
    expect(refused.body.message).toContain('Ana Prado só descansa 6 h entre esta saída e “De 2039-01-17T05:00”');
    expect((await save({ ...clash, acceptsOverlap: true })).status).toBe(200);
    expect((await save({ title: 'Outro título' })).status).toBe(200);
    expect((await save({ ...times, title: 'De volta' })).status).toBe(200);
  });

  it('the database refuses a guide with an account in a second place, and an account for who guides without one', async () => {
    const account = await createPerson(app, 'GUIDE');
    const tripId = await departing('2038-01-02T05:00', '2038-01-02T20:00');
    const row = { trip_id: tripId, member_id: account.id, role: 'guide' as const };
    await expect(app.db.insertInto('trip_crew').values(row).execute()).rejects.toThrow('trip_guides');
    const ana = await add();
    await assign(tripId, [[ana, 'guide']]);
    await expect(
      sql`update crew_members set user_id = ${staff.id}, name = null, phone = null where id = ${ana.id}`.execute(
        app.db,
      ),
    ).rejects.toThrow('trip_guides');
  });
});

it('the calendar shows who works on each departure, with their conflicts, and on which days the team does not work', async () => {
  const ana = await add({ name: 'Ana do Calendário', weekdays: [6, 7] });
  const friday = await departing('2041-05-03T05:00', '2041-05-03T22:00');
  const saturday = await departing('2041-05-04T05:00', '2041-05-04T22:00');
  for (const id of [friday, saturday]) await assign(id, [[ana, 'guide']], { acceptsConflicts: true });
  await ask('POST', `trips/${friday}/guide-links`, { name: 'Ana do Calendario' });
  await ask('POST', `trips/${friday}/guide-links`, { name: 'Outra pessoa' });
  const { body } = await ask('GET', 'departures/calendar?from=2041-05-04&to=2041-05-06');
  expect(body.data).toMatchObject([
    {
      id: saturday,
      crew: [{ id: ana.id, roles: ['guide'], conflicts: [{ kind: 'rest', tripId: friday, restMinutes: 420 }] }],
    },
  ]);
  expect(body.team).toContainEqual({ id: ana.id, name: 'Ana do Calendário', freeDays: ['2041-05-06'] });
  const earlier = await ask('GET', 'departures/calendar?from=2041-05-03&to=2041-05-03');
  expect(earlier.body.data).toMatchObject([{ id: friday, guides: ['Outra pessoa'] }]);
});
