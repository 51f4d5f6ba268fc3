import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildTestAppWithJobs, type TestAppWithJobs } from '../../../test/app.ts';
import { call, createPerson } from '../../../test/factories.ts';
import { workQueues } from '../../../test/work-queues.ts';
import { queueWork } from '../../background-work.ts';
import type { Storage } from '../../ports/storage/port.ts';
import { StorageUnavailableError } from '../../ports/storage/port.ts';

let app: TestAppWithJobs;
let token: string;
let failure: Error | undefined;
let removed: string[];
beforeAll(async () => {
  app = await buildTestAppWithJobs();
  ({ token } = await createPerson(app, 'ADMIN'));
  const storage: Storage = {
    ...app.app.deps.storage,
    removeFolder: async (key) => {
      if (failure) throw failure;
      removed.push(key);
    },
  };
  await workQueues(['started-receipts', 'removed-trip-images'], { jobs: app.jobs, db: app.db, storage });
});
afterAll(() => app.close());
beforeEach(async () => {
  failure = new StorageUnavailableError('the storage is unavailable');
  removed = [];
  await app.pool.query('delete from pgboss.job');
});

const list = () => call(app, 'GET', '/api/failed-work', { token });
const retry = (name: string, until: string) =>
  call(app, 'POST', `/api/failed-work/${name}/retries`, { token, body: { until } });
const discard = (name: string, until: string) =>
  call(app, 'DELETE', `/api/failed-work/${name}?until=${until}`, { token });
const counts = async () => {
  const { data } = (await list()).body;
  return Object.fromEntries(data.map(({ name, count }: { name: string; count: number }) => [name, count]));
};
const lastEntry = () =>
  app.db
    .selectFrom('audit_entries')
    .select(['action', 'subject_label'])
    .where('subject_type', '=', 'message')
    .orderBy('at', 'desc')
    .executeTakeFirst();

/** Jobs whose retries are exhausted after this attempt. */
async function fail(name: string, ...data: object[]): Promise<void> {
  const queue = queueWork.find((one) => one.queue.name === name)?.queue ?? expect.fail(name);
  const before = (await counts())[name] ?? 0;
  await app.jobs.enqueueAll({ ...queue, startAfter: 3_600 }, data);
  await app.pool.query(
    'update pgboss.job set retry_count = retry_limit, start_after = now() where name = $1 and start_after > now()',
    [name],
  );
  await expect.poll(async () => (await counts())[name], { timeout: 10_000 }).toBe(before + data.length);
}

const receipt = () => ({ id: crypto.randomUUID() });

it('is listed by its kind with what it means, how often, since when and why, and names nobody', async () => {
  expect((await list()).body).toEqual({ data: [] });
  await fail('started-receipts', receipt());
  failure = new Error('no idea what maria@exemplo.com.br did');
  await fail('started-receipts', receipt());
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body).toEqual({
    data: [
      {
        name: 'started-receipts',
        label: 'Conferir comprovantes enviados',
        ifFailed: expect.stringMatching(/continua guardado\.$/),
        count: 2,
        firstFailedAt: expect.any(String),
        lastFailedAt: expect.any(String),
        reason: expect.stringMatching(/^Um erro que não esperávamos.+“started-receipts”\.$/),
      },
    ],
  });
  expect(body.data[0].firstFailedAt < body.data[0].lastFailedAt).toBe(true);
});

it.each([
  ['the storage is unavailable', /arquivos ficam não respondeu/],
  ['the disk takes nothing', /espaço/],
  ["EACCES: permission denied, rmdir '/data/files/x'", /permissão/],
  ['the provider does not answer in time', /provedor de pagamentos não respondeu/],
  ['the provider refuses the token that it has just issued: 401', /recusou o acesso/],
  ['Connection terminated unexpectedly', /banco de dados/],
])('the reason "%s" is said in plain words', async (message, words) => {
  failure = new Error(message);
  await fail('started-receipts', receipt());
  expect((await list()).body.data[0].reason).toMatch(words);
});

it('is done after all when it is tried again, once, which is on record', async () => {
  const jobs = [receipt(), receipt()];
  await fail('started-receipts', ...jobs);
  await fail('removed-trip-images', { ids: [crypto.randomUUID()] });
  const { lastFailedAt } = (await list()).body.data.at(-1);
  failure = undefined;
  const answers = await Promise.all([1, 2, 3].map(() => retry('started-receipts', lastFailedAt)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404]);
  await expect.poll(() => removed.toSorted()).toEqual(jobs.map(({ id }) => `receipts/${id}`).toSorted());
  expect(await counts()).toEqual({ 'removed-trip-images': 1 });
  expect(await lastEntry()).toEqual({
    action: 'message.retried',
    subject_label: 'Conferir comprovantes enviados (2 trabalhos)',
  });
});

it('is gone when it is discarded, but for what failed later', async () => {
  await fail('started-receipts', receipt());
  const [{ lastFailedAt }] = (await list()).body.data;
  await fail('started-receipts', receipt());
  const { status, body } = await discard('started-receipts', lastFailedAt);
  expect(status).toBe(200);
  expect(body.data).toMatchObject([{ name: 'started-receipts', count: 1 }]);
  expect(await lastEntry()).toEqual({
    action: 'message.discarded',
    subject_label: 'Conferir comprovantes enviados (1 trabalho)',
  });
  expect(await discard('started-receipts', lastFailedAt)).toMatchObject({
    status: 404,
    body: { code: 'FAILED_WORK_NOT_FOUND' },
  });
});

it('of e-mails, which are listed one by one, and of other queues is not found', async () => {
  const now = new Date().toISOString();
  for (const name of ['emails', 'nothing', 'holds']) expect((await retry(name, now)).status).toBe(404);
});
