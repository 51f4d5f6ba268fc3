import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { createTrip, signUpData } from '../../test/factories.ts';
import { startTestHost, type TestHost } from '../../test/hosting.ts';
import { withClient } from '../platform/database/connect.ts';
import { startEmbeddedPostgres } from '../platform/database/embedded/index.ts';
import { restoreAt } from '../platform/recovery/restore-at.ts';
import { archiveFolder } from '../ports/storage/archive-folder.ts';
import { clusterOf } from './cluster.ts';
import { resumeOperator, suspendOperator } from './commands/change-state.ts';
import { restoreOperator } from './commands/restore-operator.ts';
import { type OperatorRow, readOperator } from './directory.queries.ts';
import { allOperators } from './host-recovery.ts';
import { folderOf } from './operator-config.ts';

const soon = { timeout: 60_000, interval: 100 };
const OPERATORS = 20;

let host: TestHost;
beforeAll(async () => {
  host = await startTestHost({ isEmbedded: true });
}, 120_000);
afterAll(() => host.close());

type Operator = Awaited<ReturnType<TestHost['add']>>;

const rowOf = async ({ slug }: Operator) => (await readOperator(host.context.pool, slug)) as OperatorRow;
const statusOf = async ({ domain }: Operator, path: string) => (await host.ask(domain, path)).status;

/** The present moment, to which the next transaction does not belong. */
async function moment(): Promise<string> {
  const read = async () => (await host.context.pool.query('select clock_timestamp() as at')).rows[0].at as Date;
  const now = await read();
  await expect.poll(async () => (await read()).getTime()).toBeGreaterThan(now.getTime());
  return now.toISOString();
}

/** Asks and writes to operators in turn until it is stopped; returns what was not answered, and what was written. */
function visit(operators: Operator[]) {
  const failures: string[] = [];
  const written: { slug: string; id: string }[] = [];
  let answers = 0;
  let isOver = false;
  const run = async () => {
    while (!isOver) {
      for (const operator of operators) {
        const status = await statusOf(operator, '/api/settings').catch((error: Error) => error.message);
        if (status === 200) answers += 1;
        else failures.push(`${operator.slug}: ${status}`);
        const { id } = await host.inDatabase(operator.slug, (db) => createTrip({ db }));
        written.push({ slug: operator.slug, id });
      }
    }
  };
  const running = run();
  return async () => {
    isOver = true;
    await running;
    return { failures, written, answers };
  };
}

/** Ends the present WAL segment, and waits until it and the file are archived. */
async function untilArchived(name: string): Promise<void> {
  const store = archiveFolder(join(host.config.dataDir, 'archive'));
  const { rows } = await host.context.pool.query<{ segment: string }>(
    'select pg_walfile_name(pg_switch_wal()) as segment',
  );
  const isThere = async () => {
    const keys = (await store.list('')).map(({ key }) => key);
    return [name, rows[0]?.segment ?? ''].every((part) => keys.some((key) => key.includes(part)));
  };
  await expect.poll(isThere, soon).toBe(true);
}

const backedUp = () =>
  host.context.pool.query('select kind from backup_runs where succeeded order by kind').then(({ rows }) => rows);

it('one of twenty is put back to before a bad deletion; the others answer and lose nothing, erased people stay erased', async () => {
  const operators: Operator[] = [];
  for (let number = 1; number <= OPERATORS; number += 1) operators.push(await host.add(`Agência ${number}`));
  const [victim, ...others] = operators as [Operator, ...Operator[]];
  const staff = await host.administrator(victim);
  const ana = await host.signIn(victim.domain);
  const account = { method: 'POST', token: ana.token, body: signUpData({ name: 'Ana Lima', email: ana.email }) };
  const { body: created } = await host.ask(victim.domain, '/api/users', account);
  const trip = await host.inDatabase(victim.slug, (db) => createTrip({ db }, { title: 'Volta da Serra' }));
  const picture = join(folderOf(victim.slug, host.config), 'files/trips/a/picture.jpg');
  await mkdir(dirname(picture), { recursive: true });
  await writeFile(picture, 'picture');
  await untilArchived('picture.jpg');
  const { wrapped_secret: secret } = await rowOf(victim);
  await expect.poll(backedUp, { ...soon, timeout: 120_000 }).toContainEqual({ kind: 'proof' });

  const before = await moment();
  await host.inDatabase(victim.slug, async (db) => {
    await db.deleteFrom('trip_fares').where('trip_id', '=', trip.id).execute();
    await db.deleteFrom('trips').where('id', '=', trip.id).execute();
  });
  const erased = await host.ask(victim.domain, `/api/users/${created.id}/erasure`, {
    method: 'POST',
    token: staff.token,
    body: {},
  });
  expect({ status: erased.status, body: erased.body }).toMatchObject({ status: 200 });
  expect(await statusOf(victim, `/api/trips/${trip.id}`)).toBe(404);
  await rm(picture);

  const stop = visit(others);
  const restoring = restoreOperator(host.context, { slug: victim.slug, at: before }, undefined);
  await expect.poll(() => statusOf(victim, '/api/settings'), soon).toBe(503);
  const stopped = await host.ask(victim.domain, '/');
  expect(stopped.headers['retry-after']).toBe('5');
  await restoring;
  await expect.poll(() => statusOf(victim, `/api/trips/${trip.id}`), soon).toBe(200);
  const { failures, written, answers } = await stop();

  expect(failures).toEqual([]);
  expect(answers).toBeGreaterThan(others.length);
  for (const { slug, domain } of others) {
    const mine = written.filter((one) => one.slug === slug).map(({ id }) => id);
    const kept = await host.inDatabase(slug, (db) => db.selectFrom('trips').select('id').execute());
    expect(kept.map(({ id }) => id).sort()).toEqual(mine.sort());
    expect((await host.ask(domain, '/api/settings')).status).toBe(200);
  }
  const people = await host.inDatabase(victim.slug, (db) => db.selectFrom('users').select(['name', 'email']).execute());
  expect(people.map(({ email }) => email)).toContain(staff.email);
  expect(JSON.stringify(people)).not.toContain(ana.email);
  expect(await readFile(picture, 'utf8')).toBe('picture');
  expect((await rowOf(victim)).wrapped_secret).toEqual(secret);
  const again = await host.signIn(victim.domain, staff.email);
  expect((await host.ask(victim.domain, '/api/users/me', { token: again.token })).body).toMatchObject({
    role: 'ADMIN',
  });
  const { rows } = await host.context.pool.query<{ datname: string; datallowconn: boolean }>(
    'select datname, datallowconn from pg_database where datname like $1 order by datname',
    [`${(await rowOf(victim)).database}%`],
  );
  expect(rows.map(({ datallowconn }) => datallowconn)).toEqual([true, false]);
}, 300_000);

it('an operator stays as it is where the archive has no such moment, suspended or not', async () => {
  const operator = await host.add('Fica como está');
  const restore = (at: string) => restoreOperator(host.context, { slug: operator.slug, at }, undefined);
  await expect(restore('2020-01-01T10:00')).rejects.toThrow('The archive begins at');
  await expect(restore('ontem')).rejects.toThrow('write the moment as');
  expect(await statusOf(operator, '/api/settings')).toBe(200);
  await suspendOperator(host.context, operator.slug);
  const inAnHour = new Date(Date.now() + 3_600_000).toISOString();
  await expect(restore(inAnHour)).rejects.toThrow('The archive ends before that moment');
  expect((await rowOf(operator)).state).toBe('suspended');
  await resumeOperator(host.context, operator.slug);
  await expect
    .poll(async () => (await host.ask(operator.domain, '/api/settings')).body?.name, soon)
    .toBe('Fica como está');
}, 120_000);

it('all of a host is restored into an empty folder: directory, databases and pictures', async () => {
  const operator = await host.add('Volta com todos');
  const { id } = await host.inDatabase(operator.slug, (db) => createTrip({ db }));
  const kept = join(folderOf(operator.slug, host.config), 'files/trips/b/kept.jpg');
  await mkdir(dirname(kept), { recursive: true });
  await writeFile(kept, 'kept');
  const store = archiveFolder(join(host.config.dataDir, 'archive'));
  await untilArchived('kept.jpg');
  const dataDir = await mkdtemp(join(tmpdir(), 'passeio-host-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  await restoreAt({ store, at: 'latest', dataDir, scope: allOperators, say: () => undefined });
  const restored = await startEmbeddedPostgres(dataDir, () => undefined);
  onTestFinished(() => restored.stop());
  const { directoryUrl, urlOf } = clusterOf(restored.connectionString, { isEmbedded: true });
  const row = await withClient(directoryUrl, (client) => readOperator(client, operator.slug));
  expect(row?.domains).toEqual([operator.domain]);
  const trips = await withClient(urlOf(row?.database ?? ''), (client) => client.query('select id from trips'));
  expect(trips.rows).toEqual([{ id }]);
  expect(await readFile(join(folderOf(operator.slug, { dataDir }), 'files/trips/b/kept.jpg'), 'utf8')).toBe('kept');
}, 180_000);

it('an operator in a PostgreSQL of somebody else is not restored by us', async () => {
  const operator = await host.add('Em outro lugar');
  const hosting = { ...host.context.hosting, databaseUrl: 'postgresql://elsewhere/x' };
  const restoring = restoreOperator(
    { ...host.context, hosting },
    { slug: operator.slug, at: '2026-11-24T10:15' },
    undefined,
  );
  await expect(restoring).rejects.toThrow('not archived by Passeio');
});
