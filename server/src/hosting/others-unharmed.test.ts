import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { startHangingProxy } from '../../test/hanging-proxy.ts';
import { startTestHost, type TestHost } from '../../test/hosting.ts';
import { startS3 } from '../../test/s3.ts';
import { openS3Storage } from '../ports/storage/s3.ts';
import { databaseOf } from './commands/context.ts';
import { readOperator, saveMustReplay } from './directory.queries.ts';

const soon = { timeout: 60_000, interval: 100 };
const ASKED = 40;

type Operator = Awaited<ReturnType<TestHost['add']>>;

const statusAt = async (host: TestHost, { domain }: Operator) => (await host.ask(domain, '/api/settings')).status;

/** Asks until `isOver`; returns the answers, and how many there were. */
async function askUntil(host: TestHost, operator: Operator, isOver: () => boolean): Promise<number[]> {
  const answers: number[] = [];
  while (!isOver()) answers.push(await statusAt(host, operator));
  return answers;
}

const untilAsleep = (host: TestHost, { slug }: Operator) =>
  expect.poll(async () => (await readOperator(host.context.pool, slug))?.is_awake, soon).toBe(false);

describe('a database that hangs while its operator is visited', () => {
  let socketDir: string;
  beforeAll(() => {
    socketDir = new URL(inject('templateUrl')).searchParams.get('host') ?? '';
  });

  it('stops that one alone: the others answer, fall asleep and wake meanwhile, and it answers once it is back', async () => {
    const host = await startTestHost({ hosting: { idleMs: 1_000 } });
    onTestFinished(() => host.close());
    const proxy = await startHangingProxy({ path: join(socketDir, '.s.PGSQL.5432') });
    onTestFinished(() => proxy.close());
    const [hung, fine, sleeper] = [await host.add(), await host.add(), await host.add()];
    const { pool, key } = host.context;
    const url = `postgresql://postgres@127.0.0.1:${proxy.port}/${databaseOf(hung.slug)}`;
    await pool.query('update operators set wrapped_url = $2 where slug = $1', [
      hung.slug,
      key.wrap(url, `${hung.slug} database`),
    ]);
    onTestFinished(
      async () =>
        void (await pool
          .query('update operators set wrapped_url = null where slug = $1', [hung.slug])
          .catch(() => undefined)),
    );
    await expect.poll(async () => (await statusAt(host, hung)) === 200 && proxy.isUsed, soon).toBe(true);
    proxy.hang();
    let isAnswered = false;
    const asked = Array.from({ length: ASKED }, () => host.ask(hung.domain, '/api/trips?isActive=true'));
    const stuck = Promise.all(asked).finally(() => {
      isAnswered = true;
    });
    const answers = await askUntil(host, fine, () => isAnswered);
    expect(new Set((await stuck).map(({ status }) => status))).toEqual(new Set([503]));
    expect(new Set(answers)).toEqual(new Set([200]));
    // All of them in the time in which the other one answers nothing.
    expect(answers.length).toBeGreaterThan(ASKED);
    await untilAsleep(host, sleeper);
    expect(await statusAt(host, sleeper)).toBe(200);
    proxy.goOn();
    await expect.poll(() => statusAt(host, hung), soon).toBe(200);
  }, 180_000);
});

describe('a bucket that does not answer', () => {
  it('keeps nobody from waking, but for an operator whose database was restored', async () => {
    const s3 = await startS3();
    onTestFinished(() => s3.close());
    const proxy = await startHangingProxy({ host: '127.0.0.1', port: Number(new URL(s3.settings.endpoint).port) });
    onTestFinished(() => proxy.close());
    const storage = await openS3Storage({ ...s3.settings, endpoint: `http://127.0.0.1:${proxy.port}` });
    const host = await startTestHost({ hosting: { idleMs: 500 }, storage });
    onTestFinished(() => host.close());
    const [usual, restored] = [await host.add(), await host.add()];
    for (const operator of [usual, restored]) await untilAsleep(host, operator);
    await saveMustReplay(host.context.pool, restored.slug, true);
    // Servers hear of what is changed with it.
    await host.context.pool.query('update operators set name = name where slug = $1', [restored.slug]);
    proxy.hang();
    await expect.poll(() => statusAt(host, usual), soon).toBe(200);
    expect(await statusAt(host, restored)).toBe(503);
    proxy.goOn();
    await expect.poll(() => statusAt(host, restored), soon).toBe(200);
    expect((await readOperator(host.context.pool, restored.slug))?.must_replay).toBe(false);
  }, 180_000);
});
