import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { call, createPerson, type Person } from '../../../../test/factories.ts';
import { createFamily } from '../../../../test/parties.ts';
import { filesOfReceipts, pdf, reviewReceipt, sendReceipt } from '../../../../test/receipts.ts';
import { workQueues } from '../../../../test/work-queues.ts';
import { type Jobs, startJobs } from '../../../platform/jobs/jobs.ts';
import { StorageUnavailableError } from '../../../ports/storage/port.ts';
import { deleteOldReceipts } from './clean-up-receipts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let app: TestApp;
let staff: Person;
let jobs: Jobs;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());
beforeEach(async () => {
  jobs = await startJobs(app.pool, app.app.deps.logger);
});
afterEach(() => jobs.stop());

/** A reviewed receipt of a trip that returned `days` ago. */
async function receiptOfTrip(days: number) {
  const family = await createFamily(app, { adult: 1 });
  const { body } = await sendReceipt(app, family.id, family.payer, pdf());
  await reviewReceipt(app, body.id, staff, { reason: 'Ilegível' });
  const returns_at = new Date(Date.now() - days * DAY_MS);
  const departs_at = new Date(returns_at.getTime() - DAY_MS);
  await app.db.updateTable('trips').set({ departs_at, returns_at }).where('id', '=', family.trip.id).execute();
  return { ...family, receiptId: body.id as string };
}
const open = async (receiptId: string) =>
  (
    await fetch(`${app.url}/api/payments/receipts/${receiptId}/file`, {
      headers: { authorization: `Bearer ${staff.token}` },
    })
  ).status;

describe('the file of a receipt', () => {
  it('is deleted some days after the trip, and the receipt says so', async () => {
    const old = await receiptOfTrip(91);
    const kept = await receiptOfTrip(89);

    await deleteOldReceipts(app.db, app.app.deps.storage);

    const { body } = await call(app, 'GET', `/api/reservations/${old.id}`, { token: old.payer.token });
    expect(body.receipt).toMatchObject({ id: old.receiptId, state: 'rejected', reason: 'Ilegível', hasFile: false });
    expect([await open(old.receiptId), await open(kept.receiptId)]).toEqual([404, 200]);
    expect(await filesOfReceipts(app)).toEqual([kept.receiptId]);

    await app.db.updateTable('operator').set({ receipt_days: 30 }).execute();
    await deleteOldReceipts(app.db, app.app.deps.storage);
    await app.db.updateTable('operator').set({ receipt_days: 90 }).execute();
    expect(await open(kept.receiptId)).toBe(404);
  });

  it('is deleted by the next run where one broke off', async () => {
    const receipts = [await receiptOfTrip(100), await receiptOfTrip(100)];
    const { storage } = app.app.deps;
    let turn = 0;
    const away: typeof storage = {
      ...storage,
      removeFolder: async (key) => {
        turn += 1;
        if (turn === 2) throw new StorageUnavailableError('the storage is unavailable');
        await storage.removeFolder(key);
      },
    };
    await expect(deleteOldReceipts(app.db, away)).rejects.toThrow('unavailable');
    await deleteOldReceipts(app.db, storage);
    for (const { receiptId } of receipts) expect(await open(receiptId)).toBe(404);
    expect(await filesOfReceipts(app)).toEqual([]);
  });

  it('is looked for every night, once however many processes there are', async () => {
    const another = await startJobs(app.pool, app.app.deps.logger);
    const { storage } = app.app.deps;
    for (const one of [jobs, another]) await workQueues(['old-receipts'], { jobs: one, db: app.db, storage });
    await another.stop();
    const { rows } = await app.pool.query('select name, cron, timezone from pgboss.schedule');
    expect(rows).toEqual([{ name: 'old-receipts', cron: '20 6 * * *', timezone: 'UTC' }]);

    const { receiptId } = await receiptOfTrip(100);
    await jobs.enqueue({ name: 'old-receipts', batchSize: 1, retryLimit: 1, retryDelay: 1, retryDelayMax: 1 }, {});
    await expect.poll(() => open(receiptId)).toBe(404);
  });

  it('that a crash left without a receipt is deleted', async () => {
    const { storage } = app.app.deps;
    const id = crypto.randomUUID();
    await storage.write(`receipts/${id}/file`, pdf());
    const { receiptId } = await receiptOfTrip(1);
    await workQueues(['started-receipts'], { jobs, db: app.db, storage });
    const queue = { name: 'started-receipts', batchSize: 5, retryLimit: 1, retryDelay: 1, retryDelayMax: 1 };
    for (const one of [id, receiptId]) await jobs.enqueue(queue, { id: one });
    await expect.poll(() => filesOfReceipts(app)).toEqual([receiptId]);
  });
});
