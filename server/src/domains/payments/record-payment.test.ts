import { reservationStates } from '@passeio/contract/reservation-states';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { departIn, entriesOf, placesTaken } from '../../../test/parties.ts';
import { newEndToEndId } from '../../../test/pix.ts';

const PRICE = 28_900;
const DEPOSIT = 8_670;
const HOUR_MS = 3_600_000;

let app: TestApp;
let token: string;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
  ({ id: tripId } = await createTrip(app, { capacity: 1_000, price_cents: PRICE }));
});
afterAll(() => app.close());

async function reserve(trip = tripId): Promise<string> {
  const body = { person: { name: 'Rui Melo', contact: '35999990000' } };
  return (await call(app, 'POST', `/api/trips/${trip}/passengers`, { token, body })).body.id;
}

const record = (id: string, kind: string, amountCents: unknown, more: object = {}, headers = {}) =>
  call(app, 'POST', `/api/reservations/${id}/payments`, {
    token,
    body: { kind, method: 'pix', amountCents, ...more },
    headers,
  });
const cancel = (id: string) =>
  call(app, 'POST', `/api/reservations/${id}/cancellation`, { token, body: { reason: 'Desistiu' } });
const deadlineOf = async (id: string) =>
  (await app.db.selectFrom('reservations').select('hold_expires_at').where('id', '=', id).executeTakeFirstOrThrow())
    .hold_expires_at;
const ledger = async (id: string) => (await call(app, 'GET', `/api/reservations/${id}/payments`, { token })).body.data;

describe('a payment', () => {
  it('that reaches the deposit confirms, and the rest pays the reservation off', async () => {
    const id = await reserve();
    expect((await record(id, 'deposit', 5_000)).body).toMatchObject({ state: 'held', dueCents: 23_900 });
    expect((await record(id, 'deposit', 3_670)).body).toMatchObject({
      state: 'booked',
      status: { key: 'balance_due' },
    });

    const { status, body } = await record(id, 'balance', 20_230, { method: 'cash', note: 'No balcão' });

    expect(status).toBe(201);
    expect(body).toMatchObject({ status: { key: 'paid' }, receivedCents: PRICE, dueCents: 0, toReturnCents: 0 });
    expect(await ledger(id)).toMatchObject([
      { kind: 'deposit', method: 'pix', amountCents: 5_000, note: '' },
      { kind: 'deposit', amountCents: 3_670 },
      { kind: 'balance', method: 'cash', amountCents: 20_230, note: 'No balcão', recordedBy: expect.any(String) },
    ]);
  });

  it('of the whole price sets paid', async () => {
    const id = await reserve();
    expect((await record(id, 'balance', PRICE)).body.status.key).toBe('paid');
  });

  it('of more than is due is refused beside the amount, and nothing is written', async () => {
    const id = await reserve();
    const response = await record(id, 'balance', PRICE + 1);
    expect(response).toMatchObject({ status: 409, body: { code: 'PAYMENT_ABOVE_DUE' } });
    expect(response.body.fields.amountCents).toMatch(/^Falta pagar só R\$\s289,00\.$/);
    await record(id, 'balance', PRICE);
    expect((await record(id, 'balance', 1)).body.message).toContain('está quitada');
    expect(await ledger(id)).toHaveLength(1);
  });

  it('is taken after the departure too: some pay on the bus', async () => {
    const trip = await createTrip(app);
    const id = await reserve(trip.id);
    const departs_at = new Date(Date.now() - HOUR_MS);
    await app.db.updateTable('trips').set({ departs_at }).where('id', '=', trip.id).execute();
    expect((await record(id, 'balance', PRICE)).body.status.key).toBe('paid');
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'TRIP_DEPARTED' } });
  });

  it('happens once under the same Idempotency-Key, and one after the other without', async () => {
    const id = await reserve();
    const headers = { 'idempotency-key': `pagamento-${id}` };
    await Promise.all([1, 2, 3].map(() => record(id, 'deposit', DEPOSIT, {}, headers)));
    expect(await ledger(id)).toHaveLength(1);

    const other = await reserve();
    const outcomes = await Promise.all([1, 2, 3].map(() => record(other, 'balance', PRICE)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('is audited with its changes', async () => {
    const id = await reserve();
    await record(id, 'deposit', DEPOSIT);
    await record(id, 'refund', 1_000);
    const entries = await app.db
      .selectFrom('audit_entries')
      .select(['action', 'changes'])
      .where('subject_id', '=', id)
      .where('action', '<>', 'reservation.created')
      .orderBy('at')
      .execute();
    expect(entries).toMatchObject([
      {
        action: 'reservation.payment_recorded',
        changes: { amountCents: [null, DEPOSIT], receivedCents: [0, DEPOSIT], state: ['held', 'booked'] },
      },
      {
        action: 'reservation.refund_recorded',
        changes: { amountCents: [null, 1_000], receivedCents: [DEPOSIT, 7_670], state: ['booked', 'held'] },
      },
    ]);
  });

  it('keeps when it moved and which Pix it was, which no other entry may be', async () => {
    const id = await reserve();
    const occurredAt = '2026-10-30T15:30:00.000Z';
    const endToEndId = newEndToEndId();
    expect((await record(id, 'deposit', 1_000, { occurredAt, endToEndId })).status).toBe(201);
    expect(await ledger(id)).toMatchObject([{ occurredAt, endToEndId, recordedVia: 'person', reversedBy: null }]);

    const other = await reserve();
    const again = await record(other, 'deposit', 1_000, { endToEndId });
    expect(again).toMatchObject({ status: 409, body: { code: 'END_TO_END_ID_USED' } });
    const { code } = (await call(app, 'GET', `/api/reservations/${id}`, { token })).body;
    expect(again.body.fields.endToEndId).toBe(`Este Pix já está lançado na reserva ${code}.`);
    expect(await ledger(other)).toEqual([]);

    const tomorrow = new Date(Date.now() + 24 * HOUR_MS).toISOString();
    const early = await record(other, 'deposit', 1_000, { occurredAt: tomorrow });
    expect(early).toMatchObject({ status: 400, body: { fields: { occurredAt: 'Informe uma data que já passou.' } } });
  });

  it.each([
    ['an amount of nothing', { amountCents: 0 }],
    ['a negative amount', { amountCents: -100 }],
    ['half a centavo', { amountCents: 10.5 }],
    ['more than any number counts', { amountCents: 1e21 }],
    ['an amount as a text', { amountCents: '100' }],
    ['an unknown method', { method: 'bitcoin' }],
    ['an unknown kind', { kind: 'tip' }],
    ['a Pix of no kind', { endToEndId: 'E123' }],
    ['who recorded it', { recordedBy: 'Outra pessoa' }],
  ])('with %s is refused', async (_, wrong) => {
    const id = await reserve();
    expect(await record(id, 'deposit', 100, wrong)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  it('of a reservation that is not there is refused', async () => {
    const nowhere = crypto.randomUUID();
    expect((await record(nowhere, 'deposit', 100)).body.code).toBe('RESERVATION_NOT_FOUND');
    expect((await call(app, 'GET', `/api/reservations/${nowhere}/payments`, { token })).status).toBe(404);
  });
});

describe('giving money back', () => {
  it('is accepted for a cancelled reservation, up to the amount received', async () => {
    const id = await reserve();
    await record(id, 'deposit', DEPOSIT);
    expect((await cancel(id)).body).toMatchObject({
      state: 'cancelled',
      toReturnCents: DEPOSIT,
      dueCents: 0,
    });

    expect(await record(id, 'balance', 100)).toMatchObject({ status: 409, body: { code: 'RESERVATION_OVER' } });
    expect(await record(id, 'refund', DEPOSIT + 1)).toMatchObject({
      status: 409,
      body: { code: 'REFUND_ABOVE_RECEIVED' },
    });
    expect((await record(id, 'refund', 670)).body).toMatchObject({ toReturnCents: 8_000 });
    expect((await record(id, 'refund', 8_000)).body).toMatchObject({ toReturnCents: 0, state: 'cancelled' });
  });

  it('while the reservation goes on puts a mistake right', async () => {
    const id = await reserve();
    await record(id, 'balance', PRICE);
    const before = new Date(Date.now() + 3_600_000);
    await app.db.updateTable('reservations').set({ hold_expires_at: before }).where('id', '=', id).execute();
    expect((await record(id, 'refund', PRICE)).body).toMatchObject({ state: 'held', dueCents: PRICE });
    expect((await deadlineOf(id))?.getTime()).toBeGreaterThan(before.getTime());
  });

  it('after departure leaves the state as it is', async () => {
    const trip = await createTrip(app);
    const id = await reserve(trip.id);
    await record(id, 'balance', PRICE);
    await departIn(app, trip.id, -1);
    expect((await record(id, 'refund', PRICE)).body.state).toBe('booked');
  });
});

describe('money for an expired reservation', () => {
  const expire = (id: string) =>
    app.db.updateTable('reservations').set({ state: 'expired' }).where('id', '=', id).execute();

  it('that covers the deposit books it again; less holds it anew', async () => {
    const id = await reserve();
    await expire(id);
    const taken = await placesTaken(app, tripId);
    expect((await record(id, 'deposit', DEPOSIT)).body).toMatchObject({ state: 'booked', places: 1 });
    expect(await placesTaken(app, tripId)).toBe(taken + 1);

    const other = await reserve();
    await app.db
      .updateTable('reservations')
      .set({ hold_expires_at: new Date(Date.now() - HOUR_MS) })
      .where('id', '=', other)
      .execute();
    await expire(other);
    expect((await record(other, 'deposit', 100)).body).toMatchObject({ state: 'held', receivedCents: 100 });
    expect((await deadlineOf(other))?.getTime()).toBeGreaterThan(Date.now());
    expect((await entriesOf(app, other)).at(-1)?.changes).toMatchObject({ state: ['expired', 'held'] });
  });

  it('is refused once its places are taken or the trip has departed; nothing is recorded', async () => {
    const trip = await createTrip(app, { capacity: 1 });
    const id = await reserve(trip.id);
    await expire(id);
    const other = await reserve(trip.id);
    const response = await record(id, 'deposit', DEPOSIT);
    expect(response).toMatchObject({ status: 409, body: { code: 'RESERVATION_OVER' } });
    expect(response.body.fields.amountCents).toContain('as vagas já foram ocupadas');
    expect(await ledger(id)).toEqual([]);
    await cancel(other);
    await departIn(app, trip.id, -1);
    expect((await record(id, 'deposit', DEPOSIT)).body.code).toBe('RESERVATION_OVER');
  });

  it('keeps boarding points that the trip still has, and agrees the others anew', async () => {
    const points = ['05:00', '06:00'].map((time) => ({ id: crypto.randomUUID(), time, place: 'Rodoviária' }));
    const trip = await createTrip(app, { boarding_points: JSON.stringify(points) });
    const people = await call(app, 'GET', `/api/trips/${trip.id}`, { token });
    const rows = points.map(({ id }) => ({ fareId: people.body.fares[0].id, boardingPointId: id }));
    const body = { person: { name: 'Rui Melo', contact: '35999990000' }, participants: rows };
    const { id } = (await call(app, 'POST', `/api/trips/${trip.id}/passengers`, { token, body })).body;
    await expire(id);
    const left = JSON.stringify(points.slice(1));
    await app.db.updateTable('trips').set({ boarding_points: left }).where('id', '=', trip.id).execute();
    const { participants } = (await record(id, 'deposit', 2 * DEPOSIT)).body;
    expect(participants).toMatchObject([{ boardingPointId: null }, { boardingPointId: points[1]?.id }]);
  });
});

describe('whatever is paid, given back and cancelled', () => {
  it('the amount received is the sum of the ledger, and the state matches it', async () => {
    const step = fc.record({
      what: fc.constantFrom('deposit', 'balance', 'refund', 'refund', 'deposit', 'cancel' as const),
      amountCents: fc.oneof(fc.constantFrom(DEPOSIT, PRICE, PRICE - DEPOSIT, 1), fc.integer({ min: 1, max: PRICE })),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), async (steps) => {
        const id = await reserve();
        let received = 0;
        let isCancelled = false;
        for (const { what, amountCents } of steps) {
          if (what === 'cancel') {
            expect((await cancel(id)).status).toBe(isCancelled ? 409 : 200);
            isCancelled = true;
            continue;
          }
          const isRefund = what === 'refund';
          const isPossible = isRefund ? amountCents <= received : !isCancelled && received + amountCents <= PRICE;
          expect((await record(id, what, amountCents)).status).toBe(isPossible ? 201 : 409);
          if (isPossible) received += isRefund ? -amountCents : amountCents;
        }

        const row = await app.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
        const entries: { kind: string; amountCents: number }[] = await ledger(id);
        const sum = entries.reduce((all, { kind, amountCents }) => all + (kind === 'refund' ? -1 : 1) * amountCents, 0);
        const byMoney = received >= DEPOSIT ? 'booked' : 'held';
        expect(row).toMatchObject({ received_cents: received, state: isCancelled ? 'cancelled' : byMoney });
        expect(sum).toBe(received);
        expect(reservationStates[row.state].holdsPlaces).toBe(!isCancelled);
      }),
      { numRuns: 40 },
    );
  });
});
