import { usualReservationSettings as usual } from '@passeio/contract/operator/reservation-settings';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';

let app: TestApp;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  token = (await createPerson(app, 'ADMIN')).token;
});
afterAll(() => app.close());

const PATH = '/api/settings/reservations';

it('shows the usual deadlines until an administrator changes them', async () => {
  expect((await call(app, 'GET', PATH, { token })).body).toEqual(usual);
  const settings = { ...usual, holdMinutes: 720, transferHours: 24, refundDays: 5 };

  expect(await call(app, 'PUT', PATH, { token, body: settings })).toMatchObject({ status: 200, body: settings });
  await call(app, 'PUT', PATH, { token, body: settings });

  expect((await call(app, 'GET', PATH, { token })).body).toEqual(settings);
  expect((await call(app, 'GET', '/api/audit', { token })).body.data).toMatchObject([
    {
      action: 'settings.changed',
      subject: { type: 'settings', id: 'reservations', label: 'Reservas', isThere: true },
      changes: { holdMinutes: [1440, 720], transferHours: [48, 24], refundDays: [10, 5] },
    },
  ]);
});

it.each([
  [{ ...usual, holdMinutes: 0 }, 'holdMinutes', 'Use 1 ou mais.'],
  [{ ...usual, transferHours: 1.5 }, 'transferHours', 'Informe um número inteiro de horas.'],
  [{ ...usual, refundDays: 366 }, 'refundDays', 'Use no máximo 365.'],
  [{ ...usual, receiptDays: 0 }, 'receiptDays', 'Use 1 ou mais.'],
  [{ ...usual, bankCheckMinutes: 0 }, 'bankCheckMinutes', 'Use 1 ou mais.'],
  [{ ...usual, listDays: 366 }, 'listDays', 'Use no máximo 365.'],
  [{ ...usual, unpaidPlaces: 0 }, 'unpaidPlaces', 'Use 1 ou mais.'],
  [{ ...usual, unpaidPlaces: 10.5 }, 'unpaidPlaces', 'Informe um número inteiro de vagas.'],
  [{ ...usual, offerMinutes: undefined }, 'offerMinutes', 'Informe um número inteiro de minutos.'],
])('refuses %j', async (body, field, sentence) => {
  expect(await call(app, 'PUT', PATH, { token, body })).toMatchObject({
    status: 400,
    body: { code: 'INVALID_INPUT', fields: { [field]: sentence } },
  });
});

it('reservation settings are for administrators', async () => {
  for (const role of ['OPERATOR', 'CLIENT'] as const) {
    const other = await createPerson(app, role);
    expect((await call(app, 'GET', PATH, { token: other.token })).status).toBe(403);
    expect((await call(app, 'PUT', PATH, { token: other.token, body: usual })).status).toBe(403);
  }
});
