import { operatorTable } from '@passeio/contract/operator/operator';
import { reservationSettingTable } from '@passeio/contract/operator/reservation-settings';
import { accessSettingTable } from '@passeio/contract/operator/settings';
import { pluck } from '@passeio/contract/table';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { toColumns } from '../../platform/database/column-names.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('a new installation has the usual value of every setting', async () => {
  const usual = pluck({ ...operatorTable, ...accessSettingTable, ...reservationSettingTable }, 'default');
  expect(await app.db.selectFrom('operator').selectAll().executeTakeFirst()).toMatchObject(toColumns(usual));
});

it('shows the public the operator, without the Pix key', async () => {
  await app.db.updateTable('operator').set({ name: 'Rota das Águas', pix_key: 'chave-secreta' }).execute();
  const { body } = await call(app, 'GET', '/api/settings');
  expect(body).toMatchObject({
    name: 'Rota das Águas',
    timeZone: 'America/Sao_Paulo',
    identity: { provider: 'embedded' },
  });
  expect(JSON.stringify(body)).not.toContain('chave-secreta');
});

it('lets an administrator change access, effective at once', async () => {
  const { token } = await createPerson(app, 'ADMIN');
  const access = { requireConfirmedEmail: false, requireTwoFactor: true, clientIdleMinutes: 15, staffIdleMinutes: 0 };

  const changed = await call(app, 'PUT', '/api/settings/access', { token, body: access });

  expect(changed).toMatchObject({ status: 200, body: { access } });
  expect((await call(app, 'GET', '/api/settings')).body.access).toEqual(access);
  await call(app, 'PUT', '/api/settings/access', { token, body: access });
  expect((await call(app, 'GET', '/api/audit', { token })).body.data).toMatchObject([
    {
      action: 'settings.changed',
      subject: { type: 'settings', isThere: true },
      changes: {
        requireConfirmedEmail: [true, false],
        requireTwoFactor: [false, true],
        clientIdleMinutes: [0, 15],
        staffIdleMinutes: [30, 0],
      },
    },
  ]);
});

it.each([
  { requireConfirmedEmail: 'yes', clientIdleMinutes: 0, staffIdleMinutes: 0 },
  { requireConfirmedEmail: true, clientIdleMinutes: -1, staffIdleMinutes: 0 },
  { requireConfirmedEmail: true, clientIdleMinutes: 0, staffIdleMinutes: 1441 },
  { requireConfirmedEmail: true, clientIdleMinutes: 0, staffIdleMinutes: 0, name: 'x' },
  { requireConfirmedEmail: true },
])('refuses %j', async (body) => {
  const { token } = await createPerson(app, 'ADMIN');
  expect((await call(app, 'PUT', '/api/settings/access', { token, body })).status).toBe(400);
});
