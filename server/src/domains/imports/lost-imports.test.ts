import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { confirmImport, csv, uploadSheet } from '../../../test/imports.ts';
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts';
import { giveUpLostImports, importQueue } from './index.ts';

let app: TestApp;
let jobs: Jobs;
let token: string;
beforeAll(async () => {
  app = await buildTestApp();
  jobs = await startJobs(app.pool, app.app.deps.logger);
  ({ token } = await createPerson(app, 'ADMIN'));
});
afterAll(async () => {
  await jobs.stop();
  await app.close();
});

const sheet = (phone: string) => csv(['Nome', 'Telefone'], ['Ana Lima', phone]);
const upload = async (phone: string) => (await uploadSheet(app, token, 'clients', sheet(phone))).body.id as string;
const act = (importId: string, what: 'confirmation' | 'undo') =>
  call(app, 'POST', `/api/imports/${importId}/${what}`, { token });
const read = async (importId: string) => (await call(app, 'GET', `/api/imports/${importId}`, { token })).body;
const giveUp = () => giveUpLostImports({ db: app.db, jobs });

/** A server takes the job of an import and dies, as often as it may be tried. */
async function dieInEachAttempt(importId: string): Promise<void> {
  await jobs.enqueue(importQueue, { importId });
  await app.pool.query(
    `update pgboss.job set state = 'active', started_on = now(), heartbeat_on = now() - interval '1 minute',
       retry_count = retry_limit where name = $1 and data->>'importId' = $2`,
    [importQueue.name, importId],
  );
  const isDead = async () => {
    const left = await jobs.deadLetters<{ importId: string }>(importQueue);
    expect(left.map(({ data }) => data.importId)).toContain(importId);
  };
  await vi.waitFor(isDead, { timeout: 30_000, interval: 200 });
}

it('an import whose server died in each attempt is open again and says so', async () => {
  const importId = await upload('35999990001');
  await act(importId, 'confirmation');
  await dieInEachAttempt(importId);
  await giveUp();
  expect(await read(importId)).toMatchObject({
    state: 'open',
    failure: 'Nada foi importado: houve um erro. Tente de novo.',
    counts: { create: 1 },
  });
  expect(await confirmImport(app, token, importId)).toMatchObject({ state: 'applied' });
}, 60_000);

it('an import whose server died in each attempt to undo it is still there and says so', async () => {
  const importId = await upload('35999990002');
  await confirmImport(app, token, importId);
  await act(importId, 'undo');
  await dieInEachAttempt(importId);
  await giveUp();
  expect(await read(importId)).toMatchObject({
    state: 'applied',
    failure: 'Nada foi desfeito: houve um erro. Tente de novo.',
  });
}, 60_000);

it('an import whose job waits or is being done stays as it is', async () => {
  const importId = await upload('35999990003');
  await act(importId, 'confirmation');
  await jobs.enqueue(importQueue, { importId });
  for (const state of ['created', 'retry', 'active']) {
    await app.pool.query(`update pgboss.job set state = $2 where name = $1 and data->>'importId' = $3`, [
      importQueue.name,
      state,
      importId,
    ]);
    await giveUp();
    expect(await read(importId)).toMatchObject({ state: 'applying', failure: null });
  }
});
