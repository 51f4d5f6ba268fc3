import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTestApp, type TestApp } from '../../../test/app.ts';
import { call, createPerson, createTrip } from '../../../test/factories.ts';
import { entriesOf, placesTaken } from '../../../test/parties.ts';

let app: TestApp;
let token: string;
let tripId: string;
beforeAll(async () => {
  app = await buildTestApp();
  ({ token } = await createPerson(app, 'OPERATOR'));
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

    const answer = await cancel(id, 'Quebrou a perna');

    expect(answer).toMatchObject({
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
