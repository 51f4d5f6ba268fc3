import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildTestApp, startAnotherProcess, type TestApp } from '../../../../test/app.ts';
import { call, createGuestPerson, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { endPause, tripOfHolds } from '../../../../test/holds.ts';
import { createFamily, entriesOf, placesTaken } from '../../../../test/parties.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import type { Queue } from '../../../platform/jobs/jobs.ts';
import { repeat } from '../../../platform/process/repeat.ts';
import type { SweepDeps } from '../offers/serve-waiting.ts';
import { sweepHolds } from './expire-holds.ts';

const MINUTE_MS = 60_000;

let app: TestApp;
let staff: Person;
let emails: { kind: string; to: string; data: { code: string } }[] = [];
let announced: string[] = [];
beforeAll(async () => {
  app = await buildTestApp({ connections: 20 });
  staff = await createPerson(app, 'OPERATOR');
  app.app.deps.changes.onChange((change) => announced.push(change));
});
afterAll(() => app.close());
beforeEach(() => {
  emails = [];
  announced = [];
});

/** What ends holds in a process of its own; its e-mails are only counted once they are committed. */
function deps(of = app): SweepDeps {
  const { db, changes, logger } = of.app.deps;
  const enqueueAll = async (_: Queue, data: object[]) => void emails.push(...(data as typeof emails));
  return { db, changes, logger, jobs: { enqueueAll }, publicUrl: 'https://passeio.example' };
}

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);
const setDeadline = (id: string, minutesAhead: number | null, heldFor = 24 * 60) =>
  app.db
    .updateTable('reservations')
    .set({
      hold_expires_at: minutesAhead === null ? null : ago(-minutesAhead),
      created_at: ago(heldFor - (minutesAhead ?? 0)),
    })
    .where('id', '=', id)
    .execute();
const stateOf = async (id: string) =>
  (await app.db.selectFrom('reservations').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;
const statesIn = async (tripId: string) =>
  (
    await app.db
      .selectFrom('reservations')
      .select(['state', sql<number>`count(*)::integer`.as('count')])
      .where('trip_id', '=', tripId)
      .groupBy('state')
      .execute()
  ).map(({ state, count }) => `${count} ${state}`);
const expiries = async (tripId: string) =>
  (
    await app.db
      .selectFrom('audit_entries')
      .innerJoin('reservations', (join) => join.on(sql`reservations.id::text`, '=', sql`audit_entries.subject_id`))
      .select('subject_id')
      .where('reservations.trip_id', '=', tripId)
      .where('action', '=', 'reservation.expired')
      .execute()
  ).map(({ subject_id }) => subject_id);

describe('a hold past its deadline', () => {
  it('expires: places are free, the system stands in the timeline, the payer is notified', async () => {
    const family = await createFamily(app, { adult: 2, child: 1, lapChild: 1 });
    await setDeadline(family.id, -1);
    announced = [];
    await sweepHolds(deps());

    const { body } = await call(app, 'GET', `/api/reservations/${family.id}`, { token: family.payer.token });
    expect(body).toMatchObject({ state: 'expired', status: { key: 'expired' }, dueCents: 0, cancellable: false });
    expect(await placesTaken(app, family.trip.id)).toBe(0);
    expect((await entriesOf(app, family.id)).at(-1)).toMatchObject({
      ...{ action: 'reservation.expired', actor_id: null, actor_name: 'Sistema' },
      subject_label: `${body.code} – ${body.payer.name} (Cânions de Furnas)`,
      changes: { state: ['held', 'expired'] },
    });
    expect(emails).toMatchObject([
      { kind: 'holdExpired', to: family.payer.email, about: { reservationId: family.id } },
    ]);
    expect(announced).toContain(`places:${family.trip.id}`);
    await endPause(app, family.id);
    const again = await createFamily(app, { adult: 1 }, { trip: family.trip, payer: family.payer });
    expect(again.reservation.state).toBe('held');
  });

  it('no other reservation expires', async () => {
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await createFamily(app, { adult: 1 })).id);
    const [ahead = '', without = '', booked = '', cancelled = ''] = ids;
    await setDeadline(ahead, 180);
    await setDeadline(without, null);
    await setDeadline(booked, -1);
    await call(app, 'POST', `/api/reservations/${booked}/confirmation`, { token: staff.token });
    await call(app, 'POST', `/api/reservations/${cancelled}/cancellation`, {
      token: staff.token,
      body: { reason: 'Desistiu' },
    });
    await setDeadline(cancelled, -1);

    await sweepHolds(deps());

    expect(await Promise.all(ids.map(stateOf))).toEqual(['held', 'held', 'booked', 'cancelled']);
    expect(emails).toEqual([]);
  });

  it('stays with a payer who pays it at that moment', async () => {
    const { id } = await createFamily(app, { adult: 1 });
    await setDeadline(id, -1);
    await inTransaction(app.db, async (trx) => {
      await trx.updateTable('reservations').set({ state: 'booked' }).where('id', '=', id).execute();
      await sweepHolds(deps());
    });
    await sweepHolds(deps());
    expect(await stateOf(id)).toBe('booked');
  });

  it('of somebody without an e-mail expires; what is queued names no address, and may leave by WhatsApp', async () => {
    const trip = await createTrip(app);
    const guest = await createGuestPerson(app, { name: 'Dona Nair' });
    const body = { personId: guest.id };
    const { id } = (await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token: staff.token, body })).body;
    await setDeadline(id, -1);
    await sweepHolds(deps());
    expect(await stateOf(id)).toBe('expired');
    expect(emails).toMatchObject([{ kind: 'holdExpired', to: null }]);
  });
});

const startSweeping = (of: ReturnType<typeof deps>, everyMs: number) =>
  repeat(
    (signal) => sweepHolds(of, signal),
    everyMs,
    () => undefined,
  );

describe('500 holds that end at the same moment', () => {
  it('in one trip expire once each, with three processes at work and one that restarts', async () => {
    const tripId = await tripOfHolds(app, 500, ago(1));
    const other = await startAnotherProcess(app);
    const [first, second] = [startSweeping(deps(), 5), startSweeping(deps(other), 5)];
    await first();
    const restarted = startSweeping(deps(), 5);
    await expect.poll(() => statesIn(tripId)).toEqual(['500 expired']);
    await Promise.all([second(), restarted()]);
    await other.close();

    expect(await placesTaken(app, tripId)).toBe(0);
    const entries = await expiries(tripId);
    expect(entries).toHaveLength(500);
    expect(new Set(entries).size).toBe(500);
    expect(emails).toHaveLength(500);
  });

  it('in ten trips do not wait for one that is locked; that one follows at the next sweep', async () => {
    const tripIds: string[] = [];
    for (let count = 0; count < 10; count += 1) tripIds.push(await tripOfHolds(app, 50, ago(1)));
    const [locked = '', ...others] = tripIds;
    await inTransaction(app.db, async (trx) => {
      await trx.selectFrom('trips').select('id').where('id', '=', locked).forUpdate().execute();
      await sweepHolds(deps());
      for (const tripId of others) expect(await statesIn(tripId)).toEqual(['50 expired']);
      expect(await statesIn(locked)).toEqual(['50 held']);
    });
    const warnings = app.log.filter(({ tripId }) => tripId === locked);
    expect(warnings).toMatchObject([{ level: 40, msg: expect.stringContaining('the next sweep tries again') }]);
    await sweepHolds(deps());
    expect(await statesIn(locked)).toEqual(['50 expired']);
  });

  it('free their places on the portal in every process, without a request', async () => {
    const other = await startAnotherProcess(app);
    const tripId = await tripOfHolds(app, 3, ago(-60));
    const placesLeft = async (base: string) =>
      (await (await fetch(`${base}/api/trips/${tripId}`)).json()) as { placesLeft: number };
    await expect.poll(() => placesLeft(other.url)).toMatchObject({ placesLeft: 0 });
    await app.db
      .updateTable('reservations')
      .set({ hold_expires_at: ago(1) })
      .where('trip_id', '=', tripId)
      .execute();

    const stop = startSweeping(deps(), 50);
    await expect.poll(() => placesLeft(other.url)).toMatchObject({ placesLeft: 3 });
    expect(await placesLeft(app.url)).toMatchObject({ placesLeft: 3 });
    await stop();
    await other.close();
  });
});

describe('a hold that is about to end', () => {
  it.each([
    ['two hours before the end', 119, 24 * 60, true],
    ['not earlier', 121, 24 * 60, false],
    ['at half of a shorter hold', 29, 60, true],
    ['not in the first half of one', 31, 60, false],
  ])('warns its payer %s', async (_, minutesAhead, heldFor, isNotified) => {
    const { id, payer } = await createFamily(app, { adult: 1 });
    await setDeadline(id, minutesAhead, heldFor);
    await sweepHolds(deps());
    await sweepHolds(deps());
    const warning = [{ kind: 'holdEnding', to: payer.email, about: { reservationId: id } }];
    expect(emails).toMatchObject(isNotified ? warning : []);
    expect(await stateOf(id)).toBe('held');
  });

  it('notifies its payer again when its deadline was moved', async () => {
    const { id } = await createFamily(app, { adult: 1 });
    await setDeadline(id, 60);
    await sweepHolds(deps());
    const holdExpiresAt = ago(-90).toISOString();
    await call(app, 'PUT', `/api/reservations/${id}/hold`, { token: staff.token, body: { holdExpiresAt } });
    await sweepHolds(deps());
    expect(emails).toHaveLength(2);
  });
});
