import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  buildConnectable,
  type Connectable,
  startTrustedBanks,
  valuesFor,
} from '../../../test/banks/connectable-bank.ts';
import type { TestBank } from '../../../test/banks/demo-bank.ts';
import { queued } from '../../../test/email-cases.ts';
import { call } from '../../../test/factories.ts';
import { watchConnections } from './index.ts';

let trusted: Awaited<ReturnType<typeof startTrustedBanks>>;
let bank: TestBank;
let app: Connectable;
beforeEach(async () => {
  trusted = await startTrustedBanks(1);
  [bank] = trusted.banks as [TestBank];
  app = await buildConnectable();
  await app.change('pix', valuesFor(bank));
});
afterEach(async () => {
  await app.close();
  await trusted.stop();
});

const watch = () =>
  watchConnections({ ...app.app.deps, jobs: app.jobs, publicUrl: 'http://localhost', atWork: app.connections });
const endIn = (days: number) =>
  app.db
    .updateTable('connections')
    .set({ expires_at: new Date(Date.now() + days * 86_400_000 - 3_600_000) })
    .execute();
const subjects = () => queued(app, 'connectionEnding', app.admin, new Date());

it('administrators read of a certificate that ends 30, 7 and 1 days before, once each', async () => {
  await endIn(40);
  await watch();
  expect(await subjects()).toEqual([]);
  const expected: string[] = [];
  for (const [days, words] of [
    [30, '30 dias'],
    [7, '7 dias'],
    [1, '1 dia'],
  ] as const) {
    await endIn(days);
    await watch();
    await watch();
    expected.push(`Pix automático: o certificado vence em ${words}`);
    expect((await subjects()).toSorted()).toEqual(expected.toSorted());
  }
});

it('the end of a certificate of a replaced account is announced as that of the former account', async () => {
  const { name } = await app.db.selectFrom('connections').select('name').executeTakeFirstOrThrow();
  await app.db.updateTable('connections').set({ retired_at: new Date() }).where('name', '=', name).execute();
  await endIn(7);
  await watch();
  expect(await subjects()).toEqual(['Pix automático (conta anterior): o certificado vence em 7 dias']);
});

it('what the bank no longer accepts is shown with the connection and in "Saúde", until it accepts it again', async () => {
  const health = async () => (await call(app, 'GET', '/api/health', app.admin)).body.connections;
  bank.system.credentials.clientSecret = 'trocado no banco';
  await watch();
  expect(await app.read('pix')).toMatchObject({ problem: expect.stringMatching(/não reconhece estas credenciais/) });
  expect(await health()).toMatchObject([{ kind: 'pix', state: 'attention' }]);
  // A bank that does not answer says nothing about it.
  bank.system.condition = 'closed';
  await watch();
  expect(await app.read('pix')).toMatchObject({ problem: expect.stringMatching(/não reconhece/) });
  bank.system.condition = 'open';
  bank.system.credentials.clientSecret = bank.access.clientSecret;
  await watch();
  expect(await app.read('pix')).toMatchObject({ problem: '' });
});
