import type { FirstStep } from '@passeio/contract/staff/overview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip } from '../../../test/factories.ts';
import { createReservation } from '../../../test/reservations.ts';

let app: TestApp;
let admin: { id: string; token: string };
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const read = async (): Promise<Record<FirstStep, boolean> | undefined> =>
  (await call(app, 'GET', '/api/overview', admin)).body.firstSteps;
const write = (method: string, path: string, body: unknown) => call(app, method, path, { ...admin, body });

it('tick themselves as the work is done, and are gone once all are', async () => {
  const done = { operator: false, contact: false, paymentKey: false, policy: false };
  const nothing = { ...done, vehicle: false, trip: false, colleague: false };
  expect(await read()).toEqual(nothing);

  const setProvider = (has: boolean) => app.db.updateTable('operator').set({ has_payment_provider: has }).execute();
  await setProvider(true);
  expect(await read()).toEqual({ ...nothing, paymentKey: true });
  await setProvider(false);

  const { logo: _logo, ...operator } = (await call(app, 'GET', '/api/settings/operator', admin)).body;
  const settings = {
    ...{ ...operator, name: 'Rota das Águas', whatsapp: '(35) 99999-0000', pixKey: 'contato@rota.example' },
    cancellationPolicyHtml: '<p>Avise antes.</p>',
  };
  expect((await write('PUT', '/api/settings/operator', settings)).status).toBe(200);
  const saved = { ...nothing, operator: true, contact: true, paymentKey: true, policy: true };
  expect(await read()).toEqual(saved);

  const map = [[{ kind: 'seat', label: '1' }]];
  expect((await write('POST', '/api/vehicles', { name: 'Van', plate: '', map })).status).toBe(201);
  expect(await read()).toEqual({ ...saved, vehicle: true });

  await createTrip(app, { is_active: false });
  expect((await read())?.trip).toBe(false);
  const { id } = await createTrip(app);
  expect(await read()).toEqual({ ...saved, vehicle: true, trip: true });

  const guest = await createGuestPerson(app, { name: 'Beatriz Lima' });
  await app.db.updateTable('users').set({ email: 'beatriz@exemplo.com.br' }).where('id', '=', guest.id).execute();
  expect((await write('POST', `/api/users/${guest.id}/invitation`, undefined)).status).toBe(201);
  expect(await read()).toBeUndefined();
  await app.db.deleteFrom('invitations').execute();
  expect((await read())?.colleague).toBe(false);
  const colleague = await createPerson(app, 'OPERATOR');
  expect(await read()).toBeUndefined();
  await app.db.updateTable('users').set({ is_disabled: true }).where('id', '=', colleague.id).execute();
  expect((await read())?.colleague).toBe(false);

  // Who sells has started.
  await createReservation(app, admin, id);
  expect(await read()).toBeUndefined();
});
