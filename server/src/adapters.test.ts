import { scryptSync } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../test/app.ts';
import { signUpData } from '../test/factories.ts';
import { embeddedProvider, openPayments, openPools } from './adapters.ts';
import { readConfig } from './config.ts';
import type { Jobs } from './platform/jobs/jobs.ts';
import { StartError } from './platform/process/start-error.ts';

const PASSWORD = 'uma senha comprida';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

it('the product stores passwords with scrypt of 32 MiB and a salt for each', async () => {
  const { config, logger, jobs } = app.app.deps;
  const connections = openPools(app.databaseUrl, logger, async () => undefined);
  const identity = await embeddedProvider(config, connections, jobs as Jobs, logger);
  for (let count = 0; count < 2; count += 1) {
    await identity.createPerson({ name: 'Ana Lima', email: signUpData().email, password: PASSWORD });
  }
  const { rows } = await connections.identityPool.query<{ password: string }>('select password from identity.account');
  await connections.close();

  const stored = rows.map(({ password }) => password.split(':') as [salt: string, hash: string]);
  expect(new Set(stored.map(([salt]) => salt)).size).toBe(2);
  for (const [salt, hash] of stored) {
    const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 };
    expect(hash).toBe(scryptSync(PASSWORD, salt, 64, cost).toString('hex'));
  }
});

it.each([{ PAYMENTS: 'demo-bank' }, { CARD_PAYMENTS: 'demo-cards' }])(
  'the server without the demonstration refuses %o with a sentence',
  async (env) => {
    const [kind] = Object.values(env);
    const refusal = new StartError(`${kind} is a part of the demonstration, which npm start runs`);
    await expect(openPayments(readConfig(env))).rejects.toThrow(refusal);
  },
);
