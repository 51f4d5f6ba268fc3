import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, signUpData } from '../../../test/factories.ts';
import { purposes } from '../../platform/database/personal-data.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const read = async () => (await call(app, 'GET', '/api/privacy')).body;

it('the notice names every purpose of the register, who answers for the data, and until when they are kept', async () => {
  const { entries, controller, version } = await read();
  expect(entries.map(({ purpose }: { purpose: string }) => purpose)).toEqual(
    Object.values(purposes).map(({ label }) => label),
  );
  expect(JSON.stringify(entries)).toContain('90 dias depois da volta');
  expect([controller !== '', /^[0-9a-f]{16}$/.test(version)]).toEqual([true, true]);
});

it('a new version is made when the notice says something else, and a sign-up records the one that was shown', async () => {
  const before = await read();
  await app.db.updateTable('operator').set({ privacy_contact: 'dados@exemplo.com.br' }).execute();
  const person = signUpData();
  const { token } = app.identity.issueToken(person.email);
  const { status, body } = await call(app, 'POST', '/api/users', { token, body: person });
  expect(status).toBe(201);
  const shown = await app.db
    .selectFrom('privacy_notices_shown as s')
    .innerJoin('privacy_notices as n', 'n.version', 's.version')
    .select(['s.version', 'n.content'])
    .where('user_id', '=', body.id)
    .execute();
  expect(shown).toMatchObject([{ content: { contact: 'dados@exemplo.com.br' } }]);
  expect(shown[0]?.version).not.toBe(before.version);
});
