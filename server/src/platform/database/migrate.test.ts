import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { copyDatabase, createEmptyDatabase } from '../../../test/postgres.ts';
import { StartError } from '../process/start-error.ts';
import { createClient } from './connect.ts';
import { knownMigrations, prepareDatabase } from './migrate.ts';

let url: string;
let drop: () => Promise<void>;
let folder: string;
let client: pg.Client;
beforeEach(async () => {
  ({ url, drop } = await copyDatabase(inject('templateUrl')));
  folder = await mkdtemp(join(tmpdir(), 'passeio-migrations-'));
  await cp(join(import.meta.dirname, '../../../migrations'), folder, { recursive: true });
  client = createClient(url);
  await client.connect();
});
afterEach(async () => {
  await client.end();
  await drop();
  await rm(folder, { recursive: true });
});

const addMigration = (text: string) => writeFile(join(folder, '9999_test.sql'), text);
const migrate = () => prepareDatabase(url, async () => undefined, { migrationsDir: folder });

async function waitsForLock(table: string): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rowCount } = await client.query('select from pg_locks where not granted and relation = $1::regclass', [
        table,
      ]);
      expect(rowCount).toBe(1);
    },
    { interval: 5 },
  );
}

it('refuses a PostgreSQL that is too old, and changes nothing', async () => {
  await addMigration('create table added ()');
  const { rows } = await client.query<{ version: number }>(
    "select current_setting('server_version_num')::integer / 10000 as version",
  );
  const version = rows[0]?.version ?? 0;

  const migrating = prepareDatabase(url, async () => undefined, { migrationsDir: folder, oldestPostgres: version + 1 });

  await expect(migrating).rejects.toThrow(`is a PostgreSQL ${version}; it has to be ${version + 1} or newer`);
  expect((await client.query("select to_regclass('added') as added")).rows).toEqual([{ added: null }]);
});

it('yields to requests that would deadlock with a migration', async () => {
  await addMigration('alter table trips add column a integer; alter table users add column b integer');
  const request = createClient(url);
  await request.connect();
  await request.query('begin');
  await request.query('select from users');
  const migrating = migrate();
  await waitsForLock('users');

  // A deadlock: the migration must give way, not the request.
  expect((await request.query('select from trips')).rowCount).toBe(0);
  await request.query('commit');
  await request.end();
  await migrating;

  expect((await client.query('select a from trips')).rowCount).toBe(0);
  expect((await client.query('select b from users')).rowCount).toBe(0);
});

it('has no time limit for statements', async () => {
  await addMigration("create table limits as select current_setting('statement_timeout') as statement");
  await migrate();
  expect((await client.query('select statement from limits')).rows).toEqual([{ statement: '0' }]);
});

it('leaves nothing of a migration that fails', async () => {
  await addMigration('create table half (id integer); select 1 / 0');
  await expect(migrate()).rejects.toThrow('division by zero');
  expect((await client.query("select to_regclass('half') as half")).rows).toEqual([{ half: null }]);
});

it('does one preparation at a time', async () => {
  const events: string[] = [];
  const first = Promise.withResolvers<void>();
  const one = prepareDatabase(url, async () => {
    events.push('first begins');
    await first.promise;
    events.push('first ends');
  });
  await vi.waitFor(() => expect(events).toEqual(['first begins']));
  const other = prepareDatabase(url, async () => void events.push('second begins'));
  await vi.waitFor(async () => {
    const { rowCount } = await client.query("select from pg_locks where not granted and locktype = 'advisory'");
    expect(rowCount).toBe(1);
  });
  first.resolve();
  await Promise.all([one, other]);
  expect(events).toEqual(['first begins', 'first ends', 'second begins']);
});

it('gives a new database the schema and all migrations, or nothing', async () => {
  const empty = await createEmptyDatabase(inject('templateUrl'));
  const fresh = createClient(empty.url);
  await fresh.connect();
  const prepare = () => prepareDatabase(empty.url, async () => undefined, { migrationsDir: folder });
  await addMigration('alter table trips add column a integer; select 1 / 0');
  await expect(prepare()).rejects.toThrow('division by zero');
  expect((await fresh.query("select to_regclass('trips') as trips")).rows).toEqual([{ trips: null }]);

  await addMigration('alter table trips add column a integer');
  await prepare();
  expect((await fresh.query('select a from trips')).rowCount).toBe(0);
  expect((await fresh.query('select name from operator')).rows).toEqual([{ name: 'Passeio' }]);
  const { rows } = await fresh.query('select name from kysely_migration order by name');
  expect(rows.map(({ name }) => name)).toEqual([...(await knownMigrations()), '9999_test']);
  await fresh.end();
  await empty.drop();
});

it('refuses a database of another line of versions', async () => {
  await addMigration('select');
  await client.query("insert into kysely_migration (name, timestamp) values ('9998_other', '')");
  await expect(migrate()).rejects.toThrow('has the migration 9998_other, which this version does not have');
  await writeFile(join(folder, '9997_left_out.sql'), 'select');
  await writeFile(join(folder, '9998_other.sql'), 'select');
  await expect(migrate()).rejects.toThrow('lacks the migration 9997_left_out, but has later ones');
});

it('refuses a database from before the baseline, and changes nothing in it', async () => {
  const old = await createEmptyDatabase(inject('templateUrl'));
  const before = createClient(old.url);
  await before.connect();
  await before.query(`
    create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    insert into kysely_migration values ('0001_identity', ''), ('0091_let_go_on_laps', '');
    create table trips (id uuid primary key)`);
  const content = "select relname, relfilenode from pg_class where relnamespace = 'public'::regnamespace order by 1";
  const { rows } = await before.query(content);

  const refusal = prepareDatabase(old.url, async () => undefined);
  await expect(refusal).rejects.toThrow(
    'This database is of another line of versions, from which no migration leads to this one. ' +
      'Start the version that fits it.',
  );
  await expect(refusal).rejects.toThrow(StartError);
  expect((await before.query(content)).rows).toEqual(rows);
  await before.end();
  await old.drop();
});
