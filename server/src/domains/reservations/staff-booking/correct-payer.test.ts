import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../../test/factories.ts';
import { entriesOf } from '../../../../test/parties.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
});
afterAll(() => app.close());

const correct = (reservationId: string, body: object) =>
  call(app, 'PUT', `/api/reservations/${reservationId}/payer`, { token, body });

it('corrects a guest who pays, in the reservation and on the list', async () => {
  const trip = await createTrip(app);
  const person = { name: 'Nair Dyas', contact: '35999990000' };
  const { body: made } = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token, body: { person } });

  const { status, body } = await correct(made.id, {
    name: 'Nair Dias',
    contact: '35988887777',
    email: 'nair@exemplo.com.br',
  });

  expect(status).toBe(200);
  expect(body.payer).toMatchObject({ name: 'Nair Dias', contact: '+5535988887777', email: 'nair@exemplo.com.br' });
  expect(body.participants[0]).toMatchObject({ name: 'Nair Dias', contact: '+5535988887777' });
});

it('leaves people with an account alone, and says what is wrong', async () => {
  const trip = await createTrip(app);
  const client = await createPerson(app);
  const { body: made } = await call(app, 'POST', `/api/trips/enrrol/${trip.id}`, { token: client.token });

  expect(await correct(made.id, { name: 'Outra Pessoa' })).toMatchObject({
    status: 409,
    body: { code: 'PERSON_HAS_ACCOUNT' },
  });
  expect(await correct(made.id, {})).toMatchObject({ status: 400 });
  expect(await correct(made.id, { contact: '123' })).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  expect(await correct(crypto.randomUUID(), { name: 'Alguém Dias' })).toMatchObject({
    status: 404,
    body: { code: 'RESERVATION_NOT_FOUND' },
  });
});

it('shows the reservation, which is audited even where nothing changes', async () => {
  const trip = await createTrip(app);
  const person = { name: 'Nair Dias', contact: '35999990001' };
  const { body: made } = await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token, body: { person } });

  expect((await correct(made.id, { name: 'Nair Dias' })).status).toBe(200);

  const actions = (await entriesOf(app, made.id)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'reservation.opened')).toHaveLength(1);
});
