import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { createTrip } from '../../test/factories.ts';
import { startTestHost, type TestHost } from '../../test/hosting.ts';
import { copyDatabase, createEmptyDatabase } from '../../test/postgres.ts';
import { startReserving } from '../../test/reserving.ts';
import { backUp } from '../platform/backup/back-up.ts';
import { restore } from '../platform/backup/restore.ts';
import { createClient, withClient } from '../platform/database/connect.ts';
import { suspendOperator } from './commands/change-state.ts';
import { closeOperator } from './commands/close-operator.ts';
import { exportOperator } from './commands/export-operator.ts';
import { importOperator } from './commands/import-operator.ts';
import { moveOperator } from './commands/move-operator.ts';
import { readOperator } from './directory.queries.ts';

const soon = { timeout: 30_000, interval: 100 };

let host: TestHost;
const typed: string[] = [];
let folder: string;
beforeAll(async () => {
  host = await startTestHost({ typed });
  folder = await mkdtemp(join(tmpdir(), 'passeio-export-'));
});
afterAll(async () => {
  await host.close();
  await rm(folder, { recursive: true });
});

describe('an operator that leaves', () => {
  it('is exported, closed once its name is typed, and comes back from the file with its people', async () => {
    const { context } = host;
    const operator = await host.add('Vai Embora');
    const { email } = await host.administrator(operator);
    const { id } = await host.inDatabase(operator.slug, (db) => createTrip({ db }, { title: 'Volta da Serra' }));
    const file = join(folder, 'vai-embora.zip');
    await expect(closeOperator(context, operator.slug)).rejects.toThrow('Suspend Vai Embora first');
    await suspendOperator(context, operator.slug);
    await expect(closeOperator(context, operator.slug)).rejects.toThrow('was not exported since it is suspended');
    await exportOperator(context, operator.slug, () => file);
    typed.push('Vai embora');
    await expect(closeOperator(context, operator.slug)).rejects.toThrow('That is another name');
    expect((await readOperator(context.pool, operator.slug))?.state).toBe('suspended');
    typed.push('Vai Embora');
    await closeOperator(context, operator.slug);
    await expect.poll(async () => (await host.ask(operator.domain, '/')).status, soon).toBe(404);
    await expect(host.inDatabase(operator.slug, (_, pool) => pool.query('select 1'))).rejects.toThrow();

    const slug = `${operator.slug}-de-volta`;
    const given = { file, identityFile: undefined, name: 'Voltou', domain: undefined };
    await expect(importOperator(context, { ...given, slug: operator.slug })).rejects.toThrow(
      'Its name is not given again',
    );
    await importOperator(context, { ...given, slug });
    const domain = `${slug}.passeio.example`;
    await expect.poll(async () => (await host.ask(domain, `/api/trips/${id}`)).status, soon).toBe(200);
    const { token } = await host.signIn(domain, email);
    expect((await host.ask(domain, '/api/users/me', { token })).body).toMatchObject({ email, role: 'ADMIN' });
  }, 120_000);

  it('keeps everything where its backup cannot be restored', async () => {
    const given = { file: join(folder, 'nothing.zip'), identityFile: undefined, name: 'Nada', domain: undefined };
    await expect(importOperator(host.context, { ...given, slug: 'nada-aqui' })).rejects.toThrow();
    expect(await readOperator(host.context.pool, 'nada-aqui')).toBeUndefined();
  });
});

describe('an operator that moves', () => {
  it('goes on in the other database with its sessions, and the earlier one takes no connection', async () => {
    const { context } = host;
    const operator = await host.add('Mudança');
    const { token } = await host.administrator(operator);
    const target = await createEmptyDatabase(inject('templateUrl'));
    onTestFinished(() => target.drop());
    const before = (await readOperator(context.pool, operator.slug))?.database ?? '';
    await expect(moveOperator(context, operator.slug, 'http://nowhere')).rejects.toThrow('Say where to');
    await moveOperator(context, operator.slug, target.url);
    await expect.poll(async () => (await host.ask(operator.domain, '/api/users/me', { token })).status, soon).toBe(200);
    for (const name of [before, `${before}_moved`]) {
      const client = createClient(context.cluster.urlOf(name));
      await expect(client.connect()).rejects.toThrow(/does not exist|not currently accepting/);
    }
    await host.ask(operator.domain, '/api/settings');
    await suspendOperator(context, operator.slug);
    await expect.poll(async () => (await readOperator(context.pool, operator.slug))?.is_awake, soon).toBe(false);
  }, 120_000);

  it('loses nothing that was acknowledged while people reserve, and is away for little longer than a copy takes', async () => {
    const { context } = host;
    const operator = await host.add('Mudança cheia');
    const [target, copy] = [
      await createEmptyDatabase(inject('templateUrl')),
      await createEmptyDatabase(inject('templateUrl')),
    ];
    onTestFinished(() => target.drop());
    onTestFinished(() => copy.drop());
    const reserving = await startReserving(host, operator);
    await reserving.untilMore(5);
    // The control: a copy that is made while people reserve lacks some.
    const source = context.cluster.urlOf((await readOperator(context.pool, operator.slug))?.database ?? '');
    const file = join(folder, 'control.zip');
    const copyingSince = performance.now();
    await backUp({ connectionString: source, dataDir: folder, folders: [], file });
    await restore({ file, dataDir: folder, folders: [], openDatabase: async () => copy.url });
    const copiedMs = performance.now() - copyingSince;
    await reserving.untilMore(5);
    await moveOperator(context, operator.slug, target.url);
    await reserving.untilMore(5);
    const { acknowledged, refusals, cut, unexpected, longestGapMs } = await reserving.stop();
    const missingIn = (url: string) =>
      withClient(url, async (client) => {
        const { rows } = await client.query<{ id: string }>('select id from reservations');
        return new Set(acknowledged).difference(new Set(rows.map(({ id }) => id))).size;
      });
    expect({ unexpected, cut }).toEqual({ unexpected: [], cut: 0 });
    expect(await missingIn(target.url)).toBe(0);
    expect(await missingIn(copy.url)).toBeGreaterThan(0);
    expect(refusals).toBeGreaterThan(0);
    // On a busy machine both take longer. The rest is falling asleep, and opening again.
    expect(longestGapMs).toBeLessThan(4 * copiedMs + 15_000);
  }, 240_000);

  it('stays where it is if the other database is not empty', async () => {
    const { context } = host;
    const operator = await host.add('Fica');
    const target = await copyDatabase(inject('templateUrl'));
    onTestFinished(() => target.drop());
    await expect(moveOperator(context, operator.slug, target.url)).rejects.toThrow('is not empty');
    await expect.poll(async () => (await host.ask(operator.domain, '/api/settings')).body?.name, soon).toBe('Fica');
  }, 120_000);
});
