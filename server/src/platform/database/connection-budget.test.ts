import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { createPool } from './connect.ts';
import { ConnectionBudget } from './connection-budget.ts';

/** A pool of an operator that shares `budget` with others. */
function poolOf(budget: ConnectionBudget) {
  const connectionString = inject('templateUrl').replace(/\/[^/?]*\?/, '/postgres?');
  const share = budget.share();
  const pool = createPool({ connectionString, max: 5, share, onError: () => undefined });
  onTestFinished(() => pool.end());
  return { pool, share };
}

it('an operator that uses all connections gives one back to another that waits', async () => {
  const budget = new ConnectionBudget(3);
  const [flooding, quiet] = [poolOf(budget), poolOf(budget)];
  let isFlooding = true;
  const flood = async () => {
    while (isFlooding) await flooding.pool.query('select pg_sleep(0.02)');
  };
  const floods = Array.from({ length: 10 }, flood);
  await vi.waitFor(() => expect(flooding.share.used).toBe(3));
  const { rows } = await quiet.pool.query('select 1 as one');
  expect(rows).toEqual([{ one: 1 }]);
  expect(budget.used).toBe(3);
  isFlooding = false;
  await Promise.all(floods);
});

it('a connection that does nothing makes room for an operator that waits', async () => {
  const budget = new ConnectionBudget(1);
  const [idle, other] = [poolOf(budget), poolOf(budget)];
  await idle.pool.query('select 1');
  expect(budget.used).toBe(1);
  expect((await other.pool.query('select 2 as two')).rows).toEqual([{ two: 2 }]);
  expect(budget.used).toBe(1);
});

it('who waits too long is told that the database is unavailable', async () => {
  const budget = new ConnectionBudget(1);
  const [busy, other] = [poolOf(budget), poolOf(budget)];
  const held = await busy.pool.connect();
  await expect(other.pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
  held.release();
  expect((await other.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});
