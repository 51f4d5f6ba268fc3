import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { afterEach, beforeEach, expect, inject, it, vi } from 'vitest';
import { copyDatabase, createEmptyDatabase } from '../../../test/postgres.ts';
import { createClient } from './connect.ts';
import { prepareDatabase } from './migrate.ts';

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

it('gives existing trips fares with the prices that they had', async () => {
  const earlier = await createEmptyDatabase(inject('templateUrl'));
  await prepareDatabase(earlier.url, async () => undefined, { until: '0039_cancelled_lists' });
  const old = createClient(earlier.url);
  await old.connect();
  const prices = [
    ['both', 28_900, 24_900, 0],
    ['lap-only', 28_900, null, 5_000],
    ['adult-only', 28_900, null, null],
    ['cheap-adult', 100, 200, null],
  ];
  for (const trip of prices) {
    await old.query(
      `insert into trips (id, slug, title, departs_at, returns_at, capacity, price_cents, child_price_cents,
         lap_child_price_cents)
       values (uuidv7(), $1, $1, now(), now() + interval '1 day', 10, $2, $3, $4)`,
      trip,
    );
  }

  await prepareDatabase(earlier.url, async () => undefined);

  const { rows } = await old.query({
    text: `select t.title, t.price_cents, t.version, f.label, f.min_age, f.max_age, f.price_cents, f.takes_place, f.audience
      from trips t join trip_fares f on f.trip_id = t.id order by t.id, f.position`,
    rowMode: 'array',
  });
  expect(rows).toEqual([
    ['both', 28_900, 1, 'Adulto', 13, null, 28_900, true, 'public'],
    ['both', 28_900, 1, 'Criança', 6, 12, 24_900, true, 'public'],
    ['both', 28_900, 1, 'Criança de colo', 0, 5, 0, false, 'public'],
    ['lap-only', 28_900, 1, 'Adulto', 6, null, 28_900, true, 'public'],
    ['lap-only', 28_900, 1, 'Criança de colo', 0, 5, 5_000, false, 'public'],
    ['adult-only', 28_900, 1, 'Adulto', null, null, 28_900, true, 'public'],
    ['cheap-adult', 100, 1, 'Adulto', 13, null, 100, true, 'public'],
    ['cheap-adult', 100, 1, 'Criança', 6, 12, 200, true, 'public'],
  ]);
  await old.end();
  await earlier.drop();
});

it('stores people of the embedded provider under one issuer, whatever addresses the site had', async () => {
  const earlier = await createEmptyDatabase(inject('templateUrl'));
  await prepareDatabase(earlier.url, async () => undefined, { until: '0076_retention_of_lists' });
  const old = createClient(earlier.url);
  await old.connect();
  const people = [
    ['ana', 'https://velho.example', true],
    ['bia', 'https://velho.example', true],
    ['caio', 'https://novo.example', true],
    ['davi', 'https://securetoken.google.com/x', false],
  ];
  for (const [index, [name, issuer, isEmbedded]] of people.entries()) {
    const { rows } = await old.query(
      `insert into users (id, issuer, subject, name, email, cpf, rg, emitter, birthdate, contact)
       values (uuidv7(), $2, uuidv7(), $1, $1 || '@example.com', $3, '1', 'SSP', '1990-01-01', '+5535999990000')
       returning subject`,
      [name, issuer, String(20_000_000_000 + index)],
    );
    if (!isEmbedded) continue;
    await old.query(
      `insert into identity."user" (id, name, email, "emailVerified", "updatedAt")
       values ($1, $2, $2 || '@example.com', true, now())`,
      [rows[0].subject, name],
    );
  }

  await prepareDatabase(earlier.url, async () => undefined);

  const { rows } = await old.query({ text: 'select name, issuer from users order by name', rowMode: 'array' });
  expect(rows).toEqual([
    ['ana', 'https://velho.example'],
    ['bia', 'https://velho.example'],
    ['caio', 'https://velho.example'],
    ['davi', 'https://securetoken.google.com/x'],
  ]);
  expect((await old.query('select name from identity.issuer')).rows).toEqual([{ name: 'https://velho.example' }]);
  await old.end();
  await earlier.drop();
});

it('takes trips with the same title for departures of one series, and frees copies of places that nobody waits for', async () => {
  const earlier = await createEmptyDatabase(inject('templateUrl'));
  await prepareDatabase(earlier.url, async () => undefined, { until: '0087_price_of_adults' });
  const old = createClient(earlier.url);
  await old.connect();
  const insert = (slug: string, title: string) =>
    old.query(
      `insert into trips (id, slug, title, departs_at, returns_at, capacity, smallest_waiting)
       values (uuidv7(), $1, $2, now(), now() + interval '1 day', 10, 2)`,
      [slug, title],
    );
  await insert('june', 'Capitólio: cânions');
  await insert('serra', 'Capitólio: serra');
  await insert('july', ' CAPITÓLIO: CÂNIONS ');

  await prepareDatabase(earlier.url, async () => undefined);

  await insert('august', 'Capitólio: cânions');
  const { rows } = await old.query({
    text: `select array_agg(slug order by id) as slugs, array_agg(smallest_waiting order by id) as kept
      from trips group by series_id order by min(created_at), slugs`,
    rowMode: 'array',
  });
  expect(rows).toEqual([
    [
      ['june', 'july'],
      [null, null],
    ],
    [['serra'], [null]],
    // A server of before names no series.
    [['august'], [2]],
  ]);
  await old.end();
  await earlier.drop();
});
