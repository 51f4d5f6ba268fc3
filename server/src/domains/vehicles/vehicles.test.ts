import { drawMap, numberSeats, vehiclePresets } from '@passeio/contract/seats/seat-map';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const bus = vehiclePresets.find(({ key }) => key === 'bus46')?.map;
const small = numberSeats(drawMap('T.D PP. PP.'), 'windowFirst');
const ask = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
  call(app, method, `/api/vehicles${path}`, { token: staff.token, ...(body && { body }) });
let count = 0;
const newName = () => {
  count += 1;
  return `Ônibus ${count}`;
};
const draft = (more: object = {}) => ({ name: newName(), plate: '', map: bus, ...more });

describe('vehicles', () => {
  it('are added with their map, and say how many people they take', async () => {
    const { status, body } = await ask('POST', '', draft({ name: 'Ônibus azul', plate: 'abc-1d23' }));
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: 'Ônibus azul',
      plate: 'ABC1D23',
      seats: 46,
      version: 1,
      isArchived: false,
      map: bus,
    });
    expect((await ask('GET', `/${body.id}`)).body).toEqual(body);
    expect((await ask('GET', '')).body.data).toContainEqual(body);
  });

  it('are changed from the version that was read, and the history shows what', async () => {
    const { body: made } = await ask('POST', '', draft());
    const change = { name: made.name, plate: '', map: small, version: 1 };
    const { status, body } = await ask('PUT', `/${made.id}`, change);
    expect(status).toBe(200);
    expect(body).toMatchObject({ seats: 4, version: 2 });
    expect(await ask('PUT', `/${made.id}`, change)).toMatchObject({ status: 409, body: { code: 'CHANGED_MEANWHILE' } });
    const admin = await createPerson(app, 'ADMIN');
    const { body: entries } = await call(app, 'GET', `/api/audit?subject=vehicle&subjectId=${made.id}`, {
      token: admin.token,
    });
    expect(entries.data[0]).toMatchObject({
      action: 'vehicle.changed',
      subject: { isThere: true },
      changes: { seats: [46, 4], seatMap: [expect.any(String), 'T . D / 1 2 . / 3 4 .'] },
    });
    expect(entries.data[1].action).toBe('vehicle.created');
  });

  it('have a name and a plate of their own; archived ones give them free', async () => {
    const { body: first } = await ask('POST', '', draft({ name: 'Micro da serra', plate: 'XYZ9876' }));
    expect((await ask('POST', '', draft({ name: 'MICRO DA SÉRRA' }))).body.code).toBe('VEHICLE_NAME_TAKEN');
    expect((await ask('POST', '', draft({ plate: 'XYZ-9876' }))).body.code).toBe('VEHICLE_PLATE_TAKEN');
    expect((await ask('PUT', `/${first.id}/archive`, { isArchived: true })).body).toMatchObject({ isArchived: true });
    expect((await ask('POST', '', draft({ name: 'Micro da serra', plate: 'XYZ9876' }))).status).toBe(201);
    expect((await ask('PUT', `/${first.id}/archive`, { isArchived: false })).body.code).toBe('VEHICLE_NAME_TAKEN');
    const { body: list } = await ask('GET', '');
    expect(list.data.at(-1).id).toBe(first.id);
  });

  it.each([
    ['a plate that is none', { plate: 'AB1' }, 'plate'],
    ['no seat', { map: drawMap('T.D') }, 'map'],
    [
      'a number twice',
      {
        map: [
          [
            { kind: 'seat', label: '1' },
            { kind: 'seat', label: '1' },
          ],
        ],
      },
      'map',
    ],
    ['rows of two widths', { map: [...small, ...drawMap('TT')] }, 'map'],
    ['an unknown square', { map: [[{ kind: 'bed', label: '' }]] }, 'map'],
    ['no name', { name: ' ' }, 'name'],
  ])('are refused with %s', async (_, wrong, field) => {
    const { status, body } = await ask('POST', '', draft(wrong));
    expect(status).toBe(400);
    expect(Object.keys(body.fields)[0]).toMatch(new RegExp(`^${field}`));
  });

  it('that do not exist are not found', async () => {
    const unknown = `/${crypto.randomUUID()}`;
    for (const [method, path, body] of [
      ['GET', unknown],
      ['PUT', unknown, { ...draft(), version: 1 }],
      ['PUT', `${unknown}/archive`, { isArchived: true }],
    ] as const) {
      expect(await ask(method, path, body)).toMatchObject({ status: 404, body: { code: 'VEHICLE_NOT_FOUND' } });
    }
  });
});
