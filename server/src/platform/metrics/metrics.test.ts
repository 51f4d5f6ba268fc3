import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../../../../scripts/free-port.ts';
import { buildTestApp } from '../../../test/app.ts';
import { connectBank, reservationToPay } from '../../../test/banks/connected-bank.ts';
import { call, createTrip } from '../../../test/factories.ts';
import { createFamily } from '../../../test/parties.ts';
import { workNotices, workQueues } from '../../../test/work-queues.ts';
import { startSweeps } from '../../background-work.ts';
import { StorageUnavailableError } from '../../ports/storage/port.ts';
import { afterCommit, inTransaction } from '../database/transaction.ts';
import { recordRun } from '../recovery/backup-runs.ts';

const TOKEN = 'a-token-of-prometheus';
const soon = { timeout: 30_000, interval: 50 };

let connected: Awaited<ReturnType<typeof connectBank>>;
beforeAll(async () => {
  connected = await connectBank({ config: { metrics: { token: TOKEN } } });
  await workNotices(connected.parts);
  const storage = {
    ...connected.app.app.deps.storage,
    removeFolder: () => Promise.reject(new StorageUnavailableError()),
  };
  await workQueues(['started-receipts'], { ...connected.parts, storage });
});
afterAll(() => connected.close());

const ask = (authorization?: string) =>
  fetch(`${connected.app.url}/metrics`, { headers: authorization ? { authorization } : {} });

async function scrape(): Promise<string> {
  const response = await ask(`Bearer ${TOKEN}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toContain('text/plain');
  return response.text();
}

/** The value of a series, named as in `holds{outcome="held"}`; 0 where it is not exported. */
async function exported(series: string): Promise<number> {
  const line = (await scrape()).split('\n').find((one) => one.startsWith(`${series} `));
  return Number(line?.split(' ').at(-1) ?? 0);
}

/** Does something that counts once. A request is counted when its answer has left, maybe after it has arrived. */
async function expectRise(series: string, act: () => Promise<unknown>): Promise<void> {
  const before = await exported(series);
  await act();
  await expect.poll(() => exported(series), soon).toBe(before + 1);
}

it('metrics are for callers with the token', async () => {
  await scrape();
  for (const authorization of [undefined, 'Bearer ', `Bearer ${TOKEN}s`, TOKEN, 'Basic YTpi']) {
    expect((await ask(authorization)).status).toBe(401);
  }
});

it('metrics are not there unless they are wanted', async () => {
  const app = await buildTestApp();
  expect((await fetch(`${app.url}/metrics`, { headers: { authorization: 'Bearer undefined' } })).status).toBe(404);
  await app.close();
});

it('metrics have a port of their own where that is wanted, and are on no other', async () => {
  const port = await freePort();
  const app = await buildTestApp({ config: { metrics: { port, host: '127.0.0.1' } } });
  expect((await fetch(`${app.url}/metrics`)).status).toBe(404);
  const apart = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await apart.text()).toContain('passeio_database_up 1');
  expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(404);
  await app.close();
  await expect(fetch(`http://127.0.0.1:${port}/metrics`)).rejects.toThrow();
});

it('backups that never ran, succeeded and failed are exported', async () => {
  const { db } = connected.app;
  await recordRun(db, 'base', async () => ({ result: undefined, details: {} }));
  await recordRun(db, 'proof', () => Promise.reject(new Error('differs'))).catch(() => undefined);
  const app = await buildTestApp({ config: { metrics: { token: TOKEN } }, deps: () => ({ db }) });
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  const text = await response.text();
  expect(text).toMatch(/passeio_backup_last_success_timestamp_seconds\{kind="base"\} 1\d{9}/);
  for (const series of [
    'passeio_backup_failed{kind="base"} 0',
    'passeio_backup_failed{kind="proof"} 1',
    'passeio_backup_failed{kind="archive"} 0',
    'passeio_backup_last_success_timestamp_seconds{kind="proof"} 0',
    'passeio_backup_last_success_timestamp_seconds{kind="archive"} 0',
  ]) {
    expect(text).toContain(`${series}\n`);
  }
  await app.close();
});

it('a request is counted by the pattern of its route, never by its path', async () => {
  const { id } = await createTrip(connected.app);
  const series = 'http_server_request_duration_seconds_count{route="/api/trips/:id",method="GET",status="200"}';
  await expectRise(series, () => call(connected.app, 'GET', `/api/trips/${id}`));
  const strange = 'http_server_request_duration_seconds_count{route="unknown",method="GET",status="404"}';
  await expectRise(strange, () => fetch(`${connected.app.url}/no/such/${id}`));
  const text = await scrape();
  expect(text).not.toContain(id);
  expect(text).toContain('http_server_request_duration_seconds_bucket{le="0.075",route="/api/trips/:id"');
});

it('an answer from the cache is counted too', async () => {
  const list = () => fetch(`${connected.app.url}/api/trips`);
  await list();
  const series = 'http_server_request_duration_seconds_count{route="cached",method="GET",status="200"}';
  await expectRise(series, list);
});

it('a reservation, its payment and the time that it took are counted once', async () => {
  const held = 'passeio_reservations_total{channel="site",state="held"}';
  const booked = 'passeio_reservations_total{channel="site",state="booked"}';
  const heldBefore = await exported(held);
  const reservation = await reservationToPay(connected.app);
  expect(await exported(held)).toBe(heldBefore + 1);
  const before = await Promise.all([
    exported(booked),
    exported('passeio_holds_total{outcome="booked"}'),
    exported('passeio_pix_confirmation_seconds_count'),
  ]);
  await connected.pay((await reservation.openCharge()).txid, { aviso: 'twice' });
  await expect.poll(async () => (await reservation.shown()).state, soon).toBe('booked');
  await expect.poll(() => exported('passeio_jobs_total{queue="pix-notices",outcome="done"}'), soon).toBeGreaterThan(0);
  const after = await Promise.all([
    exported(booked),
    exported('passeio_holds_total{outcome="booked"}'),
    exported('passeio_pix_confirmation_seconds_count'),
  ]);
  expect(after).toEqual(before.map((value) => value + 1));
});

it('a hold that ends is counted as expired', async () => {
  const { id } = await createFamily(connected.app, { adult: 1 });
  await sql`update reservations set hold_expires_at = now() - interval '1 minute' where id = ${id}`.execute(
    connected.app.db,
  );
  await expectRise('passeio_holds_total{outcome="expired"}', () => connected.sweep());
});

it('what is rolled back is not counted', async () => {
  const { db } = connected.app;
  const seen: string[] = [];
  const undone = inTransaction(db, async (trx) => {
    afterCommit(trx, () => seen.push('undone'));
    throw new Error('no');
  });
  await expect(undone).rejects.toThrow('no');
  let attempts = 0;
  await inTransaction(db, async (trx) => {
    attempts += 1;
    afterCommit(trx, () => seen.push(`attempt ${attempts}`));
    if (attempts === 1) throw Object.assign(new Error('deadlock'), { code: '40P01' });
  });
  expect(seen).toEqual(['attempt 2']);
});

it('a job that fails is counted, and apart from one that is given up', async () => {
  const { app } = connected;
  const outcome = (name: string) => exported(`passeio_jobs_total{queue="started-receipts",outcome="${name}"}`);
  expect(await scrape()).toContain('passeio_jobs_total{queue="started-receipts",outcome="failed"} 0');
  const queue = { name: 'started-receipts', batchSize: 1, retryLimit: 1, retryDelay: 0, retryDelayMax: 1 };
  await app.jobs.enqueue(queue, { id: crypto.randomUUID() });
  await expect.poll(() => outcome('retried'), soon).toBeGreaterThan(0);
  await app.pool.query(
    `update pgboss.job set retry_count = retry_limit - 1, start_after = now() where state = 'retry'`,
  );
  await expect.poll(() => outcome('failed'), soon).toBe(1);
});

it('a sweep says when it last succeeded, whichever server ran it', async () => {
  const series = 'passeio_sweep_last_success_timestamp_seconds{sweep="holds"}';
  expect(await exported(series)).toBe(0);
  const { parts } = connected;
  const holds = { name: 'holds', label: 'Vagas', everyMs: 60_000, run: async () => undefined, ifMissed: '' };
  const failing = { ...holds, name: 'seats', run: () => Promise.reject(new Error('no')) };
  const stop = startSweeps([holds, failing], parts);
  await expect.poll(() => exported(series), soon).toBeGreaterThan(Date.now() / 1_000 - 3_600);
  await stop();
  expect(await exported('passeio_sweep_last_success_timestamp_seconds{sweep="seats"}')).toBe(0);
});

it('open charges and the last answer of the bank are exported', async () => {
  await (await reservationToPay(connected.app)).openCharge();
  await connected.sweep();
  await expect.poll(() => exported('passeio_charges_open{provider="pix_api"}'), soon).toBeGreaterThan(0);
});

it('the scrape goes on without the database, and says so', async () => {
  const app = await buildTestApp({
    config: { metrics: { token: TOKEN } },
    deps: () => ({ jobs: { ...connected.app.jobs, backlogs: () => Promise.reject(new Error('away')) } }),
  });
  const response = await fetch(`${app.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(response.status).toBe(200);
  expect(await response.text()).toContain('passeio_database_up 0');
  await app.close();
});
