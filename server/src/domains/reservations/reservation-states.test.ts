import {
  mayHappen,
  type ReservationStatus,
  reservationStates,
  reservationStatuses,
  reservationTransitions,
} from '@passeio/contract/reservation-states';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { createPerson, createTrip } from '../../../test/factories.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { insertReservation } from './reservations.queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const knownMoves = new Set(
  Object.values(reservationTransitions).flatMap(({ from, to }) => from.map((status) => `${status}>${to}`)),
);

async function reservationIn(status: ReservationStatus, overrides: { tripId?: string } = {}) {
  const tripId = overrides.tripId ?? (await createTrip(app)).id;
  const { id: userId } = await createPerson(app);
  return inTransaction(app.db, (trx) =>
    insertReservation(trx, {
      trip_id: tripId,
      user_id: userId,
      status,
      price_cents: 100,
      deposit_cents: 30,
      channel: 'site',
      cancelled_at: status === 'cancelled' ? new Date() : null,
    }),
  );
}

const move = (id: string, to: ReservationStatus) =>
  app.db
    .updateTable('reservations')
    .set({ status: to, cancelled_at: to === 'cancelled' ? new Date() : null })
    .where('id', '=', id)
    .execute();

describe('the state table of reservations', () => {
  it('stands in the database as it does in the contract', async () => {
    const statuses = await app.db.selectFrom('reservation_statuses').selectAll().execute();
    const transitions = await app.db.selectFrom('reservation_transitions').selectAll().execute();

    expect(new Map(statuses.map((row) => [row.status, row.holds_place]))).toEqual(
      new Map(reservationStatuses.map((status) => [status, reservationStates[status].holdsPlace])),
    );
    expect(new Set(transitions.map((row) => `${row.from_status}>${row.to_status}`))).toEqual(knownMoves);
  });

  it.each(reservationStatuses)('lets a reservation leave %s only along the table', async (from) => {
    for (const to of reservationStatuses.filter((status) => status !== from)) {
      const { id } = await reservationIn(from);
      const outcome = await move(id, to).then(
        () => 'moved',
        () => 'refused',
      );
      expect(`${from}>${to} ${outcome}`).toBe(`${from}>${to} ${knownMoves.has(`${from}>${to}`) ? 'moved' : 'refused'}`);
    }
  });

  it.each(reservationStatuses)('counts a reservation in %s as one that stands in the way, or not', async (status) => {
    const { id: tripId } = await createTrip(app);
    const { user_id } = await reservationIn(status, { tripId });

    const second = inTransaction(app.db, (trx) =>
      insertReservation(trx, {
        trip_id: tripId,
        user_id,
        status: 'held',
        price_cents: 100,
        deposit_cents: 30,
        channel: 'site',
        cancelled_at: null,
      }),
    );

    if (reservationStates[status].active) await expect(second).rejects.toThrow('reservations_one_active_per_person');
    else await expect(second).resolves.toMatchObject({ status: 'held' });
  });
});

describe('the places of a trip', () => {
  it('are always those that its reservations hold, whatever happens to them', async () => {
    const step = fc.record({ which: fc.nat(4), to: fc.constantFrom(...reservationStatuses), remove: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { id: tripId } = await createTrip(app, { capacity: 5 });
        const statuses = new Map<string, ReservationStatus>();
        for (let count = 0; count < 5; count += 1) {
          statuses.set((await reservationIn('held', { tripId })).id, 'held');
        }
        for (const { which, to, remove } of steps) {
          const [id, status] = [...statuses][which % Math.max(1, statuses.size)] ?? [];
          if (!id || !status) continue;
          if (remove) {
            await app.db.deleteFrom('reservations').where('id', '=', id).execute();
            statuses.delete(id);
          } else if (knownMoves.has(`${status}>${to}`)) {
            await move(id, to);
            statuses.set(id, to);
          }
        }
        const expected = [...statuses.values()].filter((status) => reservationStates[status].holdsPlace).length;
        const trip = await app.db
          .selectFrom('trips')
          .select('places_taken')
          .where('id', '=', tripId)
          .executeTakeFirst();
        expect(trip?.places_taken).toBe(expected);
      }),
      { numRuns: 25 },
    );
  });

  it('cannot be more than the capacity, not even by hand', async () => {
    const { id: tripId } = await createTrip(app, { capacity: 1 });
    await reservationIn('held', { tripId });

    await expect(reservationIn('held', { tripId })).rejects.toThrow('trips_places_within_capacity');
  });
});

it('has the transitions of the contract', () => {
  expect(mayHappen('cancel', 'held')).toBe(true);
  expect(mayHappen('cancel', 'expired')).toBe(false);
});
