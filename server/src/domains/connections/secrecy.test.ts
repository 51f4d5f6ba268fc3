import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildConnectable,
  type Connectable,
  connectionDeps,
  startTrustedBanks,
  valuesFor,
} from '../../../test/banks/connectable-bank.ts';
import type { TestBank } from '../../../test/banks/demo-bank.ts';
import { call } from '../../../test/factories.ts';

const SECRET = 'segredo-que-ninguem-le-0123';
const APPLICATION = 'chave-da-aplicacao-que-ninguem-le';

let trusted: Awaited<ReturnType<typeof startTrustedBanks>>;
let bank: TestBank;
let app: Connectable;
beforeAll(async () => {
  trusted = await startTrustedBanks(1);
  [bank] = trusted.banks as [TestBank];
  bank.system.credentials = { clientId: 'passeio', clientSecret: SECRET };
  app = await buildConnectable();
});
afterAll(async () => {
  await app.close();
  await trusted.stop();
});

/** Everything that the database holds, as text. */
async function everyText(): Promise<string> {
  const { rows } = await app.pool.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`);
  const texts = [];
  for (const { name } of rows) texts.push(JSON.stringify((await app.pool.query(`select t::text from ${name} t`)).rows));
  return texts.join('\n');
}

it('a secret is in no answer, log line, audit entry or column', async () => {
  const values = { ...valuesFor(bank), clientSecret: SECRET, applicationKey: APPLICATION };
  const privateKey = bank.access.certificate.key.split('\n')[1] ?? '';
  const answers: unknown[] = [
    await app.test('pix', values),
    await app.test('pix', { ...values, clientId: 'outro' }),
    await app.change('pix', { ...values, clientId: 'outro' }),
    await app.change('pix', values),
    await app.change('pix', { key: bank.access.key }),
    await app.read('pix'),
  ];
  for (const path of ['connections', 'audit', 'health', 'settings', 'settings/operator']) {
    answers.push((await call(app, 'GET', `/api/${path}`, app.admin)).body);
  }
  bank.system.condition = 'failing';
  answers.push(await app.test('pix', {}));
  bank.system.condition = 'open';
  answers.push(await app.remove('pix'));
  const pathSecret = bank.system.accounts.webhookUrl?.split('/').at(-1) ?? '';
  const said = { answers: JSON.stringify(answers), log: JSON.stringify(app.log), database: await everyText() };
  for (const [where, text] of Object.entries(said)) {
    expect(text.length, where).toBeGreaterThan(100);
    for (const secret of [SECRET, APPLICATION, privateKey, pathSecret]) {
      expect(secret.length).toBeGreaterThan(20);
      expect(text.includes(secret), `${where} holds ${secret.slice(0, 4)}…`).toBe(false);
    }
  }
});

it('connections are opened with the former secret, and sealed with the new one; without it they ask for a new entry', async () => {
  await app.change('pix', { ...valuesFor(bank), clientSecret: SECRET });
  const keyId = async () =>
    (await app.db.selectFrom('connections').select('key_id').where('retired_at', 'is', null).executeTakeFirstOrThrow())
      .key_id;
  const before = await keyId();
  const withSecrets = (...secrets: [string, ...string[]]) =>
    connectionDeps(app.app.deps, { secrets, mayBePrivate: true });
  const rotating = await withSecrets('another secret of the operator', 'a secret of the operator in tests');
  expect(rotating.providers.starting('pix')).toBeDefined();
  expect(await keyId()).not.toBe(before);
  // A server that has not swapped them yet.
  const behind = await withSecrets('a secret of the operator in tests', 'another secret of the operator');
  expect(behind.providers.starting('pix')).toBeDefined();
  await rotating.connections.reload();
  expect(rotating.providers.starting('pix')).toBeDefined();
  const rotated = await withSecrets('another secret of the operator');
  expect(rotated.providers.starting('pix')).toBeDefined();

  const lost = await withSecrets('a secret that sealed nothing');
  expect(lost.providers.starting('pix')).toBeUndefined();
  await app.connections.reload();
  expect(await app.read('pix')).toMatchObject({ source: 'browser', problem: expect.stringMatching(/Conecte de novo/) });
  expect((await app.change('pix', { ...valuesFor(bank), clientSecret: SECRET })).body.problem).toBe('');
  for (const one of [rotating, behind, rotated, lost]) await one.connections.close();
});
