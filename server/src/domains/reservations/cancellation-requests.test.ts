import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip, type Person } from '../../../test/factories.ts';

let app: TestApp;
let staff: Person;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  ({ id: tripId } = await createTrip(app, { capacity: 100 }));
});
afterAll(() => app.close());

/** A client with a reservation and a paid deposit. */
async function paidReservation() {
  const client = await createPerson(app);
  const { body } = await call(app, 'POST', `/api/trips/enrrol/${tripId}`, { token: client.token });
  const payment = { kind: 'deposit', method: 'pix', amountCents: 8_670 };
  await call(app, 'POST', `/api/reservations/${body.id}/payments`, { token: staff.token, body: payment });
  return { client, id: body.id as string };
}

const ask = (id: string, { token }: Person) => call(app, 'POST', `/api/reservations/${id}/cancel`, { token });
const withdraw = (id: string, { token }: Person) => call(app, 'DELETE', `/api/reservations/${id}/cancel`, { token });
const dismiss = (id: string, { token }: Person = staff) =>
  call(app, 'DELETE', `/api/reservations/${id}/cancellation`, { token });
const placesTaken = () => app.db.selectFrom('trips').select('places_taken').where('id', '=', tripId).executeTakeFirst();
const traceOf = async (id: string) =>
  (await app.db.selectFrom('audit_entries').select('action').where('subject_id', '=', id).orderBy('at').execute())
    .map(({ action }) => action)
    .filter((action) => action.startsWith('reservation.cancel'));

describe('cancelling a reservation with money in it', () => {
  it('only asks staff: the place stays, and asking again changes nothing', async () => {
    const { client, id } = await paidReservation();
    const before = await placesTaken();

    const first = await ask(id, client);
    const second = await ask(id, client);

    expect(first).toMatchObject({
      status: 200,
      body: { state: 'booked', cancelledAt: null, cancellationRequestedAt: expect.any(String) },
    });
    expect(second.body.cancellationRequestedAt).toBe(first.body.cancellationRequestedAt);
    expect(await placesTaken()).toEqual(before);
    expect(await traceOf(id)).toEqual(['reservation.cancellation_requested']);
    const { body } = await call(app, 'GET', `/api/trips/${tripId}/passengers`, { token: staff.token });
    const row = body.data.find((one: { reservation: { id: string } }) => one.reservation.id === id);
    expect(row.reservation.cancellationRequestedAt).toBe(first.body.cancellationRequestedAt);
  });

  it('can be withdrawn by its owner only', async () => {
    const { client, id } = await paidReservation();
    await ask(id, client);
    expect(await withdraw(id, await createPerson(app))).toMatchObject({ status: 404 });
    expect(await withdraw(id, client)).toMatchObject({ status: 200, body: { cancellationRequestedAt: null } });
    expect(await withdraw(id, client)).toMatchObject({ status: 409, body: { code: 'CANCELLATION_NOT_REQUESTED' } });
    expect(await traceOf(id)).toEqual(['reservation.cancellation_requested', 'reservation.cancellation_withdrawn']);
  });

  it('is dismissed by staff alone, and can be asked for again', async () => {
    const { client, id } = await paidReservation();
    await ask(id, client);
    expect(await dismiss(id, client)).toMatchObject({ status: 403 });
    expect(await dismiss(id)).toMatchObject({ status: 200, body: { cancellationRequestedAt: null } });
    expect((await ask(id, client)).body.cancellationRequestedAt).not.toBeNull();
    expect(await traceOf(id)).toContain('reservation.cancellation_dismissed');
  });

  it('is done by staff with a reason, and nothing is asked for any more', async () => {
    const { client, id } = await paidReservation();
    await ask(id, client);
    const body = { reason: 'Pediu pelo site' };
    const answer = await call(app, 'POST', `/api/reservations/${id}/cancellation`, { token: staff.token, body });
    expect(answer).toMatchObject({
      status: 200,
      body: { state: 'cancelled', cancellationRequestedAt: null, toReturnCents: 8_670 },
    });
    expect(await dismiss(id)).toMatchObject({ status: 409, body: { code: 'CANCELLATION_NOT_REQUESTED' } });
  });
});

it('a reservation without money in it is cancelled at once', async () => {
  const client = await createPerson(app);
  const { body } = await call(app, 'POST', `/api/trips/enrrol/${tripId}`, { token: client.token });
  expect(await ask(body.id, client)).toMatchObject({
    status: 200,
    body: { state: 'cancelled', cancellationRequestedAt: null },
  });
});
