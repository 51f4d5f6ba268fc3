import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createPool } from './connect.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/index.ts';
import { addressesOf, FailoverClient } from './failover-client.ts';

const run = promisify(execFile);

describe('a connection string with several hosts', () => {
  it('is one address for each', () => {
    expect(addressesOf('postgresql://eu:p%40@um:5432,[::1]:5433,tres/passeio?sslmode=require')).toEqual([
      'postgresql://eu:p%40@um:5432/passeio?sslmode=require',
      'postgresql://eu:p%40@[::1]:5433/passeio?sslmode=require',
      'postgresql://eu:p%40@tres/passeio?sslmode=require',
    ]);
    const target = 'target_session_attrs=read-write';
    expect(addressesOf(`postgres://a,b/p?${target}`)).toEqual(['postgres://a/p', 'postgres://b/p']);
    expect(addressesOf(`postgres://a,b/p?${target}&ssl=1`)[1]).toBe('postgres://b/p?ssl=1');
    expect(addressesOf(`postgres://a,b/p?ssl=1&${target}`)[1]).toBe('postgres://b/p?ssl=1');
  });

  it('is itself where it names one', () => {
    expect(addressesOf('postgresql://eu@um/passeio?host=a,b')).toEqual(['postgresql://eu@um/passeio?host=a,b']);
  });
});

describe('two servers of which one is a standby', () => {
  let folder: string;
  let primary: EmbeddedPostgres;
  let standby: EmbeddedPostgres;
  let connectionString: string;
  const socketOf = ({ connectionString: url }: EmbeddedPostgres) =>
    encodeURIComponent(new URL(url).searchParams.get('host') ?? '');

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'passeio-failover-'));
    // PostgreSQL's system user must pass through it.
    await chmod(folder, 0o711);
    const [one, two] = [join(folder, 'one'), join(folder, 'two')];
    await (await startEmbeddedPostgres(one, () => undefined)).stop();
    await run('cp', ['-a', one, two]);
    await writeFile(join(two, 'postgres/standby.signal'), '');
    primary = await startEmbeddedPostgres(one, () => undefined);
    standby = await startEmbeddedPostgres(two, () => undefined);
    connectionString = `postgresql://postgres@${socketOf(standby)},${socketOf(primary)}/passeio`;
  });
  afterEach(async () => {
    await Promise.allSettled([primary.stop(), standby.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  async function onServer(server: EmbeddedPostgres, ...statements: string[]): Promise<void> {
    const client = new FailoverClient({ connectionString: server.connectionString });
    await client.connect();
    for (const statement of statements) await client.query(statement);
    await client.end();
  }

  it('are written to at the primary, and at the standby once it is promoted', async () => {
    const errors: Error[] = [];
    const pool = createPool({ connectionString, max: 2, onError: (error) => errors.push(error) });
    await pool.query('create table written (at text)');
    await pool.query("insert into written values ('primary')");
    expect((await pool.query('show data_directory')).rows[0].data_directory).toContain('/one/');

    await primary.stop();
    await vi.waitFor(() => expect(errors).not.toEqual([]));
    await expect(pool.query('select 1')).rejects.toThrow();
    await onServer(standby, 'select pg_promote()');

    expect((await pool.query('show data_directory')).rows[0].data_directory).toContain('/two/');
    await pool.query('create table written (at text)');
    await pool.end();
  });

  it('a primary that only reads from now on is left, also by connections that were idle or in use', async () => {
    const pool = createPool({ connectionString, max: 3, onError: () => undefined });
    const inUse = await pool.connect();
    await Promise.all([pool.query('select pg_sleep(0.05)'), pool.query('select pg_sleep(0.05)')]);
    await onServer(primary, 'alter system set default_transaction_read_only = on', 'select pg_reload_conf()');
    await onServer(standby, 'select pg_promote()');

    const write = () => pool.query('create table if not exists written (at text)');
    await vi.waitFor(() => expect(write()).rejects.toMatchObject({ code: '25006' }));
    inUse.release();
    for (let turn = 0; turn < 3; turn += 1) await write();
    expect((await pool.query('show data_directory')).rows[0].data_directory).toContain('/two/');
    await pool.end();
  });

  it('a primary that falls silent is left by all connections after one has waited for it', async () => {
    const pool = createPool({ connectionString, max: 2, onError: () => undefined });
    const clients = [await pool.connect(), await pool.connect()];
    const backends = await Promise.all(clients.map((client) => client.query('select pg_backend_pid() as pid')));
    const postmaster = await readFile(join(folder, 'one/postgres/postmaster.pid'), 'utf8');
    const silent = [Number.parseInt(postmaster, 10), ...backends.map(({ rows }) => rows[0].pid as number)];
    for (const client of clients) client.release();
    for (const pid of silent) process.kill(pid, 'SIGSTOP');
    try {
      await onServer(standby, 'select pg_promote()');
      const asks = await pool.connect();
      await expect(asks.query('select 1')).rejects.toThrow('Query read timeout');
      // As a transaction does that is undone.
      await expect(asks.query('rollback')).rejects.toThrow(/terminated|not queryable/);
      asks.release();
      for (let turn = 0; turn < 3; turn += 1) {
        expect((await pool.query('show data_directory')).rows[0].data_directory).toContain('/two/');
      }
    } finally {
      for (const pid of silent) process.kill(pid, 'SIGCONT');
    }
    await pool.end();
  });
});
