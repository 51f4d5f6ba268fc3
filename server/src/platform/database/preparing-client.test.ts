import { CompiledQuery, sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { copyDatabase } from '../../../test/postgres.ts';
import { createDatabase, createPool } from './connect.ts';
import { sqlAny } from './sql-any.ts';
import { inTransaction } from './transaction.ts';

let pool: ReturnType<typeof createPool>;
let client: pg.PoolClient;
let onePool: ReturnType<typeof createPool>;
let drop: () => Promise<void>;
beforeAll(async () => {
  const copy = await copyDatabase(inject('templateUrl'));
  pool = createPool({ connectionString: copy.url, max: 1, onError: () => undefined });
  onePool = createPool({ connectionString: copy.url, max: 1, onError: () => undefined });
  client = await pool.connect();
  await client.query('create table boats (id integer primary key, name text not null)');
  await client.query("insert into boats select n, 'boat ' || n from generate_series(1, 20) n");
  drop = copy.drop;
});
afterAll(async () => {
  client.release();
  await pool.end();
  await onePool.end();
  await drop();
});

async function askOften(text: string): Promise<unknown[]> {
  const results: unknown[] = [];
  for (let id = 1; id <= 8; id += 1) results.push((await client.query(text, [id])).rows[0]);
  return results;
}

async function prepared(): Promise<string[]> {
  const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements');
  return rows.map(({ statement }) => statement);
}

it('prepares frequent statements, with the same results', async () => {
  const text = 'select name from boats where id = $1';
  expect(await askOften(text)).toEqual(Array.from({ length: 8 }, (_, n) => ({ name: `boat ${n + 1}` })));
  expect(await prepared()).toContain(text);
});

it('plans searches and pages anew each time', async () => {
  const page = 'select name from boats order by id limit $1';
  await askOften(page);
  const search = "select name from boats where name like '%' || $1::text";
  await askOften(search);
  expect(await prepared()).not.toContain(page);
  expect(await prepared()).not.toContain(search);
});

it('prepares statements whose limit is a number of their own', async () => {
  const text = 'select name from boats where id >= $1 order by id limit 3';
  expect((await askOften(text)).at(-1)).toEqual({ name: 'boat 8' });
  expect(await prepared()).toContain(text);
});

it.each([1, 2, 16, 17, 64, 65])('finds %i values of a list, and plans up to 64 once', async (count) => {
  const db = createDatabase(onePool);
  const ids = Array.from({ length: count }, (_, n) => n + 1);
  const boats = sql<{ id: number }>`select id from boats where id = ${sqlAny(ids, 'integer')} order by id`;
  for (let use = 0; use < 20; use += 1) {
    expect((await boats.execute(db)).rows.map(({ id }) => id)).toEqual(ids.slice(0, 20));
  }
  const { rows } = await db.executeQuery<{ generic_plans: string }>(
    CompiledQuery.raw('select generic_plans from pg_prepared_statements where statement = $1', [boats.compile(db).sql]),
  );
  if (count <= 64) expect(Number(rows[0]?.generic_plans)).toBeGreaterThan(0);
});

it('finds nothing by a list without values', async () => {
  const db = createDatabase(onePool);
  const boats = sql`select id from boats where id = ${sqlAny([] as number[], 'integer')}`;
  expect((await boats.execute(db)).rows).toEqual([]);
});

it('answers on when a migration changes the columns', async () => {
  const text = 'select * from boats where id = $1';
  await askOften(text);
  await client.query("alter table boats add column colour text not null default 'blue'");
  expect(await askOften(text)).toContainEqual({ id: 1, name: 'boat 1', colour: 'blue' });
});

it('repeats a transaction in which a migration changed the columns', async () => {
  const text = 'select * from boats where id = $1';
  const db = createDatabase(onePool);
  const read = () => inTransaction(db, async (trx) => (await trx.executeQuery(CompiledQuery.raw(text, [1]))).rows);
  for (let use = 0; use < 8; use += 1) await read();
  await client.query('alter table boats add column seats integer');
  expect(await read()).toMatchObject([{ id: 1, seats: null }]);
  expect(await read()).toMatchObject([{ id: 1, seats: null }]);
});

it('repeats a transaction once, however many of its statements a migration changed', async () => {
  const texts = Array.from({ length: 12 }, (_, n) => `select *, ${n} as turn from boats where id = $1`);
  const db = createDatabase(onePool);
  let attempts = 0;
  const read = () =>
    inTransaction(db, async (trx) => {
      attempts += 1;
      for (const text of texts) await trx.executeQuery(CompiledQuery.raw(text, [1]));
    });
  for (let use = 0; use < 8; use += 1) await read();
  await client.query('alter table boats add column decks integer');
  attempts = 0;
  await read();
  expect(attempts).toBe(2);
});
