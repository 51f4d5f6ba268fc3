import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../test/app.ts';
import { cancelling, ruleOn } from '../../../../test/cancellations.ts';
import { call, createPerson, createTrip, type Person } from '../../../../test/factories.ts';
import { entriesOf, placesTaken } from '../../../../test/parties.ts';
import { refundsOf } from '../../../../test/pix.ts';

let app: TestApp;
let staff: Person;
let token: string;
let tripId: string;
let steps: ReturnType<typeof cancelling>;
beforeAll(async () => {
  app = await buildTestApp();
  staff = await createPerson(app, 'OPERATOR');
  token = staff.token;
  steps = cancelling(app, () => staff);
  ({ id: tripId } = await createTrip(app, { capacity: 100 }));
});
afterAll(() => app.close());

const reserve = async (who: object = { person: { name: 'Nair Dias', contact: '35999990000' } }) =>
  (await call(app, 'POST', `/api/trips/${tripId}/passengers`, { token, body: who })).body;
const cancel = (id: string, reason: unknown = 'Desistiu') =>
  call(app, 'POST', `/api/reservations/${id}/cancellation`, { token, body: { reason } });

describe('cancelling by staff', () => {
  it('releases the places, stores the reason and who cancelled, and works only once', async () => {
    const before = await placesTaken(app, tripId);
    const { id } = await reserve();

    const response = await cancel(id, 'Quebrou a perna');

    expect(response).toMatchObject({
      status: 200,
      body: { state: 'cancelled', cancelledAt: expect.any(String), cancellable: false, dueCents: 0 },
    });
    expect(await placesTaken(app, tripId)).toBe(before);
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: 'RESERVATION_OVER' } });
    const entries = await entriesOf(app, id);
    expect(entries.at(-1)).toMatchObject({
      action: 'reservation.cancelled',
      changes: { state: ['held', 'cancelled'], cancellationReason: [null, 'Quebrou a perna'] },
    });
    const row = app.db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    expect(await row).toMatchObject({ cancellation_reason: 'Quebrou a perna', cancelled_by: entries[0]?.actor_id });
  });

  it('needs a reason', async () => {
    const { id } = await reserve();
    expect((await cancel(id, '  ')).body.fields.reason).toContain('Motivo');
    expect((await cancel(id, null)).status).toBe(400);
  });

  it('lets the person be added again', async () => {
    const { id, payer } = await reserve();
    await cancel(id);
    expect((await reserve({ personId: payer.id })).state).toBe('held');
  });
});

describe('one person of several, by staff', () => {
  const ADULT = 18_900;
  const cancelOf = (id: string, body: object) =>
    call(app, 'POST', `/api/reservations/${id}/cancellation`, { token, body: { reason: 'Adoeceu', ...body } });

  it('requested by the client costs what the rules say, once the quote of now is confirmed', async () => {
    const { id, trip, adults } = await steps.family(2 * ADULT);
    const participants = [adults[1]?.id];
    const quote = (await steps.quote(id, staff, `?participants=${participants}&by=client`)).body;
    expect(quote).toMatchObject({ penaltyCents: 3_780, refundCents: 15_120, rule: ruleOn(ADULT) });
    expect(await cancelOf(id, { by: 'client', participants, refundCents: ADULT })).toMatchObject({
      status: 409,
      body: { code: 'QUOTE_CHANGED', quote },
    });
    expect(await placesTaken(app, trip.id)).toBe(2);

    const { status, body } = await cancelOf(id, { by: 'client', participants, refundCents: 15_120 });

    expect(status).toBe(200);
    expect(body).toMatchObject({ state: 'booked', places: 1, totalCents: ADULT + 3_780, toReturnCents: 15_120 });
    expect(await placesTaken(app, trip.id)).toBe(1);
    expect(await refundsOf(app, id)).toMatchObject([{ amount_cents: 15_120, state: 'due' }]);
    expect((await entriesOf(app, id)).at(-1)).toMatchObject({
      action: 'reservation.participant_removed',
      actor_id: staff.id,
      changes: {
        participant: ['Pessoa 2', null],
        cancelledFor: [null, 'client'],
        penaltyCents: [null, 3_780],
        cancellationReason: [null, 'Adoeceu'],
      },
    });
  });

  it('by the operator costs nothing, and the payer reads so', async () => {
    const { id, payer, adults } = await steps.family(2 * ADULT);
    const { body } = await cancelOf(id, { by: 'operator', participants: [adults[1]?.id] });
    expect(body).toMatchObject({ state: 'booked', totalCents: ADULT, toReturnCents: ADULT, adjustments: [] });
    const { body: timeline } = await call(app, 'GET', `/api/reservations/${id}/timeline`, { token: payer.token });
    const last = timeline.data.find(({ sentence }: { sentence: string }) => sentence.includes('da reserva'));
    expect(last.sentence).toBe('Tiramos Pessoa 2 da reserva');
    expect(JSON.stringify(timeline)).not.toContain('Adoeceu');
  });

  it('the last one is the whole reservation; people of another are refused', async () => {
    const { id, adults } = await steps.family(2 * ADULT);
    const other = await steps.family(0);
    expect(await cancelOf(id, { participants: [other.adults[0]?.id] })).toMatchObject({
      status: 404,
      body: { code: 'PARTICIPANT_NOT_FOUND' },
    });
    await cancelOf(id, { participants: [adults[1]?.id] });
    expect((await cancelOf(id, { participants: [adults[0]?.id] })).body).toMatchObject({
      ...{ state: 'cancelled', toReturnCents: 2 * ADULT },
    });
  });
});
