import {
  mayHappen,
  type ReservationState,
  reservationStateKeys,
  reservationStates,
  reservationTransitions,
} from '@passeio/contract/reservation-states';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { placesTaken } from '../../../../test/parties.ts';
import { createReservation } from '../../../../test/reservations.ts';
import { stateAfterTotal } from './state-by-money.ts';

let app: TestApp;
let staff: Person;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
});
afterAll(() => app.close());

const knownMoves = new Set(
  Object.values(reservationTransitions).flatMap(({ from, to }) => from.map((state) => `${state}>${to}`)),
);

const reservationIn = async (state: ReservationState, { tripId, person }: { tripId?: string; person?: Person } = {}) =>
  createReservation(app, staff, tripId ?? (await createTrip(app)).id, { state, ...(person && { person }) });

const move = (id: string, to: ReservationState) =>
  app.db
    .updateTable('reservations')
    .set({ state: to, cancelled_at: to === 'cancelled' ? new Date() : null })
    .where('id', '=', id)
    .execute();

describe('a covered deposit', () => {
  it.each([
    ['requested', 'requested'],
    ['held', 'booked'],
    ['booked', 'booked'],
    ['expired', 'expired'],
    ['cancelled', 'cancelled'],
  ] as const)('makes of a reservation that is %s one that is %s', (before, after) => {
    expect(stateAfterTotal(before, { received_cents: 8_670, deposit_cents: 8_670 })).toBe(after);
  });
});

describe('the state table of reservations', () => {
  it('stands in the database as it does in the contract', async () => {
    const states = await app.db.selectFrom('reservation_states').selectAll().execute();
    const transitions = await app.db.selectFrom('reservation_state_transitions').selectAll().execute();

    expect(new Map(states.map((row) => [row.state, row.holds_places]))).toEqual(
      new Map(reservationStateKeys.map((state) => [state, reservationStates[state].holdsPlaces])),
    );
    expect(new Set(transitions.map((row) => `${row.from_state}>${row.to_state}`))).toEqual(knownMoves);
  });

  it.each(reservationStateKeys)('lets a reservation leave %s only along the table', async (from) => {
    for (const to of reservationStateKeys.filter((state) => state !== from)) {
      const id = await reservationIn(from);
      const outcome = await move(id, to).then(
        () => 'moved',
        () => 'refused',
      );
      expect(`${from}>${to} ${outcome}`).toBe(`${from}>${to} ${knownMoves.has(`${from}>${to}`) ? 'moved' : 'refused'}`);
    }
  });

  it.each(reservationStateKeys)('counts a reservation in %s as one that stands in the way, or not', async (state) => {
    const { id: tripId } = await createTrip(app);
    const person = await createPerson(app);
    await reservationIn(state, { tripId, person });

    const second = reservationIn('held', { tripId, person });

    if (reservationStates[state].holdsPlaces) {
      await expect(second).rejects.toThrow('reservations_one_active_per_payer');
    } else await expect(second).resolves.toEqual(expect.any(String));
  });

  it('has the transitions of the contract', () => {
    expect(mayHappen('cancel', 'held')).toBe(true);
    expect(mayHappen('cancel', 'expired')).toBe(false);
  });
});

describe('the places of a trip', () => {
  it('are always those that its reservations hold, whatever happens to them', async () => {
    const step = fc.record({ which: fc.nat(4), to: fc.constantFrom(...reservationStateKeys) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const { id: tripId } = await createTrip(app, { capacity: 5 });
        const states = new Map<string, ReservationState>();
        for (let count = 0; count < 5; count += 1) states.set(await reservationIn('held', { tripId }), 'held');
        for (const { which, to } of steps) {
          const [id, state] = [...states][which % states.size] ?? [];
          if (!id || !state || !knownMoves.has(`${state}>${to}`)) continue;
          await move(id, to);
          states.set(id, to);
        }
        const expected = [...states.values()].filter((state) => reservationStates[state].holdsPlaces).length;
        expect(await placesTaken(app, tripId)).toBe(expected);
      }),
      { numRuns: 25 },
    );
  });
});
