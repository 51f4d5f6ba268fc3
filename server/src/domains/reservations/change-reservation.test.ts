import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';

const points = [
  { id: crypto.randomUUID(), time: '04:30', place: 'Posto do trevo' },
  { id: crypto.randomUUID(), time: '05:00', place: 'Rodoviária' },
];

let app: TestApp;
let token: string;
let adminToken: string;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
  ({ token: adminToken } = await createPerson(app, 'ADMIN'));
  ({ id: tripId } = await createTrip(app, { capacity: 100, boarding_points: JSON.stringify(points) }));
});
afterAll(() => app.close());

async function reserve(who: object = { person: { name: 'Nair Dias', contact: '35999990000' } }) {
  return (await call(app, 'POST', `/api/trips/${tripId}/passengers`, { token, body: who })).body;
}
const put = (path: string, body: object, as = token) =>
  call(app, 'PUT', `/api/reservations/${path}`, { token: as, body });
const cancel = (id: string, reason: unknown = 'Desistiu') =>
  call(app, 'POST', `/api/reservations/${id}/cancellation`, { token, body: { reason } });
const traceOf = async (subjectId: string, action: string) =>
  (
    await app.db
      .selectFrom('audit_entries')
      .select('changes')
      .where('subject_id', '=', subjectId)
      .where('action', '=', action as 'reservation.changed')
      .orderBy('at')
      .execute()
  ).map(({ changes }) => changes);

describe('the boarding point', () => {
  it('changes, and may be open again', async () => {
    const { reservation } = await reserve();
    const set = (boardingPointId: string | null) => put(reservation.id, { boardingPointId });
    expect((await set(points[1]?.id ?? '')).body.boardingPoint).toEqual(points[1]);
    expect((await set(points[1]?.id ?? '')).status).toBe(200);
    expect((await set(null)).body.boardingPoint).toBeNull();
    expect(await traceOf(reservation.id, 'reservation.changed')).toEqual([
      { boardingPoint: [null, '05:00 Rodoviária'] },
      { boardingPoint: ['05:00 Rodoviária', null] },
    ]);
  });

  it('is a point of the trip, and of a reservation that counts', async () => {
    const { reservation } = await reserve();
    const foreign = await put(reservation.id, { boardingPointId: crypto.randomUUID() });
    expect(foreign).toMatchObject({ status: 409, body: { code: 'BOARDING_POINT_UNKNOWN' } });
    await cancel(reservation.id);
    const late = await put(reservation.id, { boardingPointId: points[0]?.id });
    expect(late).toMatchObject({ status: 409, body: { code: 'RESERVATION_OVER' } });
    expect((await put(crypto.randomUUID(), { boardingPointId: null })).status).toBe(404);
    expect((await put(reservation.id, { boardingPointId: null, status: 'paid' })).status).toBe(400);
  });
});

describe('cancelling by staff', () => {
  it('releases the place, stores the reason, and works only once', async () => {
    const before = await app.db.selectFrom('trips').select('places_taken').where('id', '=', tripId).executeTakeFirst();
    const { reservation } = await reserve();

    const answer = await cancel(reservation.id, 'Quebrou a perna');

    expect(answer).toMatchObject({
      status: 200,
      body: { reservation: { status: 'cancelled', cancellationReason: 'Quebrou a perna', cancellable: false } },
    });
    const after = await app.db.selectFrom('trips').select('places_taken').where('id', '=', tripId).executeTakeFirst();
    expect(after).toEqual(before);
    expect(await cancel(reservation.id)).toMatchObject({ status: 409, body: { code: 'RESERVATION_OVER' } });
    expect(await traceOf(reservation.id, 'reservation.cancelled')).toEqual([
      { status: ['held', 'cancelled'], cancellationReason: [null, 'Quebrou a perna'] },
    ]);
  });

  it('needs a reason', async () => {
    const { reservation } = await reserve();
    expect((await cancel(reservation.id, '  ')).body.fields.reason).toContain('Motivo');
    expect((await cancel(reservation.id, null)).status).toBe(400);
  });

  it('lets the person be added again', async () => {
    const { reservation, person } = await reserve();
    await cancel(reservation.id);
    expect((await reserve({ personId: person.id })).reservation.status).toBe('held');
  });
});

describe('the data of a passenger', () => {
  it('is filled in and corrected by staff; documents stand masked in the trace', async () => {
    const { reservation, person } = await reserve();

    const { status, body } = await put(`${reservation.id}/person`, {
      name: 'Nair Dias Prado',
      rg: 'MG-1.234.567',
      emitter: 'SSP/MG',
      birthdate: '1950-02-28',
      cpf: '111.444.777-35',
    });

    expect(status).toBe(200);
    expect(body).toMatchObject({
      person: { name: 'Nair Dias Prado', rg: 'MG-1.234.567', cpf: '11144477735', contact: '+5535999990000' },
      missing: [],
    });
    expect((await put(`${reservation.id}/person`, { cpf: null })).body.person.cpf).toBeNull();
    const trace = await traceOf(person.id, 'person.changed');
    expect(trace).toHaveLength(2);
    expect(JSON.stringify(trace)).not.toContain('11144477735');
    expect((await put(`${reservation.id}/person`, { name: 'Nair Dias Prado' })).status).toBe(200);
    expect(await traceOf(person.id, 'person.changed')).toHaveLength(2);
  });

  it('refuses the CPF and the e-mail of somebody else, by name', async () => {
    const { reservation } = await reserve();
    const other = await createPerson(app);
    const { body } = await put(`${reservation.id}/person`, { cpf: other.cpf, email: other.email });
    expect(body).toMatchObject({
      code: 'PERSON_KNOWN',
      fields: { cpf: expect.stringMatching(/^Este CPF já é de Pessoa/) },
    });
    expect(Object.keys(body.fields)).toEqual(['cpf', 'email']);
  });

  it('of an account is changed by administrators only, never deleted, and without the e-mail', async () => {
    const client = await createPerson(app);
    const { reservation } = await reserve({ personId: client.id });
    const path = `${reservation.id}/person`;

    expect(await put(path, { rg: '999' })).toMatchObject({ status: 409, body: { code: 'PERSON_HAS_ACCOUNT' } });
    expect((await put(path, { rg: '999' }, adminToken)).body.person.rg).toBe('999');
    expect(await put(path, { rg: null }, adminToken)).toMatchObject({ status: 400 });
    const email = await put(path, { email: 'nova@exemplo.com.br' }, adminToken);
    expect(email).toMatchObject({ status: 409, body: { code: 'EMAIL_OF_ACCOUNT' } });
    expect((await put(path, { email: client.email, emitter: 'PC/MG' }, adminToken)).status).toBe(200);
  });

  it.each([{}, { role: 'ADMIN' }, { name: null }, { contact: '123' }, { birthdate: '2999-01-01' }])(
    'refuses %j',
    async (body) => {
      const { reservation } = await reserve();
      expect((await put(`${reservation.id}/person`, body)).status).toBe(400);
    },
  );
});
