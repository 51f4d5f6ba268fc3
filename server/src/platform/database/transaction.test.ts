import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createTrip } from '../../../test/factories.ts';
import type { Database, DatabaseTransaction } from './connect.ts';
import type { Schema } from './schema/schema.ts';
import { inTransaction } from './transaction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

type Run = (db: Database, work: (trx: DatabaseTransaction) => Promise<void>) => Promise<void>;
const once: Run = (db, work) => (db as Kysely<Schema>).transaction().execute(work);

/** Two transactions lock two trips in opposite order and deadlock. */
async function crossTwo(run: Run) {
  const [a, b] = [(await createTrip(app)).id, (await createTrip(app)).id];
  const bothHaveOne = Promise.withResolvers<void>();
  let holders = 0;
  const raise = (order: string[]) =>
    run(app.db, async (trx) => {
      await sql`set local deadlock_timeout = '20ms'`.execute(trx);
      for (const id of order) {
        await trx
          .updateTable('trips')
          .set((eb) => ({ min_participants: eb('min_participants', '+', 1) }))
          .where('id', '=', id)
          .execute();
        holders += 1;
        if (holders === 2) bothHaveOne.resolve();
        await bothHaveOne.promise;
      }
    });
  const outcomes = await Promise.allSettled([raise([a, b]), raise([b, a])]);
  const raised = await app.db.selectFrom('trips').select('min_participants').where('id', 'in', [a, b]).execute();
  return {
    refused: outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.code] : [])),
    minimums: raised.map(({ min_participants }) => min_participants),
  };
}

describe('two transactions that wait for each other', () => {
  it('are both done: the database undoes one, which is run again', async () => {
    expect(await crossTwo(inTransaction)).toEqual({ refused: [], minimums: [2, 2] });
  });

  it('without running it again, one is lost', async () => {
    expect(await crossTwo(once)).toEqual({ refused: ['40P01'], minimums: [1, 1] });
  });
});

describe('a transaction that fails otherwise', () => {
  it('is undone, and not run again', async () => {
    let runs = 0;
    const work = async () => {
      runs += 1;
      throw new Error('a fault of ours');
    };
    await expect(inTransaction(app.db, work)).rejects.toThrow('a fault of ours');
    expect(runs).toBe(1);
  });
});
