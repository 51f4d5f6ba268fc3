import { randomUUID } from 'node:crypto';
import type { BoardingDecision } from '@passeio/contract/boarding/boarding';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createFamily, type Family } from '../../../test/parties.ts';
import { inTransaction } from '../../platform/database/transaction.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

function tapRow(family: Family, decision: BoardingDecision, secondsAgo: number) {
  return {
    id: randomUUID(),
    trip_id: family.trip.id,
    participant_id: family.adults[0]?.id ?? '',
    decision,
    tapped_at: new Date(Date.now() - secondsAgo * 1000),
    clock_offset_ms: 0,
    device_id: randomUUID(),
    recorded_by: family.payer.id,
  };
}

describe('the database', () => {
  const refusal = (work: Promise<unknown>) =>
    work.then(
      () => 'nothing',
      (error) => error.constraint,
    );

  it('lets nobody but a tap say that somebody boarded, and keeps taps', async () => {
    const { db } = app;
    const family = await createFamily(app, { adult: 1 });
    const id = family.adults[0]?.id ?? '';
    await db
      .insertInto('boarding_taps')
      .values(tapRow(family, 'boarded', 1))
      .execute();
    const change = (set: object) => refusal(db.updateTable('participants').set(set).where('id', '=', id).execute());
    expect(await change({ boarded_at: new Date(0) })).toBe('participants_attendance_by_taps');
    expect(await change({ boarded_at: null, missed_at: new Date() })).toBe('participants_attendance_by_taps');
    const taps = db.updateTable('boarding_taps').set({ decision: 'missed' }).where('participant_id', '=', id);
    expect(await refusal(taps.execute())).toBe('boarding_taps_are_final');
    const gone = db.deleteFrom('boarding_taps').where('participant_id', '=', id);
    expect(await refusal(gone.execute())).toBe('boarding_taps_are_final');
  });
});

describe('taps of two phones at once', () => {
  /** The later decision is recorded and not yet committed while the earlier one is recorded. */
  async function race({ db }: TestApp, family: Family) {
    const recorded = Promise.withResolvers<void>();
    const committed = Promise.withResolvers<void>();
    const later = inTransaction(db, async (trx) => {
      await trx
        .insertInto('boarding_taps')
        .values(tapRow(family, 'missed', 1))
        .execute();
      recorded.resolve();
      await committed.promise;
    });
    await recorded.promise;
    const earlier = db
      .insertInto('boarding_taps')
      .values(tapRow(family, 'boarded', 10))
      .execute();
    await expect
      .poll(async () => {
        const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
        return (await waiting.execute(db)).rows.length;
      })
      .toBeGreaterThan(0);
    committed.resolve();
    await Promise.all([later, earlier]);
    return db
      .selectFrom('participants')
      .select(['boarded_at', 'missed_at'])
      .where('id', '=', family.adults[0]?.id ?? '')
      .executeTakeFirstOrThrow();
  }

  it('end with the later decision', async () => {
    const family = await createFamily(app, { adult: 1 });
    expect(await race(app, family)).toEqual({ boarded_at: null, missed_at: expect.any(Date) });
  });

  it('control: without the lock the earlier one has the last word', async () => {
    const family = await createFamily(app, { adult: 1 });
    const { rows } = await sql<{
      source: string;
    }>`select pg_get_functiondef('set_attendance'::regproc) as source`.execute(app.db);
    const source = rows[0]?.source ?? '';
    await sql.raw(source.replace(/perform [^;]+;/, '')).execute(app.db);
    try {
      expect(await race(app, family)).toMatchObject({ boarded_at: expect.any(Date) });
    } finally {
      await sql.raw(source).execute(app.db);
    }
  });
});
