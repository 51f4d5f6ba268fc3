import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, type Person } from '../../../test/factories.ts';

let app: TestApp;
let admin: Person;
beforeAll(async () => {
  app = await buildTestApp();
  admin = await createPerson(app, 'ADMIN');
});
afterAll(() => app.close());

const read = async () => (await call(app, 'GET', '/api/overview', admin)).body.operatorsWithAll;
const close = ({ token }: Person) => call(app, 'DELETE', '/api/overview/permissions-notice', { token });

it('administrators read once that operators of before keep every permission', async () => {
  const everything = await createPerson(app, 'OPERATOR', { permissions: null });
  await createPerson(app, 'OPERATOR', { permissions: ['see_money', 'refund'], refund_limit_cents: null });
  await createPerson(app, 'OPERATOR', { permissions: ['see_money', 'refund'], refund_limit_cents: 5_000 });
  await createPerson(app, 'OPERATOR', { permissions: ['edit_trips'] });
  expect(await read()).toBeUndefined();

  // As the migration leaves a database with such operators.
  await app.db.updateTable('operator').set({ permissions_notice: true }).execute();
  expect(await read()).toBe(2);
  expect((await close(everything)).status).toBe(403);
  expect(await read()).toBe(2);
  expect((await close(admin)).status).toBe(200);
  expect(await read()).toBeUndefined();
});
