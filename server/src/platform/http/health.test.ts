import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../test/app.ts';
import { call } from '../../../test/factories.ts';
import { createDatabase, createPool } from '../database/connect.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
  await vi.waitFor(() => expect(app.app.deps.changes.isListening).toBe(true));
});
afterAll(() => app.close());

it('a server whose database accepts no writes is alive, but not ready', async () => {
  const pool = createPool({ connectionString: app.databaseUrl, max: 1, onError: () => undefined });
  const reader = await startAnotherProcess(app, { db: createDatabase(pool) });
  onTestFinished(async () => {
    await reader.close();
    await pool.end();
  });
  await pool.query('set default_transaction_read_only = on');
  expect((await call(reader, 'GET', '/healthz')).status).toBe(200);
  expect((await call(reader, 'GET', '/readyz')).status).toBe(503);
  expect((await call(app, 'GET', '/readyz')).body).toEqual({ status: 'ok' });
});

it("a server whose clock differs from the database's is ready and says by how much", async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const ahead = () => call(app, 'GET', '/readyz');
  await vi.waitFor(async () => expect((await ahead()).body.clockOffsetSeconds).toBeCloseTo(259_200, -1));
  expect((await ahead()).status).toBe(200);
  expect(app.log.map(({ clockOffsetSeconds }) => clockOffsetSeconds)).toContain(259_200);
});
