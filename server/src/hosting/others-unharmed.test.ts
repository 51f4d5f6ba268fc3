import { mkdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createTrip } from '../../test/factories.ts';
import { startHangingProxy } from '../../test/hanging-proxy.ts';
import { startTestHost, type TestHost } from '../../test/hosting.ts';
import { jpeg } from '../../test/pictures.ts';
import { startFront, startS3 } from '../../test/s3.ts';
import { openS3Storage } from '../ports/storage/s3.ts';
import { databaseOf } from './commands/context.ts';
import { readOperator, saveMustReplay } from './directory.queries.ts';
import { folderOf } from './operator-config.ts';

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

/** An operator with a trip, to which its administrator adds pictures; what "Saúde" says of the storage. */
async function withPictures(host: TestHost) {
  const operator = await host.add();
  const { token } = await host.administrator(operator);
  const { id } = await host.inDatabase(operator.slug, (db) => createTrip({ db }));
  return {
    ...operator,
    async upload() {
      const form = new FormData();
      form.append('images', new Blob([await jpeg()], { type: 'image/jpeg' }), 'foto.jpg');
      const sent = new Response(form);
      const body = Buffer.from(await sent.arrayBuffer());
      const headers = { 'content-type': sent.headers.get('content-type') ?? '' };
      return host.ask(operator.domain, `/api/trips/image/${id}`, { method: 'POST', token, body, headers });
    },
    health: async () => (await host.ask(operator.domain, '/api/health', { token })).body.storage.state as string,
  };
}

const refused = {
  status: 507,
  body: { code: 'STORAGE_FULL', message: expect.stringContaining('Não conseguimos guardar a foto agora.') },
};

describe('a place without room', () => {
  it('refuses pictures while the bucket is full, and everything else goes on', async () => {
    const s3 = await startS3();
    onTestFinished(() => s3.close());
    let isFull = false;
    const answer = { status: 403, code: 'QuotaExceeded' };
    const front = await startFront(s3, ({ method }) => (isFull && method === 'PUT' ? answer : undefined));
    onTestFinished(() => front.close());
    const host = await startTestHost({ hosting: { idleMs: 500 }, storage: await openS3Storage(front.settings) });
    onTestFinished(() => host.close());
    const [one, sleeper] = [await withPictures(host), await host.add()];
    expect((await one.upload()).status).toBe(201);
    isFull = true;
    expect(await one.upload()).toMatchObject(refused);
    expect(await one.health()).toBe('bad');
    await untilAsleep(host, sleeper);
    expect([await statusAt(host, one), await statusAt(host, sleeper)]).toEqual([200, 200]);
    isFull = false;
    expect((await one.upload()).status).toBe(201);
    expect(await one.health()).toBe('good');
  }, 180_000);

  it('refuses pictures of the operator whose folder takes nothing, and of no other', async () => {
    const host = await startTestHost();
    onTestFinished(() => host.close());
    const [full, fine] = [await withPictures(host), await withPictures(host)];
    const files = join(folderOf(full.slug, host.config), 'files');
    await mkdir(files, { recursive: true });
    // No program may make a folder there.
    for (const name of ['trip-images', 'health']) await symlink('/sys', join(files, name));
    expect(await full.upload()).toMatchObject(refused);
    expect(await full.health()).toBe('bad');
    expect(await statusAt(host, full)).toBe(200);
    expect((await fine.upload()).status).toBe(201);
    expect(await fine.health()).toBe('good');
  }, 180_000);
});
