import type { HealthReport } from '@passeio/contract/health';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { connectBank, reservationToPay } from '../../../test/banks/connected-bank.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { StorageUnavailableError } from '../../ports/storage/port.ts';
import { mailQueue } from '../messages/index.ts';

let connected: Awaited<ReturnType<typeof connectBank>>;
beforeEach(async () => {
  connected = await connectBank();
});
afterEach(() => connected.close());

async function report(): Promise<HealthReport> {
  const { token } = await createPerson(connected.app, 'ADMIN');
  const { status, body } = await call(connected.app, 'GET', '/api/health', { token });
  expect(status).toBe(200);
  return body;
}

const queueOf = ({ queues }: HealthReport, name: string) => queues.find((one) => one.name === name);

it('a new installation is well, but for what has not run yet', async () => {
  const { database, bank, cards, mail, storage, disk, queues, sweeps, versions } = await report();
  expect(database).toMatchObject({ state: 'good', sizeBytes: expect.any(Number), standbys: 0 });
  expect(bank).toEqual({ state: 'attention', lastAnswerAt: null, lastNoticeAt: null, openCharges: 0 });
  expect(cards).toBeNull();
  expect(mail).toEqual({ state: 'good', oldestSeconds: null, lastSentAt: null, failed: 0 });
  expect(storage).toEqual({ state: 'good', kind: 'folder' });
  expect(await connected.app.app.deps.storage.list('health')).toEqual([]);
  expect(disk.totalBytes).toBeGreaterThan(disk.freeBytes);
  expect(new Set(queues.map(({ state }) => state))).toEqual(new Set(['good']));
  expect(sweeps).toContainEqual({
    name: 'holds',
    label: 'Fim das vagas guardadas e lista de espera',
    state: 'bad',
    lastSuccessAt: null,
  });
  expect(versions).toEqual({
    product: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    node: process.versions.node,
    postgres: expect.stringMatching(/^\d+/),
    schema: expect.stringMatching(/^\d{4}_/),
  });
});

it('a bank that is silent is bad once somebody may pay', async () => {
  const { db } = connected.app;
  await connected.sweep();
  const reservation = await reservationToPay(connected.app);
  const charge = await reservation.openCharge();
  await sql`
    insert into provider_polls (provider, polled_until, asked_at)
    values ('pix_api', now(), now() - interval '61 minutes')
    on conflict (provider) do update set asked_at = excluded.asked_at`.execute(db);
  await connected.pay(charge.txid);
  // The bank's notice follows its page.
  await expect
    .poll(async () => (await report()).bank)
    .toMatchObject({ state: 'bad', openCharges: 1, lastNoticeAt: expect.any(String) });
});

it('work that waits or has failed, and e-mails that wait, are shown', async () => {
  const { app } = connected;
  const receipts = { name: 'started-receipts', batchSize: 1, retryLimit: 1, retryDelay: 0, retryDelayMax: 1 };
  await app.jobs.enqueue(mailQueue, {});
  await app.jobs.enqueue(receipts, {});
  // As its last failure does.
  await app.pool.query(`update pgboss.job set name = 'started-receipts-failed' where name = 'started-receipts'`);
  await app.pool.query(`update pgboss.job set start_after = now() - interval '16 minutes' where name = $1`, [
    mailQueue.name,
  ]);
  const first = await report();
  expect(first.mail).toMatchObject({ state: 'bad', failed: 0 });
  expect(first.mail.oldestSeconds).toBeGreaterThan(900);
  expect(queueOf(first, 'started-receipts')).toMatchObject({ state: 'attention', failed: 1, oldestSeconds: null });
});

it('a storage that takes nothing is bad', async () => {
  connected.app.app.deps.storage.write = () => Promise.reject(new StorageUnavailableError('no'));
  expect((await report()).storage).toEqual({ state: 'bad', kind: 'folder' });
});
